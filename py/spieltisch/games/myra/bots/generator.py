"""Myra's action generator: the innermost loop of the search, all in bit masks.

It and ``values`` state the rule of steps (``core``) a second time, spelled out for each number of
soldiers, as a loop over them costs the search up to a tenth of its speed. The tests compare what it
finds with the rules.

Every action comes with an estimate of its gain (see values.Gains). Carrying it out tells, exactly,
whether the own queen can then be captured.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from spieltisch.games.myra.bots.values import (
    Gains,
    PieceValues,
    Walkers,
    piece_values,
    rings,
    walkers,
)
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

CAPTORS = (1, 0, *SIZES[1:-1])
"""What can capture, that first which is worth the least."""

MOVERS = (*SIZES[-2::-1], FORTRESS)
"""What can move, in whole or in part, that first which goes farthest."""

EstimatedAction = tuple[int, CoreAction, int, int]
"""The estimated gain, the action, and how many own soldiers are where it begins and where it ends.
Making the side after it is left to ``ActionGenerator.carry_out``, as that is done for few."""


class ActionGenerator:
    """The actions of one seat on one board, and how its queen and the others' can be captured.

    ``queens`` and ``empty`` are masks of pits; ``pits`` are all there are.
    """

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
            self._beside_the_queen(gains),
            self._sowings(gains),
            self._gatherings(gains),
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
        done = tuple(after)
        return done, self._is_exposed(done, vacated, captured)

    def _is_exposed(self, after: Side, vacated: int, captured: int) -> bool:
        queen = after[0]
        if not self.is_threatened and queen == self.side[0] and not vacated & self.around[4]:
            return False
        foes = self.foes
        if captured:
            foes = Walkers(*(mask & ~captured for mask in foes))
        taken = after[0] | after[1] | after[2] | after[3] | after[4] | after[5]
        return foes.can_reach(queen, (self.empty | vacated) & ~taken)

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

    def _beside_the_queen(self, gains: Gains) -> Iterator[EstimatedAction]:
        queen, reserve = self.side[0], self.side[RESERVE]
        ends = self.around[1] & self.empty
        for target in bits(ends):
            yield gains.of_queen(), (MOVE, 0, queen, target), 0, 0
        for target in bits(ends if reserve else 0):
            yield gains.of_birth(target), (PRODUCE, 1, 0, target), 0, 0

    def _sowings(self, gains: Gains) -> Iterator[EstimatedAction]:
        for size in range(2, FORTRESS + 1):
            for origin in bits(self.side[size]):
                for sown in open_chains(origin, size, self.empty):
                    gain = gains.of_sowing(size, origin, sown)
                    yield gain, (SOW, size, origin, sown), size, 0

    def _gatherings(self, gains: Gains) -> Iterator[EstimatedAction]:
        singles = self.side[1]
        for end in bits(singles & spread(singles)):
            for count in range(3, FORTRESS + 1):
                for others in open_chains(end, count - 1, singles):
                    gain = gains.of_gathering(count, end, others)
                    yield gain, (GATHER, count, end, others), 1, 0
