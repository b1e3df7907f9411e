"""Whoever comes by a line plays in the tab that it leads to, whatever other tab has the match."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import LockChanged
from spieltisch.app.core.effects import Keep, TakeOver
from spieltisch.app.core.library import KeptMatch
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.notice import LiveNotice
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.app.together.messages import LiveCommand
from spieltisch.play.summary import format_summary
from tests.unit.asking import seen
from tests.unit.devices import Devices, log
from tests.unit.test_by_link import link_of
from tests.unit.test_rooms import YALA, Roomed, with_relays

HOST, FIRST, SECOND, THIRD = range(4)
TABS = (FIRST, SECOND, THIRD)


@dataclass
class Tabs(Roomed):
    """A host, and a guest's browser with three tabs, whose locks tell when the test says so."""

    held: dict[str, int] = field(default_factory=dict)
    """Which tab plays each match."""
    claimed: dict[int, tuple[str, ...]] = field(default_factory=dict)
    to_tell: list[tuple[int, Any]] = field(default_factory=list)
    browser: tuple[int, ...] = TABS
    """The tabs of the one browser that has several."""

    def send(self, device: int, message: Any) -> None:
        super().send(device, message)
        if device in self.browser:
            self._claim(device, self.sessions[device].claimed)

    def _carry_out(self, device: int, effect: Any) -> None:
        super()._carry_out(device, effect)
        match effect:
            case Keep(KeptMatch(_, summary)) if device in self.browser:
                kept = LibraryChanged((format_summary(summary),), ids=(summary.id,))
                self.to_tell += [(one, kept) for one in self.browser if one != device]
            case TakeOver(match_id) if device in self.browser:
                self._take(device, match_id)

    def _claim(self, tab: int, wanted: tuple[str, ...]) -> None:
        before, self.claimed[tab] = self.claimed.get(tab, ()), wanted
        for match_id in before:
            if match_id not in wanted and self.held.get(match_id) == tab:
                del self.held[match_id]
                others = [one for one in self.browser if match_id in self.claimed.get(one, ())]
                for heir in others[:1]:
                    self._give(match_id, heir)
        for match_id in wanted:
            if match_id not in before and self.held.get(match_id) is None:
                self._give(match_id, tab)
            elif match_id not in before and self.held[match_id] != tab:
                self.to_tell.append((tab, LockChanged(match_id, is_ours=False)))

    def _take(self, tab: int, match_id: str) -> None:
        if match_id not in self.claimed.get(tab, ()):
            self.claimed[tab] = (*self.claimed.get(tab, ()), match_id)
        holder = self.held.get(match_id)
        if holder is not None and holder != tab:
            self.to_tell.append((holder, LockChanged(match_id, is_ours=False)))
        if holder != tab:
            self._give(match_id, tab)

    def _give(self, match_id: str, tab: int) -> None:
        self.held[match_id] = tab
        self.to_tell.append((tab, LockChanged(match_id, is_ours=True)))

    def tell(self, number: int = 0) -> None:
        """A tab is told something: each hears in order."""
        tab = self.to_tell[number][0]
        first = next(n for n, (one, _) in enumerate(self.to_tell) if one == tab)
        self.send(*self.to_tell.pop(first))

    def deliver_all(self) -> None:
        for _ in range(200):
            super().deliver_all()
            if not self.to_tell:
                return
            self.tell()
        raise AssertionError("the tabs never agree")

    def settle(self, rounds: int = 1) -> None:
        super().settle(rounds)
        self.deliver_all()


def tabs() -> Tabs:
    made = with_relays(4)
    made = Tabs(**{name: getattr(made, name) for name in made.__dataclass_fields__})
    made.stored[SECOND] = made.stored[THIRD] = made.stored[FIRST]
    return made


@pytest.fixture
def browser() -> Tabs:
    return tabs()


def assert_plays_in(browser: Tabs, tab: int) -> None:
    """The host and one tab are connected, and no other tab is; what is played arrives."""
    assert [one.peers for one in browser.sessions[: HOST + 1]] == ["connected"]
    table = browser.sessions[tab].table
    assert table is not None
    assert not table.is_elsewhere
    assert browser.sessions[tab].peers == "connected"
    assert [one for one in TABS if browser.sessions[one].live is not None] == [tab]
    for device in (HOST, tab, HOST, tab):
        if browser.match(device).position.active_seats & browser.match(device).here:
            browser.act(device)
            browser.deliver_all()
    assert log(browser.match(HOST)) == log(browser.match(tab)) != []
    assert browser.match(tab).here == {2}


def come(browser: Tabs, tab: int, link: str, rounds: int = 4) -> None:
    browser.enter(tab, link)
    browser.settle(rounds)


def test_the_rooms_link_opened_again_goes_on_in_the_new_tab(browser):
    link = browser.open(YALA)
    come(browser, FIRST, link)
    assert_plays_in(browser, FIRST)
    for tab in (SECOND, THIRD, FIRST):
        come(browser, tab, link)
        assert_plays_in(browser, tab)
    # The tab that had it says so, and nobody was told that somebody has left.
    assert "Play here" in seen(browser.sessions[SECOND]).text
    assert not isinstance(browser.sessions[HOST].notice, LiveNotice)


@pytest.mark.parametrize(
    ("elsewhere", "lock_is_first"), [("", False), ("", True), ("#/settings", True), ("#/", True)]
)
def test_the_tab_that_had_it_is_not_told_that_the_other_side_has_left(
    browser, monkeypatch, elsewhere, lock_is_first
):
    """The host lets its line go, and the lock may tell of it later."""
    link = browser.open(YALA)
    come(browser, FIRST, link)
    if elsewhere:
        browser.send(FIRST, Navigate(elsewhere, 0.0))
    browser.deliver_all()
    deliver = browser.deliver

    def after_locks(letter: tuple[int, int, int, str]) -> None:
        while browser.to_tell:
            browser.tell()
        deliver(letter)

    if lock_is_first:
        monkeypatch.setattr(browser, "deliver", after_locks)
    come(browser, SECOND, link, 1)
    assert not isinstance(browser.sessions[FIRST].notice, LiveNotice)
    assert_plays_in(browser, SECOND)


@pytest.mark.parametrize("comes_back", [False, True])
@pytest.mark.parametrize("elsewhere", ["#/settings", "#/", "#/play/yala?seats=human,human&seed=9"])
def test_a_match_that_has_become_ours_while_something_else_was_on_screen_is(
    browser, monkeypatch, elsewhere, comes_back
):
    """The lock may come late; and a third tab may take the match in turn."""
    link = browser.open(YALA)
    come(browser, FIRST, link)
    late: list[Any] = []
    give = browser._give

    def held_back(match_id: str, tab: int) -> None:
        give(match_id, tab)
        if tab == SECOND:
            late.append(browser.to_tell.pop())

    monkeypatch.setattr(browser, "_give", held_back)
    come(browser, SECOND, link)
    match_id = browser.sessions[SECOND].live.match_id
    assert browser.sessions[SECOND].live.tab == "asked"
    browser.send(SECOND, Navigate(elsewhere, 0.0))
    browser.deliver_all()
    for tab, message in late:
        browser.send(tab, message)
    browser.deliver_all()
    assert browser.sessions[SECOND].live.tab in ("granted", "plays")
    monkeypatch.undo()
    if comes_back:
        browser.send(SECOND, Navigate(f"#/match/{match_id}", 0.0))
        browser.deliver_all()
        assert browser.sessions[SECOND].live.tab == "plays"
        assert_plays_in(browser, SECOND)
    come(browser, THIRD, link)
    assert_plays_in(browser, THIRD)


def test_a_guests_tab_takes_nothing_from_the_hosts_own(monkeypatch):
    """The host opens the link to its own room, while its tab was just loaded anew."""
    made = with_relays(3)
    made.stored[2] = made.stored[HOST]
    link = made.open(YALA)
    made.enter(FIRST, link)
    made.settle(4)
    for device in (HOST, FIRST):
        made.act(device)
        made.deliver_all()
    (summary,) = made.sessions[HOST].library.summaries.values()
    made.send(2, LibraryChanged((format_summary(summary),), ids=(summary.id,)))
    taken: list[Any] = []
    carry_out = made._carry_out

    def noted(device: int, effect: Any) -> None:
        taken.extend([effect] if isinstance(effect, TakeOver) else [])
        carry_out(device, effect)

    monkeypatch.setattr(made, "_carry_out", noted)
    made.leave_page(HOST)
    made.enter(2, link)
    made.send(HOST, LiveCommand.RECONNECT)
    made.settle(4)
    assert taken == []
    made.send(2, LockChanged(summary.id, is_ours=False))
    made.deliver_all()
    made.settle(3)
    assert made.sessions[HOST].peers == "connected"
    assert made.sessions[FIRST].peers == "connected"


def test_a_match_begun_by_link_is_played_live_in_the_tab_of_the_invitation(browser):
    browser.send(HOST, Navigate(YALA, 0.0))
    browser.act(HOST)
    browser.send(FIRST, Navigate(link_of(browser.sessions[HOST]), 0.0))
    browser.deliver_all()
    assert browser.sessions[FIRST].table is not None
    Devices.connect(browser, HOST, SECOND)
    browser.deliver_all()
    assert_plays_in(browser, SECOND)
    assert browser.sessions[FIRST].table.is_elsewhere


def test_whoever_takes_the_match_back_without_a_line_ends_the_other_tabs(browser):
    link = browser.open(YALA)
    come(browser, FIRST, link)
    come(browser, SECOND, link)
    browser.send(FIRST, Command.PLAY_HERE)
    browser.deliver_all()
    assert not browser.sessions[FIRST].table.is_elsewhere
    assert [browser.sessions[one].live for one in TABS] == [None] * 3
    # They may come again, in any tab.
    assert browser.sessions[HOST].peers in ("waiting", "lost")
    come(browser, FIRST, link)
    assert_plays_in(browser, FIRST)


@pytest.mark.parametrize("elsewhere", ["", "#/settings", "#/"])
@pytest.mark.parametrize("ages", [(0,), (1,), (1, 0), (2, 1)])
def test_what_the_other_tab_still_writes_takes_back_nothing_that_the_host_has_told(
    browser, monkeypatch, ages, elsewhere
):
    """The tab that comes is greeted by the host before its lock is answered, and the one that had
    the match writes it once more as it leaves."""
    link = browser.open(YALA)
    come(browser, FIRST, link)
    browser.play(HOST)
    browser.deliver_all()
    match_id = browser.sessions[FIRST].live.match_id
    before = []
    for device in (None, FIRST, HOST):
        if device is not None:
            browser.play(device)
            browser.deliver_all()
        library = browser.sessions[FIRST].library
        before.append((browser.stored[FIRST][match_id], library.summaries[match_id]))
    late: list[Any] = []
    give = browser._give

    def held_back(match_id: str, tab: int) -> None:
        give(match_id, tab)
        late.append(browser.to_tell.pop())

    monkeypatch.setattr(browser, "_give", held_back)
    come(browser, SECOND, link)
    assert browser.sessions[SECOND].live.tab == "asked"
    assert browser.sessions[SECOND].table.is_elsewhere
    # It hears the host, and says that it is connected once a person can play in it.
    assert browser.sessions[SECOND].live.greeted
    assert browser.sessions[SECOND].peers == "waiting"
    played = log(browser.match(SECOND))
    assert played == log(browser.match(HOST))
    assert len(played) == 3
    newest = browser.stored[SECOND][match_id]
    if elsewhere:
        browser.send(SECOND, Navigate(elsewhere, 0.0))
    for age in ages:
        browser.stored[SECOND][match_id], summary = before[age]
        browser.send(SECOND, LibraryChanged((format_summary(summary),), ids=(match_id,)))
        assert log(browser.sessions[SECOND].matches[match_id]) == played
    if elsewhere:
        browser.stored[SECOND][match_id] = newest
        browser.send(SECOND, Navigate(f"#/match/{match_id}", 0.0))
    for tab, message in late:
        browser.send(tab, message)
    browser.deliver_all()
    assert log(browser.match(SECOND)) == log(browser.match(HOST)) == played
    assert_plays_in(browser, SECOND)


OTHER = "#/play/yala?seats=human,human&seed=9"


def tabs_of_a_host() -> Tabs:
    """Two tabs of a host, and a guest between them by number."""
    made = tabs()
    made.stored[SECOND], made.stored[FIRST] = made.stored[HOST], {}
    return replace(made, browser=(HOST, SECOND))


def play_on(browser: Tabs, elsewhere: str, *, has_relay: bool) -> str:
    """A host plays, then looks at something else, while their other tab opens the match."""
    browser.enter(FIRST, browser.open(YALA))
    browser.settle(3)
    for device in (HOST, FIRST):
        browser.play(device)
        browser.deliver_all()
    match_id = browser.sessions[HOST].live.match_id
    if not has_relay:
        roomless = replace(browser.sessions[HOST].live, relay=None)
        browser.sessions[HOST] = replace(browser.sessions[HOST], live=roomless)
    browser.send(HOST, Navigate(elsewhere, 0.0))
    browser.deliver_all()
    browser.send(SECOND, Navigate(f"#/match/{match_id}", 0.0))
    browser.deliver_all()
    return match_id


@pytest.mark.parametrize("has_relay", [True, False])
@pytest.mark.parametrize("elsewhere", ["#/settings", "#/", OTHER])
def test_a_host_leads_in_one_tab_whatever_is_on_its_screen(elsewhere, has_relay):
    browser = tabs_of_a_host()
    play_on(browser, elsewhere, has_relay=has_relay)
    assert browser.sessions[SECOND].table.is_elsewhere
    assert "Play here" in seen(browser.sessions[SECOND]).text
    assert browser.sessions[HOST].peers == browser.sessions[FIRST].peers == "connected"


@pytest.mark.parametrize("has_relay", [True, False])
@pytest.mark.parametrize("elsewhere", ["#/settings", "#/", OTHER])
def test_a_tab_that_leads_no_more_writes_over_nothing_that_the_other_has_played(
    elsewhere, has_relay
):
    browser = tabs_of_a_host()
    match_id = play_on(browser, elsewhere, has_relay=has_relay)
    browser.send(SECOND, Command.PLAY_HERE)
    # The lock has gone over, and the tab that had it has not been told yet.
    while any(tab == SECOND for tab, _ in browser.to_tell):
        browser.tell(next(n for n, (tab, _) in enumerate(browser.to_tell) if tab == SECOND))
    browser.play(SECOND)
    played = browser.stored[SECOND][match_id]
    browser.deliver_all()
    assert browser.sessions[HOST].live is None
    assert browser.stored[HOST][match_id] == played
    assert len(log(browser.match(SECOND))) == 3
    if has_relay:
        browser.send(SECOND, LiveCommand.RECONNECT)
        browser.settle(4)
        assert browser.sessions[SECOND].peers == browser.sessions[FIRST].peers == "connected"
        assert log(browser.match(FIRST)) == log(browser.match(SECOND))


@given(data=st.data())
def test_however_it_crosses_the_link_opened_last_is_where_it_is_played(data):
    browser = tabs()
    link = browser.open(YALA)
    come(browser, FIRST, link)
    for _ in range(data.draw(st.integers(0, 25))):
        match data.draw(st.sampled_from(["enter", "settle", "tell", "deliver", "act", "here"])):
            case "enter":
                browser.enter(data.draw(st.sampled_from(TABS)), link)
            case "settle":
                Roomed.settle(browser)
            case "tell" if browser.to_tell:
                browser.tell(data.draw(st.integers(0, len(browser.to_tell) - 1)))
            case "deliver" if browser.letters:
                browser.deliver(browser.letters[0])
            case "act":
                device = data.draw(st.sampled_from([HOST, *TABS]))
                if browser.sessions[device].table is not None:
                    browser.act(device)
            case "here":
                tab = data.draw(st.sampled_from(TABS))
                if browser.sessions[tab].table is not None:
                    browser.send(tab, Command.PLAY_HERE)
    browser.settle(4)
    assert sum(browser.sessions[one].peers == "connected" for one in TABS) <= 1
    tab = data.draw(st.sampled_from(TABS))
    come(browser, tab, link)
    assert_plays_in(browser, tab)
