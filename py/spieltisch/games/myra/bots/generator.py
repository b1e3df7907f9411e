"""Myra's action generator: the innermost loop of the search, all in bit masks.

It states the rule of steps (STEPS in ``core``) a second time, spelled out for each number of
soldiers, as a loop over them costs the search up to a tenth of its speed. The tests compare what it
finds with the rules.

Every action comes with an estimate of its gain (see Gains), which looks only at where soldiers go
and which pieces could then be captured: evaluating the whole board after every action would be too
slow. Carrying an action out tells, exactly, whether the own queen can then be captured.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from spieltisch.games.myra.rules.core import (
    CAPTURE,
    FORTRESS,
    GATHER,
    MOVE,
    PASS,
    PASSING,
    PRODUCE,
    RESERVE,
    SIZES,
    SOW,
    CoreAction,
    Side,
    occupied,
    open_chains,
    room,
    troop_at,
)
from spieltisch.games.myra.rules.hexagon import BOARD, bits, spread

IN_PIT = (0, 100, 206, 316, 428, 520)
"""What so many soldiers in a pit are worth: together they go farther."""

IN_RESERVE = 60
"""What a soldier in reserve is worth: producing it costs a turn."""

NEARNESS = (0, 50, 40, 30, 20, 14, 8, 4, 0, 0, 0)
"""What a soldier is worth on top of that, by its steps from the nearest queen to capture."""

AT_RISK = (0, 75, 170, 270, 370, 0)
"""The cost of so many soldiers open to capture: less than their value, as it need not happen."""

GUARDED = (0, 0, 40, 110, 190, 0)
"""The cost where the captor can be captured in turn."""

THREAT = 45
"""What it is worth to threaten a queen: the other side must use its turn to answer."""

OPENNESS = 4
"""What each empty pit costs from which the queen could be captured."""

QUIET_GAIN = 90
"""Hardly any action that captures nothing gains more."""


class PieceValues(NamedTuple):
    troops: tuple[Mapping[int, int], ...]
    """Their value by how many there are (0: a queen) and the pit's mask."""
    laid: Callable[[int], int]
    """The total value of single soldiers in the pits of a mask."""


class Walkers(NamedTuple):
    """The pieces of some sides that can capture: masks of those that go so many steps or more."""

    one: int
    two: int
    three: int
    four: int

    def cover(self, empty: int) -> int:
        """The pits they can walk to, whatever lies there."""
        touched = spread(self.four)
        touched |= spread(touched & empty | self.three)
        touched |= spread(touched & empty | self.two)
        return touched | spread(touched & empty | self.one)

    def can_reach(self, pit: int, empty: int) -> bool:
        """Whether any of them can capture what lies in a pit."""
        touched = spread(pit)
        if touched & self.one:
            return True
        touched |= spread(touched & empty)
        if touched & self.two:
            return True
        touched |= spread(touched & empty)
        if touched & self.three:
            return True
        return bool(spread(touched & empty) & self.four)


def walkers(sides: Sequence[Side]) -> Walkers:
    """The pieces of these sides that can capture."""
    queens = ones = twos = threes = fours = 0
    for queen, one, two, three, four, _, _ in sides:
        queens |= queen
        ones |= one
        twos |= two
        threes |= three
        fours |= four
    threes |= fours
    twos |= threes
    return Walkers(queens | ones | twos, twos, threes, fours)


def rings(pit: int, empty: int) -> tuple[int, int, int, int, int]:
    """0, then masks of the pits from which 1 to 4 soldiers could walk to this one."""
    one = spread(pit)
    two = one | spread(one & empty)
    three = two | spread(two & empty)
    return 0, one, two, three, three | spread(three & empty)


@lru_cache(maxsize=256)
def piece_values(queens: int, share: int = 1) -> PieceValues:
    """What soldiers are worth to the seat that has to capture the queens of a mask; divided by
    ``share``, where several seats' values are added up."""
    near: dict[int, int] = {}
    ring = seen = queens
    for nearness in NEARNESS:
        near |= dict.fromkeys(bits(ring), nearness)
        ring = spread(ring) & BOARD & ~seen
        seen |= ring
    troops = (
        dict.fromkeys(near, 0),
        *({pit: (IN_PIT[n] + n * near[pit]) // share for pit in near} for n in SIZES),
    )

    @lru_cache(maxsize=4096)
    def laid(pits: int) -> int:
        return sum(map(troops[1].__getitem__, bits(pits)))

    return PieceValues(troops, laid)


def capture_values_of(side: Side, values: PieceValues) -> dict[int, int]:
    """By pit, what a capture of a side's soldiers there gains, from what they are worth to it."""
    troops = values.troops
    return {pit: troops[size][pit] for size in range(1, FORTRESS) for pit in bits(side[size])}


def strength(side: Side, values: PieceValues) -> int:
    total = IN_RESERVE * side[RESERVE]
    for size in SIZES:
        mask, by_pit = side[size], values.troops[size]
        while mask:
            pit = mask & -mask
            total += by_pit[pit]
            mask ^= pit
    return total


class Gains:
    """What one seat's actions gain it, by where its pieces are and what can be captured. ``foes``
    can capture its pieces; ``empty`` is a mask of pits, and ``aims``, by the number of soldiers,
    one of those from which they threaten a queen."""

    def __init__(
        self, side: Side, foes: Walkers, empty: int, aims: Sequence[int], values: PieceValues
    ) -> None:
        self.values = values.troops
        self.laid = values.laid
        self.danger = foes.cover(empty)
        self.guard = walkers((side,)).cover(empty)
        self.aims = aims
        risks = sorted(
            ((self._risk(size, pit), pit) for size in SIZES[:-1] for pit in bits(side[size])),
            reverse=True,
        )
        self.most_at_risk = [risk for risk in risks[:3] if risk[0]]
        self.all_left = self.most_at_risk[0][0] if self.most_at_risk else 0

    def _risk(self, size: int, pit: int) -> int:
        if not pit & self.danger:
            return 0
        return GUARDED[size] if pit & self.guard else AT_RISK[size]

    def _left(self, gone: int) -> int:
        """The highest risk of a piece that an action does not touch."""
        for risk, pit in self.most_at_risk:
            if not pit & gone:
                return risk
        return 0

    def _aims(self, size: int, pit: int) -> int:
        return THREAT if size < FORTRESS and pit & self.aims[size] else 0

    def of_walk(self, size: int, count: int, there: int, origin: int, target: int) -> int:
        """What a move, build, split or capture gains by the soldiers at its origin and target."""
        values = self.values
        left, now = size - count, there + count
        gain = values[now][target] + values[left][origin] - values[size][origin]
        if there:
            gain -= values[there][target]
        risk = self._left(origin | target)
        if now < FORTRESS and size:
            risk = max(risk, self._risk(now, target))
            gain += self._aims(now, target)
        if left:
            risk = max(risk, self._risk(left, origin))
        return gain - risk

    def of_steps(
        self, size: int, count: int, origin: int, targets: int
    ) -> Iterator[tuple[int, int]]:
        """Gain and target of a walk to each of some empty pits; what these have in common is looked
        up once.
        """
        left = size - count
        base = self.values[left][origin] - self.values[size][origin]
        risk = max(self._left(origin), self._risk(left, origin)) if left else self._left(origin)
        guarded, unguarded = max(risk, GUARDED[count]), max(risk, AT_RISK[count])
        values, aims, danger, guard = self.values[count], self.aims[count], self.danger, self.guard
        while targets:
            target = targets & -targets
            targets ^= target
            gain = base + values[target]
            if target & aims:
                gain += THREAT
            if target & danger:
                gain -= guarded if target & guard else unguarded
            else:
                gain -= risk
            yield gain, target

    def of_birth(self, target: int) -> int:
        gain = self.values[1][target] - IN_RESERVE
        return gain - max(self.all_left, self._risk(1, target))

    def of_sowing(self, size: int, origin: int, sown: int) -> int:
        gain = self.laid(sown) - self.values[size][origin]
        if sown & self.aims[1]:
            gain += THREAT
        risk = self._left(origin)
        return gain - (max(risk, AT_RISK[1]) if sown & self.danger else risk)

    def of_gathering(self, count: int, end: int, others: int) -> int:
        values = self.values[1]
        gain = self.values[count][end] - values[end] - self.laid(others)
        risk = max(self._left(end | others), self._risk(count, end) if count < FORTRESS else 0)
        return gain + self._aims(count, end) - risk


CAPTORS = (1, 0, *SIZES[1:-1])
"""What can capture, that first which is worth the least."""

MOVERS = (*SIZES[-2::-1], FORTRESS)
"""What can move, in whole or in part, that first which goes farthest."""

EstimatedAction = tuple[int, CoreAction, int, int]
"""The estimated gain, the action, and how many own soldiers are where it begins and where it ends.
Making the side after it is left to ``ActionGenerator.carry_out``, as that is done for few."""


class ActionGenerator:
    """The actions of one seat on one board, and how its queen and the others' can be captured.
    ``queens`` and ``empty`` are masks of pits; ``pits`` are all there are."""

    def __init__(self, side: Side, enemies: Sequence[Side], pits: int = BOARD) -> None:
        self.side = side
        others = queens = 0
        for enemy in enemies:
            others |= occupied(enemy)
            queens |= enemy[0]
        self.queens = queens
        self.empty = empty = pits & ~(occupied(side) | others)
        # The enemies' pieces that can capture.
        self.foes = walkers(enemies)
        # By the number of soldiers, the pits from which they threaten an enemy's queen, or its own.
        self.aims = rings(queens, empty)
        self.around = rings(side[0], empty)
        # Whether its queen could be captured if it were the enemies' turn.
        self.is_threatened = bool(
            self.around[1] & self.foes.one
            or self.around[2] & self.foes.two
            or self.around[3] & self.foes.three
            or self.around[4] & self.foes.four
        )

    def is_winning(self) -> bool:
        _, one, two, three, four, _, _ = self.side
        near = self.aims
        return bool(
            near[1] & (self.side[0] | one) or near[2] & two or near[3] & three or near[4] & four
        )

    def openness(self) -> int:
        """How many more empty pits its queen can be captured from than the enemies' queens."""
        return (self.around[3] & self.empty).bit_count() - (self.aims[3] & self.empty).bit_count()

    def _gains(self, values: PieceValues) -> Gains:
        return Gains(self.side, self.foes, self.empty, self.aims, values)

    def actions(
        self, values: PieceValues, capture_values: Mapping[int, int]
    ) -> Iterator[EstimatedAction]:
        """All actions, captures first, from the values of its pieces, and by pit the value of
        capturing what is there."""
        gains = self._gains(values)
        found = chain(
            self._captures(gains, capture_values),
            self._walks(gains),
            self._others(gains),
        )
        first = next(found, (0, PASSING, 0, 0))
        return chain((first,), found)

    def captures(
        self, values: PieceValues, capture_values: Mapping[int, int]
    ) -> Iterator[EstimatedAction]:
        """The captures among ``actions``."""
        return self._captures(self._gains(values), capture_values)

    def captures_of(
        self, target: int, capture_values: Mapping[int, int]
    ) -> Iterator[EstimatedAction]:
        """The captures of the pieces in the pits of a mask."""
        gains = self._gains(piece_values(self.queens))
        yield from self._captures(gains, {p: capture_values.get(p, 0) for p in bits(target)})

    def carry_out(self, estimated: EstimatedAction) -> tuple[Side, bool]:
        """The side after an action, and whether the enemies can then capture its queen."""
        _, (kind, count, origin, pits), size, there = estimated
        after = list(self.side)
        captured = 0
        vacated = origin
        if kind == SOW:
            after[count] ^= origin
            after[1] |= pits
        elif kind == GATHER:
            after[1] ^= origin | pits
            after[count] |= origin
            vacated = pits
        elif kind == PRODUCE:
            after[1] |= pits
            after[RESERVE] -= 1
        elif kind == PASS:
            return self.side, self.is_threatened
        else:
            after[size] ^= origin
            if count < size:
                after[size - count] ^= origin
                vacated = 0
            if there:
                after[there] ^= pits
            after[there + count] ^= pits
            captured = pits if kind == CAPTURE else 0
        queen, foes = after[0], self.foes
        if not self.is_threatened and queen == self.side[0] and not vacated & self.around[4]:
            return tuple(after), False
        if captured:
            foes = Walkers(*(mask & ~captured for mask in foes))
        taken = queen | after[1] | after[2] | after[3] | after[4] | after[5]
        return tuple(after), foes.can_reach(queen, (self.empty | vacated) & ~taken)

    def _captures(
        self, gains: Gains, capture_values: Mapping[int, int]
    ) -> Iterator[EstimatedAction]:
        side, empty = self.side, self.empty
        for target in sorted(capture_values, key=capture_values.__getitem__, reverse=True):
            near = rings(target, empty)
            for size in CAPTORS:
                for origin in bits(side[size] & near[size or 1]):
                    gain = capture_values[target] + gains.of_walk(size, size, 0, origin, target)
                    yield gain, (CAPTURE, size, origin, target), size, 0

    def _walks(self, gains: Gains) -> Iterator[EstimatedAction]:
        side, empty = self.side, self.empty
        rooms = [room(side, count) for count in range(FORTRESS)]
        for size in MOVERS:
            for origin in bits(side[size]):
                touched = spread(origin)
                for count in range(1, min(size, FORTRESS - 1) + 1):
                    if count > 1:
                        touched |= spread(touched & empty)
                    ends = touched & ~origin
                    for gain, target in gains.of_steps(size, count, origin, ends & empty):
                        yield gain, (MOVE, count, origin, target), size, 0
                    for target in bits(ends & rooms[count]):
                        there = troop_at(side, target)
                        gain = gains.of_walk(size, count, there, origin, target)
                        yield gain, (MOVE, count, origin, target), size, there

    def _others(self, gains: Gains) -> Iterator[EstimatedAction]:
        """The queen's steps, producing, sowing and gathering."""
        queen, singles, reserve = self.side[0], self.side[1], self.side[RESERVE]
        ends = self.around[1] & self.empty
        for target in bits(ends):
            yield -gains.all_left, (MOVE, 0, queen, target), 0, 0
        for target in bits(ends if reserve else 0):
            yield gains.of_birth(target), (PRODUCE, 1, 0, target), 0, 0
        for size in range(2, FORTRESS + 1):
            for origin in bits(self.side[size]):
                for sown in open_chains(origin, size, self.empty):
                    gain = gains.of_sowing(size, origin, sown)
                    yield gain, (SOW, size, origin, sown), size, 0
        for end in bits(singles & spread(singles)):
            for count in range(3, FORTRESS + 1):
                for others in open_chains(end, count - 1, singles):
                    gain = gains.of_gathering(count, end, others)
                    yield gain, (GATHER, count, end, others), 1, 0
