"""The page's few icons, and the gradients that give drawn wood its roundness.

Icons take the colour of the text round them. Gradients stand in a page once and are referred to;
their stops take their colours by class (``wood-table-0``), so that a theme can change them. The
paint that only one game's drawings refer to is in its view's ``paint()``.
"""

from collections.abc import Iterable
from functools import cache

from spieltisch.kit.markup import Markup, el, region

PATHS = {
    "first": "M6 5v14M19 5l-9 7 9 7z",
    "earlier": "M17 5l-10 7 10 7z",
    "later": "M7 5l10 7-10 7z",
    "present": "M18 5v14M5 5l9 7-9 7z",
    "back": "M19 12H5M11 6l-6 6 6 6",
    "undo": "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H9",
    "redo": "M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h5",
    "new": "M12 5v14M5 12h14",
    "share": "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
    "export": "M12 4v11M8 11l4 4 4-4M5 17v3h14v-3",
    "settings": "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.500v5M8 14.500v5",
    "matches": "M4 5h7v6H4zM13 5h7v6h-7zM4 14h7v6H4zM13 14h7v6h-7z",
    "swap": "M7 4v14M3.500 14.500 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",
    "keys": "M3 7h18v10H3zM7 10.500v.1M12 10.500v.1M17 10.500v.1M8 14h8",
    "sound-off": "M4 9.500v5h3.500l5 4v-13l-5 4zM16.500 9.500l5 5M21.500 9.500l-5 5",
    "sound-soft": "M4 9.500v5h3.500l5 4v-13l-5 4zM16 9.500q2 2.500 0 5",
    "sound-full": "M4 9.500v5h3.500l5 4v-13l-5 4zM16 9.500q2 2.500 0 5M18.500 6.500q5 5.500 0 11",
    "hint": "M9 9a3 3 0 1 1 4.500 2.600q-1.500 1-1.500 2.900M12 18.500v.1",
    "close": "M6 6l12 12M18 6 6 18",
    "pause": "M8 5v14M16 5v14",
    "play": "M7 5l12 7-12 7z",
    "edit": "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
    "delete": "M5 7h14M10 4h4M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5",
    "analysis": "M5 20v-7M12 20V4M19 20V9",
    "draw": "M5 19 17 7M17 13V7h-6M7.500 7.500m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    "up": "M12 19V6M6 12l6-6 6 6",
    "top": "M5 4h14M12 20V9M6 15l6-6 6 6",
    "solved": "M5 12.500l5 5L19.500 7",
    "wrong": "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H9",
}


@cache
def icon(name: str) -> Markup:
    """An icon of PATHS; what it means must be said in words beside it."""
    return el(
        "svg.icon", {"viewBox": "0 0 24 24", "aria-hidden": "true"}, el("path", {"d": PATHS[name]})
    )


def across(name: str, *offsets: str) -> Markup:
    """A gradient from left to right, with a stop at each offset (0 to 1).

    >>> across("wood", "0", "1").count("<stop")
    2
    """
    return el("linearGradient", {"id": name}, stops(name, offsets))


def downwards(name: str, *offsets: str) -> Markup:
    """A gradient from top to bottom, with a stop at each offset (0 to 1)."""
    return el("linearGradient", {"id": name, "x2": 0, "y2": 1}, stops(name, offsets))


def rounded(name: str) -> Markup:
    """A gradient as on a ball that is lit from the upper left, from its light to its dark stop."""
    return el(
        "radialGradient",
        {"id": name, "cx": "42%", "cy": "30%", "r": "85%"},
        stops(name, ("0", "1")),
    )


def stops(name: str, offsets: Iterable[str]) -> list[Markup]:
    """The stops of a gradient, with classes of that name."""
    return [
        el("stop", {"offset": offset, "class": f"{name}-{index}"})
        for index, offset in enumerate(offsets)
    ]


def paint_svg(*paints: Markup) -> Markup:
    """A drawing without a size that holds all paint of a page: these, and the shared tabletop."""
    hidden = {"aria-hidden": "true", "focusable": "false"}
    return region(
        "svg#paint.paint",
        {"width": 0, "height": 0, **hidden},
        el("defs", rounded("wood-table"), paints),
    )
