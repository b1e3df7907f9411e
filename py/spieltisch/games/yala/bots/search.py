"""YALA for the search: its past, its moves with their values, its evaluation.

A ring is worth the sum of its towers' values, and a tower's value hangs on three things: its place,
its byte (its stones, see ``rules.core``), and the *pattern*, which says at what places five-high
towers stand, as these block the way. So each pattern has a table, made when it is first met, and to
evaluate a ring is to look up a number a tower:

    standing[place][code]    what the tower is worth to the side to move

Each number holds two: a million (``_ONE_MOVE``) for each move that the tower's top stone has, and
the estimate. One sum thus counts the moves, too, and no move left means a lost match:

>>> search = YalaSearch(lambda code, ways, towers: 10 * height(code))
>>> ring = bytes([0b11, 0b10, 0b111, 0b10, 0b11, 0b10])
>>> tables = search._values[ring.translate(CORE.full)]
>>> worth = sum(tables.standing[place][code] for place, code in enumerate(ring))
>>> divmod(worth, _ONE_MOVE), sum(map(height, ring))
((6, 70), 7)

After a move the other side is to move, so every tower is seen from there (``swap``). Most moves
change two towers only and leave the pattern as it was. The sum after them is that of all swapped
towers, plus two differences that stand in tables as well:

    leaving[place][code].change    by what it changes as the top stone leaves the tower
    entering[place][code]          by what it changes as the stone lands on it

Here the top stone of the tower at place 2 goes two places on, onto the one at place 4:

>>> swapped = ring.translate(CORE.swap)
>>> before = sum(tables.standing[place][code] for place, code in enumerate(swapped))
>>> change = tables.leaving[2][ring[2]].change + tables.entering[4][ring[4]]
>>> after = CORE.child(ring, CoreMove(2, 4))
>>> [f"{code:b}" for code in after]
['10', '11', '10', '11', '100', '11']
>>> before + change == search._total(after) - _HALF
True

A stone that was alone leaves no tower: its place vanishes, the later places move up by one, and so
does the pattern. A stone that leaves a five-high tower changes the pattern, too. Then the numbers
are those of another pattern's table, laid out by the places as they were *before* the move
(``left[place]``, made by ``_ValuesOnceLeft``), with nothing at the place that has vanished:

>>> standing, entering = tables.left[0]
>>> before = sum(standing[place][code] for place, code in enumerate(swapped))
>>> after = CORE.child(ring, CoreMove(0, 1))
>>> before + entering[1][ring[1]] == search._total(after) - _HALF
True
>>> len(ring), len(after)
(6, 5)

A tower that becomes five high when the stone lands changes the pattern as well; this is rare, and
such a ring is made and summed anew.

To sum every ring anew whose pattern has changed was tried: it is 74 lines shorter, finds the same
moves, and has 85 to 92 % of the speed. The tables stay, as each level searches so many positions,
and whoever waits for it would wait by so much longer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import getitem
from typing import NamedTuple

from spieltisch.games.yala.bots.values import TOWER_VALUES
from spieltisch.games.yala.rules.core import (
    CORE,
    CoreMove,
    Ring,
    YalaCore,
    action_of,
    height,
    landings,
    pack,
    swapped,
)
from spieltisch.games.yala.rules.position import MAX_HEIGHT, YalaAction, YalaPosition
from spieltisch.search.game import WIN, Candidate, Level, Root, SearchGame, Sight

_ONE_MOVE = 1 << 20
_HALF = _ONE_MOVE >> 1
"""A tower's value in a table is its estimate plus _ONE_MOVE for each move of the side to move, so
one sum over the ring gives both. Estimates add up to less than _HALF on either side of 0, so a sum
that starts at _HALF is below _ONE_MOVE exactly if there is no move."""

_DRAW = -100
"""Contempt for draws: a bot accepts a slightly worse position to avoid a repetition."""

LEVELS = (
    Level(nodes=1_000, depth=2, draw_score=_DRAW, noise=170),
    Level(nodes=44, draw_score=_DRAW),
    Level(nodes=300, draw_score=_DRAW),
    Level(nodes=1_200, draw_score=_DRAW),
    Level(nodes=7_500, draw_score=_DRAW),
    Level(nodes=130_000, draw_score=_DRAW),
)
"""Spaced so that each beats the one below most of the time, not always (``lab/ladder``)."""

FEWEST_TOWERS, MOST_TOWERS = 5, 12
"""By the rules; the fitted values are for such rings."""


Values = tuple[tuple[int, ...], ...]
"""Values by place and by the tower's byte."""


class Departure(NamedTuple):
    """A tower whose top stone may leave."""

    origin: int
    """Its place."""
    moves: tuple[CoreMove, ...]
    """Where the stone may go."""
    left: int
    """The tower that is left, seen by the other side; 1 where the place vanishes."""
    change: int | None
    """How the towers' worth changes when the stone leaves and the sides swap; None where the
    pattern changes."""


class TowerValues(NamedTuple):
    """The values of towers for one pattern of five-high towers, by place and byte."""

    standing: Values
    """The value of each tower."""
    leaving: tuple[tuple[Departure | None, ...], ...]
    """Its departure; None where it has no move."""
    entering: Values
    """How the value changes when a stone lands on it and the sides swap."""
    left: _ValuesOnceLeft
    """The values once a top stone has left and changed the pattern, by its place."""


class _ValuesOnceLeft(dict[int, tuple[Values, Values]]):
    """``standing`` and ``entering`` once the top stone of a place has left and changed the pattern.
    Both are indexed by the places before that, and ``standing`` by the bytes that the towers had
    before, seen by the other side."""

    def __init__(self, tables: _TowerValueTables, pattern: bytes) -> None:
        super().__init__()
        self._tables = tables
        self._pattern = pattern

    def __missing__(self, origin: int) -> tuple[Values, Values]:
        pattern, core = self._pattern, self._tables.core
        no_tower = (0,) * core.codes
        before, after = slice(origin), slice(origin + 1, None)
        if pattern[origin]:
            tables = self._tables[pattern[before] + b"\0" + pattern[after]]
            tower = tables.standing[origin]
            left = tuple(tower[core.left[core.swap[code]]] for code in range(core.codes))
            there = tables.standing[after], tables.entering[origin:]
        else:
            tables = self._tables[pattern[before] + pattern[after]]
            left = no_tower
            there = tables.standing[origin:], (no_tower, *tables.entering[origin:])
        found = (*tables.standing[before], left, *there[0]), (*tables.entering[before], *there[1])
        self[origin] = found
        return found


_UNKNOWN = (0, 0, 0, 0, 0, 0)

ValueFunction = Callable[[int, int, int], int]


def tower_value(code: int, ways: int, towers: int) -> int:
    """What the tower of a byte, whose top stone has 0 to 2 different moves, is worth to the side to
    move while so many towers stand (5 to 12), as fitted (see TOWER_VALUES)."""
    stones, sign = stones_of(code)
    # Towers of six are known to house rules alone, and what they are worth is in their moves.
    values = TOWER_VALUES.get(stones, _UNKNOWN)
    most, fewest = values[ways], values[3 + ways]
    return sign * round(most + (fewest - most) * lateness(towers))


def stones_of(code: int) -> tuple[str, int]:
    """A tower byte's key in TOWER_VALUES, and 1 if it is the side to move's, else -1."""
    is_own = code >> (height(code) - 1) & 1
    seen_by_owner = code if is_own else swapped(code)
    return f"{seen_by_owner:b}"[1:].replace("1", "o").replace("0", "x"), 1 if is_own else -1


def lateness(towers: int) -> float:
    """How far a match has gone, by its number of towers: 0 with twelve or more, 1 with five or
    fewer."""
    known = min(max(towers, FEWEST_TOWERS), MOST_TOWERS)
    return (MOST_TOWERS - known) / (MOST_TOWERS - FEWEST_TOWERS)


class _TowerValueTables(dict[bytes, TowerValues]):
    """The value of each tower by its place and its byte, for each pattern of five-high towers."""

    def __init__(self, value: ValueFunction, core: YalaCore) -> None:
        super().__init__()
        self._value = cache(value)
        self.core = core

    def __missing__(self, pattern: bytes) -> TowerValues:
        core, codes = self.core, range(self.core.codes)
        standing = tuple(self._standing(pattern, origin) for origin in range(len(pattern)))
        leaving = tuple(
            tuple(self._departure(by_code, code, moves) for code, moves in enumerate(by_moves))
            for by_code, by_moves in zip(standing, core.by_pattern[pattern], strict=True)
        )
        entering = tuple(
            tuple(by_code[core.entered[code]] - by_code[core.swap[code]] for code in codes)
            for by_code in standing
        )
        self[pattern] = TowerValues(standing, leaving, entering, _ValuesOnceLeft(self, pattern))
        return self[pattern]

    def _standing(self, pattern: bytes, origin: int) -> tuple[int, ...]:
        """What a place's tower is worth, by its byte."""
        heights = range(1, self.core.wall + 1)
        ways = (0, *(len(set(landings(pattern, origin, steps))) for steps in heights))
        found = [0, 0]
        for code in range(2, self.core.codes):
            moves = ways[height(code)]
            own = moves * _ONE_MOVE if code & 1 else 0
            found.append(self._value(code, moves, len(pattern)) + own)
        return tuple(found)

    def _departure(
        self, standing: tuple[int, ...], code: int, moves: tuple[CoreMove, ...]
    ) -> Departure | None:
        """A tower's departure, from what such towers are worth where it stands, and its moves."""
        if not moves:
            return None
        core = self.core
        # The pattern changes when a place vanishes or a tower is no longer a wall.
        is_kept = 1 < height(code) < core.wall
        change = standing[core.left[code]] - standing[core.swap[code]] if is_kept else None
        return Departure(moves[0].origin, moves, core.left[code], change)


class YalaSearch(SearchGame[Ring, CoreMove]):
    """YALA as a SearchGame: nodes are rings, valued by what each tower is worth."""

    levels: Sequence[Level] = LEVELS
    best: Level = Level(nodes=130_000)
    breadth: int = 100
    # Not a strict bound: in one of twenty positions even the best move loses more than 57.
    futility_margin: int = 60
    slice_nodes: int = 1_200

    def __init__(self, value: ValueFunction = tower_value, core: YalaCore = CORE) -> None:
        self.core = core
        self._values = _TowerValueTables(value, core)

    def root(self, position: YalaPosition) -> Root:
        """Under ``draw`` only positions that have occurred twice matter, else the whole past."""
        is_forbidding = position.repetition == "no-repeat"
        counts = Counter(position.earlier)
        sides: dict[bool, set[Ring]] = {True: set(), False: set()}
        for (towers, to_move), count in counts.items():
            if is_forbidding or count >= 2:
                sides[to_move == position.to_move].add(pack(towers, to_move))
        node = pack(position.towers, position.to_move)
        era = len(position.towers) - len(node)
        return Root(node, frozenset(sides[True]), frozenset(sides[False]), is_forbidding, era)

    def expand(self, node: Ring) -> list[Candidate[CoreMove, Ring]]:
        """``moves``, ``child`` and an evaluation in one loop, as it is the innermost one."""
        entered, next_full = self.core.entered, self.core.next_full
        swapped = node.translate(self.core.swap)
        candidates = []
        for departure, before, entering in self._departures(node, swapped):
            origin, moves, left, _ = departure
            towers = bytearray(swapped)
            if left == 1:
                del towers[origin]
            else:
                towers[origin] = left
            for move in moves:
                landing = move[1]
                under = node[landing]
                place = landing - 1 if left == 1 and landing > origin else landing
                kept = towers[place]
                towers[place] = entered[under]
                ring = bytes(towers)
                towers[place] = kept
                if under < next_full:
                    total = before + entering[landing][under]
                else:
                    total = self._total(ring)
                value = WIN if total < _ONE_MOVE else _HALF - total % _ONE_MOVE
                candidates.append((value, move, ring))
        return candidates

    def best_at_sight(self, node: Ring, floor: int, ceiling: int) -> Sight[CoreMove, Ring]:
        """The loop of ``expand``, but without making the ring that each move leads to."""
        core, next_full = self.core, self.core.next_full
        least, enough = _ONE_MOVE, _HALF - ceiling
        count, best = 0, None
        for departure, before, entering in self._departures(node, node.translate(core.swap)):
            for move in departure[1]:
                count += 1
                landing = move[1]
                under = node[landing]
                if under < next_full:
                    total = before + entering[landing][under]
                else:
                    total = self._total(core.child(node, move))
                if total < _ONE_MOVE:
                    return count, WIN, (WIN, move, core.child(node, move))
                total %= _ONE_MOVE
                if total < least:
                    least, best = total, move
                    if least <= enough:
                        return count, _HALF - least, (_HALF - least, move, core.child(node, move))
        return count, _HALF - least, best and (_HALF - least, best, core.child(node, best))

    def _departures(self, node: Ring, swapped: Ring) -> Iterator[tuple[Departure, int, Values]]:
        """Each departure; the value of all towers for the other side once the stone has left; and
        how that changes by where the stone lands, unless that tower becomes five high. Incremental
        evaluation: most moves change two towers and leave the pattern of five-high towers as it is,
        so only the values of these two are looked up."""
        pattern = node.translate(self.core.full)
        standing, leaving, entering, left = self._values[pattern]
        before = _HALF + sum(map(getitem, standing, swapped))
        for departure in filter(None, map(getitem, leaving, node)):
            change = departure[3]
            if change is not None:
                yield departure, before + change, entering
            else:
                remaining, coming = left[departure[0]]
                yield departure, _HALF + sum(map(getitem, remaining, swapped)), coming

    def _total(self, ring: Ring) -> int:
        return _HALF + sum(
            map(getitem, self._values[ring.translate(self.core.full)].standing, ring)
        )

    def action(self, position: YalaPosition, move: CoreMove) -> YalaAction:
        return action_of(position, move)


SEARCH = YalaSearch()

_SEARCHES = {MAX_HEIGHT: SEARCH}


def search_for(position: YalaPosition) -> YalaSearch:
    """The search for walls as high as in a position."""
    if position.wall not in _SEARCHES:
        _SEARCHES[position.wall] = YalaSearch(core=YalaCore(position.wall))
    return _SEARCHES[position.wall]
