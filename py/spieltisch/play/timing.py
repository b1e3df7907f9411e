"""Time at the table: who was first, what bots are about to do, and clocks that run out.

Pure: the page's clock comes in with ``Wake``. A session says when it wants to be woken next
(``next_wake_ms``), and each waking lets one thing happen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from spieltisch.games.aya.bots.reflex import plan as plan_reflex
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.play.match import Match
from spieltisch.table import CLOCK, Seat

HOLD_MS = 12.0
"""How long calls are held after the first one reached us, lest an earlier one is still to come."""

TIE_MS = 8.0
"""Calls no further apart than this are a tie: keyboards and screens are not more exact."""

AUTOMATIC_MS = 900.0
"""How long an action that the table plays itself can be seen coming."""


@dataclass(frozen=True)
class Call:
    """A press of a seat where several seats may act.

    Attributes:
        seat, token: who pressed what.
        at_ms: when it was pressed, by the event's own time stamp.
    """

    seat: Seat
    token: str
    at_ms: float


@dataclass(frozen=True)
class Plan:
    """What will be played if nobody acts before; the action is text."""

    at_ms: float
    seat: Seat
    action: str


@dataclass(frozen=True)
class Clock:
    """A clock that runs.

    Attributes:
        name: as in TimeLimit.
        from_ms, until_ms: when it started and when it runs out, by the page's clock.
    """

    name: str
    from_ms: float
    until_ms: float


@dataclass(frozen=True)
class Tie:
    """Calls too close to tell who was first.

    Attributes:
        seats: who called, the one that the draw favoured first.
        margin_ms: how far apart they were.
    """

    seats: tuple[Seat, ...]
    margin_ms: float


@dataclass(frozen=True)
class Tempo:
    """Attributes:
    planned_for: the position that plans and clock belong to; any other needs planning.
    plans, clock: what time will bring.
    held, settles_at_ms: calls received, and when it is decided who was first.
    tie: the last decision, if it was drawn.
    paused_at_ms: since when no time passes, if it does not.
    is_halted: whether what is planned waits, as whoever watches has halted it.
    is_stepping: whether one thing shall happen all the same.
    """

    planned_for: Any = None
    plans: tuple[Plan, ...] = ()
    clock: Clock | None = None
    held: tuple[Call, ...] = ()
    settles_at_ms: float = 0.0
    tie: Tie | None = None
    paused_at_ms: float | None = None
    is_halted: bool = False
    is_stepping: bool = False

    def paused(self, now_ms: float) -> Tempo:
        """No time passes from now on."""
        return self if self.paused_at_ms is not None else replace(self, paused_at_ms=now_ms)

    def resumed(self, now_ms: float) -> Tempo:
        """Time passes again: all that was to come is put off by as long as the pause was."""
        if self.paused_at_ms is None:
            return self
        by_ms = now_ms - self.paused_at_ms
        clock = self.clock and replace(
            self.clock, from_ms=self.clock.from_ms + by_ms, until_ms=self.clock.until_ms + by_ms
        )
        plans = tuple(replace(plan, at_ms=plan.at_ms + by_ms) for plan in self.plans)
        return replace(self, plans=plans, clock=clock, paused_at_ms=None)

    def halted(self) -> Tempo:
        """What is planned waits from now on."""
        return replace(self, is_halted=True, is_stepping=False)

    def stepping(self, now_ms: float) -> Tempo:
        """The next thing that is planned, now or once it is, happens; nothing after it."""
        return replace(self, is_halted=True, is_stepping=True, plans=self._not_before(now_ms))

    def going_on(self, now_ms: float) -> Tempo:
        """Nothing waits any longer."""
        return replace(self, is_halted=False, is_stepping=False, plans=self._not_before(now_ms))

    def _not_before(self, now_ms: float) -> tuple[Plan, ...]:
        return tuple(replace(plan, at_ms=max(plan.at_ms, now_ms)) for plan in self.plans)

    @property
    def _is_waiting(self) -> bool:
        return self.is_halted and not self.is_stepping

    def afresh(self) -> Tempo:
        """Nothing planned and no clock running, as when a match comes on screen."""
        return Tempo(paused_at_ms=self.paused_at_ms)

    def with_call(self, call: Call, now_ms: float) -> Tempo:
        """A call has reached us; a seat calls once until it is decided."""
        if any(held.seat == call.seat for held in self.held):
            return self
        settles_at_ms = self.settles_at_ms if self.held else max(now_ms, call.at_ms) + HOLD_MS
        return replace(self, held=(*self.held, call), settles_at_ms=settles_at_ms)

    def next_wake_ms(self, match: Match) -> float | None:
        """When something is to happen next, by the page's clock; None for never."""
        if self.paused_at_ms is not None:
            return None
        if self.held:
            return self.settles_at_ms
        if match.is_over or not match.is_at_end:
            return None
        if self.planned_for is not match.position:
            return 0.0
        if self._is_waiting:
            return None
        # A person's call that was made before a bot's may reach us after it.
        grace_ms = HOLD_MS if is_contested(match) else 0.0
        times = [plan.at_ms + grace_ms for plan in self.plans]
        if self.clock is not None:
            times.append(self.clock.until_ms)
        return min(times, default=None)

    def planned(self, match: Match, now_ms: float) -> Tempo:
        """The tempo for a position that has just come up."""
        return replace(
            self,
            planned_for=match.position,
            plans=_plans(match, now_ms),
            clock=_clock(match, self.clock, now_ms),
        )

    def due(self, match: Match, now_ms: float) -> Plan | None:
        """What time brings now, the earliest first; a clock's action is the rules' ``expire``.

        Nothing is due in a position that was not planned for, and none while time is paused or
        what is planned waits.
        """
        is_still = self.paused_at_ms is not None or self._is_waiting
        if self.planned_for is not match.position or is_still:
            return None
        coming = list(self.plans)
        if (expiry := self._expiry) is not None:
            coming.append(expiry)
        first = min(coming, key=lambda plan: plan.at_ms, default=None)
        return first if first is not None and first.at_ms <= now_ms else None

    @property
    def _expiry(self) -> Plan | None:
        return None if self.clock is None else Plan(self.clock.until_ms, CLOCK, "expire")

    def is_close(self, at_ms: float) -> bool:
        """Whether a bot acts so soon that a call now may be a tie with it."""
        return any(plan.at_ms <= at_ms + TIE_MS for plan in self.plans)

    def ran_out(self) -> Plan | None:
        """What the clock does, if it ran out before the first of the calls that are held."""
        expiry = self._expiry
        first_ms = min(call.at_ms for call in self.held)
        return expiry if expiry is not None and expiry.at_ms <= first_ms else None

    def settled(self, match: Match) -> tuple[tuple[Call, ...], Tie | None]:
        """The held calls, and those of bots that came before or with them, in the order they count,
        and the tie if the first place was one.

        A tie is drawn from the match alone, so that a replay of the same calls decides the same.
        """
        calls = sorted((*self.held, *self._bots_calls), key=lambda call: (call.at_ms, call.seat))
        tied = [call for call in calls if call.at_ms - calls[0].at_ms <= TIE_MS]
        if len(tied) < 2:
            return tuple(calls), None
        margin_ms = tied[1].at_ms - tied[0].at_ms
        rng = _rng(match, CLOCK)
        rng.shuffle(tied)
        seats = tuple(call.seat for call in tied)
        return (*tied, *calls[len(tied) :]), Tie(seats, margin_ms)

    @property
    def _bots_calls(self) -> list[Call]:
        last_ms = min(call.at_ms for call in self.held) + TIE_MS
        return [
            Call(plan.seat, plan.action, plan.at_ms) for plan in self.plans if plan.at_ms <= last_ms
        ]


def is_contested(match: Match) -> bool:
    """Whether people may act, and others may be faster."""
    seats = match.position.active_seats - {CLOCK}
    return len(seats) > 1 and any(match.is_human(seat) for seat in seats)


def _plans(match: Match, now_ms: float) -> tuple[Plan, ...]:
    automatic = match.rules.automatic_action(match.position)
    if automatic is not None:
        seat, action = automatic
        return (Plan(now_ms + AUTOMATIC_MS, seat, match.rules.format_action(action)),)
    bots = {seat: match.bot_level(seat) for seat in sorted(match.position.active_seats)}
    plans = [
        _bot_plan(match, seat, level, now_ms) for seat, level in bots.items() if level is not None
    ]
    return tuple(plan for plan in plans if plan is not None)


def _bot_plan(match: Match, seat: Seat, level: int, now_ms: float) -> Plan | None:
    """AYA's bots need no search: they plan on the spot. The others think in their worker."""
    if not isinstance(match.position, AyaPosition):
        return None
    made = plan_reflex(match.position.observe(seat), seat, level, _rng(match, seat))
    return None if made is None else Plan(now_ms + made.delay_ms, seat, made.action)


def _rng(match: Match, seat: Seat) -> Random:
    """A chance of its own for each seat at each moment of each match."""
    return Random(f"{match.setup.start}/{match.shown}/{seat}")


def _clock(match: Match, before: Clock | None, now_ms: float) -> Clock | None:
    limit = match.rules.time_limit(match.setup, match.position)
    if limit is None:
        return None
    if limit.runs_on and before is not None and before.name == limit.name:
        return before
    return Clock(limit.name, now_ms, now_ms + limit.ms)
