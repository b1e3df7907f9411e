"""What can happen when people play live; see also messages.py."""

from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.play.peers.host import LineNumber


@dataclass(frozen=True)
class PlayLive:
    """Somebody is to be invited to the match on the table; the number is drawn for the line.

    With ``is_table`` this device keeps no seat: its screen is the table for all, who have their
    seats on devices of their own.
    """

    line: LineNumber
    is_table: bool = False


@dataclass(frozen=True)
class TakeCode:
    """A person gives a code, or a link to one: an answer, or another invitation."""

    text: str


@dataclass(frozen=True)
class NameStun:
    """A person names the STUN server that is to be asked; an empty text for none."""

    text: str


@dataclass(frozen=True)
class LetBotsPlay:
    """Bots are to act for those whose connection is lost."""

    at_ms: float


@dataclass(frozen=True)
class Described:
    """The browser can be reached on a line: its session description."""

    line: LineNumber
    description: str


@dataclass(frozen=True)
class LineOpened:
    """A line is connected."""

    line: LineNumber


@dataclass(frozen=True)
class LineLost:
    """A line is not connected any more, or cannot be, since ``at_ms`` of the page's clock."""

    line: LineNumber
    at_ms: float


@dataclass(frozen=True)
class Heard:
    """A text has come on a line, from anybody."""

    line: LineNumber
    text: str
    at_ms: float


@dataclass(frozen=True)
class CodeOffered:
    """Another tab of this browser was opened with a code."""

    code: str


@dataclass(frozen=True)
class CodeTaken:
    """Another tab goes on with a code that this one was opened with; ``is_own`` where that is an
    invitation which that tab has made itself."""

    code: str
    is_own: bool


LiveMessage: TypeAlias = (
    PlayLive
    | TakeCode
    | NameStun
    | LetBotsPlay
    | Described
    | LineOpened
    | LineLost
    | Heard
    | CodeOffered
    | CodeTaken
)
