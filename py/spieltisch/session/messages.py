"""What can happen to a session, and what it may ask the shell to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.play.service import Answer
from spieltisch.session.requests import Request
from spieltisch.table import Seat, Turn

# ------------------------------------------------------------------ messages


@dataclass(frozen=True)
class Follow:
    """The address says where to go: on arrival, by a link, by the back button."""

    link: str


@dataclass(frozen=True)
class Press:
    """A token of the board was chosen.

    Attributes:
        token: a site or whatever else the game's choice takes.
        at_ms: when, in milliseconds of the page's clock, by the event's time stamp.
        seat: for whom, where several may act; None for whoever's choice is open.
        now_ms: when it reached us, which is later on a busy page.
    """

    token: str
    at_ms: float = 0.0
    seat: Seat | None = None
    now_ms: float = 0.0


@dataclass(frozen=True)
class Play:
    """What is chosen is to be played as it is, though it could go on."""

    at_ms: float = 0.0


@dataclass(frozen=True)
class Shout:
    """A seat's word was shouted, with a key or a button.

    Attributes:
        seat, shout: whose word, ``aya`` or ``oye``; what it means depends on the position.
        at_ms, now_ms: as in Press.
    """

    seat: Seat
    shout: str
    at_ms: float = 0.0
    now_ms: float = 0.0


@dataclass(frozen=True)
class Answered:
    """A bot that looks ahead has made up its mind."""

    answer: Answer
    at_ms: float


@dataclass(frozen=True)
class Found:
    """What has been found so far about what is still being thought about."""

    answer: Answer


@dataclass(frozen=True)
class BotsAre:
    """How the bots' worker is: ``starting`` until there is one, then ``ready``, or ``failed``."""

    state: str


@dataclass(frozen=True)
class Wake:
    """Time has passed; see Session.next_wake_ms."""

    at_ms: float


@dataclass(frozen=True)
class Pause:
    """Nobody sees the page any more: no time passes."""

    at_ms: float


@dataclass(frozen=True)
class Resume:
    """The page is seen again."""

    at_ms: float


@dataclass(frozen=True)
class Hint:
    """A person wants help: a step more of it each time."""


@dataclass(frozen=True)
class Check:
    """A solitaire player wants to know whether the cards can still be cleared."""


@dataclass(frozen=True)
class Bind:
    """The next key that goes down is to be the one for a slot; an empty slot gives up waiting."""

    slot: str


@dataclass(frozen=True)
class Strike:
    """A key went down while one was waited for.

    Attributes:
        code: its place on the keyboard.
        label: what it writes; empty for what writes nothing.
    """

    code: str
    label: str = ""


@dataclass(frozen=True)
class ResetKeys:
    """Every key is to be where it is by default."""


@dataclass(frozen=True)
class Know:
    """The keyboard has told what is printed on its keys, by place."""

    layout: Mapping[str, str]


@dataclass(frozen=True)
class Rehearse:
    """The rehearsal begins anew, for so many seats."""

    seats: int


@dataclass(frozen=True)
class Hold:
    """At the rehearsal a seat's key went down or came up; seat 0 is every seat's."""

    seat: Seat
    is_down: bool


@dataclass(frozen=True)
class Type:
    """An action was typed in the game's notation."""

    text: str
    at_ms: float = 0.0


@dataclass(frozen=True)
class Ask:
    """A listening person asks about the board with a letter key; see GameView.answer."""

    key: str


@dataclass(frozen=True)
class Point:
    """The keyboard went to a site of the board."""

    site: str


@dataclass(frozen=True)
class Cancel:
    """What is half chosen is dropped; an open question is answered with no."""


@dataclass(frozen=True)
class Show:
    """So many entries of the record shall count: takes back or plays again."""

    shown: int


@dataclass(frozen=True)
class Edit:
    """A field of the set-up form was changed; see Draft.with_field."""

    field: str
    value: str


@dataclass(frozen=True)
class Arrange:
    """A token of the hand-arranged start was pressed."""

    token: str


@dataclass(frozen=True)
class Swap:
    """The players change seats in the set-up form."""


@dataclass(frozen=True)
class Start:
    """The match that was set up begins; chance deals from the seed."""

    seed: int


@dataclass(frozen=True)
class SetUp:
    """Another match like this one is wanted: the form opens, filled in."""


@dataclass(frozen=True)
class Confirm:
    """The open question is answered with yes."""


@dataclass(frozen=True)
class Dismiss:
    """The notice has been read."""


@dataclass(frozen=True)
class Settle:
    """A setting of the site was changed; see Settings.with_field."""

    field: str
    value: str


@dataclass(frozen=True)
class Restore:
    """What was kept of a game's match: at the start, or changed by another tab."""

    game: str
    text: str


@dataclass(frozen=True)
class Tell:
    """The shell has something to tell; kind and facts as in Notice."""

    kind: str
    facts: tuple[str, ...] = ()


Message: TypeAlias = (
    Follow
    | Press
    | Play
    | Shout
    | Answered
    | Found
    | BotsAre
    | Wake
    | Pause
    | Resume
    | Hint
    | Check
    | Bind
    | Strike
    | ResetKeys
    | Know
    | Rehearse
    | Hold
    | Type
    | Ask
    | Point
    | Cancel
    | Show
    | Edit
    | Arrange
    | Swap
    | Start
    | SetUp
    | Confirm
    | Dismiss
    | Settle
    | Restore
    | Tell
    | Request
)

# ------------------------------------------------------------------- effects


@dataclass(frozen=True)
class Keep:
    """The match of a game is to be written to storage."""

    game: str
    text: str


@dataclass(frozen=True)
class KeepSettings:
    """The settings are to be written to storage."""

    text: str


@dataclass(frozen=True)
class KeepRuns:
    """The best runs are to be written to storage."""

    text: str


@dataclass(frozen=True)
class Go:
    """The address is to become this link.

    Attributes:
        replaces: no step back leads to the address before.
    """

    link: str
    replaces: bool = False


@dataclass(frozen=True)
class Animate:
    """An action is to be seen happening."""

    turn: Turn


@dataclass(frozen=True)
class Focus:
    """The keyboard is to go to the node with this id, or to the one that ``site`` names."""

    node_id: str


Effect: TypeAlias = Keep | KeepSettings | KeepRuns | Go | Animate | Focus
