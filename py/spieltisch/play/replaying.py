"""Replaying a match a few turns at a time, so that the page goes on answering meanwhile."""

from collections.abc import Iterator
from dataclasses import replace

from spieltisch.games import catalog
from spieltisch.play.codec import check_clock, linkable
from spieltisch.play.stages import Stages
from spieltisch.table import Record, Setup, Turn, replay


class Replay(Stages[Turn]):
    """A match that is being replayed.

    >>> from spieltisch.play.codec import parse_setup
    >>> from spieltisch.table import Entry
    >>> setup = parse_setup("yala", "seed=42")
    >>> begun = replay_of(Record(setup, (Entry(1, "a+"), Entry(2, "a-"))))
    >>> later = begun.on(1)
    >>> begun.at, later.at, later.is_over, later.on(7).is_over, len(later.items)
    (0, 1, False, True, 2)
    """

    def __init__(self, setup: Setup, turns: Iterator[Turn], total: int) -> None:
        super().__init__(turns)
        self.setup = setup
        self.total = total


def replay_of(record: Record) -> Replay:
    """The replay of a record, with players made fit to be shown; raises SetupError."""
    check_clock(record.setup)
    record = replace(record, setup=linkable(record.setup))
    rules = catalog.game_of(record.setup.game).rules
    return Replay(record.setup, replay(rules, record), len(record.entries))
