"""YALA's compact core: a ring as bytes, seen by the side to move (docs/rules.md, YALA).

This is what bots search. A ring is the standing towers, clockwise, a byte each: a leading 1, then
the stones from bottom to top, 1 for the side to move and 0 for the other. So ``dl`` is 0b110 when
dark is to move. A move swaps the sides, so one table serves both.

By house rules rings are of other sizes and walls of other heights: a ``YalaCore`` is for one height
of walls.

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
"""3 to 16 towers, 5 to 12 by the rules; each a byte from 2 to 127, or 63. See above."""


class CoreMove(NamedTuple):
    """The top stone of one tower walks onto another; both are indices into the ring. The two
    directions may end on the same tower: that is one move."""

    origin: int
    landing: int


def height(code: int) -> int:
    """How many stones a tower byte holds.

    >>> height(0b110), height(0b1)
    (2, 0)
    """
    return code.bit_length() - 1


def swapped(code: int) -> int:
    """The tower seen by the other side."""
    return code ^ ((1 << height(code)) - 1) if code else 0


TowerMoves = tuple[tuple[tuple[CoreMove, ...], ...], ...]
"""The moves of a tower, by its place in the ring and its byte."""


def landings(pattern: bytes, origin: int, steps: int) -> tuple[int, ...]:
    """The towers that a stone may end on so many steps from the tower at an index, clockwise first;
    the same one twice if both ways end there.

    >>> landings(bytes([0, 0, 0, 0, 1, 0]), origin=0, steps=2)
    (2,)
    """
    count = len(pattern)
    if steps >= count:
        return ()
    ends = []
    for direction in DIRECTIONS.values():
        path = [(origin + direction * step) % count for step in range(1, steps + 1)]
        if not any(pattern[index] for index in path):
            ends.append(path[-1])
    return tuple(ends)


class _MoveTables(dict[bytes, TowerMoves]):
    """The moves for every pattern met so far."""

    def __init__(self, codes: int) -> None:
        super().__init__()
        self._codes = codes

    def __missing__(self, pattern: bytes) -> TowerMoves:
        def moves(origin: int, code: int) -> tuple[CoreMove, ...]:
            if code <= 1 or not code & 1:
                return ()
            found = dict.fromkeys(landings(pattern, origin, height(code)))
            return tuple(CoreMove(origin, landing) for landing in found)

        places, codes = range(len(pattern)), range(self._codes)
        self[pattern] = tuple(tuple(moves(place, code) for code in codes) for place in places)
        return self[pattern]


class YalaCore:
    """The moves of rings in which a wall is so many stones high.

    >>> ring = pack(("ld", "dl") * 6, "d")
    >>> move = CORE.moves(ring)[0]
    >>> move, [f"{code:b}" for code in CORE.child(ring, move)[:3]]
    (CoreMove(origin=0, landing=2), ['11', '101', '1100'])
    """

    def __init__(self, wall: int) -> None:
        first_full = 1 << wall
        self.wall = wall
        self.codes = 1 << (wall + 1)
        """Tower bytes are below this; 1 stands for a place without stones, which a ring never
        holds."""
        self.next_full = first_full >> 1
        """Tower bytes from here up are walls, or become so when a stone lands on them."""
        self.swap = bytes(map(swapped, range(self.codes))) + bytes(256 - self.codes)
        """For ``bytes.translate``: every tower seen by the other side."""
        self.full = bytes(code >= first_full for code in range(256))
        """For ``bytes.translate``: 1 where a tower is a wall. The result is a pattern."""
        self.left = bytes(swapped(code >> 1) for code in range(self.codes))
        """A tower after its top stone has left, seen by the other side; 1 if the place has
        vanished."""
        self.entered = bytes(
            swapped(code << 1 | 1) if code < first_full else 0 for code in range(self.codes)
        )
        """A tower after a stone of the side to move has come, seen by the other side."""
        self.by_pattern = _MoveTables(self.codes)
        """The moves of a tower by pattern, place and byte; a pattern's table is made when first
        met."""

    def moves(self, ring: Ring) -> list[CoreMove]:
        """All moves of the side to move, by tower, clockwise first; [] means that it has lost."""
        table = self.by_pattern[ring.translate(self.full)]
        return [move for found in map(getitem, table, ring) for move in found]

    def child(self, ring: Ring, move: CoreMove) -> Ring:
        """The ring after a move, seen by the other side, who is to move then."""
        origin, landing = move
        towers = bytearray(ring.translate(self.swap))
        towers[landing] = self.entered[ring[landing]]
        left = self.left[ring[origin]]
        if left == 1:
            del towers[origin]
        else:
            towers[origin] = left
        return bytes(towers)


def pack(towers: Sequence[str], to_move: Colour) -> Ring:
    """The ring of towers as YalaPosition holds them.

    >>> ring = pack(("dl", "ld") * 6, "d")
    >>> [f"{code:b}" for code in ring[:2]]
    ['110', '101']
    """
    return bytes(
        int("1" + "".join("1" if stone == to_move else "0" for stone in tower), 2)
        for tower in towers
        if tower
    )


CORE = YalaCore(MAX_HEIGHT)
"""By the rules."""


def action_of(position: YalaPosition, move: CoreMove) -> YalaAction:
    """A move as an action of a position; clockwise if both ways fit."""
    standing = [site for site, tower in zip(SITES, position.towers, strict=False) if tower]
    for direction in DIRECTIONS:
        action = YalaAction(standing[move.origin], direction)
        walk = position.walk(action)
        if walk.blocked_at is None and walk.path[-1] == standing[move.landing]:
            return action
    raise ValueError(f"{move} is no move of {'/'.join(position.towers)}")
