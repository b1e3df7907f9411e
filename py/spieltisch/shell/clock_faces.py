"""The clocks on screen while they run. The session alone decides when their time is over.

The page draws a clock as it was when it began to run. From then on only its text is changed here,
so that the page is not redrawn ten times a second.
"""

from math import ceil, inf
from typing import Any

from spieltisch.app.match.view.sentences import TENTHS_MS, clock_text, elapsed_text
from spieltisch.shell.animation import animate, is_still
from spieltisch.shell.dom import proxy
from spieltisch.table import Clock


class SeatClockFace:
    """The clock beside a seat's name, or of a contest: it counts down, or up if it has no end."""

    FACE = ".seat-clock.is-running"

    def __init__(self, window: Any) -> None:
        self._window = window
        self._shown: Clock | None = None
        self._alarm: Any = None
        self._on_alarm = proxy(self._count)

    @property
    def _now_ms(self) -> float:
        return float(self._window.performance.now())

    def show(self, clock: Clock | None) -> None:
        """Make the face show a clock; called whenever the page has changed."""
        self._shown = clock
        # A newly drawn face shows the clock's whole time, not the time that is left.
        self._count()

    def _count(self, *_: Any) -> None:
        self._window.clearTimeout(self._alarm)
        clock, face = self._shown, self._window.document.querySelector(self.FACE) or None
        if clock is None or face is None:
            return
        told, wait_ms = self._told(face, clock)
        if face.textContent != told:
            face.textContent = told
        if wait_ms is not None:
            # A little late: a timer that came early would find the same text.
            self._alarm = self._window.setTimeout(self._on_alarm, wait_ms + 5)

    def _told(self, face: Any, clock: Clock) -> tuple[str, float | None]:
        """What the face shows now, and for how long; None once time is up."""
        if clock.until_ms == inf:
            run_ms = self._now_ms - clock.from_ms
            return elapsed_text(run_ms), 1000 - run_ms % 1000
        left_ms = max(0.0, clock.until_ms - self._now_ms)
        face.classList.toggle("is-low", left_ms < TENTHS_MS)
        step_ms = 100 if left_ms < TENTHS_MS else 1000
        return clock_text(left_ms), left_ms % step_ms if left_ms else None


class ClockFace(SeatClockFace):
    """The clock of what is owed: its seconds are counted down, and its rim drains."""

    FACE = ".call-seconds"

    def __init__(self, window: Any) -> None:
        super().__init__(window)
        self._animations: list[Any] = []

    def show(self, clock: Clock | None) -> None:
        if clock != self._shown:
            for animation in self._animations:
                animation.cancel()
            self._animations = [] if clock is None else self._drain(clock)
        super().show(clock)

    def _drain(self, clock: Clock) -> list[Any]:
        """Start draining the rim; under reduced motion it stays, and only the number counts."""
        if is_still(self._window):
            return []
        left_ms = max(0.0, clock.until_ms - self._now_ms)
        gone = 100 * (1 - left_ms / max(1.0, clock.until_ms - clock.from_ms))
        frames = [{"strokeDashoffset": f"{gone:.2f}"}, {"strokeDashoffset": "100"}]
        timing = {"duration": left_ms, "fill": "forwards"}
        rims = self._window.document.querySelectorAll(".rim-clock > *")
        return [animate(self._window, rim, frames, timing) for rim in rims]

    def _told(self, face: Any, clock: Clock) -> tuple[str, float | None]:
        left_ms = max(0.0, clock.until_ms - self._now_ms)
        return str(ceil(left_ms / 1000)), left_ms % 1000 if left_ms else None
