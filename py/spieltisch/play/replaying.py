"""Replaying a match a few turns at a time, so that the page goes on answering meanwhile."""

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar

from spieltisch.games import catalog
from spieltisch.play.codec import check_clock, linkable
from spieltisch.table import BY_LINK, Record, Setup, Turn, replay

T = TypeVar("T")

LONGER = 1.1
"""The past of a match by link is told whenever the match has become so many times as long."""


@dataclass
class _Shared(Generic[T]):
    """What the stages of one work share."""

    rest: Iterator[T]
    done: list[T] = field(default_factory=list)
    is_at_end: bool = False
    error: ValueError | None = None

    def reach(self, count: int | None) -> None:
        """Do so many things, or all, and one more, so that the end is noticed."""
        try:
            while not self.is_at_end and (count is None or len(self.done) <= count):
                self.done.append(next(self.rest))
        except StopIteration:
            self.is_at_end = True
        except ValueError as error:
            self.is_at_end, self.error = True, error


class Stages(Generic[T]):
    """Work that is done one thing after another. Frozen: its stages share what has been done, as
    histories do, so that each thing is done once.

    >>> begun = Stages(iter("abc"))
    >>> later = begun.on(2)
    >>> begun.at, later.at, later.is_over, later.on(1).is_over, later.items
    (0, 2, False, True, ('a', 'b', 'c'))
    """

    def __init__(self, items: Iterator[T]) -> None:
        self.at = 0
        self._shared = _Shared(items)

    def on(self, count: int) -> Self:
        """The stage with so many things more."""
        later = copy(self)
        self._shared.reach(self.at + count)
        later.at = min(self.at + count, len(self._shared.done))
        return later

    def __eq__(self, other: object) -> bool:
        """Whether it is the same stage of the same work."""
        if not isinstance(other, Stages):
            return NotImplemented
        return self._shared is other._shared and self.at == other.at

    def __hash__(self) -> int:
        return hash((id(self._shared), self.at))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {self.at}>"

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be done, or can be."""
        return self._shared.is_at_end and self.at == len(self._shared.done)

    @property
    def items(self) -> tuple[T, ...]:
        """What all of it comes to, once the rest is done; raises ValueError if that fails."""
        self._shared.reach(None)
        if self._shared.error is not None:
            raise self._shared.error
        return tuple(self._shared.done)


class LongWork(Stages[T]):
    """Work that a person waits for."""

    def __init__(self, items: Iterator[T], game: str, total: int = 0) -> None:
        super().__init__(items)
        self.game = game
        self.total = total
        """How many things there are; 0 if nobody knows, which is never long."""


class Replay(LongWork[Turn]):
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
        is_by_link = any(player.controller == BY_LINK for player in setup.players)
        super().__init__(ready_to_send(turns) if is_by_link else turns, setup.game, total)
        self.setup = setup


def ready_to_send(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Turns, each with what a link needs of it, and what devices compare: to find that for all
    turns of a long match at once would keep the page busy for seconds."""
    told = 0
    for number, turn in enumerate(turns, start=1):
        turn.find_place()
        if number > LONGER * told:
            # Positions share the text of what they have in common of their past.
            turn.rules.format_position(turn.after.observe(None))
            told = number
        yield turn


def replay_of(record: Record) -> Replay:
    """The replay of a record, with players made fit to be shown; raises SetupError."""
    check_clock(record.setup)
    record = replace(record, setup=linkable(record.setup))
    rules = catalog.game_of(record.setup.game).rules
    return Replay(record.setup, replay(rules, record), len(record.entries))
