"""Clocks of matches that are taken in turns, and what happens when one runs out.

This is a rule of the table, the same for every game (docs/rules.md, Clocks). How much time is left
follows from the turns alone, which say when each was played: so a replay finds the same clocks, and
so does taking back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.position import CLOCK, IllegalActionError, Outcome, Seat
from spieltisch.table.record import Setup
from spieltisch.table.time_control import TimeControl

if TYPE_CHECKING:
    from spieltisch.table.turn import Turn

EXPIRE = "expire"
"""What the clock does, as text."""

ON_TIME = "time"
"""The reason of an outcome that a clock has brought about."""

FEW_SEATS = 2
"""Of so many seats one alone is left when the other's flag falls."""


@dataclass(frozen=True)
class FlagFall:
    """The time of a seat has run out: the one action of the table itself."""

    seat: Seat


@dataclass(frozen=True)
class Fallen:
    """A position in which a flag has fallen. It is like the one before, for a game's own view too,
    but the match is over."""

    position: Any
    outcome: Outcome | None

    @property
    def active_seats(self) -> frozenset[Seat]:
        return frozenset()

    def legal_actions(self, seat: Seat) -> tuple[Any, ...]:
        return ()

    def apply(self, seat: Seat, action: Any) -> Self:
        raise IllegalActionError(seat, str(action), "the match is over")

    def observe(self, seat: Seat | None) -> Self:
        return replace(self, position=self.position.observe(seat))

    def __getattr__(self, name: str) -> Any:
        # Python asks for names of its own while it copies, when there is no position yet.
        if name.startswith("__") or name == "position":
            raise AttributeError(name)
        return getattr(self.position, name)


@dataclass(frozen=True)
class Clocks:
    """How much time every seat has.

    Attributes:
        control: what it began with.
        left_ms: what each seat had left when the last turn was played, seat 1 first.
        at_ms: when that was, since the match began; None before the first turn, with which the
            clocks start.
        out: the seats that are no longer in the match.
    """

    control: TimeControl
    left_ms: tuple[int, ...]
    at_ms: int | None = None
    out: frozenset[Seat] = frozenset()

    @classmethod
    def of(cls, setup: Setup) -> Self | None:
        """The clocks at the start of a match; None for one without."""
        if setup.clock is None:
            return None
        return cls(setup.clock, (setup.clock.initial_ms,) * setup.seats)

    def running(self, rules: AnyRules, position: AnyPosition) -> Seat | None:
        """The seat whose clock runs in a position: the one to act, unless it has no choice."""
        if self.at_ms is None or position.outcome is not None or len(position.active_seats) != 1:
            return None
        (seat,) = position.active_seats
        return None if seat == CLOCK or rules.automatic_action(position) is not None else seat

    def falls_at_ms(self, rules: AnyRules, position: AnyPosition) -> int | None:
        """When the flag falls in a position, since the match began; None if no clock runs."""
        seat = self.running(rules, position)
        if seat is None or self.at_ms is None:
            return None
        return self.at_ms + self.left_ms[seat - 1]

    def after(self, turn: Turn) -> Self:
        """The clocks after a turn; raises IllegalActionError for one that came too late."""
        out = self.out
        if len(self.left_ms) > FEW_SEATS:
            targets = (event.target for event in turn.events if event.kind == "eliminated")
            out = out | {target for target in targets if target is not None}
        seat = self.running(turn.rules, turn.before)
        falls_at_ms = self.falls_at_ms(turn.rules, turn.before)
        if seat is None or falls_at_ms is None:
            return replace(self, at_ms=turn.at_ms, out=out)
        if turn.at_ms >= falls_at_ms:
            why = f"at {turn.at_ms} ms, but its flag fell at {falls_at_ms} ms"
            raise IllegalActionError(seat, turn.rules.format_action(turn.action), why)
        left_ms = falls_at_ms - turn.at_ms + self.control.increment_ms
        return replace(self._with(seat, left_ms), at_ms=turn.at_ms, out=out)

    def fallen(self, rules: AnyRules, position: AnyPosition, at_ms: int) -> tuple[Self, Fallen]:
        """The clocks and the position after the flag has fallen: all others who are still in the
        match have won. Raises IllegalActionError at any other time."""
        seat = self.running(rules, position)
        falls_at_ms = self.falls_at_ms(rules, position)
        if seat is None or falls_at_ms is None:
            raise IllegalActionError(CLOCK, EXPIRE, "no clock runs")
        if at_ms != falls_at_ms:
            why = f"at {at_ms} ms, but the flag falls at {falls_at_ms} ms"
            raise IllegalActionError(CLOCK, EXPIRE, why)
        winners = frozenset(range(1, len(self.left_ms) + 1)) - self.out - {seat}
        clocks = replace(self._with(seat, 0), at_ms=at_ms)
        return clocks, Fallen(position, Outcome(winners, ON_TIME))

    def _with(self, seat: Seat, left_ms: int) -> Self:
        return replace(self, left_ms=(*self.left_ms[: seat - 1], left_ms, *self.left_ms[seat:]))
