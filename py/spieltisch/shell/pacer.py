"""Work in steps: so much at a time that the page goes on answering."""

import gc
from collections.abc import Callable
from typing import Any

from spieltisch.shell.dom import proxy

STEP_MS = 40.0
"""How long a step may keep the page busy before presses are handled."""


class Pacer:
    """Repeats one kind of step, with as much work in each as the time allows."""

    def __init__(self, window: Any, step: Callable[[int, float], None], most: int) -> None:
        """
        Args:
            window: the browser's.
            step: does a number of things, at a time of the page's clock.
            most: as many things a step does at most.
        """
        self._window = window
        self._step = step
        self._most = most
        self._count = 1
        self._is_due = False
        self._on_due = proxy(self._take)

    def follow(self, *, is_wanted: bool) -> None:
        """If there is more to do, go on once the browser has handled what was pressed."""
        if is_wanted and not self._is_due:
            self._is_due = True
            self._window.setTimeout(self._on_due, 0)

    def _take(self, *_: Any) -> None:
        self._is_due = False
        from_ms = self._window.performance.now()
        self._step(self._count, from_ms)
        # What a step has made stays as a rule: unless it is set apart, the garbage collector looks
        # through all of it again and again, in pauses that grow with it.
        gc.collect(1)
        gc.freeze()
        took_ms = max(1.0, self._window.performance.now() - from_ms)
        # At most twice as much as before: the next things may take longer.
        wanted = min(2 * self._count, round(self._count * STEP_MS / took_ms))
        self._count = max(1, min(self._most, wanted))
