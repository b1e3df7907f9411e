"""YALA for the search: its past, its moves with their values, its evaluation."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import getitem
from typing import NamedTuple

from spieltisch.games.yala.bots.values import TOWER_VALUES
from spieltisch.games.yala.rules.core import (
    CODES,
    ENTERED,
    FULL,
    LEFT,
    MOVES,
    SWAP,
    CoreMove,
    Ring,
    action_of,
    height,
    landings,
    pack,
    swapped,
)
from spieltisch.games.yala.rules.position import MAX_HEIGHT, YalaAction, YalaPosition
from spieltisch.search.game import WIN, Level, Root

_ONE_MOVE = 1 << 20
_HALF = _ONE_MOVE >> 1
"""A tower's value in a table is its estimate plus _ONE_MOVE for each move of the side to move: one
sum over the ring tells both. Estimates add up to less than _HALF on either side of 0."""

_DRAW = -300
"""Contempt for draws: a bot accepts a slightly worse position to avoid a repetition."""

LEVELS = (
    Level(nodes=1_000, depth=2, draw_score=_DRAW, noise=190),
    Level(nodes=60, draw_score=_DRAW),
    Level(nodes=360, draw_score=_DRAW),
    Level(nodes=1_250, draw_score=_DRAW),
    Level(nodes=7_500, draw_score=_DRAW),
    Level(nodes=130_000, draw_score=_DRAW),
)
"""So far apart that each beats the one below most of the time, not always (``make ladder``)."""

FEWEST_TOWERS, MOST_TOWERS = 5, 12

_NEXT_FULL = CODES >> 2
"""Tower bytes from here up become five high when a stone comes, or are so already."""


class TowerValues(NamedTuple):
    """What towers are worth where the five-high towers stand in one pattern, by place and byte.

    Attributes:
        standing: of each tower.
        leaving: how that changes when the top stone leaves and the sides swap; None where the
            pattern changes.
        entering: how it changes when a stone comes and the sides swap.
    """

    standing: tuple[tuple[int, ...], ...]
    leaving: tuple[tuple[int | None, ...], ...]
    entering: tuple[tuple[int, ...], ...]


ValueFunction = Callable[[int, int, int], int]


def tower_value(code: int, ways: int, towers: int) -> int:
    """What a tower is worth to the side to move, as fitted (see TOWER_VALUES).

    Args:
        code: the tower's byte.
        ways: how many different moves its top stone has, 0 to 2.
        towers: how many towers stand, 5 to 12.
    """
    is_own = code >> (height(code) - 1) & 1
    seen_by_owner = code if is_own else swapped(code)
    values = TOWER_VALUES[f"{seen_by_owner:b}"[1:].replace("1", "o").replace("0", "x")]
    most, fewest = values[ways], values[3 + ways]
    lateness = (MOST_TOWERS - towers) / (MOST_TOWERS - FEWEST_TOWERS)
    value = round(most + (fewest - most) * lateness)
    return value if is_own else -value


def _stays(code: int) -> bool:
    """Whether a tower of neither one stone nor five is left by its top stone."""
    return 1 < height(code) < MAX_HEIGHT if code else False


class _TowerValueTables(dict[bytes, TowerValues]):
    """The value of each tower by its place and its byte, for each pattern of five-high towers."""

    def __init__(self, value: ValueFunction) -> None:
        super().__init__()
        self._value = cache(value)

    def __missing__(self, pattern: bytes) -> TowerValues:
        standing = tuple(self._standing(pattern, origin) for origin in range(len(pattern)))
        self[pattern] = values = TowerValues(
            standing,
            tuple(
                tuple(
                    by_code[LEFT[code]] - by_code[SWAP[code]] if _stays(code) else None
                    for code in range(CODES)
                )
                for by_code in standing
            ),
            tuple(
                tuple(by_code[ENTERED[code]] - by_code[SWAP[code]] for code in range(CODES))
                for by_code in standing
            ),
        )
        return values

    def _standing(self, pattern: bytes, origin: int) -> tuple[int, ...]:
        """What a place's tower is worth, by its byte."""
        heights = range(1, MAX_HEIGHT + 1)
        ways = (0, *(len(set(landings(pattern, origin, steps))) for steps in heights))
        return (
            0,
            0,
            *(self._entry(code, ways[height(code)], len(pattern)) for code in range(2, CODES)),
        )

    def _entry(self, code: int, ways: int, towers: int) -> int:
        value = self._value(code, ways, towers)
        return value + ways * _ONE_MOVE if code & 1 else value


class YalaSearch:
    """YALA as a SearchGame: nodes are rings.

    Args:
        value: what a tower is worth to the side to move; see ``tower_value``.
    """

    levels: Sequence[Level] = LEVELS
    best: Level = Level(nodes=130_000)
    breadth: int = 100
    # A rule with exceptions: in one of twenty positions even the best move loses more than 57.
    futility_margin: int = 60
    slice_nodes: int = 1_200

    def __init__(self, value: ValueFunction = tower_value) -> None:
        self._values = _TowerValueTables(value)

    def root(self, position: YalaPosition) -> Root:
        """Under ``draw`` the past that matters is what has come twice, else all of it."""
        is_forbidding = position.repetition == "no-repeat"
        counts = Counter(position.earlier)
        sides: dict[bool, set[Ring]] = {True: set(), False: set()}
        for (towers, to_move), count in counts.items():
            if is_forbidding or count >= 2:
                sides[to_move == position.to_move].add(pack(towers, to_move))
        node = pack(position.towers, position.to_move)
        era = MOST_TOWERS - len(node)
        return Root(node, frozenset(sides[True]), frozenset(sides[False]), is_forbidding, era)

    def expand(self, node: Ring, floor: int = -WIN) -> Iterator[tuple[int, CoreMove, Ring]]:
        """``moves``, ``child`` and an evaluation in one loop, as it is the inmost.

        Incremental evaluation: most moves change two towers and leave the pattern of five-high
        towers as it is, so only what these two are worth is looked up.
        """
        tables = self._values
        swapped, pattern = node.translate(SWAP), node.translate(FULL)
        standing, leaving, entering = tables[pattern]
        before = sum(map(getitem, standing, swapped))
        for found in map(getitem, MOVES[pattern], node):
            for move in found:
                origin, landing = move
                code, under = node[origin], node[landing]
                towers = bytearray(swapped)
                towers[landing] = ENTERED[under]
                left = LEFT[code]
                if left == 1:
                    del towers[origin]
                else:
                    towers[origin] = left
                child = bytes(towers)
                change = leaving[origin][code]
                if change is None or under >= _NEXT_FULL:
                    total = sum(map(getitem, tables[child.translate(FULL)].standing, child))
                else:
                    total = before + change + entering[landing][under]
                if total < _HALF:
                    yield WIN, move, child
                else:
                    yield _HALF - ((total + _HALF) & (_ONE_MOVE - 1)), move, child

    def action(self, position: YalaPosition, move: CoreMove) -> YalaAction:
        return action_of(position.towers, move)


SEARCH = YalaSearch()


def search_for(position: YalaPosition) -> YalaSearch:
    """The search that plays a position: always the same."""
    return SEARCH
