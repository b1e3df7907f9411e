"""What is copied is copied, or shown to be copied by hand: whatever the browser makes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.app.core.notice import Copied, ToCopy
from spieltisch.shell.sharing import Sharing
from tests.unit.test_long_links import told  # noqa: F401  (a fixture)

ROOT = Path(__file__).parents[2]
LINK = "https://a.example/#/yala"


class Promise:
    def __init__(self) -> None:
        self.kept: Callable[[], None] = lambda: None
        self.broken: Callable[[], None] = lambda: None

    def then(self, kept: Callable[[], None], broken: Callable[[], None]) -> None:
        self.kept, self.broken = kept, broken


class Field:
    did = ""

    def focus(self) -> None:
        self.did += "focus "

    def select(self) -> None:
        self.did += "select"


class Browser:
    """One in which nothing comes of a promise before the test says what."""

    def __init__(self, write: Callable[[str], Any] | None = None, **lacks: Any) -> None:
        self.promises: list[Promise] = []
        self.timers: list[Callable[[], None]] = []
        self.field = Field()
        clipboard = SimpleNamespace(writeText=write or self._write)
        navigator = SimpleNamespace(**({"clipboard": clipboard} | lacks))
        document = SimpleNamespace(getElementById=lambda _: self.field)
        self.window = SimpleNamespace(
            navigator=navigator,
            document=document,
            setTimeout=lambda after, _: self.timers.append(after),
        )

    def _write(self, _: str) -> Promise:
        self.promises.append(Promise())
        return self.promises[-1]

    def sharing(self, told: list[Any]) -> Sharing:  # noqa: F811
        host: Any = SimpleNamespace(send=lambda message: told.append(message.notice))
        return Sharing(self.window, host)


def throws(_: str) -> Any:
    raise RuntimeError("NotAllowedError")


@pytest.mark.parametrize(
    "browser",
    [lambda: Browser(clipboard=None), lambda: Browser(clipboard=SimpleNamespace()),
     lambda: Browser(throws), lambda: Browser(lambda _: None)],
    ids=["no clipboard", "no method", "throws", "no promise"],
)  # fmt: skip
def test_where_nothing_can_be_copied_the_text_is_shown_at_once(told, browser):  # noqa: F811
    here = browser()
    here.sharing(told).give(LINK, "bot", is_sent=False)
    assert told == [ToCopy(LINK, "bot")]
    assert here.field.did == "focus select"


def test_a_refusal_shows_it_once(told):  # noqa: F811
    here = Browser()
    here.sharing(told).give(LINK, "bot", is_sent=False)
    assert told == []
    here.promises[0].broken()
    here.timers[0]()
    assert told == [ToCopy(LINK, "bot")]


def test_a_promise_that_never_settles_shows_it_and_one_that_is_late_is_told(told):  # noqa: F811
    here = Browser()
    here.sharing(told).give(LINK, "bot", is_sent=False)
    here.timers[0]()
    assert told == [ToCopy(LINK, "bot")]
    here.promises[0].kept()
    assert told[1:] == [Copied("bot", 0, len(LINK))]


def test_what_was_copied_is_not_shown_later(told):  # noqa: F811
    here = Browser()
    here.sharing(told).give(LINK, "bot", is_sent=False)
    here.promises[0].kept()
    here.timers[0]()
    assert told == [Copied("bot", 0, len(LINK))]


def test_only_what_was_to_be_copied_last_is_told(told):  # noqa: F811
    here = Browser()
    sharing = here.sharing(told)
    sharing.give(LINK, "bot", is_sent=False)
    sharing.give(f"{LINK}2", "study", is_sent=False)
    here.promises[1].kept()
    here.promises[0].broken()
    here.timers[0]()
    assert told == [Copied("study", 0, len(LINK) + 1)]


def test_the_clipboard_is_written_in_one_place_and_never_read():
    """A page that reads the clipboard asks for a permission; all that is pasted comes in fields, or
    with the browser's own event."""
    files = [*(ROOT / "py").rglob("*.py"), *(ROOT / "static").rglob("*.js")]
    ours = [path for path in files if not {"vendor", "made"} & set(path.parts)]
    uses = {
        (path.name, found)
        for path in ours
        for found in re.findall(
            r"writeText|readText|clipboard\.\w+\(|execCommand", path.read_text(encoding="utf-8")
        )
    }
    assert uses == {("sharing.py", "clipboard.writeText(")}
