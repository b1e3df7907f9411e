"""The clock beside a seat's name, or of a contest, while it runs."""

from math import inf
from typing import Any

from spieltisch.app.match.view.clocks import TENTHS_MS, clock_text, elapsed_text
from spieltisch.shell.dom import proxy
from spieltisch.table import Clock


class SeatClockFace:
    """Counts down the clock that runs, or up if it has no end; the session alone decides when its
    time is over.

    The page draws the clock as it was when it began to run. From then on only its text is changed
    here, so that the page is not redrawn ten times a second.
    """

    def __init__(self, window: Any) -> None:
        self._window = window
        self._shown: Clock | None = None
        self._alarm: Any = None
        self._on_alarm = proxy(self._count)

    def show(self, clock: Clock | None) -> None:
        """Make the face show a clock; called whenever the page has changed."""
        self._shown = clock
        self._count()

    def _count(self, *_: Any) -> None:
        self._window.clearTimeout(self._alarm)
        clock = self._shown
        face = self._window.document.querySelector(".seat-clock.is-running") or None
        if clock is None or face is None:
            return
        now_ms = float(self._window.performance.now())
        if clock.until_ms == inf:
            self._tell(face, elapsed_text(now_ms - clock.from_ms))
            wait_ms = 1000 - (now_ms - clock.from_ms) % 1000
            self._alarm = self._window.setTimeout(self._on_alarm, wait_ms + 5)
            return
        left_ms = max(0.0, clock.until_ms - now_ms)
        self._tell(face, clock_text(left_ms))
        face.classList.toggle("is-low", left_ms < TENTHS_MS)
        if left_ms > 0:
            step_ms = 100 if left_ms < TENTHS_MS else 1000
            # A little late: a timer that came early would find the same text.
            self._alarm = self._window.setTimeout(self._on_alarm, left_ms % step_ms + 5)

    @staticmethod
    def _tell(face: Any, told: str) -> None:
        if face.textContent != told:
            face.textContent = told
