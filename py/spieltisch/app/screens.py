"""Which screens there are: a folder each, and a line here."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from spieltisch.app.screen import Place, Screen
from spieltisch.app.screen_state import ScreenState

FOLDERS = (
    "start",
    "setup",
    "match",
    "lesson",
    "puzzle",
    "puzzles",
    "matches",
    "files",
    "statistics",
    "rules",
    "settings",
    "together",
)
"""Folders of this room, each with a ``screen.py`` that has ``SCREENS``: one, or some that belong
together."""

SCREENS: tuple[Screen[Any], ...] = tuple(
    screen
    for folder in FOLDERS
    for screen in import_module(f"spieltisch.app.{folder}.screen").SCREENS
)

PLACES: Mapping[str, Place] = {
    word: place for screen in SCREENS for word, place in screen.places.items()
}
"""What addresses mean, by their first word."""

_BY_STATE = {screen.state: screen for screen in SCREENS}


def screen_of(state: ScreenState) -> Screen[Any]:
    """The screen that has this state; KeyError if no folder has such a screen."""
    return _BY_STATE[type(state)]
