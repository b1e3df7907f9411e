"""YALA in numbers, for programs that learn it."""

from collections.abc import Iterator

from spieltisch.games.yala.rules.position import (
    COLOUR_OF,
    DIRECTIONS,
    OTHER,
    SITES,
    WALLS,
    YalaAction,
    YalaPosition,
)
from spieltisch.table import Seat, check_seat

ACTIONS = tuple(YalaAction(site, direction) for site in SITES for direction in DIRECTIONS)
"""By place, clockwise before counter-clockwise: ``a+``, ``a-``, ``b+``, ..."""

LEVELS = max(WALLS)
"""How many stones the highest tower has."""

SHAPE = (2 * (LEVELS + 1) + len(WALLS) + 4, len(SITES))
"""Planes, each with a number for every place of the largest ring."""


def observe(position: YalaPosition, seat: Seat) -> bytes:
    """Planes of noughts and ones, in this order: where the seat's own stones lie, at each level
    from the bottom, and where on top; the same of the other's; then, alike on all places, whether
    the seat is to move; whether a wall is four, five or six high; whether nothing may be repeated;
    whether the board has come before; and whether twice."""
    check_seat(seat, len(COLOUR_OF))
    return b"".join(_planes(position, COLOUR_OF[seat]))


def _planes(position: YalaPosition, own: str) -> Iterator[bytes]:
    towers = position.towers + ("",) * (len(SITES) - len(position.towers))
    for colour in (own, OTHER["d" if own == "d" else "l"]):
        for level in range(LEVELS):
            yield bytes(tower[level : level + 1] == colour for tower in towers)
        yield bytes(tower.endswith(colour) for tower in towers)
    times = position.earlier.count(position.board)
    for is_so in (
        position.to_move == own,
        *(position.wall == wall for wall in WALLS),
        position.repetition == "no-repeat",
        times > 0,
        times > 1,
    ):
        yield bytes((is_so,)) * len(SITES)
