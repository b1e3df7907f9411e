"""Preparations while nobody does anything: a little at a time, so that nobody waits for them."""

from collections.abc import Iterator
from typing import Any

from spieltisch.shell.dom import proxy, to_js

IDLE_LIMIT_MS = 2000.0
"""An idle moment is waited for no longer: Chromium tells of none while nothing is drawn."""


class SpareTime:
    """One preparation after another, each in an idle moment of the browser, put off whenever
    something is done."""

    def __init__(self, window: Any, preparations: Iterator[float | None]) -> None:
        """``preparations`` prepares one thing per step. It yields how many milliseconds without
        activity must pass before the next step; None if that must wait for some activity."""
        self._window = window
        self._preparations = preparations
        # Some browsers do not tell when they are idle: there the pause alone must do.
        self._tells_idle = hasattr(window, "requestIdleCallback")
        self._limit = to_js(window, {"timeout": IDLE_LIMIT_MS}) if self._tells_idle else None
        self._on_time = proxy(self._await_idle if self._tells_idle else self._prepare)
        self._on_idle = proxy(self._prepare)
        self._timer: Any = None
        self._idle: Any = None
        self._pause_ms: float | None = 0.0
        self._is_over = False
        self._wait(0.0)

    def put_off(self) -> None:
        """Restart the pause, as something was done."""
        self._wait(self._pause_ms or 0.0)

    def _wait(self, pause_ms: float) -> None:
        self._window.clearTimeout(self._timer)
        if self._idle is not None:
            self._window.cancelIdleCallback(self._idle)
            self._idle = None
        if not self._is_over:
            self._timer = self._window.setTimeout(self._on_time, pause_ms)

    def _await_idle(self, *_: Any) -> None:
        self._idle = self._window.requestIdleCallback(self._on_idle, self._limit)

    def _prepare(self, *_: Any) -> None:
        self._idle = None
        try:
            self._pause_ms = next(self._preparations)
        except StopIteration:
            self._is_over = True
            return
        if self._pause_ms is not None:
            self._wait(self._pause_ms)
