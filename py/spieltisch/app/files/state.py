"""The state of the screen on which matches come from files."""

from dataclasses import dataclass

from spieltisch.app.screen_state import ScreenState
from spieltisch.play.importing import Import


@dataclass(frozen=True)
class ImportScreen(ScreenState):
    """Matches from files."""

    job: Import | None = None
    """The import of the files that were given, running or over; None before any were given."""
