"""Puzzles that are dealt from a person's own cards, and proved bit by bit while the page goes on.

A link has a deal, whose puzzle is proved anew where it is opened, or a deck and the puzzle after
which another one is wanted: from the same two always the same comes.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from spieltisch.games import catalog
from spieltisch.games.contract import OwnCards
from spieltisch.play.code_text import damaged, pack_text, unpack_text
from spieltisch.play.codec import LinkPart
from spieltisch.play.proving import CLEAR, Alone, NoPuzzleError, Work, solution_of
from spieltisch.play.puzzle import Puzzle, moves_from
from spieltisch.play.replaying import LongWork, Recipe
from spieltisch.table import Seat, Setup

MOST_NODES = 400
"""A deal whose proof looks at more positions is dropped: the easier it is, the more there are."""

MOST_NODES_SENT = 20_000
"""The same for a deal that a link has."""

FEWEST_EFFORT = 105
"""A row of less effort is no puzzle, as hardly anything can go wrong."""

MOST_DEALS = 60
"""So many are tried."""

_MAX_BYTES = 1_000
"""A deal has some 300 letters."""

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH = 6


def id_of(setup: Setup, position: str, goal: str) -> str:
    """Six letters and digits, made from what the puzzle is."""
    return _name_of(f"{setup.game}\n{position}\n{goal}")


def _name_of(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    number = int.from_bytes(digest[:8])
    signs = []
    for _ in range(_ID_LENGTH):
        number, digit = divmod(number, len(_SIGNS))
        signs.append(_SIGNS[digit])
    return "".join(signs)


def cleared(setup: Setup, text: str, most_nodes: int) -> Work[Puzzle]:
    """The puzzle that is solved when all is cleared, in the band of the pack's puzzles that are as
    hard; raises NoPuzzleError if there is none."""
    game = catalog.game_of(setup.game)
    own = game.own_cards
    assert own is not None
    position = game.rules.parse_position(text)
    seat: Seat = 1
    first = yield from Alone(game, seat, most_nodes).moment(position)
    if not first.ways:
        raise NoPuzzleError("it cannot be cleared")
    solution = solution_of(game, position, seat, first)
    id_ = id_of(setup, text, CLEAR)
    themes = own.themes(setup, text, moves_from(solution), solution[0])
    band = 1 + bisect_left(own.efforts, first.attempts)
    return Puzzle(
        id_, setup, text, seat, CLEAR, first.distance, band, first.attempts, themes, solution
    )


class DealtPuzzle(NamedTuple):
    deal: str
    """As its game writes it."""
    cards: str
    """The deck from which it was dealt, as a start."""
    puzzle: Puzzle


class Dealing(LongWork[DealtPuzzle | None]):
    """The way to a puzzle of own cards, step by step."""

    @property
    def found(self) -> DealtPuzzle | None:
        """The puzzle, once it is over; None if the deck has led to none. Raises LinkError if what
        the link has can be no puzzle."""
        return self.items[-1]


def dealing(game: str, code: str) -> Dealing:
    """What the code of a link leads to; raises LinkError."""
    own, text = _own_cards(game), unpack_text(code, _MAX_BYTES, LinkPart.SENT_PUZZLE)
    if not own.is_undealt(text):
        return Dealing(_Sent(game, text, code), game)
    after, _, start = text.partition(" ")
    try:
        return Dealing(_Dealt(game, after, own.start_of(start)), game)
    except ValueError as error:
        raise damaged(code, str(error), LinkPart.SENT_PUZZLE) from None


@dataclass(frozen=True)
class _Sent(Recipe[DealtPuzzle | None]):
    game: str
    deal: str
    code: str

    def things(self) -> Iterator[DealtPuzzle | None]:
        return _read_deal(_own_cards(self.game), self.deal, self.code)


@dataclass(frozen=True)
class _Dealt(Recipe[DealtPuzzle | None]):
    game: str
    after: str
    start: str

    def things(self) -> Iterator[DealtPuzzle | None]:
        return _dealt_from(_own_cards(self.game), self.after, self.start)


def _own_cards(game: str) -> OwnCards:
    own = catalog.game_of(game).own_cards
    assert own is not None
    return own


def deck_code(after: str, start: str) -> str:
    """The code of the puzzle that comes after another one, by its id, from the cards of a start."""
    return pack_text(f"{after} {start}")


def further_code(code: str) -> str:
    """The code of other deals from the same deck, where the deck's code has led to no puzzle."""
    after, _, start = unpack_text(code, _MAX_BYTES, LinkPart.SENT_PUZZLE).partition(" ")
    return deck_code(_name_of(after), start)


def _dealt_from(own: OwnCards, after: str, start: str) -> Iterator[DealtPuzzle | None]:
    for number in range(MOST_DEALS):
        deal = yield from own.deal(start, Random(f"{after} {number}"))
        if deal is None:
            continue
        with suppress(NoPuzzleError):
            setup, position, _ = own.dealt(deal)
            puzzle = yield from cleared(setup, position, MOST_NODES)
            if puzzle.effort >= FEWEST_EFFORT and puzzle.id != after:
                yield DealtPuzzle(deal, start, puzzle)
                return
    yield None


def _read_deal(own: OwnCards, deal: str, code: str) -> Iterator[DealtPuzzle | None]:
    try:
        setup, position, start = own.dealt(deal)
        puzzle = yield from cleared(setup, position, MOST_NODES_SENT)
    except ValueError as error:
        raise damaged(code, str(error), LinkPart.SENT_PUZZLE) from None
    yield DealtPuzzle(deal, start, puzzle)
