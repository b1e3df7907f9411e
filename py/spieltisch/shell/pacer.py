"""Work in steps: so much at a time that the page goes on answering."""

import gc
from collections.abc import Callable
from typing import Any

from spieltisch.shell.dom import proxy

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
