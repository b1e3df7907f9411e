"""Where YALA's towers stand, and how a stone looks.

Lengths are board units: the board is WIDTH wide and HEIGHT high, with room above the ring for a
tower of five. Dark stones have a bright band round their side and a ring on top; light ones have
notches and a dot, so that shape tells them apart.
"""

from cmath import phase, rect
from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin, tau

from spieltisch.games.yala.rules.position import SITES
from spieltisch.kit.markup import Markup, el, join, number
from spieltisch.kit.paint import across

WIDTH, HEIGHT = 1000, 1052
CENTRE = (500.0, 572.0)
RING = (396.0, 372.0)
"""The half axes of the ring on which the towers stand."""

STONE_WIDTH, STONE_DEPTH, STONE_HEIGHT = 72.0, 24.0, 29.0
"""A stone's half width, the half height of its face, and its thickness."""

Point = tuple[float, float]


def tower_angles(towers: Sequence[str]) -> dict[str, float]:
    """The angle of each standing tower, evenly round the ring, ``a`` near the top.

    The whole ring is turned so that the towers are, on average, nearest to where they stood when
    all were there: when a place vanishes the others move as little as possible.
    """
    places = tuple(place for place, tower in enumerate(towers) if tower)
    angles = _angles(places, len(towers))
    return {SITES[place]: angle for place, angle in zip(places, angles, strict=True)}


@lru_cache(maxsize=64)
def _angles(places: tuple[int, ...], count: int) -> tuple[float, ...]:
    step = tau / len(places)
    home = tau / count
    drift = sum(rect(1, place * home - k * step) for k, place in enumerate(places))
    turn = phase(drift) - pi / 2
    return tuple(turn + k * step for k in range(len(places)))


def tower_foot(angle: float, inward: float = 1.0) -> Point:
    """The point on the board where a tower stands; ``inward`` below 1 is nearer the centre."""
    return (CENTRE[0] + RING[0] * inward * cos(angle), CENTRE[1] + RING[1] * inward * sin(angle))


def paint() -> Markup:
    """The wood of a stone's side, dark and light: lit a little left of its middle."""
    return join(across("wood-d", "0", "0.35", "1"), across("wood-l", "0", "0.35", "1"))


@lru_cache(maxsize=1024)
def stone(colour: str, level: int, piece: str | None = None, kind: str = "") -> Markup:
    """A stone with so many others under it, of a tower whose foot is at the origin; ``piece`` is
    its name for animation, ``kind`` further class names."""
    y = -level * STONE_HEIGHT
    w, d, h = STONE_WIDTH, STONE_DEPTH, STONE_HEIGHT
    return el(
        "g",
        {"class": f"stone stone-{colour} {kind}".strip(), "data-piece": piece},
        el("path.stone-side", {"fill": f"url(#wood-{colour})", "d": _side(y, h)}),
        _side_mark(colour, y),
        el("ellipse.stone-face", {"cy": y - h, "rx": w, "ry": d}),
        _face_mark(colour, y - h),
    )


@lru_cache(maxsize=8)
def outline(height: int) -> Markup:
    """The line round a tower of so many stones, its foot at the origin."""
    path = _side(0.0, height * STONE_HEIGHT, is_closed_over=True)
    return el("path.tower-outline", {"d": path})


@lru_cache(maxsize=3)
def masonry(height: int) -> Markup:
    """What makes a tower of so many stones a wall: two courses of stone round it, foot at the
    origin."""
    return el("g.masonry", _course(5.0, 20.0), _course(-height * STONE_HEIGHT + 41.0, 20.0))


def _course(foot: float, height: float) -> Markup:
    """A course of stones round the front of a tower; its lower edge is at ``foot`` at the sides."""
    w, d, top = STONE_WIDTH + 6, STONE_DEPTH + 2, foot - height
    joints = ""
    for x in (-0.72, -0.36, 0.0, 0.36, 0.72):
        sag = d * (1 - x**2) ** 0.5
        joints += f"M{number(x * w)} {number(top + sag)}v{number(height)}"
    shape = (
        f"M-{number(w)} {number(top)}A{number(w)} {number(d)} 0 0 0 {number(w)} {number(top)}"
        f"V{number(foot)}A{number(w)} {number(d)} 0 0 1 -{number(w)} {number(foot)}Z"
    )
    return join(
        el("path.course", {"d": shape}),
        el("path.course-joints", {"d": joints}),
    )


def _side(y: float, h: float, *, is_closed_over: bool = False) -> str:
    w, d = number(STONE_WIDTH), number(STONE_DEPTH)
    over = 1 if is_closed_over else 0
    return (
        f"M-{w} {number(y - h)}V{number(y)}A{w} {d} 0 0 0 {w} {number(y)}"
        f"V{number(y - h)}A{w} {d} 0 0 {1 - over} -{w} {number(y - h)}Z"
    )


def _side_mark(colour: str, y: float) -> Markup:
    middle = y - STONE_HEIGHT / 2
    if colour == "d":
        w, d = number(STONE_WIDTH), number(STONE_DEPTH)
        band = f"M-{w} {number(middle)}A{w} {d} 0 0 0 {w} {number(middle)}"
        return el("path.stone-mark", {"d": band})
    notches = ""
    for x in (-50.0, -25.0, 0.0, 25.0, 50.0):
        sag = STONE_DEPTH * (1 - (x / STONE_WIDTH) ** 2) ** 0.5
        notches += f"M{number(x)} {number(middle + sag - 6)}v12"
    return el("path.stone-mark", {"d": notches})


def _face_mark(colour: str, y: float) -> Markup:
    scale = 0.62 if colour == "d" else 0.2
    kind = f"stone-inlay stone-inlay-{colour}"
    rx, ry = STONE_WIDTH * scale, STONE_DEPTH * scale
    return el("ellipse", {"class": kind, "cy": y, "rx": rx, "ry": ry})
