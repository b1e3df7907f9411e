"""Where the browser does not promise to keep what the page keeps, that is told: once, and not in a
match; and a file of everything is a press away wherever something may be lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.app.core.messages import Command, Navigate, Tell
from spieltisch.app.core.notice import PlainNotice, StorageFails
from spieltisch.app.core.session import Session
from spieltisch.app.update import update
from spieltisch.shell.storage import ASKED, TOLD, Lasting, Storage
from tests.unit.asking import after, seen
from tests.unit.local_storage import LocalStorage

MATCH = "#/play/yala?seats=human,human&seed=4"


class Promise:
    def then(self, kept: Any, broken: Any) -> None:
        self.kept, self.broken = kept, broken


class Page:
    """A visit in a browser whose answer the test gives."""

    def __init__(self, local: LocalStorage, **navigator: Any) -> None:
        self.session = Session()
        self.asked: list[str] = []
        self.promise = Promise()
        manager = SimpleNamespace(persist=self._asks("persist"), persisted=self._asks("persisted"))
        window = SimpleNamespace(
            localStorage=local, navigator=SimpleNamespace(**({"storage": manager} | navigator))
        )
        self.lasting = Lasting(window, Storage(window), self)  # type: ignore[arg-type]
        self.lasting.begin()
        self.told = 0

    def _asks(self, what: str) -> Any:
        def ask() -> Promise:
            self.asked.append(what)
            return self.promise

        return ask

    def send(self, message: Any, *, shows: bool = True) -> None:
        self.told += message == Tell(PlainNotice.MAY_GO)
        self.session, _ = update(self.session, message)
        self.lasting.follow(self.session)

    def goes(self, *links: str) -> None:
        for link in links:
            self.send(Navigate(link, 0.0))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spieltisch.shell.storage.proxy", lambda listener: listener)
    monkeypatch.setattr("spieltisch.shell.storage.ignored", lambda: None)


def test_nothing_is_asked_before_a_match_has_ended() -> None:
    page = Page(LocalStorage())
    page.goes(MATCH, "#/")
    assert (page.asked, page.told) == ([], 0)


@pytest.mark.parametrize("place", ["#/", "#/matches"])
def test_where_nothing_is_promised_it_is_told_once_and_never_in_a_match(place: str) -> None:
    local = LocalStorage()
    page = Page(local)
    page.goes(MATCH)
    page.lasting.ask()
    page.promise.kept(False)
    assert page.told == 0
    page.goes("#/rules/yala", MATCH)
    assert page.told == 0
    page.goes(place)
    assert page.told == 1
    page.goes(MATCH, "#/", "#/matches")
    page.lasting.ask()
    assert (page.told, page.asked) == (1, ["persist"])
    later = Page(local)
    later.goes("#/", "#/matches")
    assert (later.told, later.asked) == (0, [])


def test_a_promise_is_not_told() -> None:
    local = LocalStorage()
    page = Page(local)
    page.lasting.ask()
    page.promise.kept(True)
    page.goes("#/", "#/matches")
    later = Page(local)
    assert later.asked == ["persisted"]
    later.promise.kept(True)
    later.goes("#/")
    assert page.told + later.told == 0


def test_an_answer_that_never_came_is_looked_at_in_the_next_visit() -> None:
    local = LocalStorage()
    first = Page(local)
    first.lasting.ask()
    first.goes("#/")
    later = Page(local)
    later.goes("#/")
    assert first.told + later.told == 0
    later.promise.kept(False)
    assert later.told == 1


@pytest.mark.parametrize("storage", [None, SimpleNamespace()])
def test_a_browser_that_cannot_be_asked_promises_nothing(storage: Any) -> None:
    page = Page(LocalStorage(), storage=storage)
    page.goes(MATCH)
    page.lasting.ask()
    page.goes("#/")
    assert page.told == 1


def test_it_waits_for_what_else_is_told() -> None:
    page = Page(LocalStorage())
    page.lasting.ask()
    page.send(Tell(PlainNotice.NO_FILM))
    page.promise.kept(False)
    assert page.told == 0
    page.send(Command.DISMISS)
    assert page.told == 1


def test_where_nothing_can_be_kept_only_that_is_told() -> None:
    class Blocked(LocalStorage):
        def setItem(self, name, text):  # noqa: N802 - the browser's name
            raise RuntimeError("SecurityError")

    page = Page(Blocked())
    page.lasting.ask()
    page.goes("#/")
    assert (page.asked, page.told) == ([], 0)


def test_two_tabs_tell_it_once() -> None:
    local = LocalStorage()
    local.kept["spieltisch." + ASKED] = "1"
    pages = Page(local), Page(local)
    for page in pages:
        page.promise.kept(False)
    assert sum(page.told for page in pages) == 1
    assert "spieltisch." + TOLD in local.kept


@pytest.mark.parametrize(
    ("notice", "is_urgent"),
    [(PlainNotice.MAY_GO, False), (StorageFails.FULL, True), (StorageFails.BLOCKED, True),
     (StorageFails.LOST, True)],
)  # fmt: skip
@pytest.mark.parametrize("place", ["#/", "#/matches", MATCH])
def test_a_file_of_everything_is_beside_it(place: str, notice: Any, is_urgent: bool) -> None:
    page = seen(after(Navigate(place, 0.0), Tell(notice)))
    node = page.one("id", "notice")
    assert node.one("data-do", "export-all").text == "Export everything"
    assert bool(page.one("id", "urgent").text) is is_urgent
