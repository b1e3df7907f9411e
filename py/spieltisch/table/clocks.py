"""The seats' clocks in matches that are taken in turns, and what happens when one runs out.

This is a rule of the table, the same for every game (docs/rules.md, Clocks). The time left is
computed from the turns alone, which say when each was played, so that a replay and a take-back
restore the same clocks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.position import CLOCK, Ended, IllegalActionError, Outcome, Seat, TableEnd
from spieltisch.table.record import Setup
from spieltisch.table.time_control import TimeControl

if TYPE_CHECKING:
    from spieltisch.table.turn import Turn

EXPIRE = "expire"
"""The text of a flag fall's action."""


@dataclass(frozen=True)
class FlagFall:
    """A seat's time has run out: an action of the table, not of a game."""

    seat: Seat


@dataclass(frozen=True)
class Clocks:
    """How much time every seat has.

    >>> clocks = Clocks.of(Setup("yala", clock=TimeControl(5, 3)))
    >>> clocks.left_ms, clocks.at_ms
    ((300000, 300000), None)
    """

    control: TimeControl
    """The time control of the match."""
    left_ms: tuple[int, ...]
    """What each seat had left when the last turn was played, seat 1 first."""
    at_ms: int | None = None
    """When the last turn was played, since the match began; None before the first turn, which
    starts the clocks."""

    @classmethod
    def of(cls, setup: Setup) -> Self | None:
        """The clocks at the start of a match; None for a match without clocks."""
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
        """When the running clock's flag falls, since the match began; None if no clock runs."""
        seat = self.running(rules, position)
        if seat is None or self.at_ms is None:
            return None
        return self.at_ms + self.left_ms[seat - 1]

    def after(self, turn: Turn) -> Self:
        """The clocks after a turn; raises IllegalActionError for a turn that came too late."""
        seat = self.running(turn.rules, turn.before)
        falls_at_ms = self.falls_at_ms(turn.rules, turn.before)
        is_said, is_over = turn.is_table_action, turn.after.outcome is not None
        if is_said and not is_over and (falls_at_ms is None or turn.at_ms < falls_at_ms):
            # The clock runs on: nobody has acted in the game.
            return self
        if seat is None or falls_at_ms is None:
            return replace(self, at_ms=turn.at_ms)
        if turn.at_ms >= falls_at_ms:
            why = f"at {turn.at_ms} ms, but the flag fell at {falls_at_ms} ms"
            raise IllegalActionError(turn.seat, turn.entry.action, why)
        left_ms = falls_at_ms - turn.at_ms + (0 if is_said else self.control.increment_ms)
        return replace(self._with(seat, left_ms), at_ms=turn.at_ms)

    def fallen(self, rules: AnyRules, position: AnyPosition, at_ms: int) -> tuple[Self, Ended]:
        """The clocks and the position after the flag has fallen: all other seats still in the match
        have won. Raises IllegalActionError unless a clock runs and its flag falls at ``at_ms``."""
        seat = self.running(rules, position)
        falls_at_ms = self.falls_at_ms(rules, position)
        if seat is None or falls_at_ms is None:
            raise IllegalActionError(CLOCK, EXPIRE, "no clock runs")
        if at_ms != falls_at_ms:
            why = f"at {at_ms} ms, but the flag falls at {falls_at_ms} ms"
            raise IllegalActionError(CLOCK, EXPIRE, why)
        winners = rules.playing(position) - {seat}
        clocks = replace(self._with(seat, 0), at_ms=at_ms)
        return clocks, Ended(position, Outcome(winners, TableEnd.TIME))

    def _with(self, seat: Seat, left_ms: int) -> Self:
        return replace(self, left_ms=(*self.left_ms[: seat - 1], left_ms, *self.left_ms[seat:]))
