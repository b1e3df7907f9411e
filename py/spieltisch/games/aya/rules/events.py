"""What an action brought about, for views, sounds and screen readers: facts, not words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from spieltisch.games.aya.rules.duties import (
    CONCEDE,
    EXPIRE,
    OYE,
    REFUTE,
    STOP,
    Attempt,
    AyaAction,
    Calling,
    ExceptionalMove,
    Oye,
)
from spieltisch.games.aya.rules.matches import Match, matches
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.table.position import Seat


class Kind(Enum):
    """What happened."""

    AYA = "aya"
    """A seat called AYA."""
    OYE = "oye"
    """A seat called OYE (AHA)."""
    MOVED = "moved"
    """A first move matched nothing; a light card allows a second."""
    MATCHED = "matched"
    FAILED = "failed"
    """An attempt has matched nothing, or its time has run out."""
    REFUTING = "refuting"
    """A seat is about to demonstrate a match against an OYE."""
    REFUTED = "refuted"
    """A demonstration has matched: the OYE was wrong."""
    TAKEN_BACK = "taken-back"
    """A demonstration has failed."""
    CONCEDED = "conceded"
    """A seat will not refute an OYE; others may."""
    STANDS = "stands"
    """Nobody has refuted an OYE."""
    EXCEPTIONAL = "exceptional"
    """The exceptional move."""


@dataclass(frozen=True)
class Event:
    """What one action brought about.

    Attributes:
        kind: what happened.
        seat: whom it happened to: who called, moved or conceded; for STANDS the caller.
        cards: MATCHED, REFUTED: the open cards that were matched, where they lay before.
        missed: STANDS: what could have been matched all the time; () if the call was right.
        has_expired: whether it was for lack of time.
    """

    kind: Kind
    seat: Seat
    cards: tuple[OpenCard, ...] = ()
    missed: tuple[Match, ...] = ()
    has_expired: bool = False


def event_of(before: AyaPosition, seat: Seat, action: AyaAction) -> Event:
    """What a legal action brings about in a position, observed or not."""
    duty = before.duty
    has_expired = action == EXPIRE
    if isinstance(duty, Calling):
        return Event(Kind.OYE if action == OYE else Kind.AYA, seat)
    if isinstance(duty, ExceptionalMove):
        return Event(Kind.EXCEPTIONAL, seat)
    if isinstance(duty, Oye):
        if action == REFUTE:
            return Event(Kind.REFUTING, seat)
        if action == CONCEDE and len(before.owing_seats) > 1:
            return Event(Kind.CONCEDED, seat)
        return _stands(before, duty, has_expired)
    if isinstance(duty, Attempt):
        return _attempted(before, duty, action)
    raise ValueError(f"nothing can happen any more: seat {seat}, {action}")


def _attempted(before: AyaPosition, attempt: Attempt, action: AyaAction) -> Event:
    demonstration = attempt.demonstration
    if action == EXPIRE and demonstration:
        taken_back = type(before)(
            before.variant, before.table.with_track(demonstration.track), demonstration.oye
        )
        return _stands(taken_back, demonstration.oye, has_expired=True)
    if action not in (STOP, EXPIRE):
        tried = before.try_move(action)
        if tried.cards:
            kind = Kind.REFUTED if demonstration else Kind.MATCHED
            return Event(kind, attempt.seat, tried.cards)
        if tried.may_go_on:
            return Event(Kind.MOVED, attempt.seat)
    kind = Kind.TAKEN_BACK if demonstration else Kind.FAILED
    return Event(kind, attempt.seat, has_expired=action == EXPIRE)


def _stands(before: AyaPosition, oye: Oye, has_expired: bool) -> Event:
    return Event(Kind.STANDS, oye.caller, missed=matches(before), has_expired=has_expired)
