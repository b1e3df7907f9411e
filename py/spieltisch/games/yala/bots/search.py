"""YALA for the search: its past, its moves with their values, its evaluation."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import getitem

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
from spieltisch.games.yala.rules.position import YalaAction, YalaPosition
from spieltisch.search.game import WIN, Level, Root

_ONE_MOVE = 1 << 20
_HALF = _ONE_MOVE >> 1
"""A tower's value in a table is its estimate plus _ONE_MOVE for each move of the side to move: one
sum over the ring tells both. Estimates add up to less than _HALF on either side of 0."""

_DRAW = -300
"""Contempt for draws: a bot accepts a slightly worse position to avoid a repetition."""

LEVELS = (
    Level(nodes=1_000, depth=2, draw_score=_DRAW, noise=200),
    Level(nodes=50, draw_score=_DRAW),
    Level(nodes=320, draw_score=_DRAW),
    Level(nodes=1_250, draw_score=_DRAW),
    Level(nodes=6_500, draw_score=_DRAW),
    Level(nodes=130_000, draw_score=_DRAW),
)
"""So far apart that each beats the one below most of the time, not always (``make ladder``)."""

FEWEST_TOWERS, MOST_TOWERS = 5, 12

TowerValues = tuple[tuple[int, ...], ...]
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


class _TowerValueTables(dict[bytes, TowerValues]):
    """The value of each tower by its place and its byte, for each pattern of five-high towers."""

    def __init__(self, value: ValueFunction) -> None:
        super().__init__()
        self._value = value

    def __missing__(self, pattern: bytes) -> TowerValues:
        self[pattern] = values = tuple(
            (0, 0, *(self._entry(pattern, origin, code) for code in range(2, CODES)))
            for origin in range(len(pattern))
        )
        return values

    def _entry(self, pattern: bytes, origin: int, code: int) -> int:
        ways = len(set(landings(pattern, origin, height(code))))
        value = self._value(code, ways, len(pattern))
        return value + ways * _ONE_MOVE if code & 1 else value


class YalaSearch:
    """YALA as a SearchGame: nodes are rings."""

    levels: Sequence[Level] = LEVELS
    best: Level = Level(nodes=130_000)
    breadth: int = 100
    slice_nodes: int = 1_200

    def __init__(self, value: ValueFunction = tower_value) -> None:
        """Args:
        value: what a tower is worth to the side to move; see ``tower_value``.
        """
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

    def expand(self, node: Ring) -> Iterator[tuple[int, CoreMove, Ring]]:
        """``moves``, ``child`` and ``evaluate`` of YALA's core in one loop, as it is the inmost."""
        values = self._values
        swapped = node.translate(SWAP)
        for found in map(getitem, MOVES[node.translate(FULL)], node):
            for move in found:
                origin, landing = move
                towers = bytearray(swapped)
                towers[landing] = ENTERED[node[landing]]
                left = LEFT[node[origin]]
                if left == 1:
                    del towers[origin]
                else:
                    towers[origin] = left
                child = bytes(towers)
                total = sum(map(getitem, values[child.translate(FULL)], child))
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
