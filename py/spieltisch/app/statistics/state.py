"""The state of the screen with the statistics."""

from dataclasses import dataclass

from spieltisch.app.puzzle.log import PuzzleLog
from spieltisch.app.runs import Runs
from spieltisch.app.screen_state import ScreenState


@dataclass(frozen=True)
class StatisticsScreen(ScreenState):
    """What the matches on this device add up to."""

    erased: tuple[int, Runs, PuzzleLog] | None = None
    """What was erased here and can be restored: since when matches were counted, the best runs and
    the puzzle log; None if nothing was."""
