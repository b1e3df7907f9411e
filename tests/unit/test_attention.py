"""What calls people back to a match that others play with them, and what is not offered there."""

from __future__ import annotations

import pytest

from spieltisch.app.board.seats import company_of
from spieltisch.app.board.sounds import Cue, turn_sounds
from spieltisch.app.core.messages import Command, Navigate, Notifying, Permission
from spieltisch.app.core.session import Session
from spieltisch.app.screens import awaits_people, title_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.words import words_of
from tests.unit.asking import seen
from tests.unit.devices import Devices

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
AIDS = ("hint", "analyse", "try-out")


@pytest.fixture
def two() -> Devices:
    """A host and a guest who have begun."""
    return Devices.connected(PLAY)


def title(session: Session) -> str:
    return title_of(session, words_of("en"))


def test_the_title_says_whose_turn_it_is_where_others_wait(two):
    for number in range(4):
        called = [awaits_people(session) for session in two.sessions]
        assert called == [number % 2 == 0, number % 2 == 1]
        assert [title(session).startswith("Your turn. ") for session in two.sessions] == called
        two.play(number % 2)
        two.deliver_all()


@pytest.mark.parametrize("link", ["#/play/yala?seed=4", "#/play/yala?seats=human,human&seed=4"])
def test_nobody_is_called_who_plays_at_one_table(link):
    session, _ = update(Session(), Navigate(link, 0.0))
    assert not awaits_people(session)
    assert "Your turn" not in title(session)


def test_a_turn_that_comes_from_elsewhere_ends_with_the_sound_that_calls(two):
    two.play(0)
    two.deliver_all()
    heard = [turn_sounds(match, match.last_turn) for match in (two.match(0), two.match(1))]
    assert heard[0].close is None
    assert heard[1].close is not None
    assert heard[1].close.cue is Cue.TURN


@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("link", [PLAY, "#/play/myra?seats=human,link&seed=4&clock=5+0"])
def test_no_computer_helps_people_on_devices_of_their_own(link, device):
    devices = Devices.connected(link)
    for name in AIDS:
        assert not seen(devices.sessions[device]).all("data-do", name)
    before = devices.sessions[device].table
    for command in (Command.HINT, Command.ANALYSE, Command.EVALUATE, Command.TRY_OUT):
        devices.send(device, command)
    after = devices.sessions[device].table
    assert after is not None
    assert after.help is before.help is None
    assert not after.analysis.is_open


def test_at_one_table_and_after_the_end_it_does(two):
    session, _ = update(Session(), Navigate("#/play/yala?seats=human,human&seed=4", 0.0))
    assert all(seen(session).all("data-do", name) for name in AIDS)
    two.send(0, Command.STOP_LIVE)
    assert not seen(two.sessions[0]).all("data-do", "analyse")


def test_who_was_asked_once_whether_to_be_notified_is_not_asked_again(two):
    def asks() -> bool:
        return bool(seen(two.sessions[0]).all("data-do", "notify"))

    assert not asks()
    for state, is_asked in (("default", True), ("default", False), ("granted", False)):
        two.send(0, Notifying(Permission(state)))
        assert asks() == is_asked


@pytest.mark.parametrize("game", sorted(catalog.GAMES))
def test_the_start_screen_leads_to_a_match_with_a_friend(game):
    link = f"#/setup/{game}/elsewhere"
    session, _ = update(Session(), Navigate("#/", 0.0))
    (way,) = seen(session).all("href", link)
    assert way
    assert "With a friend" in seen(session).text
    session, _ = update(session, Navigate(link, 0.0))
    assert company_of(session.screen.setup) == "by-link"
    assert "With a friend" in seen(session).text
    assert "same Wi-Fi" in seen(session).text
