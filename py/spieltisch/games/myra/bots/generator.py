"""Myra's action generator: the innermost loop of the search, all in bit masks.

Every action comes with an estimate of what it changes (see values.Gains) and with whether it leaves
the own queen to be captured, which is exact.
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
    PASSING,
    PRODUCE,
    RESERVE,
    SOW,
    CoreAction,
    Side,
    occupied,
    open_chains,
    room,
)
from spieltisch.games.myra.rules.hexagon import BOARD, bits, spread

EstimatedAction = tuple[int, bool, CoreAction, Side]
"""What is gained, whether the own queen is left to be captured, the action, and the side after."""


class ActionGenerator:
    """The actions of one seat on one board, and what captures its queen and the others'.

    Attributes:
        side: its pieces.
        queens: mask of the enemies' queens.
        empty: mask of the empty pits.
        foes: the enemies' pieces that can capture.
        aims: by the number of soldiers, from where they threaten a queen.
        around: from where its own queen is threatened.
        is_threatened: whether she could be captured now, if it were the enemies' turn.
    """

    def __init__(self, side: Side, enemies: Sequence[Side]) -> None:
        self.side = side
        others = queens = 0
        for enemy in enemies:
            others |= occupied(enemy)
            queens |= enemy[0]
        self.queens = queens
        self.empty = empty = BOARD & ~(occupied(side) | others)
        self.foes = walkers(enemies)
        self.aims = rings(queens, empty)
        self.around = rings(side[0], empty)
        self.is_threatened = bool(
            self.around[1] & self.foes.one
            or self.around[2] & self.foes.two
            or self.around[3] & self.foes.three
            or self.around[4] & self.foes.four
        )

    def is_winning(self) -> bool:
        """Whether a queen can be captured."""
        _, one, two, three, four, _, _ = self.side
        near = self.aims
        return bool(
            near[1] & (self.side[0] | one) or near[2] & two or near[3] & three or near[4] & four
        )

    def openness(self) -> int:
        """How many more empty pits there are to capture its queen from than the enemies'."""
        return (self.around[3] & self.empty).bit_count() - (self.aims[3] & self.empty).bit_count()

    def _gains(self, values: PieceValues) -> Gains:
        return Gains(self.side, self.foes, self.empty, self.aims, values)

    def actions(
        self, values: PieceValues, capture_values: Mapping[int, int]
    ) -> Iterator[EstimatedAction]:
        """All actions, those that capture first.

        Args:
            values: what its pieces are worth to it.
            capture_values: by pit, what it gains by capturing what is there.
        """
        gains = self._gains(values)
        has_any = False
        for estimated in chain(self._captures(gains, capture_values), self._quiet(gains)):
            has_any = True
            yield estimated
        if not has_any:
            yield 0, self.is_threatened, PASSING, self.side

    def captures(
        self, values: PieceValues, capture_values: Mapping[int, int]
    ) -> Iterator[EstimatedAction]:
        """Those of ``actions`` that capture."""
        return self._captures(self._gains(values), capture_values)

    def captures_of(
        self, target: int, capture_values: Mapping[int, int]
    ) -> Iterator[EstimatedAction]:
        """The actions that capture what is in the pits of a mask."""
        gains = self._gains(piece_values(self.queens))
        yield from self._captures(gains, {p: capture_values.get(p, 0) for p in bits(target)})

    def _captures(
        self, gains: Gains, capture_values: Mapping[int, int]
    ) -> Iterator[EstimatedAction]:
        side, empty = self.side, self.empty
        for target in sorted(capture_values, key=capture_values.__getitem__, reverse=True):
            near = rings(target, empty)
            for size in (1, 0, 2, 3, 4):
                for origin in bits(side[size] & near[size or 1]):
                    after = list(side)
                    after[size] ^= origin | target
                    gain = capture_values[target] + gains.of_walk(size, size, 0, origin, target)
                    is_open = self.is_exposed(tuple(after), origin, captured=target)
                    yield gain, is_open, (CAPTURE, size, origin, target), tuple(after)

    def is_exposed(self, after: Side, vacated: int, captured: int = 0) -> bool:
        """Whether the own queen can be captured by the enemies once this is the side.

        Args:
            after: the side after an action.
            vacated: the pits that the action left empty.
            captured: the pit it captured, if any.
        """
        queen = after[0]
        if not self.is_threatened and queen == self.side[0] and not vacated & self.around[4]:
            return False
        foes = self.foes
        if captured:
            foes = Walkers(*(mask & ~captured for mask in foes))
        taken = after[0] | after[1] | after[2] | after[3] | after[4] | after[5]
        return foes.can_reach(queen, (self.empty | vacated) & ~taken)

    def _quiet(self, gains: Gains) -> Iterator[EstimatedAction]:
        side = self.side
        for size in (4, 3, 2, 1, 5):
            for origin in bits(side[size]):
                yield from self._walks(gains, size, origin)
        queen = side[0]
        for target in bits(self.around[1] & self.empty):
            after = (target, *side[1:])
            yield gains.of_queen(), self.is_exposed(after, queen), (MOVE, 0, queen, target), after
        if side[RESERVE]:
            for target in bits(self.around[1] & self.empty):
                after = (queen, side[1] | target, *side[2:RESERVE], side[RESERVE] - 1)
                gain = gains.of_birth(target)
                yield gain, self.is_exposed(after, 0), (PRODUCE, 1, 0, target), after
        yield from self._sowings(gains)
        yield from self._gatherings(gains)

    def _walks(self, gains: Gains, size: int, origin: int) -> Iterator[EstimatedAction]:
        side, empty = self.side, self.empty
        touched = spread(origin)
        for count in range(1, min(size, FORTRESS - 1) + 1):
            if count > 1:
                touched |= spread(touched & empty)
            vacated = origin if count == size else 0
            for target in bits(touched & (empty | room(side, count)) & ~origin):
                after = list(side)
                after[size] ^= origin
                if count < size:
                    after[size - count] ^= origin
                there = 0
                if not target & empty:
                    while not after[there] & target:
                        there += 1
                    after[there] ^= target
                after[there + count] ^= target
                gain = gains.of_walk(size, count, there, origin, target)
                done = tuple(after)
                is_open = self.is_exposed(done, vacated)
                yield gain, is_open, (MOVE, count, origin, target), done

    def _sowings(self, gains: Gains) -> Iterator[EstimatedAction]:
        side = self.side
        for size in range(2, FORTRESS + 1):
            for origin in bits(side[size]):
                for sown in open_chains(origin, size, self.empty):
                    after = list(side)
                    after[size] ^= origin
                    after[1] |= sown
                    gain = gains.of_sowing(size, origin, sown)
                    done = tuple(after)
                    is_open = self.is_exposed(done, origin)
                    yield gain, is_open, (SOW, size, origin, sown), done

    def _gatherings(self, gains: Gains) -> Iterator[EstimatedAction]:
        side = self.side
        singles = side[1]
        for end in bits(singles & spread(singles)):
            for count in range(3, FORTRESS + 1):
                for others in open_chains(end, count - 1, singles):
                    after = list(side)
                    after[1] ^= end | others
                    after[count] |= end
                    gain = gains.of_gathering(count, end, others)
                    done = tuple(after)
                    is_open = self.is_exposed(done, others)
                    yield gain, is_open, (GATHER, count, end, others), done
