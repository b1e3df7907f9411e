"""Replaying a match a few turns at a time, so that the page goes on answering meanwhile."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypeVar
from weakref import ref

from spieltisch.games import catalog
from spieltisch.play.codec import check_clock, linkable
from spieltisch.table import BY_LINK, Record, Setup, Turn, replay

T = TypeVar("T")

LONGER = 1.1
"""The past of a match by link is told whenever the match has become so many times as long."""


class Recipe(Generic[T]):
    """What work is done by: a frozen dataclass, by which the same is done however often it is."""

    def things(self) -> Iterator[T]:
        """All that is done, one thing after another; may raise ValueError in between. The iterator
        must not hold the recipe itself, or what it has done would be held for ever."""
        raise NotImplementedError


@dataclass
class _Begun(Generic[T]):
    """How far work has come."""

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


_all_begun: dict[int, tuple[ref[Recipe[Any]], _Begun[Any]]] = {}
"""How far the work of each recipe has come, by its identity, for as long as there is the recipe. It
is a cache and means nothing: by an equal recipe the same is done anew. To compare two would be to
compare all that they hold."""


def _begun(recipe: Recipe[T]) -> _Begun[T]:
    key = id(recipe)
    known = _all_begun.get(key)
    if known is None or known[0]() is not recipe:
        known = ref(recipe, lambda _: _all_begun.pop(key, None)), _Begun(recipe.things())
        _all_begun[key] = known
    return known[1]


@dataclass(frozen=True, repr=False)
class Stages(Generic[T]):
    """Work that is done one thing after another, and how far it has come: data alone. Each thing is
    done once all the same, as stages by one recipe share what has been done.

    >>> @dataclass(frozen=True)
    ... class Letters(Recipe[str]):
    ...     text: str
    ...
    ...     def things(self):
    ...         return iter(self.text)
    >>> begun = Stages(Letters("abc"))
    >>> later = begun.on(2)
    >>> begun.at, later.at, later.is_over, later.on(1).is_over, later.items
    (0, 2, False, True, ('a', 'b', 'c'))
    >>> later == Stages(Letters("abc")).on(2), later == begun
    (True, False)
    """

    recipe: Recipe[T]
    at: int = field(default=0, kw_only=True)

    def on(self, count: int) -> Self:
        """The stage with so many things more."""
        begun = _begun(self.recipe)
        begun.reach(self.at + count)
        return replace(self, at=min(self.at + count, len(begun.done)))

    def __hash__(self) -> int:
        # A recipe may be long, or have what cannot be hashed.
        return hash((type(self), self.at))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {self.at}>"

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be done, or can be."""
        begun = _begun(self.recipe)
        begun.reach(self.at)
        return begun.is_at_end and self.at == len(begun.done)

    @property
    def items(self) -> tuple[T, ...]:
        """What all of it comes to, once the rest is done; raises ValueError if that fails."""
        begun = _begun(self.recipe)
        begun.reach(None)
        if begun.error is not None:
            raise begun.error
        return tuple(begun.done)


@dataclass(frozen=True, repr=False, eq=False)
class LongWork(Stages[T]):
    """Work that a person waits for. What else is known of it follows from its recipe."""

    game: str
    total: int = 0
    """How many things there are; 0 if nobody knows, which is never long."""


@dataclass(frozen=True)
class _ReadyToSend(Recipe[Turn]):
    turns: Recipe[Turn]

    def things(self) -> Iterator[Turn]:
        return ready_to_send(self.turns.things())


@dataclass(frozen=True, repr=False, eq=False)
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

    setup: Setup = field(kw_only=True)

    @classmethod
    def by(cls, turns: Recipe[Turn], setup: Setup, total: int) -> Self:
        """The replay of a match with that set-up, from its beginning."""
        is_by_link = any(player.controller == BY_LINK for player in setup.players)
        recipe = _ReadyToSend(turns) if is_by_link else turns
        return cls(recipe, setup.game, total, setup=setup)


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


@dataclass(frozen=True)
class _Recorded(Recipe[Turn]):
    record: Record

    def things(self) -> Iterator[Turn]:
        return replay(catalog.game_of(self.record.setup.game).rules, self.record)


def replay_of(record: Record) -> Replay:
    """The replay of a record, with players made fit to be shown; raises SetupError."""
    check_clock(record.setup)
    record = replace(record, setup=linkable(record.setup))
    return Replay.by(_Recorded(record), record.setup, len(record.entries))
