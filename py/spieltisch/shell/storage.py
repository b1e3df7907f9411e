"""Keeping things in the browser, which may have no room or not allow it."""

from typing import Any

from spieltisch.play.match import Match, format_match
from spieltisch.session.progress import Progress, format_progress
from spieltisch.session.runs import Runs, format_runs
from spieltisch.session.settings import Settings, format_settings

PREFIX = "spieltisch."
SETTINGS, LAST_VIEW, RUNS, LESSONS = "settings", "last-view", "runs", "lessons"


class StorageError(Exception):
    """Nothing could be kept. ``is_full``: for want of room; else it is not allowed."""

    def __init__(self, *, is_full: bool) -> None:
        super().__init__("storage is full" if is_full else "storage is not allowed")
        self.is_full = is_full


class Storage:
    """The page's localStorage, under names of our own. Reading never fails; writing says so."""

    def __init__(self, window: Any) -> None:
        self._window = window

    def read(self, name: str) -> str | None:
        """What is kept under a name; None where nothing is or nothing may be read."""
        try:
            text = self._window.localStorage.getItem(PREFIX + name)
        except Exception:  # a JavaScript error has no narrower type that CPython knows
            return None
        return text if isinstance(text, str) else None

    def write(self, name: str, text: str) -> None:
        """Keep a text under a name; raises StorageError."""
        try:
            self._window.localStorage.setItem(PREFIX + name, text)
        except Exception as error:
            raise StorageError(is_full="quota" in str(error).lower()) from error


def match_name(game: str) -> str:
    """The name under which a game's match is kept."""
    return f"match.{game}"


def entry_of(kept: Match | Settings | Runs | Progress) -> tuple[str, str]:
    """The name under which something is kept, and its text."""
    match kept:
        case Match():
            return match_name(kept.setup.game), format_match(kept)
        case Settings():
            return SETTINGS, format_settings(kept)
        case Progress():
            return LESSONS, format_progress(kept)
    return RUNS, format_runs(kept)
