"""The state of the screen with the rules."""

from dataclasses import dataclass

from spieltisch.app.screen_state import ScreenState


@dataclass(frozen=True)
class RulesScreen(ScreenState):
    """The rules of a game."""

    game: str
