"""Letting the bar of a running clock shrink. The session alone decides when its time is over."""

from typing import Any

from spieltisch.shell.dom import to_js
from spieltisch.table import Clock


class ClockBar:
    """The bar on screen, and the animation that it has."""

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
