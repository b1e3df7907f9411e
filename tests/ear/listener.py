"""Somebody who hears the page and sees nothing of it, and minds how it is said."""

from __future__ import annotations

import re
from itertools import pairwise

from tests.ear.desktop import Desktop, Said, text_of

LONGEST_S = 8.0
"""No utterance takes longer, and no answer to a key."""

FRAME = re.compile(r"Firefox|Chromium|New Tab|Neuer Tab|Screen reader|Bildschirmleser")
"""What is the browser's or the screen reader's own, and not the page's."""

SIGNS = {
    "en": r"colon|semi|middle dot|dash|bullet|paren|bracket|slash|star|greater|quote",
    "de": r"Doppelpunkt|Semikolon|Mittelpunkt|Strich|Klammer|Schrägstrich|Stern|größer",
}
"""How signs are called that nobody would say."""
BLANKS = {"en": r"\bblank\b", "de": r"\bleer\b"}

ROLES = re.compile(
    r"(toggle button (not )?pressed|push button|combo box|heading level \d|link|button|entry"
    r"|collapsed|expanded|Schalter|Verknüpfung)$",
    re.IGNORECASE,
)

MOST_STOPS = 60
"""No screen has more to come to by Tab."""


class Listener:
    """At a desktop, with one browser open.

    Attributes:
        heard: all that was said.
        lines: what was pressed and what was said then, as people read it.
    """

    def __init__(self, desktop: Desktop) -> None:
        self.heard: list[Said] = []
        self.lines: list[str] = []
        self._desktop = desktop
        self._since = 0

    def open(self, browser: str, address: str, until: str) -> str:
        """Open an address in a browser, and hear its page begin."""
        self._begin("")
        self._desktop.browse(browser, address)
        return self.wait(until)

    def press(self, *keys: str, until: str = "", times: int = 1) -> str:
        """Press keys quickly one after the other, and hear what comes of it; that something does
        is part of it.

        Args:
            keys: by their names in X.
            until: a pattern of what is waited for.
            times: how often.
        """
        self._begin(" ".join(keys) + (f", {times} times" if times > 1 else ""))
        self._desktop.press(*(keys * times))
        return self.wait(until)

    def write(self, text: str, until: str = "") -> str:
        """Type a text and Enter, and hear what comes of it."""
        self._desktop.write(text)
        self._begin(f"{text} Return")
        self._desktop.press("Return")
        return self.wait(until)

    def wait(self, until: str) -> str:
        """Hear all that has been said since the last key, once this is among it; gives that."""
        told = self._desktop.hear(self._since, until)
        for said in told[len(self.heard) - self._since :]:
            cut = "" if said.seconds is not None else " (cut short)"
            self._note(f"- {said.text.strip()}{cut}")
        self.heard[self._since :] = told
        expect_good_manners(told)
        return text_of(told)

    def come_to(self, wanted: str, key: str = "Tab") -> str:
        """Press Tab until what is said matches; gives that."""
        for _ in range(MOST_STOPS):
            if re.search(wanted, told := self.press(key)):
                return told
        raise AssertionError(f"{key} never came to {wanted}")

    def skip_to_board(self, until: str) -> str:
        """Press the first button of a page that was just opened, and hear the board.

        In one go: in Firefox Orca takes the first stop for read when a page is opened, and does not
        say it.
        """
        return self.press("Tab", "Return", until=until)

    def answer(self, key: str, until: str = "") -> str:
        """Ask the board by a letter; gives the answer, which is as short as an utterance."""
        told = self.press(key, until=until)
        seconds = sum(said.seconds or 0.0 for said in self.heard[self._since :])
        assert seconds <= LONGEST_S, f"{seconds:.1f} s: {told}"
        return told

    def _begin(self, pressed: str) -> None:
        self.heard = self._desktop.said()
        self._since = len(self.heard)
        if pressed:
            self._note(f"\n**{pressed}**\n")

    def _note(self, line: str) -> None:
        self.lines.append(line)
        # Told of a test that fails.
        print(line)  # noqa: T201


def expect_good_manners(heard: list[Said]) -> None:
    """Nothing is said that is no speech, or too long, or twice in a row."""
    ours = [said for said in heard if not FRAME.search(said.text)]
    for said in ours:
        signs = re.search(rf"\b({SIGNS[said.language]})\b|[()[\]…]", said.text)
        assert not signs, f"a sign is read out, {signs and signs[0]!r}: {said.text}"
        assert not re.search(BLANKS[said.language], said.text), f"blank: {said.text}"
        assert (said.seconds or 0.0) <= LONGEST_S, f"{said.seconds} s: {said.text}"
    for one, next_one in pairwise(ours):
        said_before, said_now = words_of(one.text), words_of(next_one.text)
        is_twice = bool(said_before) and said_now[: len(said_before)] == said_before
        assert not is_twice, f"said twice: {one.text} {next_one.text}"


def words_of(text: str) -> list[str]:
    """The words of an utterance, without what kind of a control it is about."""
    return re.findall(r"\w+", ROLES.sub("", text.strip().rstrip(".")).casefold())
