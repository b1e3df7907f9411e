"""The gradients that give the drawn wood its roundness, once a page; their colours are styles."""

from __future__ import annotations

from spieltisch.views.markup import Markup, el


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


PAINT = el(
    "svg",
    {"class": "paint", "width": 0, "height": 0, "aria-hidden": "true", "focusable": "false"},
    el(
        "defs",
        None,
        _across("wood-d", "0", "0.35", "1"),
        _across("wood-l", "0", "0.35", "1"),
        _round("wood-table"),
    ),
)
