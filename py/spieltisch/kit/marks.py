"""Rings and arrows that somebody has drawn on a board, to show what they talk about."""

from collections.abc import Mapping, Sequence
from math import hypot
from typing import TypeAlias

from spieltisch.kit.markup import Markup, el, number, region

Place: TypeAlias = tuple[float, float, float]
"""Where the middle of a site is, in board units, and how far it reaches."""


def marks_layer(marks: Sequence[str], places: Mapping[str, Place]) -> Markup:
    """The marks of a study, each a colour and one or two sites (``Ga``, ``Ga-c``), over a board.
    What is of no site that is there is left out."""
    drawn = []
    for mark in marks:
        start, _, goal = mark[1:].partition("-")
        if start in places and not goal:
            drawn.append(_ring(mark[0], places[start]))
        elif start in places and goal in places and start != goal:
            drawn.append(_arrow(mark[0], places[start], places[goal]))
    return region("g#sketches.sketches", {"aria-hidden": "true"}, drawn)


def _ring(colour: str, place: Place) -> Markup:
    x, y, reach = place
    width = reach / 6
    return el(
        "circle",
        {"class": f"sketch sketch-{colour}", "cx": x, "cy": y, "r": reach, "stroke-width": width},
    )


def _arrow(colour: str, start: Place, goal: Place) -> Markup:
    """From the rim of one site to the middle of the other."""
    (x, y, reach), (to_x, to_y, _) = start, goal
    far = hypot(to_x - x, to_y - y) or 1.0
    along, across = (to_x - x) / far, (to_y - y) / far
    width, head = reach / 4, reach / 1.6
    near_x, near_y = to_x - along * head, to_y - across * head
    side_x, side_y = -across * head * 0.6, along * head * 0.6
    begun = min(reach * 0.6, far / 3)
    shaft = (
        f"M{number(x + along * begun)} {number(y + across * begun)}"
        f"L{number(near_x)} {number(near_y)}"
    )
    tip = (
        f"M{number(near_x + side_x)} {number(near_y + side_y)}L{number(to_x)} {number(to_y)}"
        f"L{number(near_x - side_x)} {number(near_y - side_y)}Z"
    )
    return el(
        "g",
        {"class": f"sketch sketch-{colour}"},
        el("path.sketch-shaft", {"d": shaft, "stroke-width": width}),
        el("path.sketch-tip", {"d": tip}),
    )
