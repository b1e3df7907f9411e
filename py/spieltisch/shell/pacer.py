"""Work in steps, so that the page goes on answering; and work while nobody does anything."""

import gc
from collections.abc import Callable, Iterator
from typing import Any

from spieltisch.shell.dom import proxy, to_js

STEP_MS = 30.0
"""For how long a step begins something new; then presses are handled."""


class Pacer:
    """Repeats one kind of work, as much of it in each step as the time allows."""

    def __init__(
        self,
        window: Any,
        work: Callable[[float], bool],
        show: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Args:
            work: does a little, at a time of the page's clock, and says whether the step may go on:
                what comes next may want one of its own.
            show: shows what the work of a step has come to.
        """
        self._window = window
        self._work = work
        self._show = show
        self._is_wanted = False
        self._is_due = False
        self._on_due = proxy(self._take)

    def follow(self, *, is_wanted: bool) -> None:
        """If there is more to do, go on once the browser has handled what was pressed."""
        self._is_wanted = is_wanted
        if is_wanted and not self._is_due:
            self._is_due = True
            self._window.setTimeout(self._on_due, 0)

    def _take(self, *_: Any) -> None:
        now_ms = self._window.performance.now
        end_ms = now_ms() + STEP_MS
        # The work says by `follow` whether there is more of it.
        while self._is_wanted and now_ms() < end_ms:
            if not self._work(now_ms()):
                break
        self._show()
        # What a step has made stays as a rule: unless it is set apart, the garbage collector looks
        # through all of it again and again, in pauses that grow with it.
        gc.collect(1)
        gc.freeze()
        self._is_due = False
        self.follow(is_wanted=self._is_wanted)


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
