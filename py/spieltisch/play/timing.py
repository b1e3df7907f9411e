"""Time at the table: who was first, what bots are about to do, clocks that run out, and how long a
moment stays on screen while a match is played back.

Pure: the caller gives the time, so that a page drives this with its own clock and self-play with
one that jumps. ``next_wake_ms`` says when something is to happen next; then the caller either
plans for a position that has come up (``planned``), settles calls (``settled``), or plays what is
due (``due``).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, inf
from random import Random
from typing import Any, Self

from spieltisch.games.contract import Reaction
from spieltisch.play.match import Match, seen_ms
from spieltisch.table import CLOCK, Clock, FlagFall, Gate, GateReason, Seat, TableAction, Tie

AUTOMATIC_MS = 900.0
"""How long after a position has come up the table plays an action that nobody chooses, so that
people can follow it."""


@dataclass(frozen=True)
class PlannedAction:
    """What will be played if nobody acts before."""

    at_ms: float
    """When, by the caller's clock."""
    seat: Seat
    """Whose action it is; CLOCK for a clock that runs out."""
    action: Any
    """As the game's rules have it; or a TableAction."""


React = Callable[[Match, Seat, Random], Reaction | None]
"""What a seat will do in a match if nobody acts before; None if it has nothing to do."""


def react(match: Match, seat: Seat, rng: Random) -> Reaction | None:
    """What a reaction bot of the game does; bots that search think in their worker."""
    bots, level = match.game.reaction_bots, match.bot_level(seat)
    if bots is None or level is None:
        return None
    return bots.react(match.position.observe(seat), seat, level, rng)


def plans(
    match: Match,
    now_ms: float,
    rng: Random | None,
    automatic_ms: float,
    react: React = react,
) -> tuple[PlannedAction, ...]:
    """What bots will do, each in its own time, or what the table itself will do; in random order,
    so that chance decides which of those for the same moment counts."""
    drawn: list[tuple[float, PlannedAction]] = []
    automatic = match.rules.automatic_action(match.position)
    for seat in sorted(match.position.active_seats):
        # The same after each load of the page.
        chance = rng or Random(f"{match.setup.start}/{match.shown}/{seat}")
        if automatic is None:
            reaction = react(match, seat, chance)
        else:
            reaction = Reaction(automatic_ms, automatic[1]) if seat == automatic[0] else None
        if reaction is not None:
            plan = PlannedAction(now_ms + reaction.delay_ms, seat, reaction.action)
            drawn.append((chance.random(), plan))
    drawn.sort(key=lambda pair: pair[0])
    return tuple(plan for _, plan in drawn)


ANSWER_MS = 1200.0
"""How long after an offer of a draw a bot answers it, so that people can follow it."""

ACCEPTS_BELOW = 0.9
"""A bot agrees to a draw if its chance to win is below this share of what would be even."""


def answer_to_offer(match: Match, chance: float) -> TableAction:
    """What a bot says to an offer of a draw, given its chance to win, 0 to 1: it agrees only where
    it stands worse."""
    even = 1 / len(match.rules.playing(match.position))
    return TableAction.ACCEPT if chance < ACCEPTS_BELOW * even else TableAction.DECLINE


def answers(match: Match, now_ms: float) -> tuple[PlannedAction, ...]:
    """What reaction bots will say to an open offer; bots that search think in their worker."""
    bots = match.game.reaction_bots
    if bots is None:
        return ()
    asked = [seat for seat in sorted(match.asked) if match.bot_level(seat) is not None]
    return tuple(
        PlannedAction(
            now_ms + ANSWER_MS * number,
            seat,
            answer_to_offer(match, bots.chance(match.position.observe(seat), seat)),
        )
        for number, seat in enumerate(asked, start=1)
    )


HOLD_MS = 12.0
"""How long calls are held after the first has arrived, as an earlier one may arrive later."""

TIE_MS = 8.0
"""Calls no further apart than this are a tie: keyboards and screens are not more exact."""

COUNTDOWN_MS = 3000.0
"""How long a gate counts down before it opens."""

COUNT_MS = 1000.0
"""How long each number of the countdown stays."""

TOLD_MS = (60_000, 30_000, 10_000)
"""A person is told when so much time is left on a seat's clock."""

LONG_THOUGHT_MS = 4000
"""People who wait for bots for so long are told that these are still thinking."""

SEAT_CLOCK = "seat"
"""The name of a seat's own clock; games give theirs other names."""


@dataclass(frozen=True)
class Call:
    """A press of a seat where several seats may act."""

    seat: Seat
    token: str
    at_ms: float
    """When, by the event's own time stamp; for a call from another device, see live/fair_calls.py.
    """
    arrived_ms: float | None = None
    """When it arrived from another device; None if it was made here."""
    put_back_ms: float = 0.0
    """How much later it counts than the other device says."""


@dataclass(frozen=True)
class Hearing:
    """How calls from other devices are treated; without other devices, it does not matter."""

    grace_ms: float = 0.0
    """How late such a call may arrive, see live/fair_calls.py."""
    lots: str = ""
    """What ties are drawn from besides the turn: a text that everybody knows before the first
    position comes up; if it is empty, the match's start."""


@dataclass(frozen=True)
class Timing:
    """What is to happen in a match as time passes, and the calls that are not decided yet."""

    planned_for: Any = None
    """The position that plans and clock belong to; any other needs planning."""
    planned_ply: int = 0
    """How many turns led to that position."""
    shown_ms: float = 0.0
    """When that position came up; the times of calls from elsewhere count from then."""
    plans: tuple[PlannedAction, ...] = ()
    """What bots, and the table itself, will do; of those for the same moment the first counts."""
    silent: frozenset[Seat] = frozenset()
    """Seats of people's own bots that have said that they do nothing at that position."""
    clock: Clock | None = None
    """The one that runs, if any."""
    tells_ms: tuple[float, ...] = ()
    """When to tell a person how much time is left, or that bots are still thinking."""
    held: tuple[Call, ...] = ()
    """The calls received, until it is decided who was first."""
    settles_at_ms: float = 0.0
    tie: Tie | None = None
    """The last decision, if it was drawn."""
    paused_at_ms: float | None = None
    """Since when time is paused; None while it passes."""
    is_halted: bool = False
    """Whether plans wait, because somebody who watches has halted the match."""
    is_stepping: bool = False
    """Whether one plan is carried out although the match is halted."""
    gate: Gate | None = None
    """What holds time back until everybody is ready, if anything does."""
    hearing: Hearing = Hearing()
    is_led: bool = False
    """Whether another device leads the match: nothing is planned or due here."""

    def is_planned_for(self, match: Match) -> bool:
        """Whether plans and clock belong to the moment at which a match is."""
        # The number counts, too: a position may come up again, and its clock starts anew then.
        return self.planned_ply == match.shown and self.planned_for == match.position

    def paused(self, now_ms: float) -> Self:
        return self if self.paused_at_ms is not None else replace(self, paused_at_ms=now_ms)

    def resumed(self, now_ms: float) -> Self:
        """Time passes again: everything still to come is postponed by the length of the pause."""
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

    def postponed(self, by_ms: float, match: Match) -> Self:
        """What bots do comes later, as something is said meanwhile. The clock of what they owe
        waits with them; one of people runs on, and nobody who wanted to act misses its end."""
        clock, tells_ms = self.clock, tuple(one + by_ms for one in self.tells_ms)
        moments = [plan.at_ms + by_ms for plan in self.plans]
        if clock is not None and is_up_to_bots(match):
            until_ms = clock.until_ms + by_ms
            clock = replace(clock, from_ms=clock.from_ms + by_ms, until_ms=until_ms)
        elif clock is not None:
            last_ms = clock.until_ms - 1
            moments = [
                min(moment, max(plan.at_ms, last_ms))
                for moment, plan in zip(moments, self.plans, strict=True)
            ]
        plans = tuple(
            replace(plan, at_ms=moment) for plan, moment in zip(self.plans, moments, strict=True)
        )
        return replace(self, plans=plans, clock=clock, tells_ms=tells_ms)

    def sooner(self, now_ms: float, planned_ms: float, match: Match) -> Self:
        """What was to begin at ``planned_ms`` begins now; if it had no time yet, it is planned
        anew. A clock that runs already goes on."""
        if planned_ms == inf:
            return replace(self, planned_for=None, plans=(), tells_ms=())
        by_ms = now_ms - planned_ms
        timing = self.postponed(by_ms, match)
        clock = timing.clock
        if clock is not None and clock.name != SEAT_CLOCK and clock.from_ms > now_ms:
            limit_ms = clock.until_ms - clock.from_ms
            clock = replace(clock, from_ms=now_ms, until_ms=now_ms + limit_ms)
        return replace(timing, clock=clock)

    def counting(self, now_ms: float) -> Self:
        """Everybody is ready: the countdown begins, if a gate is waiting for that."""
        if self.gate is None or self.gate.opens_at_ms is not None:
            return self
        gate = replace(self.gate, opens_at_ms=now_ms + COUNTDOWN_MS)
        return replace(self, gate=gate).counted(now_ms)

    def counted(self, now_ms: float) -> Self:
        """The countdown has come to its next number; at 0 the gate may be opened."""
        if self.gate is None or self.gate.opens_at_ms is None:
            return self
        count = max(0, ceil((self.gate.opens_at_ms - now_ms) / COUNT_MS))
        return replace(self, gate=replace(self.gate, count=count))

    def not_counting(self) -> Self:
        """The countdown is cancelled: it begins anew once everybody is ready."""
        return replace(self, gate=self.gate and Gate(self.gate.reason))

    def halted(self) -> Self:
        return replace(self, is_halted=True, is_stepping=False)

    def stepping(self, now_ms: float) -> Self:
        """The next plan, of now or later, is carried out; nothing after it."""
        return replace(self, is_halted=True, is_stepping=True, plans=self._not_before(now_ms))

    def going_on(self, now_ms: float) -> Self:
        return replace(self, is_halted=False, is_stepping=False, plans=self._not_before(now_ms))

    def _not_before(self, now_ms: float) -> tuple[PlannedAction, ...]:
        return tuple(replace(plan, at_ms=max(plan.at_ms, now_ms)) for plan in self.plans)

    @property
    def _is_waiting(self) -> bool:
        return self.is_halted and not self.is_stepping

    def afresh(self) -> Self:
        """Nothing planned and no clock running, as when a match comes on screen."""
        paused_at_ms, hearing = self.paused_at_ms, self.hearing
        return type(self)(
            paused_at_ms=paused_at_ms, gate=self.gate, hearing=hearing, is_led=self.is_led
        )

    def led(self, match: Match, *, is_led: bool) -> Self:
        """The timing from now on with another device leading the match, or with this one. What was
        planned, or was not, belongs to whoever led until now: it is planned anew."""
        if is_led is self.is_led:
            return self
        is_planned = not is_led and self.is_planned_for(match)
        anew = plans(match, self.shown_ms, None, AUTOMATIC_MS) if is_planned else ()
        return replace(self, is_led=is_led, plans=anew)

    def grace_ms(self, match: Match) -> float:
        """How long after a moment a call made elsewhere before it may still arrive."""
        if not self.hearing.grace_ms:
            return 0.0
        is_heard = any(map(match.is_elsewhere, match.position.active_seats))
        return self.hearing.grace_ms if is_heard else 0.0

    def with_call(self, match: Match, call: Call, now_ms: float) -> Self:
        """A call has arrived; until it is decided, only the first call of a seat counts."""
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
            begun_ms = None if match.is_over else self.gate.opens_at_ms
            return None if begun_ms is None else begun_ms - (self.gate.count - 1) * COUNT_MS
        if self.paused_at_ms is not None:
            return None
        if self.held:
            return self.settles_at_ms
        if match.is_over or not match.is_at_end:
            return None
        if not self.is_planned_for(match):
            return 0.0
        if self.is_led:
            return min(self.tells_ms, default=None)
        if self._is_waiting:
            return None
        # A person's call that was made before a bot's may arrive after it.
        grace_ms = self.grace_ms(match)
        hold_ms = max(HOLD_MS, grace_ms) if is_contested(match) else 0.0
        times = [plan.at_ms + hold_ms for plan in self.plans]
        if self.clock is not None and not _is_bots(self.clock, match):
            times.append(self.clock.until_ms + grace_ms)
        soonest = min((*times, *self.tells_ms), default=inf)
        return None if soonest == inf else soonest

    def is_held_back(self, match: Match) -> bool:
        """Whether a gate holds plans and clocks back. An automatic action is played before people
        are asked whether they are ready; in a countdown or a pause it waits as well."""
        if self.gate is None:
            return False
        is_countdown = self.gate.opens_at_ms is not None
        is_automatic = match.rules.automatic_action(match.position) is not None
        return is_countdown or self.gate.reason is GateReason.PAUSE or not is_automatic

    def planned(
        self,
        match: Match,
        now_ms: float,
        rng: Random | None = None,
        automatic_ms: float = AUTOMATIC_MS,
        seen_at_ms: float = -inf,
        heard_at_ms: float = -inf,
        zero_ms: float | None = None,
        react: React = react,
    ) -> Self:
        """The timing of a position that has just come up.

        Bots look at it once the turn that led to it has been seen, at ``seen_at_ms``, as people do,
        and heard, at ``heard_at_ms``, which may be infinite: then nothing is planned. Clocks of
        what is owed run from when it was heard, or from now; those of seats from ``zero_ms``, when
        the match began. Without ``rng`` each seat has random numbers of its own, which follow from
        the match, so that a page that is loaded again plans the same. The table waits
        ``automatic_ms`` before an action that nobody chooses. ``react`` says what each seat's bot
        does: what the game's do, if none is given.
        """
        said = () if self.is_led else answers(match, now_ms)
        if self.goes_on(match):
            # Somebody has said something, and nothing has happened in the game: answers are planned
            # anew, and a bot that looks ahead answers before it acts.
            is_chosen = match.rules.automatic_action(match.position) is None
            answer_first = match.asked if is_chosen and match.game.search_bots else frozenset()
            acts = (
                plan
                for plan in self.plans
                if not isinstance(plan.action, TableAction) and plan.seat not in answer_first
            )
            return replace(self, planned_ply=match.shown, plans=(*acts, *said))
        came_ms = max(now_ms, seen_at_ms, heard_at_ms)
        coming = () if self.is_led else (*plans(match, came_ms, rng, automatic_ms, react), *said)
        clock = _clock(match, self.clock, now_ms, zero_ms, max(now_ms, heard_at_ms))
        return replace(
            self,
            planned_for=match.position,
            planned_ply=match.shown,
            shown_ms=now_ms,
            silent=frozenset(),
            plans=tuple(self._held_on(match, heard_at_ms).get(one.seat, one) for one in coming),
            clock=clock,
            tells_ms=_tells_ms(clock, match, now_ms, came_ms),
        )

    def goes_on(self, match: Match) -> bool:
        """Whether all that is planned still holds and clocks run on, because since then the seats
        have only said something."""
        if self.planned_for is None or self.planned_for != match.position:
            return False
        since = match.turns[self.planned_ply : match.shown]
        return bool(since) and all(turn.is_table_action for turn in since)

    def _held_on(self, match: Match, from_ms: float) -> dict[Seat, PlannedAction]:
        """By seat, the plans of the turn before that still hold: nobody looks anew because another
        seat has said that it sees nothing."""
        bots = match.game.reaction_bots
        is_next = self.planned_for is not None and self.planned_ply == match.shown - 1
        if bots is None or not is_next:
            return {}
        is_held = bots.goes_on_looking(self.planned_for, match.position)
        held = (replace(plan, at_ms=max(plan.at_ms, from_ms)) for plan in self.plans)
        return {plan.seat: plan for plan in held} if is_held else {}

    def due(self, match: Match, now_ms: float) -> PlannedAction | None:
        """What is to be played now: the earliest of the plans and the clock's expiry; at the same
        moment the clock comes first. Nothing is due in a position that was not planned for, nor
        while time is paused or held back by a gate, plans wait, or another device leads."""
        if not self.plans and self.clock is None:
            return None
        is_held_back = self.paused_at_ms is not None or self.is_held_back(match)
        is_still = is_held_back or self._is_waiting or self.is_led
        if is_still or not self.is_planned_for(match):
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
        expiry = None if self.is_led else self._expiry(match)
        first_ms = min(call.at_ms for call in self.held)
        return expiry if expiry is not None and expiry.at_ms <= first_ms else None

    def settled(self, match: Match) -> tuple[tuple[Call | PlannedAction, ...], Tie | None]:
        """The held calls, and what bots had planned for before the first of them or too close to
        it, in the order they count; and the tie if the first place was one.

        A tie is drawn from what everybody knows, the lots and the turn, so that all devices find
        the same seat first; neither the times nor the order in which calls arrived count there.
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
        tied.sort(key=lambda act: Random(f"{lots}/lot {act.seat}").random())
        seats = tuple(act.seat for act in tied)
        return (*tied, *acts[len(tied) :]), Tie(seats, margin_ms)


def seen_at_ms(match: Match, zero_ms: float | None, *, is_still: bool) -> float:
    """When the last turn's motion has been seen to its end: no bot acts while something still moves
    on the board, unless all ``is_still``. ``zero_ms`` is when the match began, by the caller's
    clock, None if nothing was played since it came on the table, so that nothing moves."""
    turn = match.last_turn
    if turn is None or zero_ms is None:
        return -inf
    return zero_ms + turn.at_ms + (0.0 if is_still else seen_ms(match, turn))


def is_contested(match: Match) -> bool:
    """Whether people may act, here or elsewhere, and others may be faster."""
    seats = match.position.active_seats - {CLOCK}
    return len(seats) > 1 and any(match.bot_level(seat) is None for seat in seats)


def _clock(
    match: Match, before: Clock | None, now_ms: float, zero_ms: float | None, owed_ms: float
) -> Clock | None:
    """The clock that runs: a seat's own, or one of what is owed since ``owed_ms``."""
    clocks, falls_at_ms = match.clocks, match.falls_at_ms
    if clocks is not None and clocks.at_ms is not None and falls_at_ms is not None:
        began_ms = now_ms - clocks.at_ms if zero_ms is None else zero_ms
        return Clock(SEAT_CLOCK, began_ms + clocks.at_ms, began_ms + falls_at_ms)
    limit = match.rules.time_limit(match.setup, match.position)
    if limit is None:
        return None
    if limit.runs_on and before is not None and before.name == limit.name:
        return before
    return None if owed_ms == inf else Clock(limit.name, owed_ms, owed_ms + limit.ms)


def _is_bots(clock: Clock, match: Match) -> bool:
    """Whether a clock is a bot's, which never runs out, see Match.counted."""
    seat = match.running_seat
    return clock.name == SEAT_CLOCK and seat is not None and match.bot_level(seat) is not None


def is_up_to_bots(match: Match) -> bool:
    """Whether people have nothing to do but wait."""
    seats = match.position.active_seats - {CLOCK}
    if not (seats and match.people) or match.rules.automatic_action(match.position) is not None:
        return False
    return all(match.bot_level(seat) is not None for seat in seats)


def _tells_ms(
    clock: Clock | None, match: Match, now_ms: float, came_ms: float
) -> tuple[float, ...]:
    """When to tell a person that bots are still thinking, or how little time is left; never of a
    time that has passed already."""
    if is_up_to_bots(match):
        return (came_ms + LONG_THOUGHT_MS,)
    if clock is None or clock.name != SEAT_CLOCK or _is_bots(clock, match):
        return ()
    moments = (clock.until_ms - left_ms for left_ms in TOLD_MS)
    return tuple(moment for moment in moments if moment > now_ms)


REST_MS = {"slow": 1800.0, "normal": 800.0, "fast": 200.0}
"""How long a moment stays once the turn that led to it has been seen, by speed."""

AS_PLAYED = "as-played"
"""The speed at which turns follow each other as they did when the match was played."""

LONGEST_MS = 15_000.0
"""The longest stay of a moment: somebody may have thought for an hour."""


def can_play_back(match: Match) -> bool:
    """Whether a match can be played back: once it is over, so that no race goes on meanwhile."""
    return match.is_over


def speeds_of(match: Match) -> tuple[str, ...]:
    """The speeds at which a match can be played back; some records have no times."""
    last = match.last_turn
    return (*REST_MS, AS_PLAYED) if last is not None and last.at_ms > 0 else tuple(REST_MS)


def speed_for(match: Match, wanted: str) -> str:
    """The wanted speed, if the match can be played back at it."""
    return wanted if wanted in speeds_of(match) else "normal"


def stay_ms(match: Match, ply: int, speed: str) -> float:
    """How long the moment after so many turns stays on screen, once it has come there, at one of
    ``speeds_of``; at least one more turn follows."""
    turn = match.turns[ply - 1] if ply else None
    if speed == AS_PLAYED and turn is not None:
        gap_ms = match.turns[ply].at_ms - turn.at_ms
        return float(max(0, min(gap_ms, LONGEST_MS)))
    rest_ms = REST_MS[speed_for(match, "normal" if speed == AS_PLAYED else speed)]
    return rest_ms if turn is None else seen_ms(match, turn) + rest_ms
