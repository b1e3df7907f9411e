"""Which screens there are, a folder each and a line here; and the page of the one that is shown."""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any

from spieltisch.app.frame import frame_of, language_of
from spieltisch.app.news import ScreenState
from spieltisch.app.screen import Place, Screen
from spieltisch.app.session import Heard, Session
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words, words_of
from spieltisch.play.by_link import is_called_for

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
    "workshop",
    "editor",
    "deck",
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

SCREEN_OF: Mapping[type[ScreenState], Screen[Any]] = {one.state: one for one in SCREENS}
"""By the class of its state."""


def page_of(session: Session) -> Markup:
    """The inside of ``#app``."""
    words = words_of(language_of(session))
    frame = frame_of(session, words, title_of(session, words), said(session.heard))
    return SCREEN_OF[type(session.screen)].view(session, session.screen, frame)


@lru_cache(maxsize=1)
def said(heard: Heard | None) -> str:
    """What is said of the latest news, in the words of their moment."""
    if heard is None:
        return ""
    session, words = heard.session, words_of(language_of(heard.session))
    return SCREEN_OF[type(session.screen)].spoken(session, session.screen, words)


def is_called(session: Session) -> bool:
    """Whether it is the turn of people here, whom others on their own devices wait for."""
    table, match = session.table, session.kept_match
    return match is not None and table is not None and is_called_for(match)


def title_of(session: Session, words: Words) -> str:
    """The document's title and the screen's heading."""
    return SCREEN_OF[type(session.screen)].title(session, session.screen, words)
