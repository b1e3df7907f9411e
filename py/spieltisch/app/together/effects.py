"""What a session that plays live asks the shell to do; see also effects.py."""

from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.app.together.state import Visiting
from spieltisch.live.host import Letters, LineNumber
from spieltisch.live.protocol import PeerMessage, format_message


@dataclass(frozen=True)
class Invite:
    """Make a line, with the help of a STUN server if one is named; ``Described`` brings this
    browser's session description."""

    line: LineNumber
    stun: str


@dataclass(frozen=True)
class Accept:
    """Make a line to the browser that sent this session description, as for ``Invite``;
    ``Described`` brings the answer."""

    line: LineNumber
    description: str
    stun: str


@dataclass(frozen=True)
class Connect:
    """Connect a line that was made for an invitation to the browser that has answered."""

    line: LineNumber
    description: str


@dataclass(frozen=True)
class SendTo:
    """Send a text on a line."""

    line: LineNumber
    text: str


@dataclass(frozen=True)
class HangUp:
    """Close a line, once all that is still to be sent on it has been sent."""

    line: LineNumber


@dataclass(frozen=True)
class OfferCode:
    """Ask the other tabs whether one of them waits for this code."""

    code: str


@dataclass(frozen=True)
class ClaimCode:
    """Tell the tab that has offered a code that this one goes on with it."""

    code: str
    is_own: bool = False


LiveEffect: TypeAlias = Invite | Accept | Connect | SendTo | HangUp | OfferCode | ClaimCode


def sent(letters: Letters) -> tuple[SendTo, ...]:
    """The effects that send letters, each on its line."""
    return tuple(SendTo(line, format_message(letter)) for line, letter in letters)


def to_host(live: Visiting, *letters: PeerMessage) -> tuple[SendTo, ...]:
    """The effects that send the host letters."""
    return sent(tuple((live.line, letter) for letter in letters))
