"""The state of the start screen, and what can happen there."""

from spieltisch.app.message import Message
from spieltisch.app.news import ScreenState


class StartScreen(ScreenState):
    """The menu. What can be continued follows from the matches."""


class PlayNow(Message):
    """A match begins at once, as the game's last one was set up; chance deals from the seed."""

    game: str
    seed: int
    at_ms: float = 0.0
