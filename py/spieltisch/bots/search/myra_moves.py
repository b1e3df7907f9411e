"""Myra's actions with what each promises: the inmost loop of the search, all in bit masks.

A promise is an estimate of what an action changes, without looking at the whole board again: where
soldiers go, what they capture, what they leave to be captured. Only whether the own queen is left
to be captured is no estimate: it is told apart, and exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from spieltisch.boards.hexagon import BOARD, spread
from spieltisch.games.myra.core import (
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

SIZES = range(1, FORTRESS + 1)

IN_PIT = (0, 100, 206, 316, 428, 520)
"""What so many soldiers in a pit are worth: together they go farther."""

IN_RESERVE = 60
"""What a soldier in reserve is worth: producing it costs a turn."""

NEARNESS = (0, 50, 40, 30, 20, 14, 8, 4, 0, 0, 0)
"""What a soldier is worth beyond that, by its steps from the queen that it is to capture."""

AT_RISK = (0, 75, 170, 270, 370, 0)
"""What is lost with so many soldiers that can be captured: the other side need not do it."""

GUARDED = (0, 0, 40, 110, 190, 0)
"""The same where the captor can be captured in turn."""

THREAT = 45
"""What it is worth to threaten a queen: it takes the other side's turn."""

OPENNESS = 4
"""What each empty pit costs from which a queen may be captured."""

Worths = tuple[Mapping[int, int], ...]
"""By how many soldiers (0: a queen) and the pit's mask, what they are worth to their seat."""

Promise = tuple[int, bool, CoreAction, Side]
"""What is gained, whether the own queen is left to be captured, the action, and the side after."""


@lru_cache(maxsize=256)
def worths(queens: int, share: int = 1) -> Worths:
    """What soldiers are worth to whoever is to capture these queens.

    Args:
        queens: mask of one queen or more.
        share: how many times less they count.
    """
    near: dict[int, int] = {}
    ring = seen = queens
    for nearness in NEARNESS:
        near |= dict.fromkeys(pits(ring), nearness)
        ring = spread(ring) & BOARD & ~seen
        seen |= ring
    return (
        dict.fromkeys(near, 0),
        *({pit: (IN_PIT[n] + n * near[pit]) // share for pit in near} for n in SIZES),
    )


def strength(side: Side, worth: Worths) -> int:
    """What a seat has."""
    total = IN_RESERVE * side[RESERVE]
    for size in SIZES:
        mask, values = side[size], worth[size]
        while mask:
            pit = mask & -mask
            total += values[pit]
            mask ^= pit
    return total


def pits(mask: int) -> Iterator[int]:
    """A mask's sites as masks of one site each."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def remaining(side: Side, captured: int) -> Side:
    """A side without what it has in the pits of a mask."""
    queen, one, two, three, four, five, reserve = side
    left = ~captured
    return (queen & left, one & left, two & left, three & left, four & left, five, reserve)


def united(side: Side, inherited: Side) -> Side:
    """A side with another's soldiers on the board, whose queen it has captured."""
    both = (mine | theirs for mine, theirs in zip(side[1:RESERVE], inherited[1:], strict=False))
    return (side[0], *both, side[RESERVE])


class Walkers(NamedTuple):
    """What of some sides can capture: masks of the pieces that go so many steps, or more."""

    one: int
    two: int
    three: int
    four: int

    def cover(self, empty: int) -> int:
        """What they can walk to, whatever lies there."""
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
    """Nothing, then the pits from which 1 to 4 soldiers could walk to this one."""
    one = spread(pit)
    two = one | spread(one & empty)
    three = two | spread(two & empty)
    return 0, one, two, three, three | spread(three & empty)


class Outlook:
    """What a seat that is to act has before it.

    Attributes:
        side: its pieces.
        enemies: those of the seats it may capture.
        empty: mask of the empty pits.
        foes: the enemies' pieces that can capture.
        aims: by the number of soldiers, from where they threaten a queen.
        around: from where its own queen is threatened.
        is_threatened: whether she could be captured now, if it were the enemies' turn.
    """

    def __init__(self, side: Side, enemies: Sequence[Side]) -> None:
        self.side = side
        self.enemies = enemies
        others = queens = fortresses = 0
        for enemy in enemies:
            others |= occupied(enemy)
            queens |= enemy[0]
            fortresses |= enemy[FORTRESS]
        self.queens = queens
        self.prey = others & ~fortresses
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

    def promises(self, worth: Worths, prices: Mapping[int, int]) -> Iterator[Promise]:
        """All actions, those that capture first.

        Args:
            worth: what its pieces are worth to it.
            prices: by pit, what it gains by capturing what is there.
        """
        gains = _Gains(self, worth)
        has_any = False
        for promise in chain(self._captures(gains, prices), self._quiet(gains)):
            has_any = True
            yield promise
        if not has_any:
            yield 0, self.is_threatened, PASSING, self.side

    def captures_of(self, target: int, prices: Mapping[int, int]) -> Iterator[Promise]:
        """The actions that capture what is in the pits of a mask."""
        gains = _Gains(self, worths(self.queens))
        yield from self._captures(gains, {p: prices.get(p, 0) for p in pits(target)})

    def _captures(self, gains: _Gains, prices: Mapping[int, int]) -> Iterator[Promise]:
        side, empty = self.side, self.empty
        for target in sorted(prices, key=prices.__getitem__, reverse=True):
            near = rings(target, empty)
            for size in (1, 0, 2, 3, 4):
                for origin in pits(side[size] & near[size or 1]):
                    after = list(side)
                    after[size] ^= origin | target
                    gain = prices[target] + gains.of_walk(size, size, 0, origin, target)
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

    def _quiet(self, gains: _Gains) -> Iterator[Promise]:
        side = self.side
        for size in (4, 3, 2, 1, 5):
            for origin in pits(side[size]):
                yield from self._walks(gains, size, origin)
        queen = side[0]
        for target in pits(self.around[1] & self.empty):
            after = (target, *side[1:])
            yield gains.of_queen(), self.is_exposed(after, queen), (MOVE, 0, queen, target), after
        if side[RESERVE]:
            for target in pits(self.around[1] & self.empty):
                after = (queen, side[1] | target, *side[2:RESERVE], side[RESERVE] - 1)
                gain = gains.of_birth(target)
                yield gain, self.is_exposed(after, 0), (PRODUCE, 1, 0, target), after
        yield from self._sowings(gains)
        yield from self._gatherings(gains)

    def _walks(self, gains: _Gains, size: int, origin: int) -> Iterator[Promise]:
        side, empty = self.side, self.empty
        touched = spread(origin)
        for count in range(1, min(size, FORTRESS - 1) + 1):
            if count > 1:
                touched |= spread(touched & empty)
            vacated = origin if count == size else 0
            for target in pits(touched & (empty | room(side, count)) & ~origin):
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

    def _sowings(self, gains: _Gains) -> Iterator[Promise]:
        side = self.side
        for size in range(2, FORTRESS + 1):
            for origin in pits(side[size]):
                for sown in open_chains(origin, size, self.empty):
                    after = list(side)
                    after[size] ^= origin
                    after[1] |= sown
                    gain = gains.of_sowing(size, origin, sown)
                    done = tuple(after)
                    is_open = self.is_exposed(done, origin)
                    yield gain, is_open, (SOW, size, origin, sown), done

    def _gatherings(self, gains: _Gains) -> Iterator[Promise]:
        side = self.side
        singles = side[1]
        for end in pits(singles & spread(singles)):
            for count in range(3, FORTRESS + 1):
                for others in open_chains(end, count - 1, singles):
                    after = list(side)
                    after[1] ^= end | others
                    after[count] |= end
                    gain = gains.of_gathering(count, end, others)
                    done = tuple(after)
                    is_open = self.is_exposed(done, others)
                    yield gain, is_open, (GATHER, count, end, others), done


class _Gains:
    """What one seat's actions gain it, by where its pieces are and what can be captured."""

    def __init__(self, outlook: Outlook, worth: Worths) -> None:
        side = outlook.side
        self.worth = worth
        self.danger = outlook.foes.cover(outlook.empty)
        self.guard = walkers((side,)).cover(outlook.empty)
        self.aims = outlook.aims
        risks = sorted(
            ((self._risk(size, pit), pit) for size in (1, 2, 3, 4) for pit in pits(side[size])),
            reverse=True,
        )
        self.most_at_risk = [risk for risk in risks[:3] if risk[0]]
        self.all_left = self.most_at_risk[0][0] if self.most_at_risk else 0

    def _risk(self, size: int, pit: int) -> int:
        if not pit & self.danger:
            return 0
        return GUARDED[size] if pit & self.guard else AT_RISK[size]

    def _left(self, gone: int) -> int:
        """The most that may be lost of what an action does not touch."""
        for risk, pit in self.most_at_risk:
            if not pit & gone:
                return risk
        return 0

    def _aims(self, size: int, pit: int) -> int:
        return THREAT if size < FORTRESS and pit & self.aims[size] else 0

    def of_walk(self, size: int, count: int, there: int, origin: int, target: int) -> int:
        """What a move, build, split or capture gains by where it leaves which soldiers."""
        worth = self.worth
        left, now = size - count, there + count
        gain = worth[now][target] + worth[left][origin] - worth[size][origin]
        if there:
            gain -= worth[there][target]
        risk = self._left(origin | target)
        if now < FORTRESS and size:
            risk = max(risk, self._risk(now, target))
            gain += self._aims(now, target)
        if left:
            risk = max(risk, self._risk(left, origin))
        return gain - risk

    def of_queen(self) -> int:
        """What it gains to move the queen."""
        return -self.all_left

    def of_birth(self, target: int) -> int:
        """What a new soldier gains."""
        gain = self.worth[1][target] - IN_RESERVE
        return gain - max(self.all_left, self._risk(1, target))

    def of_sowing(self, size: int, origin: int, sown: int) -> int:
        """What it gains to sow."""
        worth = self.worth[1]
        gain = sum([worth[pit] for pit in pits(sown)]) - self.worth[size][origin]
        if sown & self.aims[1]:
            gain += THREAT
        risk = self._left(origin)
        return gain - (max(risk, AT_RISK[1]) if sown & self.danger else risk)

    def of_gathering(self, count: int, end: int, others: int) -> int:
        """What it gains to gather."""
        worth = self.worth[1]
        gain = self.worth[count][end] - worth[end] - sum([worth[pit] for pit in pits(others)])
        risk = max(self._left(end | others), self._risk(count, end) if count < FORTRESS else 0)
        return gain + self._aims(count, end) - risk
