"""Scripts that a page fetches when they are wanted."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from spieltisch.shell import site_files
from spieltisch.shell.site_files import LateScript


class Page:
    """A window whose scripts come, or fail, when the test says so."""

    def __init__(self) -> None:
        self.listeners = []
        self.on_error = []
        self.on_load = []

    def addEventListener(self, event, listener):  # noqa: N802
        assert event == "there"
        self.listeners.append(listener)

    def load(self, _, name, failures):
        # Some browsers would not try the same address again.
        assert (name, failures) == ("some.js", len(self.on_error))
        lists = {"error": self.on_error, "load": self.on_load}
        return SimpleNamespace(
            addEventListener=lambda event, listener: lists[event].append(listener)
        )

    def come(self):
        for listener in self.listeners:
            listener(SimpleNamespace(detail="what it makes"))


@pytest.fixture
def page(monkeypatch):
    page = Page()
    monkeypatch.setattr(site_files, "proxy", lambda listener: listener)
    monkeypatch.setattr(site_files, "load_script", page.load)
    return page


@pytest.fixture
def told():
    return []


@pytest.fixture
def script(page, told):
    return LateScript(
        page, "some.js", "there", lambda: told.append("taken"), lambda: told.append("failed")
    )


def test_it_is_fetched_once(page, script, told):
    script.load()
    script.load()
    assert len(page.on_error) == 1
    assert script.handed is None
    page.come()
    script.load()
    assert len(page.on_error) == 1
    assert (script.handed, told) == ("what it makes", ["taken"])


def test_after_failures_it_is_tried_again_and_taken_once(page, script, told):
    """A listener for each try would have run a bot's series twice."""
    for number in range(3):
        script.load()
        assert len(page.on_error) == number + 1
        page.on_error[-1](None)
    script.load()
    page.come()
    page.on_load[-1](None)
    assert told == ["failed", "failed", "failed", "taken"]


def test_one_that_comes_and_fails_by_itself_is_tried_again(page, script, told):
    """It would have been on its way for ever."""
    script.load()
    page.on_load[-1](None)
    assert told == ["failed"]
    script.load()
    assert len(page.on_load) == 2
    page.come()
    page.on_load[-1](None)
    assert told == ["failed", "taken"]
