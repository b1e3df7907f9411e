"""What connected browsers send each other (docs/peers.md, docs/peers.schema.json).

Each message is a JSON object of at most MAX_MESSAGE characters. Messages are untrusted: one that is
not exactly as written down raises ValueError, and is as good as never sent.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, dataclass_transform

from spieltisch.live.sealed import Unsealed
from spieltisch.play.digits import MAX_TURNS
from spieltisch.play.match import SEAT_KEY
from spieltisch.play.record_link import MAX_CODE_LENGTH
from spieltisch.play.summary import MATCH_ID, MatchId
from spieltisch.table import CLOCK, Seat
from spieltisch.table.codec import Codec, codec, read_whole, typed
from spieltisch.table.json_text import parse_json
from spieltisch.table.marks import (
    COUNT,
    OPTIONAL,
    Between,
    Length,
    Matching,
    MisfitError,
    Named,
    OneOf,
    Then,
)
from spieltisch.table.record import MAX_SEATS

VERSION = 5
"""Each version has its own format of codes (codes.py), so that pages of different versions find out
before they are connected."""

MAX_MESSAGE = 32_768
MAX_TURNS_AT_ONCE = 100
MAX_OPENED = 200
MAX_VERSION = 1000
MAX_ACTION = 200
MAX_ROUND = 1_000_000
MOST_WATCHING = 100
MAX_LINE_CODE = 400
MOST_SINCE_MS = 3_600_000
MOST_BEHIND_MS = 100_000
"""Longer times are sent as these: since a position was shown, and after the first call."""

REFUSALS = ("seat", "action", "position", "sealed")
AGAIN = "again"
"""After the end of a match this sign asks the host for another one, too."""
SIGNS = ("hello", "well-played", "one-moment", "oops", "thanks", AGAIN)
REASONS = ("start", "return", "pause", "none")


def _in_order(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if list(seats) != sorted(set(seats)):
        raise MisfitError("are not in order, each once")
    return seats


def _each_once(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if len(set(seats)) < len(seats):
        raise MisfitError("are not there once each")
    return seats


MessageMatch = Annotated[MatchId, MATCH_ID, Named("match")]
Round = Annotated[int, Between(0, MAX_ROUND)]
Question = Annotated[int | None, Between(0, MAX_ROUND), OPTIONAL]
"""Which of several questions of a kind it is; left out towards a page that does not name them."""
TurnCount = Annotated[int, Between(0, MAX_TURNS)]
PlayingSeat = Annotated[Seat, Between(1, MAX_SEATS)]
OrderedSeats = Annotated[
    tuple[PlayingSeat, ...], Length(0, MAX_SEATS), Then(_in_order, {"uniqueItems": True})
]
Digest = Annotated[str, Matching(re.compile("[0-9a-f]{16}"))]
ActionText = Annotated[str, Length(1, MAX_ACTION)]
Wait = Annotated[int, Between(0, MOST_SINCE_MS)]
AllUnsealed = Annotated[tuple[Unsealed, ...], Length(0, MAX_OPENED)]
PlayedTurn = tuple[Annotated[Seat, Between(CLOCK, MAX_SEATS)], ActionText, Annotated[int, COUNT]]


class VersionError(ValueError):
    """A message of a page that is older or newer than this one."""

    def __init__(self, version: int) -> None:
        super().__init__(f"a message of version {version}; this program speaks {VERSION}")


@dataclass_transform(frozen_default=True)
class _Frozen:
    """Makes a frozen dataclass of each class of messages."""

    def __init_subclass__(cls, kind: str = "") -> None:
        dataclass(frozen=True)(cls)
        if kind:
            KINDS[cls] = kind


KINDS: dict[type[Any], str] = {}
"""How the kind of each message is written."""


class PeerMessage(_Frozen):
    match_id: MessageMatch


class Welcome(PeerMessage, kind="welcome"):
    """The host to a guest: this is the match. Sent again when another match begins."""

    round: Round
    """How often turns were taken back since the host began to play live."""
    code: Annotated[str, Length(1, MAX_CODE_LENGTH)]
    """The whole match, packed as in a link; what lies hidden is sealed in it."""
    opened: AllUnsealed = ()
    """What has come to light of that."""


class Hello(PeerMessage, kind="hello"):
    """A guest to the host: how much of the match is known here; send the rest."""

    round: Round
    have: TurnCount
    """How many turns are known."""
    digest: Digest
    """Of the position after them."""
    key: Annotated[str, SEAT_KEY]
    """The secret by which the guest's device is known: seats that were given to it are its own.
    Drawn by the guest, and told to nobody else."""
    seats: OrderedSeats = ()
    """Which seats the guest takes for its own: which of those it gets that nobody has yet."""


class NamesQuestions(PeerMessage, kind="names-questions"):
    """A guest to the host, before ``hello``: it names questions, and knows their names. Pages of
    0.3.0 do not, pass over this, and are sent none."""


class AskProof(PeerMessage, kind="ask-proof"):
    """A guest to the host, in a room: does it know the key of a seat? Pages that do not know this
    message pass over it."""

    nonce: Annotated[str, SEAT_KEY]
    """One for each key on each line."""
    tag: Annotated[str, SEAT_KEY]
    """Which key it is (live/proof.py)."""


class KeyProof(PeerMessage, kind="proof"):
    """The host's answer to AskProof."""

    nonce: Annotated[str, SEAT_KEY]
    """Of the question."""
    proof: Annotated[str, Matching(re.compile("([0-9a-f]{32})?"))] = ""
    """What only the key gives, on this line; empty if the host does not know it."""


class AskSeat(PeerMessage, kind="ask-seat"):
    """A guest who watches to the host: it asks for a seat whose people are not there."""

    seat: PlayingSeat


class SeatsYielded(PeerMessage, kind="yield-seats"):
    """A guest to the host: the people there give up their seats, and watch."""


class HelpAllowed(PeerMessage, kind="allow-help"):
    """A guest to the host: the people there agree that computers help everybody, or nobody."""

    is_allowed: bool
    question: Question = None
    """As the last presence has it: what is about an earlier question came too late."""


class Turns(PeerMessage, kind="turns"):
    """Turns, one after the other."""

    round: Round
    start: TurnCount
    """How many turns come before them: the sequence number."""
    before: Digest
    """The digest of the position that they begin at."""
    turns: Annotated[tuple[PlayedTurn, ...], Length(1, MAX_TURNS_AT_ONCE)]
    """Each a seat, an action as a record has it, and when it was played, in milliseconds since the
    match began."""
    opened: AllUnsealed = ()
    """What comes to light by them."""


class Ask(PeerMessage, kind="ask"):
    """Turns are missing: all after the first ``start`` turns are to be sent."""

    round: Round
    start: TurnCount


class Refused(PeerMessage, kind="refused"):
    """What was sent has not been applied."""

    number: Annotated[int, Between(0, MAX_TURNS + 1)]
    """Which turn does not fit, counted from 1."""
    why: Annotated[str, OneOf(REFUSALS)]
    """``seat``: the sender may not act for it; ``action``: it is against the rules; ``position``:
    something else has been played before it, or instead of it; ``sealed``: what comes to light is
    not what was sealed."""


class Presence(PeerMessage, kind="presence"):
    """The host to a guest: who is connected. Sent after each hello and after each change."""

    yours: OrderedSeats
    """The seats of the guest; none for one who only watches."""
    here: OrderedSeats
    """All seats whose people are connected, bots' not among them."""
    is_table: bool = False
    """Whether nobody plays at the host: its screen is the table that all see."""
    watching: Annotated[int, Between(0, MOST_WATCHING)] = 0
    """How many devices are connected whose people only watch."""
    is_declined: bool = False
    """Whether the guest is not given the seat that it has asked for."""
    helped: OrderedSeats = ()
    """The seats whose people agree that computers help everybody."""
    question: Question = None
    """How often somebody has not agreed: after that it is another question."""


class AskBack(PeerMessage, kind="ask-back"):
    """Somebody wishes that only ``length`` turns count. A guest tells the host, the host those who
    have to grant it."""

    round: Round
    length: TurnCount
    """How many turns are to count."""
    seat: PlayingSeat
    """Whose wish it is."""
    question: Question = None
    """Which of all wishes it is, on whatever device they were made; an answer repeats it."""


class AnswerBack(PeerMessage, kind="answer-back"):
    """A guest's answer to AskBack; from the host, that it was not granted."""

    round: Round
    length: TurnCount
    is_granted: bool
    question: Question = None


class Back(PeerMessage, kind="back"):
    """The host to a guest: everybody has granted that only ``length`` turns count. ``round`` is the
    next round, which begins now."""

    round: Round
    length: TurnCount


class Leave(PeerMessage, kind="leave"):
    """Somebody leaves for good."""


class Spare(PeerMessage, kind="spare"):
    """Where the sender listens for a spare line, in case a page is loaded anew: the host's code,
    and the guest's answer to it."""

    code: Annotated[str, Length(1, MAX_LINE_CODE)]


class Sign(PeerMessage, kind="sign"):
    """Somebody at ``seat`` gives one of a few signs; the host passes it on to all others."""

    seat: PlayingSeat
    sign: Annotated[str, OneOf(SIGNS)]


class LedMessage(PeerMessage):
    """A message of matches in which one device decides who was first."""


class Ping(LedMessage, kind="ping"):
    """The host to a guest, who answers at once: this measures the round trip."""

    number: Round


class Pong(LedMessage, kind="pong"):
    """The answer to Ping."""

    number: Round


class RemoteCall(LedMessage, kind="called"):
    """A guest to the host: somebody has chosen what to do."""

    round: Round
    start: TurnCount
    """How many turns had been played in the position that it is about."""
    before: Digest
    """The digest of that position."""
    seat: PlayingSeat
    """Who does what."""
    action: ActionText
    """What, as a record has it."""
    since: Wait
    """How many milliseconds after the guest's device had shown the position."""


class TieBreak(LedMessage, kind="told"):
    """The host to a guest: several have called, and it is decided who was first."""

    seats: Annotated[
        tuple[PlayingSeat, ...], Length(2, MAX_SEATS), Then(_each_once, {"uniqueItems": True})
    ]
    """Who called, in the order they count."""
    behind: Annotated[tuple[Annotated[int, Between(0, MOST_BEHIND_MS)], ...], Length(0, MAX_SEATS)]
    """How many milliseconds later than the earliest each called."""
    is_drawn: bool
    """Whether the first place was a tie."""
    is_corrected: bool
    """Whether another call had come before the one that counts first."""
    put_back: Annotated[
        tuple[Annotated[int, Between(0, MOST_BEHIND_MS)], ...] | None,
        Length(0, MAX_SEATS),
        OPTIONAL,
    ] = None
    """How many milliseconds later than its device says each call counts; left out where none does.
    """


class TimeGate(LedMessage, kind="held"):
    """The host to a guest: what holds time back."""

    reason: Annotated[str, OneOf(REASONS)]
    """``start``, ``return`` or ``pause``; ``none`` if nothing does any more."""
    opens: Wait | None
    """In how many milliseconds that ends; None until everybody is ready."""
    passed: Wait | None = None
    """For how many milliseconds the clock of the seat to act has run; None if none runs."""


class GuestReady(LedMessage, kind="ready"):
    """A guest to the host: the people here are ready."""


class GuestPause(LedMessage, kind="pause"):
    """A guest to the host: the people here want a pause."""


def format_message(message: PeerMessage) -> str:
    """The message as text."""
    kind = KINDS[type(message)]
    fields = _CODECS[kind].write(message)
    return json.dumps({"v": VERSION, "kind": kind, **fields}, separators=(",", ":"))


def parse_message(text: str) -> PeerMessage:
    """The inverse of format_message; raises VersionError for a message of another version, else
    ValueError."""
    fields = typed(parse_json(text, MAX_MESSAGE), dict)
    version = _VERSION.read(fields.pop("v", None))
    if version != VERSION:
        raise VersionError(version)
    kind = fields.pop("kind", None)
    if not isinstance(kind, str) or kind not in _CODECS:
        raise ValueError(f"a message of kind {kind!r}")
    message: PeerMessage = read_whole(fields, _CODECS[kind], "the message")
    return message


_CODECS: Mapping[str, Codec[Any]] = {kind: codec(made) for made, kind in KINDS.items()}
_VERSION = codec(Annotated[int, Between(1, MAX_VERSION)])
