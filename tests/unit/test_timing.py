"""Time at the table, whatever the hour: when all of it is later, all that comes of it is as much
later; and a wait that is cut short begins what it held back."""

from dataclasses import replace
from functools import cache
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match, seen_ms
from spieltisch.play.timing import (
    COUNTDOWN_MS,
    HOLD_MS,
    SEAT_CLOCK,
    TIE_MS,
    TOLD_MS,
    Call,
    PlannedAction,
    Timing,
    is_up_to_bots,
    seen_at_ms,
)
from spieltisch.table import CLOCK, Clock, FlagFall, Gate, GateReason, Record

SETUPS = [
    ("aya", "variant=aya-oye&seats=human,bot:1,bot:3&seed=5"),
    ("aya", "variant=kindergarten&seats=bot:2,bot:3&seed=5"),
    ("aya", "variant=turbo&edition=reilly&seats=human,human,bot:4&seed=9"),
    ("yala", "seats=human,bot:2&clock=5+3&seed=5"),
    ("myra", "seats=human,human&seed=5"),
]
TIMES = st.integers(0, 100_000).map(lambda quarters: quarters / 4)
"""Quarters of a millisecond: their sums are exact."""


@cache
def played(which: int, turns: int) -> Match:
    """A match after some random turns of the game."""
    match = Match.open(Record(parse_setup(*SETUPS[which])))
    rng = Random(f"{which}")
    for number in range(turns):
        seat = min(match.position.active_seats, default=0)
        if match.is_over:
            break
        actions = match.position.legal_actions(seat)
        match = match.play(seat, rng.choice(actions), at_ms=number * 700)
    return match


matches = st.builds(played, st.integers(0, len(SETUPS) - 1), st.integers(0, 6))


@st.composite
def timings(draw: st.DrawFn) -> tuple[Match, Timing]:
    """What is to come in a match, as far as anything may be set."""
    match = draw(matches)
    seats = sorted(match.position.active_seats) or [1]
    plans = st.builds(PlannedAction, TIMES, st.sampled_from(seats), st.just("aya"))
    calls = st.builds(Call, st.sampled_from(seats), st.just("aya"), TIMES)
    names = st.sampled_from([SEAT_CLOCK, "move"])
    clocks = st.builds(
        lambda name, at_ms, length: Clock(name, at_ms, at_ms + length), names, TIMES, TIMES
    )
    gates = st.builds(Gate, st.sampled_from(GateReason), st.none() | TIMES)
    timing = Timing(
        planned_for=match.position if draw(st.booleans()) else None,
        planned_ply=match.shown,
        shown_ms=draw(TIMES),
        plans=tuple(draw(st.lists(plans, max_size=4))),
        clock=draw(st.none() | clocks),
        tells_ms=tuple(draw(st.lists(TIMES, max_size=2))),
        held=tuple(draw(st.lists(calls, max_size=3, unique_by=lambda call: call.seat))),
        settles_at_ms=draw(TIMES),
        paused_at_ms=draw(st.none() | TIMES),
        is_halted=draw(st.booleans()),
        gate=draw(st.none() | gates),
    )
    return match, timing


def later(timing: Timing, ms: float) -> Timing:
    """The same, so much later."""
    clock, gate = timing.clock, timing.gate
    if gate is not None and gate.opens_at_ms is not None:
        gate = replace(gate, opens_at_ms=gate.opens_at_ms + ms)
    paused_ms = timing.paused_at_ms
    return replace(
        timing,
        shown_ms=timing.shown_ms + ms,
        plans=tuple(replace(plan, at_ms=plan.at_ms + ms) for plan in timing.plans),
        clock=clock and replace(clock, from_ms=clock.from_ms + ms, until_ms=clock.until_ms + ms),
        tells_ms=tuple(one + ms for one in timing.tells_ms),
        held=tuple(replace(call, at_ms=call.at_ms + ms) for call in timing.held),
        settles_at_ms=timing.settles_at_ms + ms,
        paused_at_ms=None if paused_ms is None else paused_ms + ms,
        gate=gate,
    )


CHANGES = {
    "paused": lambda timing, now_ms, match: timing.paused(now_ms),
    "resumed": lambda timing, now_ms, match: timing.resumed(now_ms),
    "postponed": lambda timing, now_ms, match: timing.postponed(250.0, match),
    "counting": lambda timing, now_ms, match: timing.counting(now_ms),
    "counted": lambda timing, now_ms, match: timing.counted(now_ms),
    "stepping": lambda timing, now_ms, match: timing.stepping(now_ms),
    "going on": lambda timing, now_ms, match: timing.going_on(now_ms),
    "called": lambda timing, now_ms, match: timing.with_call(
        match, Call(9, "aya", now_ms), now_ms + 3
    ),
    "planned": lambda timing, now_ms, match: timing.planned(match, now_ms, Random(3)),
    "sooner": lambda timing, now_ms, match: timing.sooner(now_ms, now_ms + 400, match),
}


@pytest.mark.parametrize("change", CHANGES)
@given(timings(), TIMES, TIMES)
def test_what_is_later_changes_alike(
    change: str, given_one: tuple[Match, Timing], now_ms: float, by_ms: float
) -> None:
    match, timing = given_one
    changed = CHANGES[change](timing, now_ms, match)
    shifted = CHANGES[change](later(timing, by_ms), now_ms + by_ms, match)
    assert shifted == later(changed, by_ms)


@given(timings(), TIMES, TIMES)
def test_what_is_later_is_due_and_wakes_as_much_later(
    given_one: tuple[Match, Timing], now_ms: float, by_ms: float
) -> None:
    match, timing = given_one
    after = later(timing, by_ms)
    due, wakes_ms = timing.due(match, now_ms), timing.next_wake_ms(match)
    assert after.due(match, now_ms + by_ms) == (due and replace(due, at_ms=due.at_ms + by_ms))
    assert due is None or due.at_ms <= now_ms
    if not wakes_ms:
        assert after.next_wake_ms(match) in (wakes_ms, by_ms)
    else:
        assert after.next_wake_ms(match) == wakes_ms + by_ms
    if timing.held:
        acts, tie = timing.settled(match)
        later_acts, later_tie = after.settled(match)
        assert [act.seat for act in later_acts] == [act.seat for act in acts]
        assert later_tie == tie
        first_ms = min(act.at_ms for act in acts)
        assert {call.seat for call in timing.held} <= {act.seat for act in acts}
        close = [act for act in acts if act.at_ms - first_ms <= TIE_MS]
        assert (tie is None) == (len(close) < 2)
        assert {*(act.seat for act in acts[: len(close)])} == {act.seat for act in close}


@given(timings(), TIMES, TIMES)
def test_a_pause_moves_all_that_is_to_come_by_its_length(
    given_one: tuple[Match, Timing], now_ms: float, length_ms: float
) -> None:
    _, timing = given_one
    running = replace(timing, paused_at_ms=None, held=(), settles_at_ms=0.0, gate=None)
    resumed = running.paused(now_ms).paused(now_ms + 9_999).resumed(now_ms + length_ms)
    assert resumed == replace(later(running, length_ms), settles_at_ms=0.0)
    assert running.resumed(now_ms) == running


@given(timings(), TIMES)
def test_what_is_said_meanwhile_makes_nobody_miss_the_end_of_a_clock(
    given_one: tuple[Match, Timing], by_ms: float
) -> None:
    match, timing = given_one
    after = timing.postponed(by_ms, match)
    moved = [new.at_ms - old.at_ms for old, new in zip(timing.plans, after.plans, strict=True)]
    assert [(one.seat, one.action) for one in after.plans] == [
        (one.seat, one.action) for one in timing.plans
    ]
    assert after.tells_ms == tuple(one + by_ms for one in timing.tells_ms)
    if timing.clock is None or is_up_to_bots(match):
        assert set(moved) <= {by_ms}
        assert after.clock == later(timing, by_ms).clock
    else:
        assert all(0 <= ms <= by_ms for ms in moved)
        assert after.clock == timing.clock
        for old, new in zip(timing.plans, after.plans, strict=True):
            in_time = old.at_ms < timing.clock.until_ms
            assert not in_time or new.at_ms < timing.clock.until_ms
            # Nobody is hurried: who is not put off by all of it acts in the last millisecond.
            assert new.at_ms in (old.at_ms, old.at_ms + by_ms, timing.clock.until_ms - 1)
            assert new.at_ms >= min(old.at_ms + by_ms, timing.clock.until_ms - 1)


@given(timings(), TIMES, TIMES)
def test_a_wait_that_is_cut_short_begins_what_it_held_back(
    given_one: tuple[Match, Timing], now_ms: float, wait_ms: float
) -> None:
    match, timing = given_one
    planned_ms = now_ms + wait_ms
    sooner, clock = timing.sooner(now_ms, planned_ms, match), timing.clock
    assert [plan.at_ms for plan in sooner.plans] == [
        plan.at_ms for plan in timing.postponed(-wait_ms, match).plans
    ]
    if clock is None:
        assert sooner.clock is None
    elif clock.name != SEAT_CLOCK and not is_up_to_bots(match):
        if clock.from_ms > now_ms:
            assert sooner.clock == replace(
                clock, from_ms=now_ms, until_ms=now_ms + clock.until_ms - clock.from_ms
            )
        else:
            assert sooner.clock == clock
    elif not is_up_to_bots(match):
        assert sooner.clock == clock
    never = timing.sooner(now_ms, inf, match)
    assert (never.planned_for, never.plans, never.tells_ms) == (None, (), ())


@given(timings(), TIMES)
def test_a_countdown_goes_from_three_to_none(
    given_one: tuple[Match, Timing], now_ms: float
) -> None:
    _, timing = given_one
    waiting = replace(timing, gate=Gate(GateReason.START))
    counting = waiting.counting(now_ms)
    assert counting.gate is not None
    assert counting.gate.opens_at_ms == now_ms + COUNTDOWN_MS
    counts = [counting.counted(now_ms + ms).gate for ms in (0, 1, 999, 1000, 2500, 3000, 4000)]
    assert [gate and gate.count for gate in counts] == [3, 3, 3, 2, 1, 0, 0]
    assert counting.counting(now_ms + 500) == counting
    assert counting.not_counting() == waiting
    assert replace(timing, gate=None).counting(now_ms).gate is None


@given(timings(), TIMES, TIMES)
def test_only_the_first_call_of_a_seat_counts_and_it_waits_for_earlier_ones(
    given_one: tuple[Match, Timing], at_ms: float, travel_ms: float
) -> None:
    match, timing = given_one
    free = replace(timing, held=())
    call = Call(1, "aya", at_ms)
    held = free.with_call(match, call, at_ms + travel_ms)
    assert held.held == (call,)
    assert held.settles_at_ms == at_ms + travel_ms + HOLD_MS
    assert held.with_call(match, replace(call, token="oye"), at_ms + 1) == held
    other = Call(2, "oye", at_ms + 1)
    assert held.with_call(match, other, at_ms + 2) == replace(held, held=(call, other))


@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_a_turn_has_been_seen_once_its_motion_is_over(which: int) -> None:
    match = played(which, 2)
    turn = match.last_turn
    assert turn is not None
    at_ms = seen_at_ms(match, 1_000.0, is_still=True)
    assert at_ms == 1_000 + turn.at_ms
    assert seen_at_ms(match, 1_000.0, is_still=False) == at_ms + seen_ms(match, turn) >= at_ms
    assert seen_at_ms(match, None, is_still=False) == -inf


CLOCKED = [
    *("human,bot:2", "bot:2,human", "human,human", "bot:1,bot:2"),
    *("human,human,human", "human,bot:1,human", "bot:1,human,bot:2"),
]


@pytest.mark.parametrize("seats", CLOCKED)
def test_a_persons_clock_is_told_and_runs_out_and_a_bots_does_neither(seats: str) -> None:
    game = "yala" if seats.count(",") == 1 else "myra"
    match = Match.open(Record(parse_setup(game, f"seats={seats}&clock=2+2&seed=5")))
    people = {seat for seat, one in enumerate(seats.split(","), 1) if one == "human"}
    met = set()
    for number in range(1, 8):
        (seat,) = match.position.active_seats
        match = match.play(seat, match.position.legal_actions(seat)[0], at_ms=number * 700)
        timing = Timing().planned(match, 5_000.0, Random(1), zero_ms=0.0)
        clock, (seat,) = timing.clock, match.position.active_seats
        assert clock is not None
        assert (clock.name, match.running_seat) == (SEAT_CLOCK, seat)
        alone = replace(timing, plans=(), tells_ms=())
        told = [ms for ms in timing.tells_ms if ms in {clock.until_ms - left for left in TOLD_MS}]
        assert alone.due(match, clock.until_ms - 1) is None
        if seat in people:
            assert len(told) == len(timing.tells_ms) == len(TOLD_MS)
            assert alone.next_wake_ms(match) == clock.until_ms
            fallen = PlannedAction(clock.until_ms, CLOCK, FlagFall(seat))
            assert alone.due(match, clock.until_ms) == fallen
        else:
            assert told == []
            assert alone.next_wake_ms(match) is None
            assert alone.due(match, inf) is None
        met.add(seat)
    assert met == set(range(1, match.setup.seats + 1))
