"""What Myra's pieces can walk to and capture, many at once, in bit masks."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spieltisch.games.myra.rules.core import RESERVE, Side
from spieltisch.games.myra.rules.hexagon import spread


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
