"""The messages of matches in which one device decides who was first; see also protocol.py."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from spieltisch.live.fields import (
    ActionText,
    Digest,
    MessageMatch,
    PlayingSeat,
    Round,
    TurnCount,
    each_once,
)
from spieltisch.table.marks import Between, Length, OneOf, Then
from spieltisch.table.record import MAX_SEATS

MOST_SINCE_MS = 3_600_000
MOST_BEHIND_MS = 100_000
"""Longer times are sent as these: since a position was shown, and after the first call."""

Wait = Annotated[int, Between(0, MOST_SINCE_MS)]

REASONS = ("start", "return", "pause", "none")


@dataclass(frozen=True)
class Ping:
    """The host to a guest, who answers at once: this measures the round trip."""

    match_id: MessageMatch
    number: Round


@dataclass(frozen=True)
class Pong:
    """The answer to Ping."""

    match_id: MessageMatch
    number: Round


@dataclass(frozen=True)
class RemoteCall:
    """A guest to the host: somebody has chosen what to do."""

    match_id: MessageMatch
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


@dataclass(frozen=True)
class TieBreak:
    """The host to a guest: several have called, and it is decided who was first."""

    match_id: MessageMatch
    seats: Annotated[
        tuple[PlayingSeat, ...], Length(2, MAX_SEATS), Then(each_once, {"uniqueItems": True})
    ]
    """Who called, in the order they count."""
    behind: Annotated[tuple[Annotated[int, Between(0, MOST_BEHIND_MS)], ...], Length(0, MAX_SEATS)]
    """How many milliseconds later than the earliest each called."""
    is_drawn: bool
    """Whether the first place was a tie."""
    is_corrected: bool
    """Whether another call had come before the one that counts first."""


@dataclass(frozen=True)
class TimeGate:
    """The host to a guest: what holds time back."""

    match_id: MessageMatch
    reason: Annotated[str, OneOf(REASONS)]
    """``start``, ``return`` or ``pause``; ``none`` if nothing does any more."""
    opens: Wait | None
    """In how many milliseconds that ends; None until everybody is ready."""
    passed: Wait | None = None
    """For how many milliseconds the clock of the seat to act has run; None if none runs."""


@dataclass(frozen=True)
class GuestReady:
    """A guest to the host: the people here are ready."""

    match_id: MessageMatch


@dataclass(frozen=True)
class GuestPause:
    """A guest to the host: the people here want a pause."""

    match_id: MessageMatch


LedMessage: TypeAlias = Ping | Pong | RemoteCall | TieBreak | TimeGate | GuestReady | GuestPause
