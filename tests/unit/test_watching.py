"""Bots that play each other, watched: at a pace, halted, and one move at a time."""

from __future__ import annotations

import pytest

from spieltisch.app.board.messages import GoOn, PlayFrom, StepOn, Wake
from spieltisch.app.board.thinking import PACE_MS, bot_thought
from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.play.match import one_back
from tests.unit.asking import PEOPLE, after, seen, told

BOTS = "#/play/yala?seats=bot:1,bot:2&seed=42"


def thought(session):
    """The session after the bot that is to move has made up its mind; it takes no time."""
    asked = bot_thought(session)
    assert asked is not None
    action = str(asked.position.legal_actions(asked.seat)[0])
    return told(session, [action])


def moved(session):
    """The session after the next move, as far as time alone brings it."""
    session = after(Wake(session.next_wake_ms), session=session)
    session = thought(session)
    return after(Wake(session.next_wake_ms), session=session)


def shown(session):
    return session.match.shown


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_moves_come_at_the_chosen_pace(pace):
    session = moved(after(SetSetting("pace", pace), Navigate(BOTS, 0.0)))
    assert shown(session) == 1
    first_ms = session.table.zero_ms + session.match.last_turn.at_ms
    session = after(Wake(first_ms), session=session)
    session = thought(session)
    seen_ms = session.match.game.view.seen_ms(session.match.last_turn)
    assert session.next_wake_ms == pytest.approx(first_ms + max(PACE_MS[pace], seen_ms), abs=1)


def test_whoever_plays_is_not_kept_waiting():
    people = "#/play/yala?seats=human,bot:2&begins=light&seed=42"
    session = moved(after(SetSetting("pace", "slow"), Navigate(people, 0.0)))
    assert shown(session) == 1


def test_halted_bots_think_but_do_not_move():
    session = moved(after(Navigate(BOTS, 0.0)))
    session = after(Command.HALT, Wake(100.0), session=session)
    assert bot_thought(session) is not None
    session = thought(session)
    assert session.next_wake_ms is None
    assert after(Wake(99_999.0), session=session).match.shown == 1


def test_one_move_at_a_time():
    session = moved(after(Navigate(BOTS, 0.0)))
    session = thought(after(Command.HALT, Wake(100.0), session=session))
    session = after(StepOn(50_000.0), session=session)
    assert session.next_wake_ms == 50_000.0
    session = after(Wake(50_000.0), session=session)
    assert shown(session) == 2
    assert session.match.last_turn.at_ms >= 49_000
    session = thought(after(Wake(50_001.0), session=session))
    assert session.next_wake_ms is None, "one move, not two"
    # Asked for before it is found, it comes when it is.
    session = after(StepOn(60_000.0), Wake(60_000.0), session=session)
    assert shown(session) == 3
    session = after(Wake(60_001.0), StepOn(60_002.0), session=session)
    session = thought(session)
    session = after(Wake(session.next_wake_ms), session=session)
    assert shown(session) == 4


def test_going_on():
    session = moved(after(Navigate(BOTS, 0.0)))
    session = thought(after(Command.HALT, Wake(100.0), session=session))
    session = after(GoOn(70_000.0), session=session)
    assert session.next_wake_ms == 70_000.0
    session = moved(after(Wake(70_000.0), session=session))
    assert shown(session) == 3


def test_another_match_is_not_halted():
    session = after(Navigate(BOTS, 0.0), Command.HALT, Navigate(BOTS.replace("42", "43"), 0.0))
    assert not session.table.timing.is_halted


def test_a_match_with_people_cannot_be_halted():
    for link in (PEOPLE, "#/play/yala?seats=human,bot:1&seed=1", "#/"):
        assert after(Navigate(link, 0.0), Command.HALT) == after(Navigate(link, 0.0))


def test_what_is_seen():
    session = after(Navigate(BOTS, 0.0))
    assert seen(session).all("data-do", "halt")
    assert seen(session).all("data-do", "step")
    assert seen(session).one("id", "set-pace")
    halted = seen(after(Command.HALT, session=session))
    assert not halted.all("data-do", "halt")
    assert halted.all("data-do", "go-on")
    assert not seen(after(Navigate(PEOPLE, 0.0))).all("data-do", "halt")
    aya = "#/play/aya?seats=bot:1,bot:2&seed=1"
    assert not seen(after(Navigate(aya, 0.0))).all("data-do", "halt")


def test_taking_back_goes_back_by_one():
    session = moved(moved(after(Navigate(BOTS, 0.0))))
    assert one_back(session.match) == 1
    back = after(PlayFrom(1), session=session)
    assert back.next_wake_ms is None
    assert bot_thought(back) is None
    assert one_back(after(PlayFrom(0), session=back).match) == 0


def test_what_was_taken_back_is_played_again_before_the_bots_go_on():
    session = moved(moved(after(Navigate(BOTS, 0.0))))
    back = after(PlayFrom(0), session=session)
    assert seen(back).all("data-do", "go-on"), "it stands still, as when it is halted"
    assert not seen(back).all("data-do", "halt")
    for number in (1, 2):
        back = after(StepOn(90_000.0 + number), session=back)
        assert (shown(back), len(back.match.turns)) == (number, 2)
    back = thought(after(Wake(90_010.0), session=back))
    assert back.next_wake_ms is None, "each press is one move"
    back = after(PlayFrom(0), GoOn(91_000.0), session=back)
    assert shown(back) == 2
    assert back.next_wake_ms == 91_000.0, "it has thought already"
    assert shown(after(Wake(91_000.0), session=back)) == 3


def test_halted_bots_with_clocks_stay_halted_when_a_move_is_taken_back():
    session = moved(moved(after(Navigate(f"{BOTS}&clock=5+3", 0.0))))
    session = after(Command.HALT, PlayFrom(1), session=session)
    assert session.table.timing.is_halted
