"""Myra for the search.

Of two seats it is a game of two sides (DuelSearch). Of three it is searched as if it were one, by
best-reply search (BestReplySearch; Schadd and Winands, 2011): the seat to act moves, then whichever
of the other two can hurt it most, then the seat again, so the search gets as deep as there. It
assumes that both others play against the seat. They need not, so its scores are only estimates and
never proofs.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from spieltisch.games.myra.bots.generator import (
    OPENNESS,
    QUIET_GAIN,
    ActionGenerator,
    PieceValues,
    capture_values_of,
    piece_values,
    strength,
)
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.core import (
    CAPTURE,
    RESERVE,
    CoreAction,
    Side,
    reigning,
    remaining,
    soldiers,
    united,
)
from spieltisch.games.myra.rules.hexagon import BOARD, EDGE_OF
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.search.game import (
    HIGHEST_EVALUATION,
    WIN,
    Candidate,
    Level,
    Root,
    SearchGame,
    Sight,
)
from spieltisch.table import Seat

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
"""Spaced so that each beats the one below most of the time, not always (``lab/ladder``)."""

N = TypeVar("N")


class MyraSearch(SearchGame[N, CoreAction]):
    levels: Sequence[Level] = LEVELS
    best: Level = Level(nodes=90_000)
    breadth: int = 40
    slice_nodes: int = 600

    def __init__(self, pits: int = BOARD) -> None:
        self.pits = pits

    def action(self, position: MyraPosition, move: CoreAction) -> MyraAction:
        return MyraAction._make(move)


OVER = HIGHEST_EVALUATION + 10_000
"""The score when the match is decided: this seat's queen has fallen, or the last of the others'."""

AFTER_CAPTURE = 6_000
"""What capturing another's queen first is worth to the seat, even if its own falls after that."""

MOST_HOPE = 5_000
"""If the queen can be captured, the rest of the value still counts, but only up to this: the others
may miss it, so one such action is still better than another."""

EXPOSED = 1_500
"""What it costs one of the others to leave its queen open to capture."""


class BestReplyNode(NamedTuple):
    mine: Side
    """The pieces of the seat that thinks."""
    others: tuple[Side, ...]
    """Those of the seats still in the match, the next first."""
    is_mine: bool
    """Whether that seat is to act; else, any of the others."""


class BestReplySearch(MyraSearch[BestReplyNode]):
    futility_margin: int = 0

    def root(self, position: MyraPosition) -> Root:
        """Of the past, only boards count on which this seat or the next one was to act."""
        seat = position.to_act
        after = seat % len(position.board.sides) + 1

        def nodes(acting: Seat) -> frozenset[BestReplyNode]:
            boards = (board for board in position.earlier if board.seat == acting)
            return frozenset(_node(board.sides, seat, is_mine=acting == seat) for board in boards)

        return Root(_node(position.board.sides, seat, is_mine=True), nodes(seat), nodes(after))

    def expand(self, node: BestReplyNode) -> Iterator[Candidate[CoreAction, BestReplyNode]]:
        """All actions of the seat, or of both others; only the best captures of a queen."""
        if node.is_mine:
            return self._mine(node)
        return self._others(node)

    def _mine(self, node: BestReplyNode) -> Iterator[Candidate[CoreAction, BestReplyNode]]:
        mine, others, _ = node
        generator = ActionGenerator(mine, others, self.pits)
        falls = generator.is_winning()
        if falls:
            lines = [
                self._fall(estimated[1], generator.carry_out(estimated)[0], others)
                for estimated in generator.captures_of(generator.queens, {})
            ]
            safe = [line for line in lines if line[0] > -HIGHEST_EVALUATION]
            if safe:
                yield from safe
                return
            yield from lines
        own = piece_values(generator.queens)
        share = len(others)
        capture_values = {
            pit: value
            for index, other in enumerate(others)
            for pit, value in capture_values_of(
                other, piece_values(_queens(node, index), share)
            ).items()
        }
        base = _standing(node) - OPENNESS * generator.openness()
        for estimated in generator.actions(own, capture_values):
            gain, action, _, _ = estimated
            after, is_exposed = generator.carry_out(estimated)
            left = others
            if action[0] == CAPTURE:
                left = tuple(remaining(other, action[3]) for other in others)
            value = base + gain
            if is_exposed:
                value = max(-MOST_HOPE, min(MOST_HOPE, value)) - OVER
            yield value, action, BestReplyNode(after, left, False)

    def _others(self, node: BestReplyNode) -> Iterator[Candidate[CoreAction, BestReplyNode]]:
        mine, others, _ = node
        generators = [
            ActionGenerator(other, (mine, *others[:index], *others[index + 1 :]), self.pits)
            for index, other in enumerate(others)
        ]
        for index, generator in enumerate(generators):
            for estimated in generator.captures_of(mine[0], {}):
                left = _put(others, index, generator.carry_out(estimated)[0])
                yield OVER, estimated[1], BestReplyNode(remaining(mine, mine[0]), left, True)
                return
        base = -_standing(node)
        for index, generator in enumerate(generators):
            yield from self._one_of_the_others(node, index, generator, base)

    def _one_of_the_others(
        self, node: BestReplyNode, index: int, generator: ActionGenerator, base: int
    ) -> Iterator[Candidate[CoreAction, BestReplyNode]]:
        mine, others, _ = node
        share = len(others)
        third = 1 - index
        capture_values = capture_values_of(mine, piece_values(_queens(node, -1)))
        if share > 1:
            other_values = capture_values_of(
                others[third], piece_values(_queens(node, third), share)
            )
            capture_values |= {pit: -value for pit, value in other_values.items()}
        own = piece_values(_queens(node, index), share)
        if share > 1 and generator.is_winning():
            queen = others[third][0]
            for estimated in generator.captures_of(queen, {}):
                after = united(generator.carry_out(estimated)[0], remaining(others[third], queen))
                child = BestReplyNode(mine, (after,), True)
                yield -_standing(child), estimated[1], child
        for estimated in generator.actions(own, capture_values):
            gain, action, _, _ = estimated
            after, is_exposed = generator.carry_out(estimated)
            hit, left = mine, _put(others, index, after)
            if action[0] == CAPTURE:
                hit = remaining(mine, action[3])
                left = tuple(
                    other if number == index else remaining(other, action[3])
                    for number, other in enumerate(left)
                )
            value = base + gain - (EXPOSED if is_exposed else 0)
            yield value, action, BestReplyNode(hit, left, True)

    def _fall(
        self, action: CoreAction, after: Side, others: tuple[Side, ...]
    ) -> tuple[int, CoreAction, BestReplyNode]:
        """The candidate for an action that captures one of the others' queens."""
        (fallen,) = (other for other in others if other[0] & action[3])
        rest = tuple(other for other in others if other != fallen)
        if not rest:
            return OVER, action, BestReplyNode(after, others, False)
        child = BestReplyNode(united(after, remaining(fallen, fallen[0])), rest, False)
        is_exposed = ActionGenerator(child.mine, rest, self.pits).is_threatened
        return AFTER_CAPTURE - OVER if is_exposed else _standing(child), action, child


def _node(sides: Sequence[Side], seat: int, *, is_mine: bool) -> BestReplyNode:
    following = [*sides[seat:], *sides[: seat - 1]]
    return BestReplyNode(sides[seat - 1], tuple(side for side in following if side[0]), is_mine)


def _put(others: tuple[Side, ...], index: int, after: Side) -> tuple[Side, ...]:
    return (*others[:index], after, *others[index + 1 :])


def _queens(node: BestReplyNode, index: int) -> int:
    """The queens that one of the others has to capture; for -1, those that this seat has to."""
    queens = 0 if index < 0 else node.mine[0]
    for number, other in enumerate(node.others):
        if number != index:
            queens |= other[0]
    return queens


def _standing(node: BestReplyNode) -> int:
    """The strength of the seat less the mean strength of the others."""
    total = strength(node.mine, piece_values(_queens(node, -1)))
    share = len(node.others)
    for index, other in enumerate(node.others):
        total -= strength(other, piece_values(_queens(node, index))) // share
    return total


class Duel(NamedTuple):
    mine: Side
    """The pieces of the seat to act."""
    theirs: Side
    """Those of the other."""


class DuelSearch(MyraSearch[Duel]):
    """Myra of two seats, or of the two that are left."""

    futility_margin: int = QUIET_GAIN

    def root(self, position: MyraPosition) -> Root:
        """A position that has occurred before counts as a draw, so that bots make progress."""
        seat = position.to_act
        nodes: dict[bool, set[Duel]] = {True: set(), False: set()}
        for board in position.earlier:
            nodes[board.seat == seat].add(_duel(board.sides, board.seat))
        sides = position.board.sides
        # It grows with every capture and every soldier produced.
        reserves = sum(side[RESERVE] for side in sides if side[0])
        era = -sum(map(soldiers, sides)) - 2 * reserves
        return Root(_duel(sides, seat), frozenset(nodes[True]), frozenset(nodes[False]), era=era)

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


DUELS = {pits: DuelSearch(pits) for pits in EDGE_OF}
BEST_REPLIES = {pits: BestReplySearch(pits) for pits in EDGE_OF}


def search_for(position: MyraPosition) -> DuelSearch | BestReplySearch:
    """The search for a position, by how many queens stand, and on which board."""
    board = position.board
    return (DUELS if len(reigning(board)) == 2 else BEST_REPLIES)[board.pits]
