"""Making pieces travel."""

from collections.abc import Sequence
from typing import Any

from spieltisch.shell.dom import to_js
from spieltisch.views.scene import Motion

LEG_MS = 170
"""How long a piece takes from one stop to the next."""


def travel(window: Any, board: Any, motions: Sequence[Motion]) -> None:
    """Show pieces on their way to where they are drawn; none under reduced motion."""
    if not board or window.matchMedia("(prefers-reduced-motion: reduce)").matches:
        return
    for motion in motions:
        node = board.querySelector(f'[data-piece="{motion.piece}"]')
        if not node:
            continue
        # The board's own units: an SVG node's CSS pixels are user units.
        turns = motion.turns or (0.0,) * len(motion.offsets)
        frames = [
            {"transform": f"translate({x:.1f}px, {y:.1f}px) rotate({turn:.0f}deg)"}
            for (x, y), turn in zip(motion.offsets, turns, strict=True)
        ]
        options = {"duration": LEG_MS * (len(frames) - 1), "easing": "linear"}
        parent = node.parentNode
        # Drawn last is drawn on top: a travelling piece passes over the towers behind it.
        animation = node.animate(to_js(window, frames), to_js(window, options))
        parent.classList.add("is-travelling")
        animation.finished.then(lambda _, parent=parent: parent.classList.remove("is-travelling"))
