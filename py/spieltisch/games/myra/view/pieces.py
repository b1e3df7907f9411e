"""How Myra's pieces look: soldiers turned from wood, queens with a crown, fortresses walled in;
and the ways they go, as lines on the board.

Owners differ by shape as well as by wood: seat 1 has balls of walnut, seat 2 cubes of maple, seat 3
pyramids stained blue. Lengths are board units, the middle of the pit is the origin. Soldiers lie as
the pips of a die do, so that their number is seen at a glance.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product
from math import hypot

from spieltisch.games.myra.rules.core import FORTRESS
from spieltisch.games.myra.rules.position import Piece
from spieltisch.games.myra.view.compass import Point, place
from spieltisch.kit.markup import Markup, el, join, number
from spieltisch.kit.paint import rounded, stops
from spieltisch.table import Seat

PIT = 42.0
"""A pit's radius."""

_LINK_GAP = 24.0
"""How far from the pits' middles the links of a chain end."""

_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-16, 0), (16, 0)),
    3: ((0, -17), (-17, 12), (17, 12)),
    4: ((-15.5, -15.5), (15.5, -15.5), (-15.5, 15.5), (15.5, 15.5)),
    5: ((0, 0), (-18, -18), (18, -18), (-18, 18), (18, 18)),
}

_WOODS = ("d", "l", "b")
_SOLDIERS = (
    "M-13.500 0A13.500 13.500 0 1 1 13.500 0A13.500 13.500 0 1 1-13.500 0Z",
    "M-12-9Q-12-12-9-12H9Q12-12 12-9V9Q12 12 9 12H-9Q-12 12-12 9Z",
    "M-2-15Q0-18 2-15L15 8Q16 11 12.500 11H-12.500Q-16 11-15 8Z",
)
_QUEENS = (
    "M-32 0A32 32 0 1 1 32 0A32 32 0 1 1-32 0Z",
    "M-29-21Q-29-29-21-29H21Q29-29 29-21V21Q29 29 21 29H-21Q-29 29-29 21Z",
    "M-5-34Q0-41 5-34L36 21Q39 29 30 29H-30Q-39 29-36 21Z",
)
_CROWN = "M-14 9-17-9-8-2 0-14 8-2 17-9 14 9Z"
_CROWN_AT = (0, 0, 9)
"""How far below the middle each seat's crown sits: a pyramid is wide at its foot."""


def symbol_id(piece: Piece) -> str:
    """The name under which ``symbols`` defines a piece's drawing."""
    return f"myra-{piece.seat}-{piece.soldiers}"


@cache
def symbols(seats: int) -> Markup:
    """The drawings of all pieces of a match, defined once; the board uses them by name."""
    seats_and_soldiers = product(range(1, seats + 1), range(FORTRESS + 1))
    pieces = [Piece(seat, soldiers) for seat, soldiers in seats_and_soldiers]
    return el("defs", [el("g", {"id": symbol_id(piece)}, drawing(piece)) for piece in pieces])


def paint() -> Markup:
    # The board turns: its wood is lit from above the middle.
    hexagon = el("radialGradient", {"id": "wood-hexagon"}, stops("wood-table", ("0", "1")))
    return join(hexagon, *(rounded(f"turned-{wood}") for wood in _WOODS))


@cache
def drawing(piece: Piece) -> Markup:
    if piece.is_queen:
        return _queen(piece.seat)
    wood, wall = _WOODS[piece.seat - 1], None
    shape = {"class": f"turned turned-{wood}", "fill": f"url(#turned-{wood})"}
    outline = _SOLDIERS[piece.seat - 1]
    soldiers = [
        el("path", {**shape, "d": outline, "transform": f"translate({x:g} {y:g})"})
        for x, y in _PIPS[piece.soldiers]
    ]
    if piece.is_fortress:
        stones = el("circle", {"class": f"wall wall-{wood}", "r": 40})
        wall = join(stones, el("circle", {"class": f"battlements wall-{wood}", "r": 42}))
    return join(wall, soldiers)


def _queen(seat: Seat) -> Markup:
    wood, at = _WOODS[seat - 1], f"translate(0 {_CROWN_AT[seat - 1]})"
    shape = {"fill": f"url(#turned-{wood})", "d": _QUEENS[seat - 1]}
    return join(
        el("path", {"class": f"turned turned-{wood} is-queen", **shape}),
        el("path", {"class": f"crown crown-{wood}", "d": _CROWN, "transform": at}),
    )


def badge(seat: Seat) -> Markup:
    return el("svg.badge", {"viewBox": "-62 -42 124 84", "aria-hidden": "true"}, _queen(seat))


def trail(walk: Sequence[str], kind: str, *, gap: float = 0.0) -> Markup:
    """A line through the middles of two or more pits, from the first one's rim to ``gap`` before
    the last one's middle, with a dot in each pit that is passed."""
    points = list(map(place, walk))
    start, end = _toward(points[0], points[1], PIT - 4), _toward(points[-1], points[-2], gap)
    line = "L".join(f"{number(x)} {number(y)}" for x, y in (start, *points[1:-1], end))
    path = el("path.trail-line", {"d": f"M{line}"})
    dots = "".join(f"M{number(x)} {number(y)}h0" for x, y in points[1:-1])
    passed = el("path.trail-dots", {"d": dots}) if dots else None
    return el("g", {"class": f"trail {kind}"}, path, passed)


def links(chain: Sequence[str], kind: str) -> Markup:
    """Lines from each pit of a chain to the next, short so that they do not cover its pieces."""
    points = [place(site) for site in chain]
    lines = ""
    for one, other in pairwise(points):
        ends = (_toward(one, other, _LINK_GAP), _toward(other, one, _LINK_GAP))
        lines += "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ends)
    return el("path", {"class": f"trail-line {kind}", "d": lines})


def _toward(start: Point, end: Point, length: float) -> Point:
    """The point at a distance from one point on the way to another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = length / hypot(dx, dy)
    return start[0] + dx * share, start[1] + dy * share
