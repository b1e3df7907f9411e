"""What to tell a solitaire player who asks for help."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.boards.track import Move
from spieltisch.games.aya.position import AyaPosition
from spieltisch.games.aya.solver import solution
from spieltisch.games.aya.table import OpenCard
from spieltisch.games.aya.tueftler import SOLE_SEAT


@dataclass(frozen=True)
class Advice:
    """The next match of a run that clears all cards.

    Attributes:
        cards: the open cards that it matches.
        moves: its one or two moves, those that are still to be played.
    """

    cards: tuple[OpenCard, ...]
    moves: tuple[Move, ...]


def advise(position: AyaPosition) -> Advice | None:
    """The next match on the way to clear all cards; None if they cannot be cleared any more."""
    run = solution(position)
    if not run:
        return None
    moves = run[0]
    for move in moves[:-1]:
        position = position.apply(SOLE_SEAT, move)
    return Advice(position.try_move(moves[-1]).cards, moves)
