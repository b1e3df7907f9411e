"""Rows of cards that are known to be cleared by some moves, for puzzles.

A row of random cards can hardly ever be cleared in its order. So the moves are drawn first, and the
cards are those that they match.

A deal is a text: the edition, how many cards the row has, the track, and the whole deck, of which
the first cards are the row: ``zoch 5 bb|bbbyy|yy bbbyb bbbyy* ...``.
"""

from collections.abc import Collection, Generator, Sequence
from typing import Protocol, TypeVar

from spieltisch.games.aya.rules.cards import LIGHT_MARK, Card, Cards
from spieltisch.games.aya.rules.info import CARDS, INFO
from spieltisch.games.aya.rules.matches import matches
from spieltisch.games.aya.rules.rules import deck_of
from spieltisch.games.aya.rules.texts import parse_position
from spieltisch.games.aya.rules.track import (
    BALLS,
    STANDARD_MOVES,
    Track,
    format_track,
    parse_track,
    pattern_of,
    standard_move,
)
from spieltisch.games.aya.rules.variants import REILLY, SOLE_SEAT, ZOCH
from spieltisch.table import Setup

T = TypeVar("T")


class Chance(Protocol):
    """What is drawn by chance, which no rule knows: ``random.Random`` can do all of it."""

    def random(self) -> float:
        """A number from 0 to 1."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of several."""

    def randint(self, a: int, b: int, /) -> int:
        """A whole number between two, which may be either."""

    def sample(self, population: Sequence[T], k: int, /) -> list[T]:
        """Several of a sequence, each once."""

    def shuffle(self, x: list[T], /) -> None:
        """Bring a list into another order."""


KINDS = (
    *((ZOCH.name, size) for size in (5, 6, 7, 8, 10)),
    *((REILLY.name, size) for size in (8, 10, 12)),
)
"""Editions and numbers of cards of which there are puzzles."""

MOST_TRIES = 200
"""A row is given up after so many draws of moves in succession that match no card left."""

LIGHT_CHANCE = 0.25
"""The probability that two moves are drawn for a card, which then must be a light one."""

_STEP = 20
"""So many draws are one step of the work."""


def deal_of_own(start: str, rng: Chance) -> Generator[None, None, str | None]:
    """A deal of a deck, of any kind; None if no row came of it. Raises SetupError for a deck that
    is not sound."""
    return (yield from deal(*rng.choice(KINDS), deck_of(start), rng))


def deal(edition: str, size: int, deck: Cards, rng: Chance) -> Generator[None, None, str | None]:
    """A deal of a kind whose row can be cleared; None if the row was given up."""
    balls = list(BALLS)
    rng.shuffle(balls)
    track = "".join(balls)
    left = list(deck)
    row = yield from _built_row(track, left, size, rng)
    if len(row) < size:
        return None
    if edition == ZOCH.name:
        rng.shuffle(row)
    return " ".join([edition, str(size), format_track(track), *map(str, (*row, *left))])


def _built_row(
    track: Track, left: list[Card], size: int, rng: Chance
) -> Generator[None, None, list[Card]]:
    """Cards that can be cleared from a track, in this order, taken from those that are left; fewer
    than ``size`` if given up."""
    row: list[Card] = []
    tries = 0
    while len(row) < size and tries < MOST_TRIES:
        if not tries % _STEP:
            yield
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


def dealt(text: str) -> tuple[Setup, str, str]:
    """The set-up of a deal, its position as text, and the deck as a start; raises ValueError.

    >>> from spieltisch.games.aya.rules.cards import DECK
    >>> cards = " ".join(map(str, DECK))
    >>> dealt(f"zoch 2 bb|bbbyy|yy {cards}")[1]
    'bb|bbbyy|yy ; tueftler zoch seats=1 size=10 ; move seat=1 ; table bbbby bbbby'
    """
    edition, count, track, *cards = text.split(" ")
    deck, size = deck_of(" ".join(cards)), int(count)
    if list(map(str, deck)) != sorted(cards):
        raise ValueError("some cards are sealed, or typed from the other side")
    most = next((choice for choice in CARDS.choices if size <= int(choice)), count)
    setup = Setup("aya", "tueftler", edition, ((CARDS.name, most),), seats=1)
    INFO.check(setup)
    if not 1 <= size <= len(cards) or str(size) != count:
        raise ValueError(f"{count!r} of {len(cards)} cards")
    position = (
        f"{format_track(parse_track(track))} ; {setup.variant} {edition} seats=1 size={most}"
        f" ; move seat=1 ; table {' '.join(cards[:size])}"
    )
    return setup, position, " ".join(map(str, deck))


LONG = 10
"""So many moves are a long way."""


def themes(setup: Setup, text: str, line: Sequence[str], first: Collection[str]) -> tuple[str, ...]:
    """The themes of a row. See ``OwnCards.themes``."""
    position = parse_position(text)
    counts, is_one_by_one = list[int](), True
    tempting = {move for move in STANDARD_MOVES if position.try_move(move).cards}
    for move in line:
        is_one_by_one &= len({found.cards for found in matches(position)}) == 1
        counts.append(len(position.try_move(move).cards))
        position = position.apply(SOLE_SEAT, move)
    is_about = {
        "light-cards": LIGHT_MARK in text,
        "in-order": setup.edition == REILLY.name,
        "any-order": setup.edition != REILLY.name,
        "second-move": 0 in counts,
        "two-at-once": max(counts) > 1,
        "trap": not tempting <= set(first),
        "one-by-one": is_one_by_one,
        "long": len(line) >= LONG,
    }
    return tuple(theme for theme, is_so in is_about.items() if is_so)
