"""What a turn brought about, in words that every game shares."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.table.position import Seat


@dataclass(frozen=True)
class Event:
    """One thing that happened in a turn. A game may add to it what its own views want to know.

    Sentences, motions, sounds and statistics hang on events, so the kinds are few and shared.

    Attributes:
        kind: what happened, in the past tense: ``moved``, ``built``, ``captured``, ``matched``,
            ``missed``, ``called``, ``eliminated``, ``won``, ``drawn``, ...
        seat: whose doing it was; CLOCK for the clock's.
        sites: where, in the order it happened: the way of a piece, first to last.
        target: the seat that it was done to, if any.
        count: how many of whatever it was done to.
    """

    kind: str
    seat: Seat
    sites: tuple[str, ...] = ()
    target: Seat | None = None
    count: int = 1
