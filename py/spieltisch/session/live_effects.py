"""What a session that plays live asks of the shell; see also effects.py."""

from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.play.peers.host import Letters, LineNumber
from spieltisch.play.peers.protocol import format_message


@dataclass(frozen=True)
class Invite:
    """A line is to be made, with the help of a STUN server if one is named; ``Described`` tells
    where it begins."""

    line: LineNumber
    stun: str = ""


@dataclass(frozen=True)
class Accept:
    """A line to the browser that this session description is of is to be made, as by ``Invite``;
    ``Described`` tells the answer."""

    line: LineNumber
    description: str
    stun: str = ""


@dataclass(frozen=True)
class Connect:
    """A line that was made for an invitation is to be connected to who has answered it."""

    line: LineNumber
    description: str


@dataclass(frozen=True)
class SendTo:
    """A text is to be sent on a line."""

    line: LineNumber
    text: str


@dataclass(frozen=True)
class HangUp:
    """A line is no longer needed, once all that was to be sent on it has been."""

    line: LineNumber


@dataclass(frozen=True)
class OfferCode:
    """Other tabs are to be asked whether one of them waits for this code."""

    code: str


@dataclass(frozen=True)
class ClaimCode:
    """The tab that has offered a code is told that this one goes on with it."""

    code: str
    is_own: bool = False


LiveEffect: TypeAlias = Invite | Accept | Connect | SendTo | HangUp | OfferCode | ClaimCode


def sent(letters: Letters) -> tuple[SendTo, ...]:
    """What has letters sent, each on its line."""
    return tuple(SendTo(line, format_message(letter)) for line, letter in letters)
