"""YALA's compact core: a ring as bytes, seen by the side to move (docs/rules.md, YALA).

This is what bots search. A ring is the standing towers, clockwise, a byte each: a leading 1, then
the stones from bottom to top, 1 for the side to move and 0 for the other. So ``dl`` is 0b110 when
dark is to move. A move swaps the sides, so one table serves both.

It is fast because a tower's moves depend only on where the five-high towers stand: for each such
pattern the moves of every tower at every place are kept in a table.

It knows neither the past nor the places' names; YalaPosition does. Nothing is checked here.
"""

from collections.abc import Sequence
from operator import getitem
from typing import NamedTuple

from spieltisch.games.yala.rules.position import (
    DIRECTIONS,
    MAX_HEIGHT,
    SITES,
    Colour,
    YalaAction,
    YalaPosition,
)

Ring = bytes
"""5 to 12 towers, each a byte from 2 to 63; see above."""


class CoreMove(NamedTuple):
    """The top stone of one tower walks onto another; both are indices into the ring.

    The two directions may end on the same tower: that is one move.
    """

    origin: int
    landing: int


CODES = 1 << (MAX_HEIGHT + 1)
"""Tower bytes are below this; 1 stands for a place without stones, which a ring never holds."""

_FIRST_FULL = 1 << MAX_HEIGHT


def height(code: int) -> int:
    """How many stones a tower byte holds.

    >>> height(0b110), height(0b1)
    (2, 0)
    """
    return code.bit_length() - 1


def swapped(code: int) -> int:
    """The tower seen by the other side."""
    return code ^ ((1 << height(code)) - 1) if code else 0


SWAP = bytes(map(swapped, range(CODES))) + bytes(256 - CODES)
"""For ``bytes.translate``: every tower seen by the other side."""

FULL = bytes(code >= _FIRST_FULL for code in range(256))
"""For ``bytes.translate``: 1 where a tower is five high. The result is a pattern."""

LEFT = bytes(swapped(code >> 1) for code in range(CODES))
"""A tower after its top stone has left, seen by the other side; 1 if the place has vanished."""

ENTERED = bytes(swapped(code << 1 | 1) if code < _FIRST_FULL else 0 for code in range(CODES))
"""A tower after a stone of the side to move has come, seen by the other side."""

TowerMoves = tuple[tuple[tuple[CoreMove, ...], ...], ...]
"""The moves of a tower, by its place in the ring and its byte."""


def landings(pattern: bytes, origin: int, steps: int) -> tuple[int, ...]:
    """The towers that a stone may end on so many steps from the tower at an index, clockwise first;
    the same one twice if both ways end there.

    >>> landings(bytes([0, 0, 0, 0, 1, 0]), origin=0, steps=2)
    (2,)
    """
    count = len(pattern)
    ends = []
    for direction in DIRECTIONS.values():
        path = [(origin + direction * step) % count for step in range(1, steps + 1)]
        if not any(pattern[index] for index in path):
            ends.append(path[-1])
    return tuple(ends)


class _MoveTables(dict[bytes, TowerMoves]):
    """The moves for every pattern met so far."""

    def __missing__(self, pattern: bytes) -> TowerMoves:
        table = tuple(
            tuple(
                tuple(
                    CoreMove(origin, landing)
                    for landing in dict.fromkeys(landings(pattern, origin, height(code)))
                )
                if code > 1 and code & 1
                else ()
                for code in range(CODES)
            )
            for origin in range(len(pattern))
        )
        self[pattern] = table
        return table


MOVES = _MoveTables()
"""The moves of a tower by pattern, place and byte; a pattern's table is made when first met."""


def moves(ring: Ring) -> list[CoreMove]:
    """All moves of the side to move, by tower, clockwise first; [] means that it has lost."""
    table = MOVES[ring.translate(FULL)]
    return [move for found in map(getitem, table, ring) for move in found]


def child(ring: Ring, move: CoreMove) -> Ring:
    """The ring after a move, seen by the other side, who is to move then.

    >>> ring = pack(("ld", "dl") * 6, "d")
    >>> move = moves(ring)[0]
    >>> move, [f"{code:b}" for code in child(ring, move)[:3]]
    (CoreMove(origin=0, landing=2), ['11', '101', '1100'])
    """
    origin, landing = move
    towers = bytearray(ring.translate(SWAP))
    towers[landing] = ENTERED[ring[landing]]
    left = LEFT[ring[origin]]
    if left == 1:
        del towers[origin]
    else:
        towers[origin] = left
    return bytes(towers)


def pack(towers: Sequence[str], to_move: Colour) -> Ring:
    """The ring of twelve towers as YalaPosition holds them.

    >>> ring = pack(("dl", "ld") * 6, "d")
    >>> [f"{code:b}" for code in ring[:2]]
    ['110', '101']
    """
    return bytes(
        int("1" + "".join("1" if stone == to_move else "0" for stone in tower), 2)
        for tower in towers
        if tower
    )


def action_of(position: YalaPosition, move: CoreMove) -> YalaAction:
    """A move as an action of a position; clockwise if both ways fit."""
    standing = [site for site, tower in zip(SITES, position.towers, strict=True) if tower]
    for direction in DIRECTIONS:
        action = YalaAction(standing[move.origin], direction)
        walk = position.walk(action)
        if walk.blocked_at is None and walk.path[-1] == standing[move.landing]:
            return action
    raise ValueError(f"{move} is no move of {'/'.join(position.towers)}")
