"""What AYA's drawings refer to: the track's wood, the stripes of light cards, and the balls."""

from __future__ import annotations

from spieltisch.views.markup import Markup, el, join
from spieltisch.views.paint import downwards, rounded


def paint() -> Markup:
    """Each ball's colour has a mark as well, for those who cannot tell the colours apart."""
    return join(
        downwards("wood-track", "0", "0.5", "1"),
        rounded("ball-b"),
        rounded("ball-y"),
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
