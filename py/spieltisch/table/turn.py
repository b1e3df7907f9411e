"""A turn: an action with the positions on both sides of it, typed all the way."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from spieltisch.table.event import Event
from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.position import Seat
from spieltisch.table.record import Entry


@dataclass(frozen=True)
class Turn:
    """One action as it was played. Text is made of it at the edges alone: see ``entry``.

    Attributes:
        before, after: the positions on both sides; ``Any``, as a game's own view reads them.
        seat: who acted; CLOCK for the clock.
        action: the action, as the game's rules have it.
        at_ms: milliseconds since the match began; evidence, never an input to a rule.
        rules: the game's.
    """

    before: Any
    seat: Seat
    action: Any
    after: Any
    at_ms: int = 0
    rules: AnyRules = field(kw_only=True, repr=False, compare=False)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What it brought about, in the order it happened; found out when first asked for."""
        return self.rules.events(self)

    @cached_property
    def entry(self) -> Entry:
        """The turn as it stands in a record."""
        return Entry(self.seat, self.rules.format_action(self.action), self.at_ms)


def play(rules: AnyRules, position: AnyPosition, seat: Seat, action: Any, at_ms: int = 0) -> Turn:
    """The turn of an action; raises IllegalActionError."""
    return Turn(position, seat, action, position.apply(seat, action), at_ms, rules=rules)
