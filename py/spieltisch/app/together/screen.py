"""The screen that a code for playing live opens, among the others."""

from collections.abc import Sequence

from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen
from spieltisch.app.session import Result, Session
from spieltisch.app.together import rooms
from spieltisch.app.together.join_view import join_screen
from spieltisch.app.together.joining import follow
from spieltisch.app.together.state import JoinScreen
from spieltisch.live.codes import PLACE, CodeError, CodeFault, format_code, parse_code
from spieltisch.live.relays import format_room, parse_room
from spieltisch.play.codec import LinkError, LinkPart

_PARTS = {
    CodeFault.DAMAGED: LinkPart.CODE,
    CodeFault.NEWER: LinkPart.FORMAT,
    CodeFault.OTHER_VERSION: LinkPart.OTHER_VERSION,
}


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/live/<code>``."""
    text = "/".join(parts)
    try:
        return Link(place, code=format_code(parse_code(PLACE + text)))
    except CodeError as error:
        raise LinkError(_PARTS[error.kind], text) from error


def opened(session: Session, link: Link, _at_ms: float) -> Result:
    """A code is followed: an invitation, or the answer to one."""
    return follow(session, link.code)


def parse_room_link(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/room/<address of the relay>/<secret>``."""
    text = "/".join(parts)
    try:
        return Link(place, section=format_room(parse_room(text)))
    except CodeError as error:
        raise LinkError(_PARTS[error.kind], text) from error


def room_opened(session: Session, link: Link, _at_ms: float) -> Result:
    """A link to a room is followed."""
    return rooms.follow(session, link.section or "")


PLACES = {"live": Place(parse, opened), "room": Place(parse_room_link, room_opened)}
SCREENS = (Screen(JoinScreen, join_screen, places=PLACES),)
