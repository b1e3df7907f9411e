"""The state of the start screen."""

from dataclasses import dataclass

from spieltisch.app.screen_state import ScreenState


@dataclass(frozen=True)
class StartScreen(ScreenState):
    """The menu. What can be continued follows from the matches."""
