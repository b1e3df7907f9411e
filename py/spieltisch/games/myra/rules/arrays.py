"""Myra in numbers, for programs that learn it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple, overload

from spieltisch.games.myra.rules import core, hexagon
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.table import Seat, check_seat

MOST_SEATS = 3
ROWS = 2 * hexagon.EDGE - 1


class _Block(NamedTuple):
    """The actions of a kind that so many soldiers do from one pit."""

    kind: core.ActionKind
    soldiers: int
    origin: int
    pits: tuple[int, ...]
    """What each of them does, as masks in ascending order."""


def _blocks() -> Iterator[_Block]:
    """All actions of the largest board, in the order of core.actions. Boards by house rules are
    parts of it, so that theirs are among them."""
    for soldiers in range(core.FORTRESS):
        for cell in hexagon.CELLS:
            reach = 1 << cell
            for _ in range(max(1, soldiers)):
                reach |= hexagon.spread(reach) & hexagon.BOARD
            ends = tuple(hexagon.bits(reach & ~(1 << cell)))
            yield _Block(core.MOVE, soldiers, 1 << cell, ends)
            yield _Block(core.CAPTURE, soldiers, 1 << cell, ends)
    for cell in hexagon.CELLS:
        for soldiers in range(3, core.FORTRESS + 1):
            yield _Block(core.GATHER, soldiers, 1 << cell, hexagon.chains(cell, soldiers - 1))
    for soldiers in range(2, core.FORTRESS + 1):
        for cell in hexagon.CELLS:
            yield _Block(core.SOW, soldiers, 1 << cell, hexagon.chains(cell, soldiers))
    yield _Block(core.PRODUCE, 1, 0, tuple(hexagon.bits(hexagon.BOARD)))
    kind, soldiers, origin, pits = core.PASSING
    yield _Block(kind, soldiers, origin, (pits,))


class AllActions(Sequence[MyraAction]):
    """All actions that any match may have. They are some 180,000, which are made when they are
    asked for."""

    def __init__(self) -> None:
        self._blocks = tuple(_blocks())
        self._ends = tuple(accumulate(len(block.pits) for block in self._blocks))
        """How many actions there are up to the end of each block."""
        self._number = {block[:3]: number for number, block in enumerate(self._blocks)}

    def __len__(self) -> int:
        return self._ends[-1]

    @overload
    def __getitem__(self, index: int) -> MyraAction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[MyraAction, ...]: ...
    def __getitem__(self, index: int | slice) -> MyraAction | tuple[MyraAction, ...]:
        if isinstance(index, slice):
            return tuple(self[one] for one in range(*index.indices(len(self))))
        number = range(len(self))[index]
        place = bisect_left(self._ends, number + 1)
        kind, soldiers, origin, pits = self._blocks[place]
        # From the end of the block.
        return MyraAction(kind, soldiers, origin, pits[number - self._ends[place]])

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The number of an action; raises ValueError for what is none."""
        number = self._find(value) if isinstance(value, MyraAction) else None
        if number is None or number not in range(*slice(start, stop).indices(len(self))):
            raise ValueError(f"{value!r} is no action of Myra")
        return number

    def __contains__(self, value: object) -> bool:
        return isinstance(value, MyraAction) and self._find(value) is not None

    def _find(self, action: MyraAction) -> int | None:
        place = self._number.get(action[:3])
        if place is None:
            return None
        pits = self._blocks[place].pits
        inside = bisect_left(pits, action.pits)
        is_there = inside < len(pits) and pits[inside] == action.pits
        return self._ends[place] - len(pits) + inside if is_there else None


SHAPE = (MOST_SEATS * (core.RESERVE + 2) + 3, ROWS, ROWS)
"""Planes, each with a number for every row and every number of a pit's name."""


@cache
def _places() -> tuple[tuple[int, int], ...]:
    """The pits as masks, each with its place in a plane."""
    return tuple(
        (1 << cell, cell // hexagon.ROW_BITS * ROWS + cell % hexagon.ROW_BITS)
        for cell in hexagon.CELLS
    )


def observe(position: MyraPosition, seat: Seat) -> bytes:
    """Planes of noughts and ones, but for reserves, in this order. For the seat itself, the next
    one clockwise and the third: where its queen is; where so many soldiers are, from one to five;
    then, on all pits, how many it has in reserve, and whether it is to act. For all: where the pits
    are; whether the board has come before; and whether twice."""
    board = position.board
    sides = len(board.sides)
    check_seat(seat, sides)
    planes: list[bytes] = []
    for turn in range(MOST_SEATS):
        place = (seat - 1 + turn) % sides
        side = board.sides[place] if turn < sides else core.NO_PIECES
        planes += [_plane(mask) for mask in side[: core.RESERVE]]
        planes.append(_plane(board.pits, side[core.RESERVE]))
        planes.append(_plane(board.pits, int(turn < sides and place + 1 == board.seat)))
    times = position.earlier.count(board)
    planes += [_plane(board.pits, int(is_so)) for is_so in (True, times > 0, times > 1)]
    return b"".join(planes)


def _plane(pits: int, value: int = 1) -> bytes:
    """A number on each of some pits, and noughts elsewhere."""
    plane = bytearray(ROWS * ROWS)
    for pit, place in _places() if pits and value else ():
        if pits & pit:
            plane[place] = value
    return bytes(plane)
