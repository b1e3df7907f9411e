"""What can happen on the start screen."""

from dataclasses import dataclass

from spieltisch.app.message import Message


@dataclass(frozen=True)
class PlayNow(Message):
    """A match begins at once, as the game's last one was set up; chance deals from the seed."""

    game: str
    seed: int
    at_ms: float = 0.0
