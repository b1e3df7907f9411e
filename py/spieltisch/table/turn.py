"""A turn: an action with the positions on both sides of it, typed all the way; and a record's."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from spieltisch.table.event import Event
from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.position import Seat
from spieltisch.table.record import Entry, Record


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


class ReplayError(ValueError):
    """A record whose entry cannot be played: the message names the entry, from 0, and why."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(f"entries[{index}]: {why}")
        self.index = index


def replay(rules: AnyRules, record: Record) -> Iterator[Turn]:
    """Play a record from its start, a turn an entry.

    Raises SetupError for a start that cannot be, ReplayError for an entry that cannot be played.
    """
    position: AnyPosition = rules.initial_position(record.setup)
    for index, entry in enumerate(record.entries):
        try:
            turn = play(rules, position, entry.seat, rules.parse_action(entry.action), entry.at_ms)
        except ValueError as error:
            raise ReplayError(index, str(error)) from error
        yield turn
        position = turn.after
