"""From a record to its positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spieltisch.table.game import AnyGame, AnyPosition
from spieltisch.table.record import Entry, Record


class ReplayError(ValueError):
    """A record whose entry cannot be played: the message names the entry, from 0, and why."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(f"entries[{index}]: {why}")
        self.index = index


@dataclass(frozen=True)
class Step:
    """One entry and the position it led to."""

    entry: Entry
    position: AnyPosition


def replay(game: AnyGame, record: Record) -> Iterator[Step]:
    """Play a record from its start, a step an entry.

    Raises SetupError for a start that cannot be, ReplayError for an entry that cannot be played.
    """
    position: AnyPosition = game.initial_position(record.setup)
    for index, entry in enumerate(record.entries):
        try:
            position = position.apply(entry.seat, game.parse_action(entry.action))
        except ValueError as error:
            raise ReplayError(index, str(error)) from error
        yield Step(entry, position)
