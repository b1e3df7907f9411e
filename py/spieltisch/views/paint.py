"""The gradients that give drawn wood its roundness: they stand in a page once and are referred to.

Their stops take their colours by class (``wood-table-0``), so that a theme can change them. What a
game's own drawing refers to is its view's ``paint()``.
"""

from collections.abc import Iterable

from spieltisch.views.markup import Markup, el, region


def across(name: str, *offsets: str) -> Markup:
    """A gradient from left to right, with a stop at each offset (0 to 1)."""
    return el("linearGradient", {"id": name}, _stops(name, offsets))


def downwards(name: str, *offsets: str) -> Markup:
    """A gradient from top to bottom, with a stop at each offset (0 to 1)."""
    return el("linearGradient", {"id": name, "x2": 0, "y2": 1}, _stops(name, offsets))


def rounded(name: str) -> Markup:
    """A gradient as on a ball that is lit from the upper left, from its light to its dark stop."""
    return el(
        "radialGradient",
        {"id": name, "cx": "42%", "cy": "30%", "r": "85%"},
        _stops(name, ("0", "1")),
    )


def _stops(name: str, offsets: Iterable[str]) -> list[Markup]:
    return [
        el("stop", {"offset": offset, "class": f"{name}-{index}"})
        for index, offset in enumerate(offsets)
    ]


def paint_svg(*paints: Markup) -> Markup:
    """A drawing without a size that holds all paint of a page: these, and the shared tabletop."""
    hidden = {"aria-hidden": "true", "focusable": "false"}
    return region(
        "svg",
        {"id": "paint", "class": "paint", "width": 0, "height": 0, **hidden},
        el("defs", None, rounded("wood-table"), paints),
    )
