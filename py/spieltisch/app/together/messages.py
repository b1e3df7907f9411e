"""What the browser tells live play, and what live play asks of it."""

import json
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Annotated, TypeAlias

from spieltisch.app.core.buttons import Drawn
from spieltisch.app.core.effects import Effect
from spieltisch.app.core.known_lines import KnownLine
from spieltisch.app.core.live import RelayState, Visiting
from spieltisch.app.core.message import NEEDS_REST, Message, TimedMessage, Traits
from spieltisch.app.core.waits import WithText
from spieltisch.live.codes import LINES, LineNumber
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat
from spieltisch.table.codec import codec, parse

if TYPE_CHECKING:
    # These come late (LATE in app/screens.py).
    from spieltisch.live.host import Letters
    from spieltisch.live.protocol import PeerMessage, Welcome
    from spieltisch.play.record_link import LinkReplay


class LiveMessage(Message, is_kind=True):
    """Something that happens to a match that is played live, whatever is on screen."""


class LiveCommand(LiveMessage, Enum):
    """What a person wants, where no details are needed. The values are those of ``data-do``."""

    STOP_INVITING = "stop-inviting"
    """Nobody else is to come: the invitation that is out is withdrawn."""
    ENTER_ROOM = "enter-room"
    """A person agrees to go where a link with a room leads."""
    WATCH_ROOM = "watch-room"
    """The same, but only to watch."""
    CLOSE_ROOM = "close-room"
    """People are invited by codes from now on, not by the relay."""
    YIELD_SEATS = "yield-seats"
    """People give up their seats: they watch."""
    WATCH = "watch"
    """People for whom there is no seat, or whose seats are somebody else's now, agree to watch."""
    MUTE = "mute"
    """People here want no signs, or want them again."""
    RECONNECT = "reconnect"
    """The others of the match on the table are to be called, on a page that was loaded anew."""

    @property
    def traits(self) -> Traits:
        return NEEDS_REST


class PlayLive(
    LiveMessage,
    do={"play-live": {"is_table": False}, "seat-phones": {"is_table": True}},
    traits=NEEDS_REST,
):
    """Somebody is to be invited to the match on the table; the line's number has been drawn."""

    line: Annotated[LineNumber, Drawn(LINES)]
    is_table: bool = False
    """Whether this device keeps no seat: its screen is the table that all see."""


class TakeCode(LiveMessage, TimedMessage, do="take-code", traits=NEEDS_REST):
    """A person gives a code, or a link to one: an answer, or another invitation."""

    text: str
    at_ms: float


class NameStun(LiveMessage, traits=NEEDS_REST):
    """A person names the STUN server that is to be asked; an empty text for none."""

    text: str


class OpenRoom(LiveMessage, traits=NEEDS_REST):
    """A person names a relay, by which people are to come; the numbers have been drawn."""

    relay: str
    line: LineNumber
    secret: str


class InviteByLink(
    LiveMessage,
    do={"invite": {"is_table": False}, "invite-phones": {"is_table": True}},
    traits=NEEDS_REST,
):
    """People are to come by one link, over the relay that the site's owner has named."""

    line: Annotated[LineNumber, Drawn(LINES)]
    number: Annotated[int, Drawn(1 << 128)]
    """The secret of the room."""
    is_table: bool = False
    """As in ``PlayLive``."""


class OwnersFileRead(LiveMessage, WithText):
    """The file of the site's owner was read for a message that needs what it names."""

    then: LiveMessage = field(kw_only=True)


class RelayHeard(LiveMessage):
    """How it is going with the relay, or what somebody in the room has said: anything."""

    state: RelayState = "open"
    text: str = ""


class NoLineComes(LiveMessage):
    """A guest has known the host's invitation for a while, and no direct line has come of it."""


class LetBotsPlay(LiveMessage, TimedMessage, do="let-bots-play"):
    """Bots are to act for those whose connection is lost."""

    at_ms: float


class ComeAnew(LiveMessage, TimedMessage, do="come-anew", traits=NEEDS_REST):
    """People are sure that whoever leads the match in the room is their host, who has not shown
    it: they come as somebody new."""

    at_ms: float


class SaidHere(LiveMessage, is_kind=True):
    """What a person here says to the others."""


class AskForSeat(SaidHere, do="ask-seat"):
    """A person who watches asks for a seat whose people are not there."""

    seat: Seat


class AnswerSeat(SaidHere, do={"give-seat": {"is_given": True}, "keep-seat": {"is_given": False}}):
    """People at the host give a seat to a guest who has asked for it, or do not."""

    line: LineNumber
    is_given: bool
    seat: Seat = 0
    """Which seat was asked for when it was answered; 0 for whichever it is."""


class AnswerWish(
    SaidHere, do={"grant-back": {"is_granted": True}, "decline-back": {"is_granted": False}}
):
    """Somebody's wish to take back is granted, or not."""

    is_granted: bool
    wish: str = ""
    """The name of the wish that was on screen; empty for whichever it is."""


class AllowHelp(
    SaidHere, do={"allow-help": {"is_allowed": True}, "refuse-help": {"is_allowed": False}}
):
    """People agree that computers help everybody, or do not."""

    is_allowed: bool
    question: str = ""
    """Which question was answered, by its number; empty for whichever it is."""


class GiveSign(SaidHere, TimedMessage, do="give-sign"):
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
    is_relayed: bool = False
    """Whether it is one that goes over the relay, and that this page has asked for or answers."""
    name: str = ""
    """What both ends of it, and nobody else, call it (live/proof.py)."""


class LineShaky(LiveMessage):
    """On a line nothing has come for some seconds, or something has come again; or a line that is
    being connected takes its time."""

    line: LineNumber
    is_shaky: bool = True


class LineLost(LiveMessage, TimedMessage):
    """A line was lost, or could not be connected, at ``at_ms`` of the page's clock; or it is ended
    as far too much has come on it."""

    line: LineNumber
    at_ms: float
    is_flooded: bool = False
    may_return: bool = False
    """Whether it is connected again by itself if the network comes back."""


class TripMeasured(LiveMessage):
    """How long the browsers' own round trip on a line took that they have measured last."""

    line: LineNumber
    trip_ms: float


class NetworkChanged(LiveMessage):
    """This device is in another network than before; the others are called from there."""


class IncomingText(LiveMessage, TimedMessage):
    """A text has come on a line; it may be anything."""

    line: LineNumber
    text: str
    at_ms: float


class TakeWelcome(LiveMessage, TimedMessage):
    """The match that the host has told has been played through."""

    line: LineNumber
    welcome: "Welcome"
    told: "LinkReplay"
    at_ms: float


class CodeOffered(LiveMessage):
    """Another tab of this browser was opened with a code."""

    code: str


class CodeTaken(LiveMessage):
    """Another tab goes on with a code that this one was opened with."""

    code: str
    is_own: bool
    """Whether the other tab has made the invitation itself."""


class LiveEffect(Effect, is_kind=True):
    """Something to be done where people are connected."""


class Invite(LiveEffect):
    """Make a line, asking STUN servers if any are named; ``Described`` brings its description."""

    line: LineNumber
    stun: str
    """The servers, a line each."""
    spare_for: MatchId = ""
    """For a spare line, which waits to be called: the match that is played live."""


class Accept(LiveEffect):
    """Make a line to the browser that sent this description; ``Described`` brings the answer."""

    line: LineNumber
    description: str
    stun: str
    spare_for: MatchId = ""


class Connect(LiveEffect):
    """Connect a line to the browser that has answered; a spare one waits to be called."""

    line: LineNumber
    description: str
    seats: tuple[Seat, ...] = ()
    """Of a spare line: the guest's."""


class Rejoin(LiveEffect):
    """Call the other end of a spare line, on a page that was loaded anew."""

    known: KnownLine
    stun: str


class SendTo(LiveEffect):
    """Send a text on a line."""

    line: LineNumber
    text: str


class MeasureTrip(LiveEffect):
    """Ask the browser how long a round trip on a line takes, below the pages at its ends;
    ``TripMeasured`` tells, if it knows."""

    line: LineNumber


class HangUp(LiveEffect):
    """Close a line, once all that is still to be sent on it has been sent."""

    line: LineNumber


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


class CarryLine(LiveEffect):
    """Have a line go over the relay, for a guest who has asked for that; ``LineOpened`` tells that
    it does."""

    line: LineNumber
    asked: str
    """What the guest has said."""


Sending: TypeAlias = tuple[SendTo, ...]


def sent(letters: "Letters") -> Sending:
    """The effects that send letters, each on its line."""
    from spieltisch.live.protocol import format_message

    return tuple(SendTo(line, format_message(letter)) for line, letter in letters)


def to_host(live: Visiting, *letters: "PeerMessage") -> Sending:
    """The effects that send the host letters."""
    return sent(tuple((live.line, letter) for letter in letters))


KNOWN_LINES = "lines"
"""The name in ``sessionStorage`` of what is needed to call the other ends of spare lines."""

MAX_KNOWN_LINES = 40_000
"""The longest text of known lines that is read."""

_LINES = codec(tuple[KnownLine, ...])


def known_lines(text: str | None) -> tuple[KnownLine, ...]:
    """What the tab has kept of its lines; nothing for a damaged text, as people can invite anew."""
    try:
        return parse(text or "[]", MAX_KNOWN_LINES, _LINES, "the lines")
    except ValueError:
        return ()


def format_lines(lines: tuple[KnownLine, ...]) -> str:
    return json.dumps(_LINES.write(lines))
