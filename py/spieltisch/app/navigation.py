"""Going from screen to screen."""

from contextlib import suppress
from dataclasses import replace

from spieltisch.app.reading import TO_TABLE, without
from spieltisch.app.routes import Link, links_in
from spieltisch.app.screen import Place
from spieltisch.app.screens import PLACES
from spieltisch.app.session import Result, Session
from spieltisch.app.start.update import refused
from spieltisch.games.catalog import GAMES
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.record_link import MAX_JSON_CODE_LENGTH
from spieltisch.table import SetupError

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
        return refused(session, error, _game_of(text))


def _game_of(text: str) -> str:
    """The game that an address names; empty if it names none."""
    names = text.partition("?")[0].split("/")
    return next((name for name in names if name in GAMES), "")


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
    place = PLACES.get(first)
    link = None if place is None else place.parse(first, parts, query)
    if place is None or link is None:
        raise LinkError(LinkPart.PAGE, path)
    return place, link
