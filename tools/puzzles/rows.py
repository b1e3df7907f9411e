"""Builds AYA's solitaires: rows of cards that are known to be cleared by some moves.

A row of random cards can hardly ever be cleared in its order. So the moves are drawn first, and the
cards are those that they match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from spieltisch.games import catalog
from spieltisch.games.aya.rules.cards import DECK, Card
from spieltisch.games.aya.rules.info import CARDS
from spieltisch.games.aya.rules.track import (
    BALLS,
    STANDARD_MOVES,
    Track,
    format_track,
    pattern_of,
    standard_move,
)
from spieltisch.games.aya.rules.variants import SOLE_SEAT
from spieltisch.play.puzzle import Puzzle
from spieltisch.table import Setup
from tools.puzzles.packing import make
from tools.puzzles.proof import TooOpenError
from tools.puzzles.proving import CLEAR, Alone, NoPuzzleError

MOST_NODES = 2_000
"""A row whose proof looks at more positions is dropped: the easier it is, the more there are."""

FEWEST_EFFORT = 105
"""A row of less effort is no puzzle, as hardly anything can go wrong; see effort.py."""

MOST_TRIES = 200
"""A row is given up after so many draws of moves in succession that match no card left."""

LIGHT_CHANCE = 0.25
"""The probability that two moves are drawn for a card, which then must be a light one."""


@dataclass(frozen=True)
class Rows:
    """How many solitaires are wanted of an edition, by the number of cards."""

    edition: str
    wanted: Mapping[int, int]


def solitaires(rows: Rows) -> Iterator[Puzzle]:
    """The solitaires of an edition."""
    ids: set[str] = set()
    for size, count in rows.wanted.items():
        setup = Setup("aya", "tueftler", rows.edition, ((CARDS.name, _most_cards(size)),), seats=1)
        rng = Random(f"{rows.edition} {size}")
        found = 0
        while found < count:
            puzzle = _solitaire(setup, size, rng)
            if puzzle is not None and puzzle.id not in ids:
                ids.add(puzzle.id)
                found += 1
                yield puzzle


def _most_cards(size: int) -> str:
    """The choice at set-up that has room for so many cards."""
    return next(choice for choice in CARDS.choices if size <= int(choice))


def _solitaire(setup: Setup, size: int, rng: Random) -> Puzzle | None:
    """A solitaire of a row that is built; None if it is no puzzle."""
    game = catalog.game_of(setup.game)
    balls = list(BALLS)
    rng.shuffle(balls)
    track = "".join(balls)
    cards = built_row(track, size, rng)
    if len(cards) < size:
        return None
    if setup.edition == "zoch":
        rng.shuffle(cards)
    cards_text = " ".join(map(str, cards))
    size_text = setup.option(CARDS.name, CARDS.default)
    text = (
        f"{format_track(track)} ; {setup.variant} {setup.edition} seats=1 size={size_text}"
        f" ; move seat=1 ; table {cards_text}"
    )
    position = game.rules.parse_position(text)
    with suppress(NoPuzzleError, TooOpenError):
        alone = Alone(game, position, SOLE_SEAT, MOST_NODES)
        moves = alone.moment(position).distance
        solution = alone.solve(CLEAR, moves)
        puzzle = make(setup, text, SOLE_SEAT, CLEAR, moves, solution)
        if puzzle.effort >= FEWEST_EFFORT:
            return puzzle
    return None


def built_row(track: Track, size: int, rng: Random) -> list[Card]:
    """Cards that can be cleared from a track, in this order; fewer than `size` if given up."""
    left = list(DECK)
    row: list[Card] = []
    tries = 0
    while len(row) < size and tries < MOST_TRIES:
        tries += 1
        count = 2 if rng.random() < LIGHT_CHANCE else 1
        moved = track
        for _ in range(count):
            moved = standard_move(moved, rng.choice(STANDARD_MOVES))
        pattern = pattern_of(moved)
        fitting = [
            card for card in left if card.pattern == pattern and (count == 1 or card.is_light)
        ]
        if fitting:
            tries, track = 0, moved
            row.append(rng.choice(fitting))
            left.remove(row[-1])
    return row
