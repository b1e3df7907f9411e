"""The gradients that give the drawn wood its roundness, once a page; their colours are styles."""

from __future__ import annotations

from spieltisch.views.markup import Markup, el, join, region


def _across(name: str, *offsets: str) -> Markup:
    """A gradient from left to right; its stops take their colours by class, lit in the middle."""
    return el(
        "linearGradient",
        {"id": name},
        [
            el("stop", {"offset": offset, "class": f"{name}-{index}"})
            for index, offset in enumerate(offsets)
        ],
    )


def _round(name: str) -> Markup:
    return el(
        "radialGradient",
        {"id": name, "cx": "42%", "cy": "30%", "r": "85%"},
        el("stop", {"offset": "0", "class": f"{name}-0"}),
        el("stop", {"offset": "1", "class": f"{name}-1"}),
    )


def _aya() -> Markup:
    """AYA's wood, the stripes of its light cards, and its balls: each colour has a mark."""
    return join(
        el(
            "linearGradient",
            {"id": "wood-track", "x2": 0, "y2": 1},
            [
                el("stop", {"offset": offset, "class": f"wood-track-{index}"})
                for index, offset in enumerate(("0", "0.5", "1"))
            ],
        ),
        _round("ball-b"),
        _round("ball-y"),
        el(
            "pattern",
            {"id": "aya-stripes", "width": 16, "height": 16, "patternUnits": "userSpaceOnUse"},
            el("path", {"class": "aya-stripe", "d": "M-4 12 12-4M4 20 20 4"}),
        ),
        _ball("b", el("circle", {"class": "ball-mark", "r": 19})),
        _ball("y", el("path", {"class": "ball-mark", "d": "M-42-7H42M-42 9H42"})),
    )


def _ball(colour: str, mark: Markup) -> Markup:
    """A ball of radius 44 about the origin."""
    return el(
        "g",
        {"id": f"aya-ball-{colour}", "class": f"aya-ball is-{colour}"},
        el("circle", {"class": "ball-face", "r": 44, "fill": f"url(#ball-{colour})"}),
        mark,
        el("circle", {"class": "ball-rim", "r": 43}),
        el("ellipse", {"class": "ball-light", "cx": -14, "cy": -20, "rx": 14, "ry": 8}),
    )


PAINT = region(
    "svg",
    {
        "id": "paint",
        "class": "paint",
        "width": 0,
        "height": 0,
        "aria-hidden": "true",
        "focusable": "false",
    },
    el(
        "defs",
        None,
        _across("wood-d", "0", "0.35", "1"),
        _across("wood-l", "0", "0.35", "1"),
        _round("wood-table"),
        _aya(),
        _round("turned-d"),
        _round("turned-l"),
        _round("turned-b"),
    ),
)
