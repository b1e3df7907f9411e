"""Which screens there are, a folder each and a line here; how an address leads to one, and the page
of the one that is shown."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

from spieltisch.app.core.contract import Place, Screen
from spieltisch.app.core.frame import frame_of, language_of
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.routes import MAX_QUERY_LENGTH, Route
from spieltisch.app.core.session import Heard, Result, Session
from spieltisch.app.core.waiting import going
from spieltisch.app.core.waits import WaitScreen
from spieltisch.app.core.wrong_links import refused
from spieltisch.games.catalog import GAMES
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words, words_of
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.link_text import DASHES, links_in
from spieltisch.play.match import is_peoples_turn
from spieltisch.play.record_link import MAX_JSON_CODE_LENGTH
from spieltisch.table import SetupError

FOLDERS = (
    "start",
    "setup",
    "match",
    "matches",
    "settings",
    "late",
    "fault",
)
"""Folders of this room, each with a ``screen.py`` that has ``SCREENS``: one, or some that belong
together."""

LATE: Mapping[str, tuple[str, ...]] = {
    "deck": ("deck",),
    "editor": ("editor",),
    "files": ("import",),
    "lesson": ("learn",),
    "make": ("make",),
    "puzzle": ("puzzle", "puzzles", "daily", "mistakes", "escape", "dealt", "run", "duel", "spot"),
    "rules": ("rules", "club"),
    "statistics": ("statistics",),
    "study": ("study", "sheet"),
    "together": ("live", "room"),
    "workshop": ("workshop", "bot"),
}
"""Such folders of which no start needs the screens, each with the first words of their addresses. A
built page lacks all modules that only these import, until one is wanted: whoever imports one of
them does so where it is used, and ``update`` waits for it (app/update.py)."""


class _Screens(dict[type[ScreenState], Screen[Any]]):
    def __missing__(self, state: type[ScreenState]) -> Screen[Any]:
        # The class of a state is in the folder of its screen.
        bring_in(state.__module__.split(".")[2])
        return self[state]


SCREENS = _Screens()
"""All that are here, by the class of their state; one that is not is brought in when it is asked
for."""

PLACES: dict[str, Place[Any]] = {}
"""What addresses mean that lead there, by their first word."""

_LATE_FOLDERS = {word: folder for folder, words in LATE.items() for word in words}


def bring_in(folder: str) -> None:
    """Import the screens of a folder."""
    for screen in import_module(f"spieltisch.app.{folder}.screen").SCREENS:
        SCREENS[screen.state] = screen
        PLACES.update(screen.places)


for _folder in FOLDERS:
    bring_in(_folder)


def place_of(word: str) -> Place[Any] | None:
    """What addresses with that first word mean; None if none leads anywhere."""
    if word in _LATE_FOLDERS and word not in PLACES:
        bring_in(_LATE_FOLDERS[word])
    return PLACES.get(word)


def page_of(session: Session, *, holds_end: bool = False) -> Markup:
    """The inside of ``#app``; see ``Frame.holds_end``."""
    words = words_of(language_of(session))
    screen = SCREENS[type(session.screen)]
    frame = frame_of(session, words, title_of(session, words), said(session.heard), screen.area)
    if holds_end:
        frame = replace(frame, holds_end=True)
    if session.live is not None and session.home is not None:
        from spieltisch.app.together.view import live_part

        part = live_part(session, session.home, words, holds_end=holds_end)
        frame = replace(frame, live=part)
    return screen.view(session, session.screen, frame)


_said_last: tuple[Heard, str] | None = None
"""What was said last, and of what: a cache by identity, which means nothing, as a session cannot be
hashed and to compare two is to compare all of their matches."""


def said(heard: Heard | None) -> str:
    """What is said of the latest news, in the words of their moment."""
    global _said_last
    if heard is None:
        return ""
    if _said_last is None or _said_last[0] is not heard:
        _said_last = heard, _said(heard)
    return _said_last[1]


def _said(heard: Heard) -> str:
    session, words = heard.session, words_of(language_of(heard.session))
    what, table = session.screen.live_news, session.home
    if what is not None and table is not None:
        from spieltisch.app.together.view import spoken

        return spoken(session, table, what, words)
    return SCREENS[type(session.screen)].spoken(session, session.screen, words)


def awaits_people(session: Session) -> bool:
    """Whether it is the turn of people here, whom others on their own devices wait for."""
    match = session.kept_match
    return match is not None and is_peoples_turn(match)


def title_of(session: Session, words: Words) -> str:
    return SCREENS[type(session.screen)].title(session, session.screen, words)


MAX_PATH_LENGTH = MAX_JSON_CODE_LENGTH + 100
"""Letters before the query of an address: a match of the old format is all that is long."""


def navigate(session: Session, text: str, at_ms: float) -> Result:
    """Go where a link leads; one that leads nowhere ends in a notice on the start screen."""
    session = going(session)
    stays = session.notice is not None and session.notice.is_of_all_screens
    try:
        _, place, link = understood(text)
        session, effects = place.open(
            session if stays else replace(session, notice=None), link, at_ms
        )
    except (LinkError, SetupError) as error:
        names = text.partition("?")[0].split("/")
        return refused(session, error, next((name for name in names if name in GAMES), ""))
    if not isinstance(session.screen, WaitScreen):
        session = replace(session, address=text)
    return session, effects


def is_late(text: str) -> bool:
    """Whether an address may lead to a screen that comes late, see ``LATE``."""
    links = (text, *links_in(text))
    return any(one.lstrip("#/").partition("?")[0].split("/")[0] in _LATE_FOLDERS for one in links)


_NOT_FOUND = (LinkPart.GAME, LinkPart.FIELD, LinkPart.SEED, LinkPart.PUZZLE)
_NOT_WHOLE = (
    LinkPart.RECORD,
    LinkPart.CODE,
    LinkPart.BOT,
    LinkPart.STUDY,
    LinkPart.SENT_PUZZLE,
    LinkPart.SIZE,
)


def understood(text: str) -> tuple[str, Place[Any], Route]:
    """The link that an address is, or that a text has, whatever stands around it, and where it
    leads; raises LinkError or SetupError if it leads nowhere, with what is wrong with the link that
    says most."""
    try:
        return text, *_read(text)
    except (LinkError, SetupError) as error:
        told = error
    for link in links_in(text):
        try:
            return link, *_read(link)
        except (LinkError, SetupError) as error:
            # A dash that may have been lost behind it is nothing that a person has written.
            if link[-1] not in DASHES or link in text:
                told = max(told, error, key=_says)
    raise told


def _says(error: LinkError | SetupError) -> int:
    """How much an error says: of a link that is whole more than of one that may be cut."""
    levels = (LinkPart.PAGE,), _NOT_FOUND, _NOT_WHOLE
    part = error.part if isinstance(error, LinkError) else None
    return next((level for level, parts in enumerate(levels) if part in parts), len(levels))


def _read(text: str) -> tuple[Place[Any], Route]:
    path, _, query = text.removeprefix("#").partition("?")
    if len(path) > MAX_PATH_LENGTH or len(query) > MAX_QUERY_LENGTH:
        raise LinkError(LinkPart.SIZE, str(len(text)), f"an address of {len(text)} letters")
    first, *parts = path.strip("/").split("/")
    place = place_of(first)
    link = None if place is None else place.parse(first, parts, query)
    if place is None or link is None:
        raise LinkError(LinkPart.PAGE, path)
    return place, link
