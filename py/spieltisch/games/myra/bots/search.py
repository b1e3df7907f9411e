"""Myra of two seats for the search; for three seats see best_reply."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spieltisch.games.myra.bots.best_reply import BestReplySearch
from spieltisch.games.myra.bots.generator import ActionGenerator
from spieltisch.games.myra.bots.values import (
    OPENNESS,
    QUIET_GAIN,
    PieceValues,
    capture_values_of,
    piece_values,
    remaining,
    strength,
)
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.core import (
    CAPTURE,
    RESERVE,
    CoreAction,
    Side,
    reigning,
    soldiers,
)
from spieltisch.games.myra.rules.hexagon import BOARD, EDGE_OF
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.search.game import WIN, Candidate, Level, Root, Sight

_DRAW = -150
"""Contempt for draws: a bot accepts a slightly worse position to avoid a repetition."""

LEVELS = (
    Level(nodes=2_000, depth=1, draw_score=_DRAW, noise=45),
    Level(nodes=2_000, depth=1, draw_score=_DRAW),
    Level(nodes=1_500, draw_score=_DRAW),
    Level(nodes=5_000, draw_score=_DRAW),
    Level(nodes=22_000, draw_score=_DRAW),
    Level(nodes=90_000, draw_score=_DRAW),
)
"""Spaced so that each beats the one below most of the time, not always (``make ladder``)."""

BEST = Level(nodes=90_000)


class Duel(NamedTuple):
    mine: Side
    """The pieces of the seat to act."""
    theirs: Side
    """Those of the other."""


class DuelSearch:
    """Myra of two seats, or of the two that are left, as a SearchGame."""

    levels: Sequence[Level] = LEVELS
    best: Level = BEST
    breadth: int = 40
    futility_margin: int = QUIET_GAIN
    slice_nodes: int = 600

    def __init__(self, pits: int = BOARD) -> None:
        self.pits = pits

    def root(self, position: MyraPosition) -> Root:
        """A position that has occurred before counts as a draw, so that bots make progress."""
        seat = position.to_act
        nodes: dict[bool, set[Duel]] = {True: set(), False: set()}
        for board in position.earlier:
            nodes[board.seat == seat].add(_duel(board.sides, board.seat))
        board = position.board
        return Root(
            _duel(board.sides, seat),
            frozenset(nodes[True]),
            frozenset(nodes[False]),
            era=_era(board.sides),
        )

    def expand(self, node: Duel) -> Iterator[Candidate[CoreAction, Duel]]:
        """All actions, or only the captures of the queen if she can be captured."""
        generator = ActionGenerator(node.mine, (node.theirs,), self.pits)
        if generator.is_winning():
            yield from _wins(node, generator)
            return
        base, own, capture_values = _appraised(node, generator)
        for estimated in generator.actions(own, capture_values):
            after, is_exposed = generator.carry_out(estimated)
            value = 1 - WIN if is_exposed else base + estimated[0]
            yield value, estimated[1], _after(node, estimated[1], after)

    def best_at_sight(self, node: Duel, floor: int, ceiling: int) -> Sight[CoreAction, Duel]:
        """Carries out only actions that seem better than all before. Delta pruning: where only a
        capture could be worth more than the floor, only captures are looked at.
        """
        generator = ActionGenerator(node.mine, (node.theirs,), self.pits)
        if generator.is_winning():
            return 1, WIN, next(_wins(node, generator))
        base, own, capture_values = _appraised(node, generator)
        if base + QUIET_GAIN <= floor and not generator.is_threatened:
            found = generator.captures(own, capture_values)
            count, value = 1, base + QUIET_GAIN
        else:
            found = generator.actions(own, capture_values)
            count, value = 0, -WIN
        best = None
        for estimated in found:
            count += 1
            if base + estimated[0] > value:
                after, is_exposed = generator.carry_out(estimated)
                if not is_exposed or value == -WIN:
                    value = 1 - WIN if is_exposed else base + estimated[0]
                    best = estimated[1], after
                    if value >= ceiling:
                        break
        return count, value, best and (value, best[0], _after(node, *best))

    def action(self, position: MyraPosition, move: CoreAction) -> MyraAction:
        return MyraAction._make(move)


def _appraised(node: Duel, generator: ActionGenerator) -> tuple[int, PieceValues, dict[int, int]]:
    """The value of a node before an action, the values of the own pieces by their pits, and by pit
    what a capture there gains.
    """
    mine, theirs = node
    own, other = piece_values(theirs[0]), piece_values(mine[0])
    base = strength(mine, own) - strength(theirs, other) - OPENNESS * generator.openness()
    return base, own, capture_values_of(theirs, other)


def _wins(node: Duel, generator: ActionGenerator) -> Iterator[Candidate[CoreAction, Duel]]:
    for estimated in generator.captures_of(node.theirs[0], {}):
        after, _ = generator.carry_out(estimated)
        yield WIN, estimated[1], _after(node, estimated[1], after)


def _after(node: Duel, action: CoreAction, after: Side) -> Duel:
    """The node after an action that leaves the seat to act with this side."""
    theirs = node.theirs
    return Duel(remaining(theirs, action[3]) if action[0] == CAPTURE else theirs, after)


def _duel(sides: Sequence[Side], seat: int) -> Duel:
    (theirs,) = (side for other, side in enumerate(sides, 1) if side[0] and other != seat)
    return Duel(sides[seat - 1], theirs)


def _era(sides: Sequence[Side]) -> int:
    """Grows with every capture and every soldier produced."""
    return -sum(map(soldiers, sides)) - 2 * sum(side[RESERVE] for side in sides if side[0])


DUELS = {pits: DuelSearch(pits) for pits in EDGE_OF}
BEST_REPLIES = {pits: BestReplySearch(LEVELS, BEST, pits) for pits in EDGE_OF}


def search_for(position: MyraPosition) -> DuelSearch | BestReplySearch:
    """The search for a position, by how many queens stand, and on which board."""
    board = position.board
    return (DUELS if len(reigning(board)) == 2 else BEST_REPLIES)[board.pits]
