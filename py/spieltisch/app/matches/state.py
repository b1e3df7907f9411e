"""The state of the list of kept matches."""

from dataclasses import dataclass, field

from spieltisch.app.matches.filters import MatchFilter
from spieltisch.app.screen_state import ScreenState
from spieltisch.play.summary import MatchId


@dataclass(frozen=True)
class MatchesScreen(ScreenState):
    """The kept matches."""

    wanted: MatchFilter = field(default_factory=MatchFilter)
    """Which of them are listed."""

    now_ms: int = 0
    """When the list came on screen, in milliseconds since 1970."""

    renaming: MatchId | None = None
    """The match whose name is being edited, if any."""
