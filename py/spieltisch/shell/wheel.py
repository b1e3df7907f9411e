"""The wheel over the board steps through the match: up to earlier moments, down to later ones."""

from typing import Any

from spieltisch.app.messages import Command
from spieltisch.shell.dom import closest

STEP_PX = 60.0
"""How far a wheel turns for one step. A trackpad reports a few pixels at a time."""

LINE_PX, PAGE_PX = 20.0, 400.0

PAUSE_MS = 250.0
"""After a rest this long, the distance is counted from zero again."""


class Wheel:
    """How far the wheel has been turned since the last step."""

    def __init__(self) -> None:
        self._turned_px = 0.0
        self._last_ms = 0.0

    def turn(self, event: Any) -> Command | None:
        """The step that an event completes; None if it completes none."""
        unit_px = (1.0, LINE_PX, PAGE_PX)[int(event.deltaMode)]
        is_anew = event.timeStamp - self._last_ms > PAUSE_MS
        is_turned_round = self._turned_px * event.deltaY < 0
        turned_px = 0.0 if is_anew or is_turned_round else self._turned_px
        self._last_ms = event.timeStamp
        turned_px += event.deltaY * unit_px
        is_full = abs(turned_px) >= STEP_PX
        # One step at a time, however fast the wheel spins: nobody sees more.
        self._turned_px = 0.0 if is_full else turned_px
        if not is_full:
            return None
        return Command.LATER if event.deltaY > 0 else Command.EARLIER


def is_for_board(event: Any) -> bool:
    """Whether a turn of the wheel is meant for the board, rather than to zoom or to scroll."""
    if event.ctrlKey or event.shiftKey or not event.deltaY:
        return False
    return closest(event.target, ".table .board") is not None
