"""The page's address: the session follows it, and it follows the session. With it goes how far the
page is scrolled: another screen begins at its top, and steps back lead to where one was."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.news import ScreenState
from spieltisch.shell.dom import proxy, to_js
from spieltisch.shell.events import unsaid_message, unsent_message
from spieltisch.shell.storage import Storage, StorageError
from spieltisch.table.json_text import parse_json

REFUSED_MS = 1_000

SCROLLED = "scrolled"
"""The name in ``sessionStorage`` of how far the entries of the tab's history were scrolled."""

MAX_NOTE = 10_000
"""Letters of that note."""

MOST_ENTRIES = 50
"""No browser steps back over more."""

TRIES = 12
"""In how many frames a step back is tried: a page gets its whole height only once what comes by
itself is there, such as an editor."""


class Address:
    """The part of the page's address after the ``#``."""

    def __init__(self, window: Any, send: Callable[[Message], None], tab: Storage) -> None:
        self._window = window
        self._send = send
        self._tab = tab
        self._followed = ""
        self._wanted = ""
        self._scrolled = scrolled_of(tab.read(SCROLLED))
        """How far each entry of the history was scrolled, by its number, which is its state."""
        self._entry = max(self._scrolled, default=0)
        self._goal: float | None = None
        """How far the entry was scrolled that a step has led back to, until its screen is there."""
        self._tries = 0
        self._on_frame = proxy(self._go_to_goal)
        self._is_elsewhere = self._is_led = False
        self._shown: type[ScreenState] | None = None

    def follow(self, at_ms: float) -> None:
        self._arrive()
        if self._goal is not None:
            # A page that is loaded anew was scrolled by the browser, or by the person since.
            self._goal = self._window.scrollY or self._goal
        self._send(Navigate(self._followed, at_ms))
        on_change = proxy(lambda event: self._navigate(event.timeStamp))
        self._window.addEventListener("hashchange", on_change)
        self._window.addEventListener("popstate", proxy(self._keep_number))
        self._window.addEventListener("scroll", proxy(self._note))

    def set(self, link: str, *, replaces: bool) -> None:
        """Change the address to where the session has gone; ``replaces`` says whether no step back
        leads to the old one."""
        location, history = self._window.location, self._window.history
        if location.hash != self._followed:
            # The person has navigated meanwhile: hashchange is about to fire, and is followed.
            return
        self._wanted = link
        # Of two entries that are alike, a step back would lead from one to the other.
        replaces = replaces or link == location.hash
        entry = self._entry if replaces else self._next
        try:
            # Neither call fires hashchange, and none is needed: the session is there already.
            (history.replaceState if replaces else history.pushState)(entry, "", link)
        except Exception:  # a JavaScript error has no narrower type here
            # Safari takes a hundred changes in ten seconds, which a key that is held down exceeds.

            def try_again() -> None:
                if self._wanted == link:
                    self.set(link, replaces=replaces)

            self._window.setTimeout(proxy(try_again), REFUSED_MS)
            return
        self._followed, self._wanted = location.hash, ""
        if not replaces:
            self._entry, self._goal = entry, None
            self._scrolled[entry] = self._window.scrollY

    def _navigate(self, at_ms: float) -> None:
        field = self._window.document.activeElement
        if field and field.matches("[data-edit]"):
            # What is being typed belongs to the place that is left, and is told of there: a browser
            # whose window has not the focus tells nothing as a field loses it.
            message = unsaid_message(field)
            if message is not None:
                self._send(message)
            field.blur()
            main = self._window.document.getElementById("main")
            main.focus(to_js(self._window, {"preventScroll": True}))
        unsent = unsent_message(self._window.document)
        if unsent is not None:
            self._send(unsent)
        self._is_led, self._is_elsewhere = True, self._arrive()
        self._send(Navigate(self._followed, at_ms))

    def _arrive(self) -> bool:
        """Find out whether the page has come to a new entry of the history, or back to an old one;
        whether that is another place."""
        before, self._followed = _place(self._followed), self._window.location.hash
        is_elsewhere = _place(self._followed) != before
        self._wanted, self._tries = "", 0
        entry = self._window.history.state
        if isinstance(entry, int):
            self._entry, self._goal = entry, self._scrolled.get(entry)
            return is_elsewhere
        if is_elsewhere and self._goal is None and self._shown is not None:
            # A busy browser may not have told of the last scroll yet. To a part of the same place
            # it has scrolled by itself.
            self._scrolled[self._entry] = self._window.scrollY
        self._entry, self._goal = self._next, None
        if self._shown is None:
            # A start does not wait for it: the browser would lay the page out once more.
            self._window.setTimeout(proxy(self._keep_number), 0)
        else:
            self._number_entry()
        return is_elsewhere

    # ------------------------------------------------------------ how far it is scrolled

    @property
    def _next(self) -> int:
        return max((self._entry, *self._scrolled)) + 1

    def _number_entry(self) -> None:
        self._scrolled[self._entry] = self._window.scrollY
        # Where it is refused, a step back leads to the top.
        with suppress(Exception):
            self._window.history.replaceState(self._entry, "")

    def _keep_number(self, *_: Any) -> None:
        """The entry has no number yet, or a link to where the page is already has put one without
        in its place."""
        is_here = self._window.location.hash == self._followed
        if is_here and not isinstance(self._window.history.state, int):
            self._number_entry()

    def _note(self, _event: Any) -> None:
        # On a step back the browser scrolls what is still on screen as far as the other was.
        if self._goal is None and self._window.location.hash == self._followed:
            self._scrolled[self._entry] = self._window.scrollY

    def leave(self) -> None:
        """The page is hidden, and may be loaded anew."""
        latest = sorted(self._scrolled.items())[-MOST_ENTRIES:]
        with suppress(StorageError):
            self._tab.write(SCROLLED, json.dumps(dict(latest)))

    def show(self, screen: ScreenState, *, has_task: bool) -> None:
        """A screen has been drawn: another one begins at its top. So does another exercise, unless
        its task is in sight."""
        is_other = self._is_elsewhere or type(screen) is not self._shown
        is_next = self._is_led and has_task and not self._sees_task()
        is_first = self._shown is None
        self._shown, self._is_elsewhere, self._is_led = type(screen), False, False
        if (is_other or is_next) and not is_first:
            self._window.scrollTo(0, 0)

    def settle(self) -> None:
        """What is wanted is there, and the focus is where it goes: after a step back the page is
        scrolled to where it was."""
        if self._goal is not None and not self._tries:
            self._tries = TRIES
            self._go_to_goal()

    def _go_to_goal(self, *_: Any) -> None:
        if self._goal is None or not self._tries:
            return
        self._window.scrollTo(0, self._goal)
        self._tries -= 1
        if self._tries and self._window.scrollY < self._goal - 1:
            self._window.requestAnimationFrame(self._on_frame)
        else:
            self._goal, self._tries = None, 0

    def _sees_task(self) -> bool:
        task = self._window.document.querySelector(".task h1") or None
        if task is None:
            return False
        box = task.getBoundingClientRect()
        return bool(box.top >= 0 and box.bottom <= self._window.innerHeight)


def scrolled_of(text: str | None) -> dict[int, float]:
    """How far each entry was scrolled, as ``leave`` has noted it; nothing for a damaged note."""
    try:
        told = parse_json(text or "{}", MAX_NOTE).items()
        return {int(entry): float(y) for entry, y in told}
    except (AttributeError, TypeError, ValueError):
        return {}


def _place(link: str) -> list[str]:
    """Which place of the site an address leads to, whatever part of it: its first two words."""
    return link.partition("?")[0].split("/")[1:3]
