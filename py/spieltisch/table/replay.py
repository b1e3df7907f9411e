"""From a record to its turns."""

from collections.abc import Iterator

from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.record import Record
from spieltisch.table.turn import Turn, play


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
