"""Letting the bar of a running clock shrink. The session alone decides when its time is over."""

from __future__ import annotations

from typing import Any

from spieltisch.shell.dom import attribute, to_js


class ClockBar:
    """The bar on screen, and the animation that it has."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._shown: tuple[str | None, str | None] | None = None
        self._animation: Any = None

    def show(self) -> None:
        """Have the bar run as its marks say; called whenever the page has changed."""
        bar = self._window.document.querySelector(".clock-bar") or None
        if bar is None:
            self._shown = None
            return
        shown = (attribute(bar, "data-from"), attribute(bar, "data-until"))
        if shown == self._shown:
            return
        self._shown = shown
        if self._animation is not None:
            self._animation.cancel()
        self._animation = self._run(bar, float(shown[0] or 0), float(shown[1] or 0))

    def _run(self, bar: Any, from_ms: float, until_ms: float) -> Any:
        left_ms = max(0.0, until_ms - self._window.performance.now())
        share = left_ms / max(1.0, until_ms - from_ms)
        frames = [{"transform": f"scaleX({share:.4f})"}, {"transform": "scaleX(0)"}]
        is_still = self._window.matchMedia("(prefers-reduced-motion: reduce)").matches
        easing = f"steps({max(1, round(left_ms / 1000))})" if is_still else "linear"
        options = {"duration": left_ms, "easing": easing, "fill": "forwards"}
        return bar.animate(to_js(self._window, frames), to_js(self._window, options))
