"""The page's address, where a browser refuses to change it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from spieltisch.shell import address
from spieltisch.shell.address import Address


class Window:
    """A window whose history may refuse what it is told, as Safari's does after a hundred times."""

    def __init__(self) -> None:
        self.location = SimpleNamespace(hash="#/matches")
        self.history = SimpleNamespace(replaceState=self._change, pushState=self._change)
        self.refuses = False
        self.changes: list[str] = []
        self.later: list[Callable[[], object]] = []

    def _change(self, _state: None, _title: str, link: str) -> None:
        if self.refuses:
            raise RuntimeError("SecurityError")
        self.location.hash = link
        self.changes.append(link)

    def addEventListener(self, _name: str, _listener: object) -> None:  # noqa: N802
        pass

    def setTimeout(self, do: Callable[[], object], _ms: int) -> None:  # noqa: N802
        self.later.append(do)

    def pass_time(self) -> None:
        due, self.later = self.later, []
        for do in due:
            do()


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setattr(address, "proxy", lambda listener: listener)
    return Window()


def followed(window: Window) -> Address:
    found = Address(window, lambda _message: None)
    found.follow(0.0)
    return found


def test_what_is_refused_comes_later(window: Window) -> None:
    at = followed(window)
    window.refuses = True
    for text in ("a", "aa", "aaa"):
        at.set(f"#/matches?text={text}", replaces=True)
    window.pass_time()
    assert window.changes == []
    window.refuses = False
    window.pass_time()
    assert window.changes == ["#/matches?text=aaa"]
    assert window.later == []


def test_what_was_refused_does_not_come_once_the_session_is_elsewhere(window: Window) -> None:
    at = followed(window)
    window.refuses = True
    at.set("#/matches?text=a", replaces=True)
    window.refuses = False
    at.set("#/", replaces=False)
    window.pass_time()
    assert window.changes == ["#/"]


def test_what_was_refused_does_not_come_once_the_person_is_elsewhere(window: Window) -> None:
    at = followed(window)
    window.refuses = True
    at.set("#/matches?text=a", replaces=True)
    window.refuses = False
    window.location.hash = "#/settings"
    window.pass_time()
    assert window.changes == []
