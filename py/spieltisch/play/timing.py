"""Time at the table: who was first, what bots are about to do, and clocks that run out.

Pure: time is what the caller says it is, so a page drives this with its own clock and self-play
with one that jumps. ``next_wake_ms`` says when something is to happen next; then the caller either
plans for a position that has come up (``planned``), settles calls (``settled``), or plays what is
due (``due``).
"""

from dataclasses import dataclass, replace
from math import ceil, inf
from random import Random
from typing import Any, Self

from spieltisch.play.match import Match
from spieltisch.play.planning import AUTOMATIC_MS, PlannedAction, plans
from spieltisch.table import CLOCK, Clock, FlagFall, Gate, Seat, Tie

HOLD_MS = 12.0
"""How long calls are held after the first has arrived, as an earlier one may arrive later."""

TIE_MS = 8.0
"""Calls no further apart than this are a tie: keyboards and screens are not more exact."""

COUNTDOWN_MS = 3000.0
"""How long is counted down before time passes in a race."""

COUNT_MS = 1000.0
"""From one number of the countdown to the next."""

TOLD_MS = (60_000, 30_000, 10_000)
"""A seat's clock is told of when so much is left on it."""

SEAT_CLOCK = "seat"
"""The name of a seat's own clock; games give theirs other names."""


@dataclass(frozen=True)
class Call:
    """A press of a seat where several seats may act.

    Attributes:
        seat, token: who pressed what.
        at_ms: when it was pressed, by the event's own time stamp; of one from another device, see
            play/fair_calls.py.
        arrived_ms: when it came from another device; None for one made here.
        put_back_ms: how much later it counts than that device says it was made.
    """

    seat: Seat
    token: str
    at_ms: float
    arrived_ms: float | None = None
    put_back_ms: float = 0.0


@dataclass(frozen=True)
class Hearing:
    """How those who play on other devices are heard; without any, nothing of it counts.

    Attributes:
        grace_ms: how late a call of theirs may come, see play/fair_calls.py.
        lots: what ties are drawn from besides the turn: a text that everybody knows before the
            first position comes up; if it is empty, the match's start.
    """

    grace_ms: float = 0.0
    lots: str = ""


@dataclass(frozen=True)
class Timing:
    """What time brings to a match, and the calls that are not decided yet.

    Attributes:
        planned_for: the position that plans and clock belong to; any other needs planning.
        shown_ms: when that came up; what was done about it elsewhere is counted from then.
        plans: what bots, and the table itself, will do; of equally soon ones the first counts.
        clock: the one that runs, if any.
        tells_ms: when it is told how much time a person has left, soonest first.
        held, settles_at_ms: calls received, and when it is decided who was first.
        tie: the last decision, if it was drawn.
        paused_at_ms: since when no time passes, if it does not.
        is_halted: whether what is planned waits, because somebody who watches has halted it.
        is_stepping: whether one thing shall happen all the same.
        gate: what holds time back in a race until everybody is ready, if anything does.
        hearing: how those on other devices are heard.
        is_led: whether another device says what time brings: here nothing is planned, nothing due.
    """

    planned_for: Any = None
    shown_ms: float = 0.0
    plans: tuple[PlannedAction, ...] = ()
    clock: Clock | None = None
    tells_ms: tuple[float, ...] = ()
    held: tuple[Call, ...] = ()
    settles_at_ms: float = 0.0
    tie: Tie | None = None
    paused_at_ms: float | None = None
    is_halted: bool = False
    is_stepping: bool = False
    gate: Gate | None = None
    hearing: Hearing = Hearing()
    is_led: bool = False

    def paused(self, now_ms: float) -> Self:
        """No time passes from now on."""
        return self if self.paused_at_ms is not None else replace(self, paused_at_ms=now_ms)

    def resumed(self, now_ms: float) -> Self:
        """Time passes again: all that was to come is put off by as long as the pause was."""
        if self.paused_at_ms is None:
            return self
        by_ms = now_ms - self.paused_at_ms
        clock = self.clock and replace(
            self.clock, from_ms=self.clock.from_ms + by_ms, until_ms=self.clock.until_ms + by_ms
        )
        plans = tuple(replace(plan, at_ms=plan.at_ms + by_ms) for plan in self.plans)
        tells_ms = tuple(moment + by_ms for moment in self.tells_ms)
        shown_ms = self.shown_ms + by_ms
        return replace(
            self, shown_ms=shown_ms, plans=plans, clock=clock, tells_ms=tells_ms, paused_at_ms=None
        )

    def counting(self, now_ms: float) -> Self:
        """Everybody is ready: the countdown begins, if a gate is waiting for that."""
        if self.gate is None or self.gate.opens_at_ms is not None:
            return self
        return replace(self, gate=replace(self.gate, opens_at_ms=now_ms + COUNTDOWN_MS)).counted(
            now_ms
        )

    def counted(self, now_ms: float) -> Self:
        """The countdown has come to its next number; at 0 the gate may be opened."""
        if self.gate is None or self.gate.opens_at_ms is None:
            return self
        count = max(0, ceil((self.gate.opens_at_ms - now_ms) / COUNT_MS))
        return replace(self, gate=replace(self.gate, count=count))

    def not_counting(self) -> Self:
        """The countdown is broken off: it is to begin anew when everybody is ready."""
        return replace(self, gate=self.gate and Gate(self.gate.reason))

    def halted(self) -> Self:
        """What is planned waits from now on."""
        return replace(self, is_halted=True, is_stepping=False)

    def stepping(self, now_ms: float) -> Self:
        """The next thing that is planned, now or once it is, happens; nothing after it."""
        return replace(self, is_halted=True, is_stepping=True, plans=self._not_before(now_ms))

    def going_on(self, now_ms: float) -> Self:
        """Nothing waits any longer."""
        return replace(self, is_halted=False, is_stepping=False, plans=self._not_before(now_ms))

    def _not_before(self, now_ms: float) -> tuple[PlannedAction, ...]:
        return tuple(replace(plan, at_ms=max(plan.at_ms, now_ms)) for plan in self.plans)

    @property
    def _is_waiting(self) -> bool:
        return self.is_halted and not self.is_stepping

    def afresh(self) -> Self:
        """Nothing planned and no clock running, as when a match comes on screen."""
        return type(self)(
            paused_at_ms=self.paused_at_ms,
            gate=self.gate,
            hearing=self.hearing,
            is_led=self.is_led,
        )

    def grace_ms(self, match: Match) -> float:
        """How long after a moment somebody elsewhere may still be heard of who acted before it."""
        is_heard = any(map(match.is_elsewhere, match.position.active_seats))
        return self.hearing.grace_ms if is_heard else 0.0

    def with_call(self, match: Match, call: Call, now_ms: float) -> Self:
        """A call has reached us; a seat calls once until it is decided."""
        if any(held.seat == call.seat for held in self.held):
            return self
        held = (*self.held, call)
        if self.held:
            return replace(self, held=held)
        last_ms = call.at_ms + self.grace_ms(match)
        settles_at_ms = max(max(now_ms, call.at_ms) + HOLD_MS, last_ms)
        return replace(self, held=held, settles_at_ms=settles_at_ms)

    def next_wake_ms(self, match: Match) -> float | None:
        """When something is to happen next, by the caller's clock; None for never."""
        if self.gate is not None and self.is_held_back(match):
            return None if match.is_over else self._next_count_ms(self.gate)
        if self.paused_at_ms is not None:
            return None
        if self.held:
            return self.settles_at_ms
        if match.is_over or not match.is_at_end:
            return None
        if self.planned_for is not match.position:
            return 0.0
        if self.is_led:
            return min(self.tells_ms, default=None)
        if self._is_waiting:
            return None
        # A person's call that was made before a bot's may reach us after it.
        grace_ms = self.grace_ms(match)
        hold_ms = max(HOLD_MS, grace_ms) if is_contested(match) else 0.0
        times = [plan.at_ms + hold_ms for plan in self.plans]
        if self.clock is not None and not _is_bots(self.clock, match):
            times.append(self.clock.until_ms + grace_ms)
        return min((*times, *self.tells_ms), default=None)

    def is_held_back(self, match: Match) -> bool:
        """Whether a gate holds back what time brings. What the table plays of itself comes before
        the question whether everybody is ready to go on; in a pause it waits as well."""
        if self.gate is None:
            return False
        is_countdown = self.gate.opens_at_ms is not None
        is_automatic = match.rules.automatic_action(match.position) is not None
        return is_countdown or self.gate.reason == "pause" or not is_automatic

    @staticmethod
    def _next_count_ms(gate: Gate) -> float | None:
        if gate.opens_at_ms is None:
            return None
        return gate.opens_at_ms - (gate.count - 1) * COUNT_MS

    def planned(
        self,
        match: Match,
        now_ms: float,
        rng: Random | None = None,
        automatic_ms: float = AUTOMATIC_MS,
        seen_at_ms: float = -inf,
        zero_ms: float | None = None,
    ) -> Self:
        """The timing of a position that has just come up.

        Bots look at it once the turn that led to it has been seen, as people do; clocks run from
        the moment at which it came up.

        Args:
            match: the match, at that position.
            now_ms: when it came up.
            rng: the bots' chance; without it each seat has one of its own that follows from the
                match, so that a page that is loaded again plans the same.
            automatic_ms: how long the table waits before an action that nobody chooses.
            seen_at_ms: when the last turn has been seen, see ``seen_at_ms``.
            zero_ms: when the match began, for its seats' clocks; None if it began now.
        """
        clock = _clock(match, self.clock, now_ms, zero_ms)
        return replace(
            self,
            planned_for=match.position,
            shown_ms=now_ms,
            plans=() if self.is_led else plans(match, max(now_ms, seen_at_ms), rng, automatic_ms),
            clock=clock,
            tells_ms=_tells_ms(clock, match, now_ms),
        )

    def due(self, match: Match, now_ms: float) -> PlannedAction | None:
        """What time brings now: the earliest of all that is planned and of the clock, which comes
        first where they are equally soon.

        Nothing is due in a position that was not planned for, nor while time is paused or held back
        by a gate or what is planned waits.
        """
        is_held_back = self.paused_at_ms is not None or self.is_held_back(match)
        is_still = is_held_back or self._is_waiting or self.is_led
        if self.planned_for is not match.position or is_still:
            return None
        expiry = self._expiry(match)
        coming = self.plans if expiry is None else (expiry, *self.plans)
        first = min(coming, key=lambda plan: plan.at_ms, default=None)
        return first if first is not None and first.at_ms <= now_ms else None

    def _expiry(self, match: Match) -> PlannedAction | None:
        """What the clock will do: the one action that its seat has."""
        if self.clock is None or _is_bots(self.clock, match):
            return None
        seat = match.running_seat
        if seat is not None:
            return PlannedAction(self.clock.until_ms, CLOCK, FlagFall(seat))
        if CLOCK not in match.position.active_seats:
            return None
        return PlannedAction(self.clock.until_ms, CLOCK, match.position.legal_actions(CLOCK)[0])

    def is_close(self, at_ms: float) -> bool:
        """Whether a bot acts so soon that a call now may be a tie with it."""
        return any(plan.at_ms <= at_ms + TIE_MS for plan in self.plans)

    def ran_out(self, match: Match) -> PlannedAction | None:
        """What the clock does, if it ran out before the first of the calls that are held."""
        expiry = self._expiry(match)
        first_ms = min(call.at_ms for call in self.held)
        is_first = expiry is not None and expiry.at_ms <= first_ms
        return expiry if is_first and not self.is_led else None

    def settled(self, match: Match) -> tuple[tuple[Call | PlannedAction, ...], Tie | None]:
        """The held calls, and what bots had planned for before or with the first of them, in the
        order they count; and the tie if the first place was one.

        A tie is drawn from what everybody knows, the lots and the turn, so that all who look at it
        find the same seat first; neither the times nor the order in which calls came count there.
        """
        last_ms = min(call.at_ms for call in self.held) + TIE_MS
        plans = (plan for plan in self.plans if plan.at_ms <= last_ms)
        acts: list[Call | PlannedAction] = [*self.held, *plans]
        acts.sort(key=lambda act: (act.at_ms, act.seat))
        tied = [act for act in acts if act.at_ms - acts[0].at_ms <= TIE_MS]
        if len(tied) < 2:
            return tuple(acts), None
        margin_ms = tied[1].at_ms - tied[0].at_ms
        lots = f"{self.hearing.lots or match.setup.start}/{match.shown}"
        tied.sort(key=lambda act: drawn_lot(lots, act.seat))
        seats = tuple(act.seat for act in tied)
        return (*tied, *acts[len(tied) :]), Tie(seats, margin_ms)


def drawn_lot(lots: str, seat: Seat) -> float:
    """What a seat draws in a tie, from 0 to 1; the lowest is first.

    Args:
        lots: what is drawn from, and the number of the turn, as ``lots/turn``.
        seat: who draws.
    """
    return Random(f"{lots}/lot {seat}").random()


def seen_at_ms(match: Match, zero_ms: float | None, *, is_still: bool) -> float:
    """When all of the last turn has been seen happening: no bot acts on a board on which something
    still moves.

    Args:
        match: at the position that the turn led to.
        zero_ms: when it began, by the caller's clock; None if nothing was played since it came on
            the table, so that nothing moves.
        is_still: whether nothing is to move at all.
    """
    turn = match.last_turn
    if turn is None or zero_ms is None:
        return -inf
    return zero_ms + turn.at_ms + (0.0 if is_still else match.game.view.seen_ms(turn))


def is_contested(match: Match) -> bool:
    """Whether people may act, here or elsewhere, and others may be faster."""
    seats = match.position.active_seats - {CLOCK}
    return len(seats) > 1 and any(match.bot_level(seat) is None for seat in seats)


def _clock(
    match: Match, before: Clock | None, now_ms: float, zero_ms: float | None
) -> Clock | None:
    clocks, falls_at_ms = match.clocks, match.falls_at_ms
    if clocks is not None and clocks.at_ms is not None and falls_at_ms is not None:
        began_ms = now_ms - clocks.at_ms if zero_ms is None else zero_ms
        return Clock(SEAT_CLOCK, began_ms + clocks.at_ms, began_ms + falls_at_ms)
    limit = match.rules.time_limit(match.setup, match.position)
    if limit is None:
        return None
    if limit.runs_on and before is not None and before.name == limit.name:
        return before
    return Clock(limit.name, now_ms, now_ms + limit.ms)


def _is_bots(clock: Clock, match: Match) -> bool:
    """Whether a clock is a bot's: that never runs out, see Match.counted."""
    seat = match.running_seat
    return clock.name == SEAT_CLOCK and seat is not None and match.bot_level(seat) is not None


def _tells_ms(clock: Clock | None, match: Match, now_ms: float) -> tuple[float, ...]:
    """When a person is told how little time is left: nobody who had less when it began."""
    if clock is None or clock.name != SEAT_CLOCK or _is_bots(clock, match):
        return ()
    moments = (clock.until_ms - left_ms for left_ms in TOLD_MS)
    return tuple(moment for moment in moments if moment > now_ms)
