"""What connected browsers send each other (docs/peers.md, docs/peers.schema.json).

Each message is a JSON object of at most MAX_MESSAGE characters. Messages are untrusted: one that is
not exactly as written down raises ValueError, and is as good as never sent.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from spieltisch.live.led_messages import (
    MOST_BEHIND_MS,
    MOST_CLOCK_MS,
    MOST_SINCE_MS,
    REASONS,
    Called,
    Held,
    LedMessage,
    Ping,
    Pong,
    SaidPause,
    SaidReady,
    Told,
)
from spieltisch.live.sealed import Opened
from spieltisch.play.match import is_key
from spieltisch.play.record_link import MAX_CODE_LENGTH
from spieltisch.play.summary import MatchId, is_match_id
from spieltisch.play.turn_digits import MAX_TURNS
from spieltisch.table import CLOCK, Seat
from spieltisch.table.record import MAX_SEATS, members_of, parse_json, typed, whole_number

VERSION = 3
"""Each version has its own format of codes (codes.py), so that pages of different versions find out
before they are connected."""

MAX_MESSAGE = 32_768
MAX_TURNS_AT_ONCE = 100
MAX_ACTION = 200
MAX_ROUND = 1_000_000
MAX_OPENED = 200
MAX_VERSION = 1000

_DIGEST = re.compile(r"[0-9a-f]{16}")
_SALT = re.compile(r"[0-9a-f]{32}")
_WORD = re.compile(r"[0-9A-Za-z*|+-]{1,40}")


class VersionError(ValueError):
    """A message of a page that is older or newer than this one."""

    def __init__(self, version: int) -> None:
        super().__init__(f"a message of version {version}; this program speaks {VERSION}")


@dataclass(frozen=True)
class Welcome:
    """The host to a guest: this is the match. Sent again when another match begins.

    Attributes:
        match_id: the match's.
        round: how often turns were taken back since the host began to play live.
        code: the whole match, packed as in a link; what lies hidden is sealed in it.
        opened: what has come to light of that.
    """

    match_id: MatchId
    round: int
    code: str
    opened: tuple[Opened, ...] = ()


@dataclass(frozen=True)
class Hello:
    """A guest to the host: how much of the match is known here; send the rest.

    Attributes:
        match_id, round: as in the welcome that it answers.
        have: how many turns are known.
        digest: of the position after them.
        key: the secret by which the guest's device is known: seats that were given to it are its
            own. Drawn by the guest, and told to nobody else.
        seats: which seats the guest takes for its own: which of those it gets that nobody has yet.
    """

    match_id: MatchId
    round: int
    have: int
    digest: str
    key: str
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class AskSeat:
    """A guest who watches to the host: it asks for a seat whose people are not there."""

    match_id: MatchId
    seat: Seat


@dataclass(frozen=True)
class Turns:
    """Turns, one after the other.

    Attributes:
        match_id, round: the match.
        start: how many turns come before them: the sequence number.
        before: the digest of the position that they begin at.
        turns: each a seat, an action as a record has it, and when it was played, in milliseconds
            since the match began.
        opened: what comes to light by them.
    """

    match_id: MatchId
    round: int
    start: int
    before: str
    turns: tuple[tuple[Seat, str, int], ...]
    opened: tuple[Opened, ...] = ()


@dataclass(frozen=True)
class Ask:
    """Turns are missing: all after the first ``start`` turns are to be sent."""

    match_id: MatchId
    round: int
    start: int


@dataclass(frozen=True)
class Refused:
    """What was sent has not been applied.

    Attributes:
        match_id: the match.
        number: which turn does not fit, counted from 1.
        why: ``seat``: the sender may not act for it; ``action``: it is against the rules;
            ``position``: something else has been played before it, or instead of it;
            ``sealed``: what comes to light is not what was sealed.
    """

    match_id: MatchId
    number: int
    why: str


@dataclass(frozen=True)
class Presence:
    """The host to a guest: who is connected. Sent after each hello and after each change.

    Attributes:
        match_id: the match.
        yours: the seats of the guest; none for one who only watches.
        here: all seats whose people are connected, bots' not among them.
        is_table: whether nobody plays at the host: its screen is the table that all see.
    """

    match_id: MatchId
    yours: tuple[Seat, ...]
    here: tuple[Seat, ...]
    is_table: bool = False


@dataclass(frozen=True)
class AskBack:
    """Somebody wishes that only ``length`` turns count. A guest tells the host, the host those who
    have to grant it.

    Attributes:
        match_id, round: the match.
        length: how many turns are to count.
        seat: whose wish it is.
    """

    match_id: MatchId
    round: int
    length: int
    seat: Seat


@dataclass(frozen=True)
class AnswerBack:
    """A guest's answer to AskBack; from the host, that it was not granted."""

    match_id: MatchId
    round: int
    length: int
    is_granted: bool


@dataclass(frozen=True)
class Back:
    """The host to a guest: everybody has granted that only ``length`` turns count. ``round`` is the
    next round, which begins now."""

    match_id: MatchId
    round: int
    length: int


@dataclass(frozen=True)
class Leave:
    """Somebody leaves for good."""

    match_id: MatchId


PeerMessage: TypeAlias = (
    Welcome | Hello | AskSeat | Turns | Ask | Refused | Presence | AskBack | AnswerBack | Back
    | Leave | LedMessage
)  # fmt: skip

REFUSALS = ("seat", "action", "position", "sealed")


def format_message(message: PeerMessage) -> str:
    """The message as text."""
    fields = {name: value for name, value in vars(message).items() if name != "match_id"}
    return json.dumps(
        {"v": VERSION, "kind": _KINDS[type(message)], "match": message.match_id, **fields},
        separators=(",", ":"),
    )


def parse_message(text: str) -> PeerMessage:
    """The inverse of format_message; raises VersionError for a message of another version, else
    ValueError."""
    fields = typed(parse_json(text, MAX_MESSAGE), dict, "the message")
    version = whole_number(fields.get("v"), "the version", 1, MAX_VERSION)
    if version != VERSION:
        raise VersionError(version)
    kind, match_id = fields.get("kind"), fields.get("match")
    if not isinstance(kind, str) or kind not in _READERS:
        raise ValueError(f"a message of kind {kind!r}")
    made, readers = _READERS[kind]
    members = members_of(fields, "the message", {"v", "kind", "match", *readers})
    if not isinstance(match_id, str) or not is_match_id(match_id):
        raise ValueError(f"{match_id!r} is no match's name")
    return made(match_id, **{name: read(members[name]) for name, read in readers.items()})


def _number(most: int) -> Callable[[object], int]:
    return lambda value: whole_number(value, "a number", 0, most)


def _seat(value: object) -> Seat:
    return whole_number(value, "a seat", 1, MAX_SEATS)


def _seats(value: object) -> tuple[Seat, ...]:
    seats = tuple(whole_number(one, "a seat", 1, MAX_SEATS) for one in _list(value, MAX_SEATS))
    if list(seats) != sorted(set(seats)):
        raise ValueError("seats are told in order, each once")
    return seats


def _list(value: object, most: int) -> list[Any]:
    found: list[Any] = typed(value, list, "a list")
    if len(found) > most:
        raise ValueError(f"a list of {len(found)}")
    return found


def _text(most: int) -> Callable[[object], str]:
    def read(value: object) -> str:
        text = typed(value, str, "a text")
        if not 0 < len(text) <= most:
            raise ValueError(f"a text of {len(text)} characters")
        return text

    return read


def _digest(value: object) -> str:
    text = typed(value, str, "a digest")
    if not _DIGEST.fullmatch(text):
        raise ValueError("no digest")
    return text


def _key(value: object) -> str:
    text = typed(value, str, "a key")
    if not is_key(text):
        raise ValueError("no key")
    return text


def _turns(value: object) -> tuple[tuple[Seat, str, int], ...]:
    turns = tuple(_turn(one) for one in _list(value, MAX_TURNS_AT_ONCE))
    if not turns:
        raise ValueError("no turns")
    return turns


def _turn(value: object) -> tuple[Seat, str, int]:
    members = _list(value, 3)
    if len(members) != 3:
        raise ValueError("a turn is a seat, an action and when it was played")
    seat = whole_number(members[0], "a seat, or the clock", CLOCK, MAX_SEATS)
    at_ms = whole_number(members[2], "when it was played", 0, MOST_CLOCK_MS)
    return seat, _text(MAX_ACTION)(members[1]), at_ms


def _opened(value: object) -> tuple[Opened, ...]:
    return tuple(_one_opened(one) for one in _list(value, MAX_OPENED))


def _one_opened(value: object) -> Opened:
    members = [typed(one, str, "a text") for one in _list(value, 2)]
    if len(members) != 2 or not _WORD.fullmatch(members[0]) or not _SALT.fullmatch(members[1]):
        raise ValueError("what comes to light is a word and a salt")
    return Opened(*members)


def _called(value: object) -> tuple[Seat, ...]:
    seats = tuple(map(_seat, _list(value, MAX_SEATS)))
    if len(seats) < 2 or len(set(seats)) < len(seats):
        raise ValueError("two seats or more have called, each once")
    return seats


def _margins(value: object) -> tuple[int, ...]:
    return tuple(map(_number(MOST_BEHIND_MS), _list(value, MAX_SEATS)))


def _wait(value: object) -> int | None:
    return None if value is None else _number(MOST_SINCE_MS)(value)


def _reason(value: object) -> str:
    if value not in REASONS:
        raise ValueError(f"time waits because of {value!r}")
    return str(value)


def _refusal(value: object) -> str:
    if value not in REFUSALS:
        raise ValueError(f"a refusal because of {value!r}")
    return str(value)


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


_READERS: Mapping[str, tuple[Callable[..., PeerMessage], Mapping[str, Callable[[Any], Any]]]] = {
    "welcome": (
        Welcome,
        {"round": _number(MAX_ROUND), "code": _text(MAX_CODE_LENGTH), "opened": _opened},
    ),
    "hello": (
        Hello,
        {
            "round": _number(MAX_ROUND),
            "have": _number(MAX_TURNS),
            "digest": _digest,
            "key": _key,
            "seats": _seats,
        },
    ),
    "ask-seat": (AskSeat, {"seat": _seat}),
    "turns": (
        Turns,
        {
            "round": _number(MAX_ROUND),
            "start": _number(MAX_TURNS),
            "before": _digest,
            "turns": _turns,
            "opened": _opened,
        },
    ),
    "ask": (Ask, {"round": _number(MAX_ROUND), "start": _number(MAX_TURNS)}),
    "refused": (Refused, {"number": _number(MAX_TURNS + 1), "why": _refusal}),
    "presence": (Presence, {"yours": _seats, "here": _seats, "is_table": _yes_or_no}),
    "ask-back": (
        AskBack,
        {"round": _number(MAX_ROUND), "length": _number(MAX_TURNS), "seat": _seat},
    ),
    "answer-back": (
        AnswerBack,
        {"round": _number(MAX_ROUND), "length": _number(MAX_TURNS), "is_granted": _yes_or_no},
    ),
    "back": (Back, {"round": _number(MAX_ROUND), "length": _number(MAX_TURNS)}),
    "leave": (Leave, {}),
    "ping": (Ping, {"number": _number(MAX_ROUND)}),
    "pong": (Pong, {"number": _number(MAX_ROUND)}),
    "called": (
        Called,
        {
            "round": _number(MAX_ROUND),
            "start": _number(MAX_TURNS),
            "before": _digest,
            "seat": _seat,
            "action": _text(MAX_ACTION),
            "since": _number(MOST_SINCE_MS),
        },
    ),
    "told": (
        Told,
        {
            "seats": _called,
            "behind": _margins,
            "is_drawn": _yes_or_no,
            "is_corrected": _yes_or_no,
        },
    ),
    "held": (Held, {"reason": _reason, "opens": _wait, "passed": _wait}),
    "ready": (SaidReady, {}),
    "pause": (SaidPause, {}),
}

_KINDS = {made: kind for kind, (made, _) in _READERS.items()}
