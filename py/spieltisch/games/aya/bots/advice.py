"""What to tell a solitaire player who asks for help."""

from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.solver import solution
from spieltisch.games.aya.rules.turns import SOLE_SEAT
from spieltisch.games.contract import Advice


def advise(position: AyaPosition) -> Advice | None:
    """The next match on the way to clear all cards; None if they cannot be cleared any more."""
    run = solution(position)
    if not run:
        return None
    moves = run[0]
    for move in moves[:-1]:
        position = position.apply(SOLE_SEAT, move)
    return Advice(position.try_move(moves[-1]).cards, moves)
