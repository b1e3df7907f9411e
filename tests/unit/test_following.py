"""No bot acts on a board on which the last turn is still to be seen happening."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spieltisch.app.board.messages import GoOn, Press, Shout, TypeAction, Wake
from spieltisch.app.board.thinking import PACE_MS, SHORTEST_MS
from spieltisch.app.core.messages import Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.play.timing import seen_at_ms
from tests.unit.asking import after, told
from tests.unit.races import counted_down

IN_TURN = "#/play/aya?seats=human,bot:5&variant=kindergarten&seed=1"
RACE = "#/play/aya?seats=human,bot:3,bot:3&seed=1"
AHEAD = "#/play/myra?seats=human,bot:2&seed=1"
WATCHED = "#/play/yala?seats=bot:1,bot:2&seed=42"
PLAYED_MS = 5000.0


def at(link: str, *, is_still: bool) -> Session:
    """A match on a page on which things move, or do not."""
    session = Session()
    session = replace(session, device=replace(session.device, is_still=is_still))
    return counted_down(after(Navigate(link, 0.0), session=session))


def motion_ms(session: Session) -> float:
    match = session.match
    assert match is not None
    assert match.last_turn is not None
    return match.game.view.seen_ms(match.last_turn)


def plans_of(session: Session) -> list[float]:
    assert session.table is not None
    return [plan.at_ms for plan in session.table.timing.plans]


def in_turn(*, is_still: bool) -> Session:
    """A person has moved, and the bot that is on turn has made its plan."""
    session = after(Wake(0.0), session=at(IN_TURN, is_still=is_still))
    presses = (Press("1", PLAYED_MS - 1), Press("L", PLAYED_MS))
    return after(*presses, Wake(PLAYED_MS), session=session)


def test_a_bot_looks_once_the_balls_lie_still():
    moving, still = in_turn(is_still=False), in_turn(is_still=True)
    assert motion_ms(moving) > 500
    (late_ms,), (soon_ms,) = plans_of(moving), plans_of(still)
    assert late_ms == soon_ms + motion_ms(moving)


def test_a_call_moves_nothing_and_is_answered_as_soon():
    found = []
    for is_still in (False, True):
        session = after(Wake(0.0), session=at(RACE, is_still=is_still))
        session = after(Shout(1, "oye", 100.0, 100.0), Wake(100.0), session=session)
        assert motion_ms(session) == 0
        found.append(plans_of(session))
    assert len(found[0]) == 2
    assert found[0] == found[1]


@pytest.mark.parametrize("is_still", [False, True])
def test_a_bot_that_has_made_up_its_mind_waits_until_the_move_is_seen(is_still):
    session = after(Wake(0.0), session=at(AHEAD, is_still=is_still))
    match = session.match
    assert match is not None
    longest = max(
        match.position.legal_actions(1),
        key=lambda action: match.game.view.seen_ms(match.play(1, action).turns[-1]),
    )
    session = after(TypeAction(match.rules.format_action(longest), 1.0), session=session)
    assert session.match is not None
    assert session.match.shown == 1
    answer = match.rules.format_action(session.match.position.legal_actions(2)[0])
    session = told(after(Wake(1.0), session=session), [answer])
    expected_ms = max(5.0, 1.0 + SHORTEST_MS, 1.0 if is_still else 1.0 + motion_ms(session))
    assert session.next_wake_ms == pytest.approx(expected_ms, abs=1)


@pytest.mark.parametrize("is_still", [False, True])
def test_the_fastest_pace_leaves_time_to_see_each_move(is_still):
    session = after(SetSetting("pace", "fast"), session=at(WATCHED, is_still=is_still))
    for _ in range(6):
        session = after(GoOn(0.0), Wake(session.next_wake_ms or 0.0), session=session)
        match = session.match
        assert match is not None
        seat = min(match.position.active_seats)
        action = match.rules.format_action(match.position.legal_actions(seat)[-1])
        session = told(session, [action])
        last, table = match.last_turn, session.table
        if last is not None and table is not None and table.zero_ms is not None:
            gap_ms = session.next_wake_ms - (table.zero_ms + last.at_ms)
            seen_ms = 0.0 if is_still else match.game.view.seen_ms(last)
            assert gap_ms == pytest.approx(max(PACE_MS["fast"], seen_ms), abs=6)
        session = after(Wake(session.next_wake_ms), session=session)


def test_what_was_played_before_a_match_came_on_the_table_moves_no_more():
    session = in_turn(is_still=False)
    assert session.match is not None
    assert seen_at_ms(session.match, None, is_still=False) < 0
