"""The state of the screen with the settings."""

from dataclasses import dataclass

from spieltisch.app.screen_state import ScreenState
from spieltisch.app.settings.keys import Slot


@dataclass(frozen=True)
class SettingsScreen(ScreenState):
    """The settings of the site."""

    binding: Slot | None = None
    """The slot that the next key is for; None while no key is waited for."""
