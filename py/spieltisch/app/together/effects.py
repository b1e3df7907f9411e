"""What a session that plays live asks the shell to do; see also effects.py."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from spieltisch.app.effects import Effect
from spieltisch.live.codes import LINES, MAX_RELAY, format_room, parse_room
from spieltisch.live.description import MAX_DESCRIPTION
from spieltisch.play.summary import MATCH_ID, MatchId
from spieltisch.table import Seat
from spieltisch.table.codec import codec, parse
from spieltisch.table.marks import Between, Length, Then
from spieltisch.table.record import MAX_SEATS

if TYPE_CHECKING:
    from spieltisch.app.together.state import Visiting
    from spieltisch.live.host import Letters, LineNumber
    from spieltisch.live.protocol import PeerMessage


def _whole_room(text: str) -> str:
    return format_room(parse_room(text))


@dataclass(frozen=True)
class KnownLine:
    """A spare line whose other end may still wait, after this page was loaded anew."""

    line: Annotated[int, Between(0, LINES - 1)]
    match_id: Annotated[MatchId, MATCH_ID]
    is_host: bool
    """Whether the match was led here."""
    seats: Annotated[tuple[Annotated[Seat, Between(1, MAX_SEATS)], ...], Length(0, MAX_SEATS)]
    """The guest's seats."""
    own: Annotated[str, Length(1, MAX_DESCRIPTION)]
    """This end's session description, and the other's."""
    theirs: Annotated[str, Length(1, MAX_DESCRIPTION)]


@dataclass(frozen=True)
class KnownRoom:
    """The room in which this tab was, before it was loaded anew."""

    match_id: Annotated[MatchId, MATCH_ID]
    is_host: bool
    room: Annotated[str, Length(1, 2 * MAX_RELAY), Then(_whole_room)]
    """As in a link."""


class LiveEffect(Effect, is_kind=True):
    """Something to be done where people are connected."""


class Invite(LiveEffect):
    """Make a line, with the help of a STUN server if one is named; ``Described`` brings this
    browser's session description."""

    line: "LineNumber"
    stun: str
    spare_for: MatchId = ""
    """For a spare line, which waits to be called: the match that is played live."""


class Accept(LiveEffect):
    """Make a line to the browser that sent this session description, as for ``Invite``;
    ``Described`` brings the answer."""

    line: "LineNumber"
    description: str
    stun: str
    spare_for: MatchId = ""


class Connect(LiveEffect):
    """Connect a line that was made for an invitation to the browser that has answered; a spare one
    waits to be called."""

    line: "LineNumber"
    description: str
    spare_for: MatchId = ""
    seats: tuple[Seat, ...] = ()
    """Of a spare line: the guest's."""


class Rejoin(LiveEffect):
    """Call the other end of a spare line, on a page that was loaded anew."""

    known: KnownLine
    stun: str


class SendTo(LiveEffect):
    """Send a text on a line."""

    line: "LineNumber"
    text: str


class HangUp(LiveEffect):
    """Close a line, once all that is still to be sent on it has been sent."""

    line: "LineNumber"


class OfferCode(LiveEffect):
    """Ask the other tabs whether one of them waits for this code."""

    code: str


class ClaimCode(LiveEffect):
    """Tell the tab that has offered a code that this one goes on with it."""

    code: str
    is_own: bool = False


class TellRoom(LiveEffect):
    """Say something to those in the room at the relay."""

    text: str


def sent(letters: "Letters") -> tuple[SendTo, ...]:
    """The effects that send letters, each on its line."""
    from spieltisch.live.protocol import format_message

    return tuple(SendTo(line, format_message(letter)) for line, letter in letters)


def to_host(live: "Visiting", *letters: "PeerMessage") -> tuple[SendTo, ...]:
    """The effects that send the host letters."""
    return sent(tuple((live.line, letter) for letter in letters))


MOST_LINES = 40_000
"""The longest text of known lines that is read."""

_LINES, _ROOM = codec(tuple[KnownLine, ...]), codec(KnownRoom)


def known_lines(text: str | None) -> tuple[KnownLine, ...]:
    """What the tab has kept of its lines; nothing for a damaged text, as people can invite anew."""
    try:
        return parse(text or "[]", MOST_LINES, _LINES, "the lines")
    except ValueError:
        return ()


def format_lines(lines: tuple[KnownLine, ...]) -> str:
    """The inverse of known_lines."""
    return json.dumps(_LINES.write(lines))


def known_room(text: str | None) -> KnownRoom | None:
    """What the tab has kept of its room, as for known_lines."""
    try:
        return parse(text, MOST_LINES, _ROOM, "the room") if text else None
    except ValueError:
        return None


def format_known_room(room: KnownRoom) -> str:
    """The inverse of known_room."""
    return json.dumps(_ROOM.write(room))
