"""The state of the form in which a match is set up."""

from dataclasses import dataclass

from spieltisch.app.screen_state import ScreenState
from spieltisch.table import Setup


@dataclass(frozen=True)
class SetupScreen(ScreenState):
    """A match being set up."""

    setup: Setup
    """Without a seed, with all its players, its start empty where chance deals. Its options may
    hold some that only another variant knows: they count again when that one is chosen."""

    draws_seats: bool = False
    """Whether lots are drawn, when the match starts, for who sits where."""
