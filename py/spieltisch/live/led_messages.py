"""The messages of matches in which one device decides who was first; see also protocol.py."""

from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.play.summary import MatchId
from spieltisch.table import Seat
from spieltisch.table.record import MAX_NUMBER

MOST_SINCE_MS = 3_600_000
MOST_BEHIND_MS = 100_000
"""Longer times are sent as these: since a position was shown, and after the first call."""

MOST_CLOCK_MS = MAX_NUMBER

REASONS = ("start", "return", "pause", "none")


@dataclass(frozen=True)
class Ping:
    """The host to a guest, who answers at once: this measures the round trip."""

    match_id: MatchId
    number: int


@dataclass(frozen=True)
class Pong:
    """The answer to Ping."""

    match_id: MatchId
    number: int


@dataclass(frozen=True)
class Called:
    """A guest to the host: somebody has chosen what to do.

    Attributes:
        match_id, round: the match.
        start: how many turns had been played in the position that it is about.
        before: the digest of that position.
        seat, action: who does what, as a record has it.
        since: how many milliseconds after the guest's device had shown the position.
    """

    match_id: MatchId
    round: int
    start: int
    before: str
    seat: Seat
    action: str
    since: int


@dataclass(frozen=True)
class Told:
    """The host to a guest: several have called, and it is decided who was first.

    Attributes:
        match_id: the match.
        seats: who called, in the order they count.
        behind: how many milliseconds later than the earliest each called.
        is_drawn: whether the first place was a tie.
        is_corrected: whether another call had come before the one that counts first.
    """

    match_id: MatchId
    seats: tuple[Seat, ...]
    behind: tuple[int, ...]
    is_drawn: bool
    is_corrected: bool


@dataclass(frozen=True)
class Held:
    """The host to a guest: what holds time back.

    Attributes:
        match_id: the match.
        reason: ``start``, ``return`` or ``pause``; ``none`` if nothing does any more.
        opens: in how many milliseconds that ends; None until everybody is ready.
        passed: for how many milliseconds the clock of the seat to act has run; None if none runs.
    """

    match_id: MatchId
    reason: str
    opens: int | None
    passed: int | None = None


@dataclass(frozen=True)
class SaidReady:
    """A guest to the host: the people here are ready."""

    match_id: MatchId


@dataclass(frozen=True)
class SaidPause:
    """A guest to the host: the people here want a pause."""

    match_id: MatchId


LedMessage: TypeAlias = Ping | Pong | Called | Told | Held | SaidReady | SaidPause
