"""What the page prepares while nobody does anything: a little at a time, so that nobody waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spieltisch.shell.dom import proxy


class SpareTime:
    """One preparation after another, put off whenever somebody does something."""

    def __init__(self, window: Any, preparations: Iterator[float | None]) -> None:
        """Args:
        window: the browser's.
        preparations: does one thing whenever it is asked for the next, and gives how many
            milliseconds shall be spare before it is asked again; None for not before somebody
            does something.
        """
        self._window = window
        self._preparations = preparations
        self._on_time = proxy(self._prepare)
        self._timer: Any = None
        self._pause_ms: float | None = 0.0
        self._is_over = False
        self._wait(0.0)

    def put_off(self) -> None:
        """Somebody has done something."""
        self._wait(self._pause_ms or 0.0)

    def _wait(self, pause_ms: float) -> None:
        self._window.clearTimeout(self._timer)
        if not self._is_over:
            self._timer = self._window.setTimeout(self._on_time, pause_ms)

    def _prepare(self, *_: Any) -> None:
        try:
            self._pause_ms = next(self._preparations)
        except StopIteration:
            self._is_over = True
            return
        if self._pause_ms is not None:
            self._wait(self._pause_ms)
