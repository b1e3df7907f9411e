"""Who is connected, seen from this device."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from spieltisch.play.peers.guest import Guest
from spieltisch.play.peers.host import Host, LineNumber
from spieltisch.play.summary import MatchId


@dataclass(frozen=True)
class Invitation:
    """An invitation that nobody has come by yet.

    Attributes:
        line: the line that it is for.
        code: what is sent; empty while the browser still finds out where it can be reached.
        is_answered: whether an answer has come, so that it is about to be connected.
        has_failed: whether it could not be connected.
    """

    line: LineNumber
    code: str = ""
    is_answered: bool = False
    has_failed: bool = False


@dataclass(frozen=True)
class Hosting:
    """The match is led here.

    Attributes:
        host: it and the guests.
        invitation: who else may come.
    """

    host: Host
    invitation: Invitation | None = None

    @property
    def match_id(self) -> MatchId:
        return self.host.match_id

    @property
    def state(self) -> str:
        """As in ``<html data-peers>``."""
        if self.invitation is not None and not self.invitation.has_failed:
            is_kept_up = bool(self.host.open_lines) and not self.host.missing
            return "connected" if is_kept_up else "waiting"
        return "lost" if self.host.missing or not self.host.open_lines else "connected"


@dataclass(frozen=True)
class Visiting:
    """The match is led on another device, which has invited this one.

    Attributes:
        line: the line to it.
        about: which match the invitation was for, as far as that tells.
        guest: what was told.
        code: the answer to the invitation; empty while it is not known yet.
        match_id: what the match is kept under here; empty until it is on the table.
        has_been_open: whether there was ever a connection.
    """

    line: LineNumber
    about: int
    guest: Guest = field(default_factory=Guest)
    code: str = ""
    match_id: MatchId = ""
    has_been_open: bool = False

    @property
    def state(self) -> str:
        """As in ``<html data-peers>``."""
        if self.guest.is_open:
            return "connected"
        return "lost" if self.has_been_open else "waiting"


Live: TypeAlias = Hosting | Visiting


@dataclass(frozen=True)
class JoinScreen:
    """What a link with a code opens.

    Attributes:
        code: the code.
        kind: ``invitation``; ``answer``, which is for another tab; ``taken`` by another tab;
            ``own`` where that tab has made the invitation.
    """

    code: str
    kind: str


def is_live(live: Live | None, match_id: MatchId) -> bool:
    """Whether a match is played live."""
    return live is not None and live.match_id == match_id


def is_led_elsewhere(live: Live | None, match_id: MatchId) -> bool:
    """Whether another device leads a match: there bots think, and turns are taken back."""
    return isinstance(live, Visiting) and live.match_id == match_id
