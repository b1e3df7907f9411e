"""Which screens there are, a folder each and a line here; how an address leads to one, and the page
of the one that is shown."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any

from spieltisch.app.frame import frame_of, language_of
from spieltisch.app.news import ScreenState
from spieltisch.app.reading import TO_TABLE, without
from spieltisch.app.routes import Link, links_in
from spieltisch.app.screen import Place, Screen, Verb
from spieltisch.app.session import Heard, Result, Session
from spieltisch.app.start.update import refused
from spieltisch.games.catalog import GAMES
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words, words_of
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.match import is_called_for
from spieltisch.play.record_link import MAX_JSON_CODE_LENGTH
from spieltisch.table import SetupError

FOLDERS = (
    "start",
    "setup",
    "match",
    "matches",
    "settings",
    "late",
)
"""Folders of this room, each with a ``screen.py`` that has ``SCREENS``: one, or some that belong
together."""

LATE: Mapping[str, tuple[str, ...]] = {
    "deck": ("deck",),
    "editor": ("editor",),
    "files": ("import",),
    "lesson": ("learn",),
    "puzzle": ("puzzle", "daily", "mistakes", "escape", "dealt", "run", "duel"),
    "puzzles": ("puzzles",),
    "rules": ("rules",),
    "statistics": ("statistics",),
    "study": ("study",),
    "together": ("live", "room"),
    "workshop": ("workshop", "bot"),
}
"""Such folders of which no start needs the screens, each with the first words of their addresses. A
built page lacks all modules that only these import, until one is wanted: whoever imports one of
them does so where it is used, and ``update`` waits for it (app/late/screen.py)."""


class _Screens(dict[type[ScreenState], Screen[Any]]):
    def __missing__(self, state: type[ScreenState]) -> Screen[Any]:
        # The class of a state is in the folder of its screen.
        bring_in(state.__module__.split(".")[2])
        return self[state]


SCREENS = _Screens()
"""All that are here, by the class of their state; one that is not is brought in when it is asked
for, and raises what ``bring_in`` does."""

PLACES: dict[str, Place] = {}
"""What addresses mean that lead there, by their first word."""

OWN_VERBS: dict[str, Verb] = {}
"""What buttons do that one of them alone has."""

_LATE_FOLDERS = {word: folder for folder, words in LATE.items() for word in words}


def bring_in(folder: str) -> None:
    """Import the screens of a folder; raises ModuleNotFoundError if it is late and has not come."""
    for screen in import_module(f"spieltisch.app.{folder}.screen").SCREENS:
        SCREENS[screen.state] = screen
        PLACES.update(screen.places)
        OWN_VERBS.update(screen.verbs)


for _folder in FOLDERS:
    bring_in(_folder)


def place_of(word: str) -> Place | None:
    """What addresses with that first word mean; raises what ``bring_in`` does."""
    if word in _LATE_FOLDERS and word not in PLACES:
        bring_in(_LATE_FOLDERS[word])
    return PLACES.get(word)


def page_of(session: Session) -> Markup:
    """The inside of ``#app``."""
    words = words_of(language_of(session))
    frame = frame_of(session, words, title_of(session, words), said(session.heard))
    return SCREENS[type(session.screen)].view(session, session.screen, frame)


@lru_cache(maxsize=1)
def said(heard: Heard | None) -> str:
    """What is said of the latest news, in the words of their moment."""
    if heard is None:
        return ""
    session, words = heard.session, words_of(language_of(heard.session))
    return SCREENS[type(session.screen)].spoken(session, session.screen, words)


def is_called(session: Session) -> bool:
    """Whether it is the turn of people here, whom others on their own devices wait for."""
    match = session.kept_match
    return match is not None and is_called_for(match)


def title_of(session: Session, words: Words) -> str:
    return SCREENS[type(session.screen)].title(session, session.screen, words)


MAX_PATH_LENGTH = MAX_JSON_CODE_LENGTH + 100
MAX_QUERY_LENGTH = 10_000
"""Letters of an address: what a set-up can say, or a match of the old format, is all that is
long."""


def navigate(session: Session, text: str, at_ms: float = 0.0) -> Result:
    """Go where a link leads; one that leads nowhere ends in a notice on the start screen."""
    session = without(session, TO_TABLE)
    stays = session.notice is not None and session.notice.is_of_all_screens
    try:
        place, link = understood(text)
        return place.open(session if stays else replace(session, notice=None), link, at_ms)
    except (LinkError, SetupError) as error:
        names = text.partition("?")[0].split("/")
        return refused(session, error, next((name for name in names if name in GAMES), ""))


def understood(text: str) -> tuple[Place, Link]:
    """What an address says, also if words or signs from around it have come along; raises LinkError
    or SetupError if there is no such place."""
    try:
        return _read(text)
    except (LinkError, SetupError):
        for link in links_in(text):
            with suppress(LinkError, SetupError):
                return _read(link)
        raise


def _read(text: str) -> tuple[Place, Link]:
    path, _, query = text.removeprefix("#").partition("?")
    if len(path) > MAX_PATH_LENGTH or len(query) > MAX_QUERY_LENGTH:
        raise LinkError(LinkPart.SIZE, str(len(text)), f"an address of {len(text)} letters")
    first, *parts = path.strip("/").split("/")
    place = place_of(first)
    link = None if place is None else place.parse(first, parts, query)
    if place is None or link is None:
        raise LinkError(LinkPart.PAGE, path)
    return place, link
