"""Messages about playing live; see also messages.py."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from spieltisch.app.message import Message
from spieltisch.app.together.state import RelayState
from spieltisch.table import Seat

if TYPE_CHECKING:
    from spieltisch.live.host import LineNumber


class LiveMessage(Message, is_kind=True):
    """Something that happens to a match that is played live, whatever is on screen."""


class LiveCommand(LiveMessage, Enum):
    """What a person wants, where no details are needed. The values are those of ``data-do``."""

    STOP_INVITING = "stop-inviting"
    """Nobody else is to come: the invitation that is out is withdrawn."""
    ENTER_ROOM = "enter-room"
    """A person agrees to go where a link with a room leads."""
    CLOSE_ROOM = "close-room"
    """People are invited by codes from now on, not by the relay."""
    YIELD_SEATS = "yield-seats"
    """People give up their seats, or agree that these are somebody else's now: they watch."""
    WATCH = "watch"
    """People for whom there is no seat agree to watch."""
    MUTE = "mute"
    """People here want no signs, or want them again."""
    RECONNECT = "reconnect"
    """The others of the match on the table are to be called, on a page that was loaded anew."""


class PlayLive(LiveMessage):
    """Somebody is to be invited to the match on the table; the line's number has been drawn.

    With ``is_table`` this device keeps no seat: its screen is the table that all see, and each
    player has a device of their own.
    """

    line: LineNumber
    is_table: bool = False


class TakeCode(LiveMessage):
    """A person gives a code, or a link to one: an answer, or another invitation."""

    text: str


class NameStun(LiveMessage):
    """A person names the STUN server that is to be asked; an empty text for none."""

    text: str


class OpenRoom(LiveMessage):
    """A person names a relay, by which people are to come to the match on the table; the numbers
    have been drawn."""

    relay: str
    line: LineNumber
    secret: str


class RelayTold(LiveMessage):
    """How it is going with the relay, or what somebody in the room has said, which may be
    anything."""

    state: RelayState = "open"
    text: str = ""


class LetBotsPlay(LiveMessage):
    """Bots are to act for those whose connection is lost."""

    at_ms: float


class AskForSeat(LiveMessage):
    """A person who watches asks for a seat whose people are not there."""

    seat: Seat


class AnswerSeat(LiveMessage):
    """People at the host give a seat to a guest who has asked for it, or do not."""

    line: LineNumber
    is_given: bool


class AllowHelp(LiveMessage):
    """People agree that computers help everybody, or do not."""

    is_allowed: bool


class GiveSign(LiveMessage):
    """A person gives one of the signs to all others."""

    sign: str
    at_ms: float


class LineSettled(LiveMessage):
    """A line has been open for a while: a spare one can be made beside it."""

    line: LineNumber


class Described(LiveMessage):
    """This browser's session description for a line has been found: where it can be reached."""

    line: LineNumber
    description: str


class LineOpened(LiveMessage):
    """A line is connected, for the first time or again."""

    line: LineNumber


class LineShaky(LiveMessage):
    """On a line nothing has come for some seconds, or something has come again; or a line that is
    being connected takes its time."""

    line: LineNumber
    is_shaky: bool = True


class LineLost(LiveMessage):
    """A line was lost, or could not be connected, at ``at_ms`` of the page's clock; or it is ended
    as far too much has come on it."""

    line: LineNumber
    at_ms: float
    is_flooded: bool = False
    may_return: bool = False
    """Whether it is connected again by itself if the network comes back."""


class NetworkChanged(LiveMessage):
    """This device is in another network than before; the others are called from there."""


class IncomingText(LiveMessage):
    """A text has come on a line; it may be anything."""

    line: LineNumber
    text: str
    at_ms: float


class CodeOffered(LiveMessage):
    """Another tab of this browser was opened with a code."""

    code: str


class CodeTaken(LiveMessage):
    """Another tab goes on with a code that this one was opened with; ``is_own`` if the code is an
    invitation that the other tab has made itself."""

    code: str
    is_own: bool
