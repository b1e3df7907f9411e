"""The ways pieces go, as lines on the board: walked already, about to be, or being traced."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from spieltisch.games.myra.view.compass import Point, place
from spieltisch.games.myra.view.pieces import PIT
from spieltisch.views.markup import Markup, el, number

_LINK_GAP = 24.0
"""How far from the pits' middles the links of a chain end."""


def trail(walk: Sequence[str], kind: str, *, gap: float = 0.0) -> Markup:
    """A line through the middles of some pits, with a dot in each pit that is passed.

    Args:
        walk: two pits or more, each next to the one before.
        kind: class names.
        gap: how far from the last pit's middle the line ends; it starts at the first one's rim.
    """
    points = [place(site) for site in walk]
    points[0], points[-1] = (
        _toward(points[0], points[1], PIT - 4),
        _toward(points[-1], points[-2], gap),
    )
    line = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dots = "".join(f"M{number(x)} {number(y)}h0" for x, y in points[1:-1])
    return el(
        "g",
        {"class": f"trail {kind}"},
        el("path", {"class": "trail-line", "d": f"M{line}"}),
        el("path", {"class": "trail-dots", "d": dots}) if dots else None,
    )


def links(chain: Sequence[str], kind: str) -> Markup:
    """Short lines from each pit of a chain to the next, so that what lies in them is seen."""
    points = [place(site) for site in chain]
    lines = ""
    for one, other in pairwise(points):
        ends = (_toward(one, other, _LINK_GAP), _toward(other, one, _LINK_GAP))
        lines += "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ends)
    return el("path", {"class": f"trail-line {kind}", "d": lines})


def _toward(start: Point, end: Point, length: float) -> Point:
    """The point so far from one point on the way to another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = length / hypot(dx, dy)
    return start[0] + dx * share, start[1] + dy * share
