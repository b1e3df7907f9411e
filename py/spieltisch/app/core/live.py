"""Who is connected, seen from this device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Literal, NamedTuple, Self, TypeAlias

from spieltisch.app.core.message import Agreement, Message
from spieltisch.kit.scene import Others, Role
from spieltisch.live.codes import LINES, Code, LineNumber, Room
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import Gate, GateReason, Seat

if TYPE_CHECKING:
    # These come late (LATE in app/screens.py): a start needs to know only that nobody is connected.
    from spieltisch.live.fair_calls import Trips
    from spieltisch.live.guest import Guest
    from spieltisch.live.host import Host
    from spieltisch.live.log import BackAsked
    from spieltisch.live.protocol import TieBreak

WAITING = Gate(GateReason.PAUSE)
"""What holds time back while nobody is connected, or the host is not at the table."""


LiveState: TypeAlias = Literal["waiting", "connected", "shaky", "lost"]

IS_UP: tuple[LiveState, ...] = ("connected", "shaky")
"""The states in which people are connected."""


InvitationState: TypeAlias = Literal["preparing", "out", "answered", "slow", "failed"]
"""What has come of an invitation: the browser finds out where it can be reached; an answer is
awaited; it has come, and the line is being connected; that takes long, as if nobody were there any
more; no connection can be made."""


@dataclass(frozen=True)
class Invitation:
    """An invitation by which nobody has come yet."""

    line: LineNumber
    state: InvitationState = "preparing"
    code: str | None = None
    """What is sent, once that is known."""

    @property
    def is_to_send(self) -> bool:
        """Whether it can be sent, or soon."""
        return self.state in ("preparing", "out")


class PeerQuestion(NamedTuple):
    """Something that the people here are to answer, or can."""

    kind: PeerQuestionKind
    name: str = ""
    """What an answer names: the wish to take back, how often help was declined, or on which line
    somebody asks for a seat."""
    seat: Seat = 0
    """Whose wish it is, or which seat is asked for."""


class PeerQuestionKind(Enum):
    DRAW = auto()
    BACK = auto()
    SEAT = auto()
    HELP = auto()
    TAKEN = auto()
    """The host says that somebody else plays for people here."""
    WATCH = auto()
    """There is no seat for them."""
    AGAIN = auto()
    """Somebody asks the host for another match."""


@dataclass(frozen=True)
class Talk:
    """The signs that people give each other."""

    last: tuple[Seat, str] | None = None
    """Who has given which sign last."""
    at_ms: Mapping[Seat, float] = field(default_factory=dict)
    """When each has given one, by this page's clock."""
    is_muted: bool = False
    """Whether the people here want none."""
    again: frozenset[Seat] = frozenset()
    """Whose people have asked for another match by their sign, after the one that ended so:"""
    after: tuple[MatchId, int] | None = None
    """The id by which all devices know it, and of how many turns."""


RelayState: TypeAlias = Literal["calling", "open", "unreachable", "silent", "strange", "flooded"]


@dataclass(frozen=True)
class AtRelay:
    """The room at a relay by which people come, and come back."""

    room: Room
    state: RelayState = "calling"
    sent: str | None = None
    """The code that the others were sent last; None if it is to be sent again."""
    heard: str | None = None
    """At a guest: the invitation that is being answered, once there is one."""
    knocks: int = 0
    """At the host: how often somebody has knocked while an answer was being tried."""
    is_in_vain: bool = False
    """Whether an answer was tried for long, and nobody has been connected since."""
    is_closed: bool = False
    """At a guest: whether the host has said that they invite by codes from now on."""
    asks: bool = False
    """At a guest: whether the match is to go over the relay itself, as no direct line has come."""
    asked: tuple[tuple[str, LineNumber], ...] = ()
    """At the host: what guests have said who ask for that, and the line that is to be each one's.
    """

    @staticmethod
    def tried(known: AtRelay | None, *, is_in_vain: bool) -> AtRelay | None:
        """The room, if there is one, in which an answer was tried."""
        return None if known is None else replace(known, is_in_vain=is_in_vain)


TabState: TypeAlias = Literal["plays", "due", "asked", "granted"]
"""What becomes of a match that a line has brought into this tab, whichever tab had it: this one
plays it; is to ask for that, now that the match comes on its table; has asked; has it, and reads
what the other tab has played."""


@dataclass(frozen=True, kw_only=True)
class LineSide:
    """What the host knows as well as a guest."""

    talk: Talk = field(default_factory=Talk)
    verdict: TieBreak | None = None
    """What was decided last, if several had called."""
    has_moved: bool = False
    """Whether this device is in another network since a line was lost."""
    relay: AtRelay | None = None
    relayed: frozenset[LineNumber] = frozenset()
    """The lines that go over the relay."""
    questions: tuple[PeerQuestion, ...] = ()
    """What the people here are asked, in the order in which it came: what is on screen keeps its
    place."""


@dataclass(frozen=True)
class Hosting(LineSide):
    """The match is led here."""

    host: Host
    invitation: Invitation | None = None
    """The invitation for the next guest, if one is out."""
    answers: Mapping[LineNumber, Code] = field(default_factory=dict)
    """The answers that were taken, by the line of each invitation."""
    shaky: frozenset[LineNumber] = frozenset()
    """The lines on which nothing comes just now; a lost one among them may come back."""
    spares: Mapping[LineNumber, LineNumber] = field(default_factory=dict)
    """The spare line beside each line."""
    trips: Mapping[LineNumber, Trips] = field(default_factory=dict)
    """How long it takes to each guest and back, where the host decides who was first."""
    pinged: Mapping[LineNumber, Mapping[int, float]] = field(default_factory=dict)
    """When each ping was sent that is not answered yet, by line and number."""
    ping_ms: float | None = None
    """When guests are pinged next; None before anybody has come."""
    ready: frozenset[LineNumber | None] = frozenset()
    """On which lines people are ready; None is for those here."""
    held: Mapping[LineNumber, tuple[GateReason, float | None] | None] = field(default_factory=dict)
    """What each guest has been told that holds time back, and when that ends."""

    @property
    def code(self) -> str | None:
        """The invitation that is still to be answered."""
        known = self.invitation
        return known.code if known is not None and known.state == "out" else None

    @property
    def has_failed(self) -> bool:
        """Whether nobody can come by the invitation any more."""
        return self.invitation is not None and self.invitation.state == "failed"

    @property
    def free_line(self) -> LineNumber:
        """The number of a line that there has not been."""
        lines = self.host.lines.keys() | {*self.invited, *self.answers, *self.spares.values()}
        lines |= {line for _, line in self.relay.asked} if self.relay is not None else set()
        first = max(lines, default=0) + 1
        return next(one % LINES for one in range(first, first + LINES) if one % LINES not in lines)

    @property
    def may_return(self) -> bool:
        """Whether a line that is lost is connected again by itself if the network comes back."""
        return bool(self.shaky & self.host.lines.keys() - self.host.open_lines.keys())

    @property
    def match_id(self) -> MatchId:
        return self.host.match_id

    common_id = match_id
    """The id by which all devices speak of the match."""

    @property
    def invited(self) -> tuple[LineNumber, ...]:
        """The line that the invitation is for, where one is out."""
        return () if self.invitation is None else (self.invitation.line,)

    @property
    def open_lines(self) -> tuple[LineNumber, ...]:
        return tuple(self.host.open_lines)

    @property
    def greeted(self) -> tuple[LineNumber, ...]:
        """The lines of guests who have the match on their table."""
        return tuple(self.host.greeted)

    @property
    def callers(self) -> tuple[Trips, ...]:
        """The trips to devices on which somebody may call: who only watches is not waited for."""
        lines = self.host.open_lines
        return tuple(
            trips for one, trips in self.trips.items() if one in lines and lines[one].seats
        )

    def if_any(self) -> Self | None:
        """The live match, or None if it has neither a guest nor an invitation."""
        return self if self.host.lines or self.invitation or self.relay else None

    @property
    def state(self) -> LiveState:
        """As in ``<html data-peers>``."""
        if self.invitation is not None and self.invitation.state != "failed":
            is_kept_up = bool(self.host.open_lines) and not self.host.missing
            return self._up if is_kept_up else "waiting"
        if self.relay is not None and not self.host.lines:
            return "waiting"
        return "lost" if self.host.missing or not self.host.open_lines else self._up

    @property
    def _up(self) -> LiveState:
        return "shaky" if self.shaky & self.host.open_lines.keys() else "connected"


@dataclass(frozen=True)
class Visiting(LineSide):
    """The match is led on another device, which has invited this one."""

    line: LineNumber
    about: int
    """Which match the invitation was for, as far as its code tells."""
    guest: Guest
    invitation: str | None = None
    """The code that is answered; None where a line is made otherwise."""
    code: str | None = None
    """The answer to the invitation; None while it is not known yet."""
    match_id: MatchId | None = None
    """The id that the match is kept under here; None until it is on the table."""
    has_been_open: bool = False
    """Whether there was ever a connection."""
    is_shaky: bool = False
    """Whether nothing comes from the host just now; if it is lost, the line may come back."""
    gate: Gate | None = WAITING
    """What holds time back, as the host has told, by this page's clock."""
    is_ready: bool = False
    """Whether the people here have said that they are ready."""
    spare: LineNumber | None = None
    """The spare line to the host."""
    tab: TabState = "plays"
    is_doubted: bool = False
    """Whether somebody has led the match in the room who has not shown that they are the host, and
    nobody since who has."""

    @property
    def common_id(self) -> MatchId | None:
        """The id by which all devices speak of the match; None until it is told."""
        return self.guest.match_id

    @property
    def open_lines(self) -> tuple[LineNumber, ...]:
        return (self.line,) if self.guest.is_open else ()

    @property
    def greeted(self) -> tuple[LineNumber, ...]:
        """The line to the host, once its match is on the table here."""
        return () if self.guest.has is None else (self.line,)

    @property
    def state(self) -> LiveState:
        """As in ``<html data-peers>``."""
        if self.guest.is_connected:
            return "shaky" if self.is_shaky else "connected"
        return "lost" if self.has_been_open else "waiting"


Live: TypeAlias = Hosting | Visiting


def goes_over_relay(live: Live) -> bool:
    """Whether anybody is connected by the relay alone."""
    return any(line in live.relayed for line in live.open_lines)


def is_live(live: Live | None, match_id: MatchId) -> bool:
    return live is not None and live.match_id == match_id


def is_played(live: Live | None, match_id: MatchId) -> bool:
    """Whether a match is led here, or its host is connected."""
    if live is None or live.match_id != match_id:
        return False
    return isinstance(live, Hosting) or live.guest.is_connected


def is_missing(live: Hosting, match: Match) -> bool:
    """Whether a seat waits for a person on another device who is not connected."""
    return not set(match.shared) <= set(live.host.here(match))


def role_at(live: Live | None, match_id: MatchId, match: Match) -> Role | None:
    """What the screen of this device is to a match: the table on the host of a live match if all
    who play have devices of their own, a seat on one of these."""
    match live:
        case _ if not is_live(live, match_id):
            return None
        case Hosting() if not match.people:
            return Role.TABLE
        case Visiting(guest=guest) if guest.at_table and match.here:
            return Role.SEAT
    return None


def _who_is_awaited(live: Live, match: Match) -> Others | None:
    if not match.needs_others:
        return None
    if isinstance(live, Hosting):
        if is_missing(live, match):
            return Others.MISSING
        if not match.people:
            return Others.SEATED
        return Others.AWAITED if None in live.ready else Others.ASKED
    if not live.guest.is_connected or not set(match.shared) <= {*live.guest.here}:
        return Others.MISSING
    if not match.here:
        return Others.WATCHED
    return Others.AWAITED if live.is_ready else Others.ASKED


class Meeting(NamedTuple):
    """All that a match sees of live play: who has which role, who is waited for, and what was
    decided."""

    is_on: bool = False
    """Whether it is played live."""
    is_within_reach: bool = False
    """Whether it is led here, or its host is connected."""
    is_connected: bool = False
    """Whether somebody on another device is connected."""
    is_led_elsewhere: bool = False
    """Whether another device leads it: bots think there, and turns are taken back there."""
    role: Role | None = None
    """What the screen of this device is to it."""
    awaited: Others | None = None
    """Who has to be ready or to come, as in ``Scene.others``."""
    gate: Gate | None = None
    """What holds time back, as a host within reach has told."""
    verdict: TieBreak | None = None
    """What was decided last, if several had called."""
    may_ask_again: bool = False
    """Whether people here can ask a host within reach for another match."""
    has_asked_again: bool = False
    again: frozenset[Seat] = frozenset()
    """Whose people on other devices have asked this one, which leads it, for another match."""

    def may_decide(self, message: Message) -> bool:
        """Whether one person may do alone what a message to the table asks for."""
        match message.traits.agreement:
            case Agreement.NOBODY:
                return True
            case Agreement.HOST:
                return not self.is_led_elsewhere
            case Agreement.SEATS | Agreement.TURNS:
                return not self.is_on


NOBODY, MISSED = Meeting(), Meeting(awaited=Others.MISSING)


def meeting_of(live: Live | None, match_id: MatchId, match: Match) -> Meeting:
    if live is None or live.match_id != match_id:
        return MISSED if match.needs_others else NOBODY
    is_within_reach = is_played(live, match_id)
    is_led_elsewhere = isinstance(live, Visiting)
    can_ask = is_led_elsewhere and bool(live.greeted) and match.is_over and bool(match.here)
    has_asked = can_ask and match.here <= seats_asking_again(live, match)
    return Meeting(
        True,
        is_within_reach,
        live.guest.is_connected if isinstance(live, Visiting) else bool(live.open_lines),
        is_led_elsewhere,
        role_at(live, match_id, match),
        _who_is_awaited(live, match),
        live.gate if isinstance(live, Visiting) and is_within_reach else None,
        live.verdict,
        may_ask_again=can_ask and not has_asked,
        has_asked_again=has_asked,
        again=_asked_again(live, match) if isinstance(live, Hosting) else frozenset(),
    )


def end_of(live: Live) -> Host | Guest:
    return live.host if isinstance(live, Hosting) else live.guest


def seats_asking_again(live: Live, match: Match) -> frozenset[Seat]:
    """The seats whose people have asked for another match after this one, which is over."""
    is_about_it = live.talk.after == (live.common_id, match.shown) and match.is_over
    return live.talk.again if is_about_it else frozenset()


def _asked_again(live: Hosting, match: Match) -> frozenset[Seat]:
    return seats_asking_again(live, match) & {*live.host.here(match)} - match.people


def wish_to_answer(live: Live, match: Match) -> BackAsked | None:
    """The wish to take back that the people here are to grant or not."""
    wish = end_of(live).wish(match)
    if wish is None or wish.seat in match.here:
        return None
    # The people here may have granted it, and wait for others to do so.
    return wish if isinstance(live, Visiting) or None in wish.waits_for else None


def questions_of(live: Live, match: Match) -> tuple[PeerQuestion, ...]:
    """What the people here are asked, in the order in which it came."""
    asked = tuple(_asked(live, match))
    known = tuple(one for one in live.questions if one in asked)
    return (*known, *(one for one in asked if one not in known))


def _asked(live: Live, match: Match) -> Iterator[PeerQuestion]:
    if match.asked & match.people:
        yield PeerQuestion(PeerQuestionKind.DRAW, str(match.offered_at))
    wish, is_up = wish_to_answer(live, match), live.state in IS_UP
    if wish is not None:
        yield PeerQuestion(PeerQuestionKind.BACK, end_of(live).named(wish), wish.seat)
    if isinstance(live, Hosting):
        for number, line in live.host.open_lines.items():
            if line.asks is not None:
                yield PeerQuestion(PeerQuestionKind.SEAT, str(number), line.asks)
        again = _asked_again(live, match)
        if again:
            yield PeerQuestion(PeerQuestionKind.AGAIN, ",".join(map(str, sorted(again))))
    agreed = end_of(live).helped
    if agreed and match.people - agreed and is_up and not match.is_over:
        yield PeerQuestion(PeerQuestionKind.HELP, str(end_of(live).help_question))
    if not isinstance(live, Visiting) or not is_up:
        return
    if live.guest.taken:
        yield PeerQuestion(PeerQuestionKind.TAKEN)
    elif is_put_out(live, match):
        yield PeerQuestion(PeerQuestionKind.WATCH)


def is_put_out(live: Live, match: Match) -> bool:
    """Whether people here are without a seat, and have not said yet that they watch."""
    if isinstance(live, Hosting) or live.state not in IS_UP:
        return False
    has_none = live.guest.here and not match.here and not live.guest.watches
    return bool(live.guest.taken or (has_none and not free_seats(live, match)))


def free_seats(live: Live, match: Match) -> tuple[Seat, ...]:
    """The seats that people here, who watch, can ask for."""
    if isinstance(live, Hosting) or match.here or not live.greeted or not live.guest.here:
        return ()
    return tuple(seat for seat in match.shared if seat not in live.guest.here)
