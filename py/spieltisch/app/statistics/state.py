"""The state of the screen with the statistics, and what can happen there."""

from dataclasses import dataclass

from spieltisch.app.message import Message
from spieltisch.app.puzzle.log import PuzzleLog
from spieltisch.app.runs import Runs
from spieltisch.app.screen_state import ScreenState


@dataclass(frozen=True)
class StatisticsScreen(ScreenState):
    """What the matches on this device add up to."""

    erased: tuple[int, Runs, PuzzleLog] | None = None
    """What was erased here and can be restored: since when matches were counted, the best runs and
    the puzzle log; None if nothing was."""


@dataclass(frozen=True)
class EraseStatistics(Message):
    """Statistics are to count only what is played from now on."""

    at_ms: float = 0.0
