"""Builds AYA's solitaires: rows of cards that are known to be cleared by some moves."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.rows import deal, dealt
from spieltisch.play.dealing import FEWEST_EFFORT, cleared
from spieltisch.play.proving import NoPuzzleError, finished
from spieltisch.play.puzzle import Puzzle

MOST_NODES = 2_000
"""A row whose proof looks at more positions is dropped: the easier it is, the more there are."""


@dataclass(frozen=True)
class Rows:
    """How many solitaires are wanted of an edition, by the number of cards."""

    edition: str
    wanted: Mapping[int, int]


def solitaires(rows: Rows) -> Iterator[Puzzle]:
    """The solitaires of an edition."""
    ids: set[str] = set()
    for size, count in rows.wanted.items():
        rng = Random(f"{rows.edition} {size}")
        found = 0
        while found < count:
            puzzle = _solitaire(rows.edition, size, rng)
            if puzzle is not None and puzzle.id not in ids:
                ids.add(puzzle.id)
                found += 1
                yield puzzle


def _solitaire(edition: str, size: int, rng: Random) -> Puzzle | None:
    """A solitaire of a row that is built; None if it is no puzzle."""
    found = finished(deal(edition, size, DECK, rng))
    if found is not None:
        with suppress(NoPuzzleError):
            setup, position, _ = dealt(found)
            puzzle = finished(cleared(setup, position, MOST_NODES))
            if puzzle.effort >= FEWEST_EFFORT:
                return puzzle
    return None
