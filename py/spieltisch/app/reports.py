"""What a screen tells of a match, among its effects, for live play, which may have a part in it.

Live play answers in ``app/together/update.py``; the shell never sees these. So screens need not
know who is connected, and live play need not find out what a message has done.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spieltisch.app.message import Message
from spieltisch.play.planning import PlannedAction
from spieltisch.play.summary import MatchId
from spieltisch.play.timing import Call
from spieltisch.table import Seat, Tie


class Report:
    """Something that has happened to a match on this device, or is wanted there."""


@dataclass(frozen=True)
class Change(Report):
    """A match is no longer as it was: something was played or taken back, its seats are others', or
    it was read anew."""

    match_id: MatchId


@dataclass(frozen=True)
class NextMatch(Report):
    """Another match has begun after one that is over."""

    after: MatchId
    match_id: MatchId
    moved: int
    """By how many seats everybody has moved on."""


@dataclass(frozen=True)
class Decision(Report):
    """It is decided who was first; arguments as ``Timing.settled`` gives them."""

    acts: Sequence[Call | PlannedAction]
    tie: Tie | None


@dataclass(frozen=True)
class Wish(Report):
    """A person wants what is not theirs alone to decide: the others are asked, or tell."""

    message: Message


@dataclass(frozen=True)
class Proposal(Report):
    """A person has chosen what to do in a match that another device leads: it says whether that
    counts."""

    seat: Seat
    action: Any
    at_ms: float


@dataclass(frozen=True)
class BrokenWord(Report):
    """The device that leads a match tells another start than it had sealed."""
