"""What moves by itself: pieces on their way, and the bar of a clock that runs out."""

from collections.abc import Sequence
from typing import Any

from spieltisch.shell.dom import to_js
from spieltisch.table import Clock
from spieltisch.views.scene import Motion

LEG_MS = 170
"""How long a piece takes from one stop to the next."""


def travel(window: Any, board: Any, motions: Sequence[Motion]) -> int:
    """Show pieces on their way to where they are drawn; none under reduced motion.

    Gives how many legs the longest way has that is shown.
    """
    if not board or window.matchMedia("(prefers-reduced-motion: reduce)").matches:
        return 0
    longest = 0
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
        longest = max(longest, len(frames) - 1)
        animation = node.animate(to_js(window, frames), to_js(window, options))
        parent.classList.add("is-travelling")
        animation.finished.then(lambda _, parent=parent: parent.classList.remove("is-travelling"))
    return longest


class ClockBar:
    """The bar of the clock on screen; the session alone decides when its time is over."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._shown: Clock | None = None
        self._animation: Any = None

    def show(self, clock: Clock | None) -> None:
        """Have the bar run with a clock; called whenever the page has changed."""
        if clock == self._shown:
            return
        self._shown = clock
        if self._animation is not None:
            self._animation.cancel()
            self._animation = None
        bar = self._window.document.querySelector(".clock-bar") or None
        if clock is not None and bar is not None:
            self._animation = self._run(bar, clock)

    def _run(self, bar: Any, clock: Clock) -> Any:
        left_ms = max(0.0, clock.until_ms - self._window.performance.now())
        share = left_ms / max(1.0, clock.until_ms - clock.from_ms)
        frames = [{"transform": f"scaleX({share:.4f})"}, {"transform": "scaleX(0)"}]
        is_still = self._window.matchMedia("(prefers-reduced-motion: reduce)").matches
        easing = f"steps({max(1, round(left_ms / 1000))})" if is_still else "linear"
        options = {"duration": left_ms, "easing": easing, "fill": "forwards"}
        return bar.animate(to_js(self._window, frames), to_js(self._window, options))
