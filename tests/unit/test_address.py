"""The page's address, where a browser refuses to change it, and how far the page is scrolled. What
browsers do themselves is in tests/e2e/test_scrolling.py."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from spieltisch.app.core.messages import Edit, Navigate
from spieltisch.app.core.news import StartScreen
from spieltisch.app.settings.state import SettingsScreen
from spieltisch.shell import address
from spieltisch.shell.address import Address
from spieltisch.shell.storage import Storage
from tests.unit.local_storage import LocalStorage


class Window:
    """A window whose history may refuse what it is told, as Safari's does after a hundred times."""

    def __init__(self) -> None:
        self.location = SimpleNamespace(hash="#/matches")
        self.history = SimpleNamespace(
            replaceState=self._change, pushState=self._change, state=None
        )
        self.scrollY = 0.0
        self.length = 1_000.0
        self.listeners: dict[str, Callable[[object], object]] = {}
        self.sessionStorage = LocalStorage()
        self.document = SimpleNamespace(activeElement=None, querySelector=lambda _: None)
        self.refuses = False
        self.changes: list[str] = []
        self.later: list[Callable[[], object]] = []

    def _change(self, state: object, _title: str, link: str | None = None) -> None:
        if self.refuses:
            raise RuntimeError("SecurityError")
        self.history.state = state
        if link is not None:
            self.location.hash = link
            self.changes.append(link)

    def scrollTo(self, _x: float, y: float) -> None:  # noqa: N802
        self.scrollY = min(y, self.length)

    def requestAnimationFrame(self, do: Callable[[], object]) -> None:  # noqa: N802
        self.later.append(do)

    def addEventListener(  # noqa: N802
        self, name: str, listener: Callable[[object], object]
    ) -> None:
        self.listeners[name] = listener

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
    found = Address(window, lambda _message: None, Storage(window, kind="sessionStorage"))
    entry = window.history.state
    found.follow(0.0)
    # A start does not wait for the number: that cost it a twelfth of the page's own thread.
    assert window.history.state == entry
    window.pass_time()
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


def scroll(window: Window, y: float) -> None:
    window.scrollY = y
    window.listeners["scroll"](None)


def navigate(window: Window, link: str, state: object = None) -> None:
    window.location.hash, window.history.state = link, state
    window.listeners["hashchange"](SimpleNamespace(timeStamp=0.0))


def test_a_step_back_leads_to_where_one_was_once_the_screen_is_there(window: Window) -> None:
    at = followed(window)
    at.show(StartScreen(), has_task=False)
    scroll(window, 300.0)
    first = window.history.state
    navigate(window, "#/settings")
    at.show(SettingsScreen(), has_task=False)
    at.settle()
    assert window.scrollY == 0
    scroll(window, 120.0)
    second = window.history.state
    assert first != second
    for state, link, screen, y in (
        (first, "#/matches", StartScreen(), 300.0),
        (second, "#/settings", SettingsScreen(), 120.0),
    ):
        navigate(window, link, state)
        # The wait for it is a screen, too, and how far that is scrolled counts for nothing.
        at.show(StartScreen(), has_task=False)
        scroll(window, 7.0)
        at.show(screen, has_task=False)
        at.settle()
        assert window.scrollY == y


def test_a_step_back_leads_there_even_if_the_browser_had_not_told_of_the_scroll(
    window: Window,
) -> None:
    at = followed(window)
    at.show(StartScreen(), has_task=False)
    first, window.scrollY = window.history.state, 300.0
    navigate(window, "#/settings")
    at.show(SettingsScreen(), has_task=False)
    navigate(window, "#/matches", first)
    at.show(StartScreen(), has_task=False)
    at.settle()
    assert window.scrollY == 300


def test_a_page_that_grows_is_followed_until_the_person_goes_elsewhere(window: Window) -> None:
    at = followed(window)
    scroll(window, 300.0)
    first = window.history.state
    for is_left in (False, True):
        navigate(window, "#/settings")
        window.length = 200.0
        navigate(window, "#/matches", first)
        at.settle()
        assert window.scrollY == 200
        if is_left:
            navigate(window, "#/settings")
        window.length = 1_000.0
        window.pass_time()
        assert window.scrollY == (200 if is_left else 300)
    # One that stays short is not waited for.
    navigate(window, "#/matches", first)
    window.length = 100.0
    at.settle()
    for _ in range(address.TRIES):
        window.pass_time()
    assert window.later == []


def test_where_the_session_goes_by_itself_is_another_entry(window: Window) -> None:
    at = followed(window)
    at.show(StartScreen(), has_task=False)
    scroll(window, 300.0)
    first = window.history.state
    at.show(SettingsScreen(), has_task=False)
    at.set("#/settings", replaces=False)
    scroll(window, 50.0)
    at.set("#/settings?", replaces=True)
    navigate(window, "#/matches", first)
    at.show(StartScreen(), has_task=False)
    at.settle()
    assert window.scrollY == 300


def test_the_same_screen_stays_where_it_is(window: Window) -> None:
    at = followed(window)
    for link in ("#/matches?show=ended", "#/matches?show=ended&text=a"):
        at.show(StartScreen(), has_task=False)
        scroll(window, 300.0)
        navigate(window, link)
    at.show(StartScreen(), has_task=False)
    at.settle()
    assert window.scrollY == 300
    navigate(window, "#/rules/aya")
    at.show(StartScreen(), has_task=False)
    assert window.scrollY == 0, "the same screen of something else"


def test_what_is_noted_outlives_the_page(window: Window) -> None:
    at = followed(window)
    scroll(window, 300.0)
    at.leave()
    # The browser has not scrolled the page: what it showed first was too short.
    window.scrollY = 0.0
    again = followed(window)
    again.show(StartScreen(), has_task=False)
    again.settle()
    assert window.scrollY == 300
    # It has, and a person has scrolled on.
    window.scrollY = 310.0
    again = followed(window)
    again.settle()
    assert window.scrollY == 310


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"a": 1}', '{"1": "b"}', '{"1": null}'])
def test_what_somebody_else_has_noted_is_no_matter(window: Window, text: str) -> None:
    window.sessionStorage.setItem("spieltisch.scrolled", text)
    followed(window).settle()
    assert window.scrollY == 0


@pytest.mark.parametrize("is_told", [True, False])
def test_what_is_being_written_is_told_of_before_another_place_comes(
    window: Window, is_told: bool
) -> None:
    """A browser whose window has not the focus tells nothing as a field loses it."""
    sent: list[object] = []
    found = Address(window, sent.append, Storage(window, kind="sessionStorage"))
    found.follow(0.0)
    names = {"data-edit": "name", "data-thing": "bot000000001"}
    window.document.activeElement = SimpleNamespace(
        value="Mine",
        defaultValue="Mine" if is_told else "bot",
        matches=lambda selector: selector == "[data-edit]",
        getAttribute=names.get,
        blur=lambda: sent.append("left"),
    )
    main = SimpleNamespace(focus=lambda _options: None)
    window.document.getElementById = lambda _id: main
    window.JSON = SimpleNamespace(parse=lambda text: text)
    sent.clear()
    navigate(window, "#/settings")
    told = [] if is_told else [Edit("name", "Mine", "bot000000001")]
    assert sent == [*told, "left", Navigate("#/settings", 0.0)]


def test_no_step_back_leads_from_an_address_to_the_same(window: Window) -> None:
    page, pushed, change = followed(window), list[str | None](), window.history.pushState

    def push(state: object, title: str, link: str) -> None:
        pushed.append(link)
        change(state, title, link)

    window.history.pushState = push
    for link in ("#/workshop/yala", "#/workshop/yala", "#/workshop/yala/a", "#/workshop/yala"):
        page.set(link, replaces=False)
        assert window.location.hash == link
    assert pushed == ["#/workshop/yala", "#/workshop/yala/a", "#/workshop/yala"]
