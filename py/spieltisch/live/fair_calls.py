"""Who was first when people call on several devices (docs/fair_calls.md).

Devices have different clocks, and their messages have different delays. So each device says how
long after it had shown the position somebody called, and calls are compared by that. One device,
the host, decides, by the same timing as for people at one device (play/timing.py): a call from
elsewhere becomes a Call as if it had been made here so long after the position came up, and is only
waited for longer.

Pure, like play/timing.py: the caller gives all times, in milliseconds, by the host's clock unless
noted otherwise.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Self

from spieltisch.live.protocol import MOST_BEHIND_MS, TieBreak
from spieltisch.play.summary import MatchId
from spieltisch.play.timing import Call, PlannedAction
from spieltisch.table import Seat, Tie

MOST_GRACE_MS = 200.0
"""The longest wait for a call that may have been made before the first that arrived."""

PINGS = 5
"""How many round trips to each device are remembered."""

LEAST_SLACK_MS = 20.0
"""The least by which a round trip may take longer than usual."""

LEAST_TOLD_MS = 20.0
"""All are told of a call that counts so much later than its device says: screens and keys are not
exact, and nobody is to be suspected for theirs."""

SLACK = 4.0
"""A round trip may take longer than usual by so many times the spread of the last ones."""

MOST_EARLY_SLACK_MS = 60.0
"""The most by which it may by the spread of the pings, which a page can make as it likes."""


@dataclass(frozen=True)
class Trips:
    """How long round trips to a device take."""

    pings: tuple[float, ...] = ()
    """Those of the last pings, in milliseconds, at most PINGS."""
    below: tuple[float, ...] = ()
    """Those that the browsers have measured among themselves, below their pages, at most PINGS;
    none over a relay, and where a browser does not tell."""

    def after(self, trip_ms: float) -> Self:
        """The trips with one ping more."""
        return replace(self, pings=(*self.pings, trip_ms)[-PINGS:])

    def after_below(self, trip_ms: float) -> Self:
        """The trips with one more that the browsers have measured."""
        return replace(self, below=(*self.below, trip_ms)[-PINGS:])

    @property
    def is_known(self) -> bool:
        """Whether there are enough pings to say how far away the device is."""
        return len(self.pings) == PINGS

    @cached_property
    def usual_ms(self) -> float:
        """How long a round trip usually takes; a single slow answer changes it little."""
        return _middle(self.pings)

    @property
    def there_ms(self) -> float:
        """How long what is sent is on its way to the device, which may gain nothing by holding back
        its answers here either."""
        usual_ms = min(self.usual_ms, _middle(self.below)) if self.below else self.usual_ms
        return usual_ms / 2

    @cached_property
    def longest_ms(self) -> float:
        """The longest that a round trip is believed to take: so long is waited for a call."""
        return self.usual_ms + _slack(self.pings)

    @cached_property
    def believed_ms(self) -> float:
        """How much earlier than it has arrived a call may have been made. A page can hold back its
        answers to pings, and so seem far away; but not what its browser answers by itself. That
        comes every few seconds: as long as it is too little to have a spread of its own, the pings
        say how much the line varies."""
        if not self.below:
            return self.longest_ms
        slack_ms = _slack(self.below)
        if len(self.below) < PINGS:
            slack_ms = max(slack_ms, min(_slack(self.pings), MOST_EARLY_SLACK_MS))
        return _middle(self.below) + slack_ms

    @property
    def is_too_far(self) -> bool:
        """Whether a call from there may come too late to count; people are told so."""
        return self.is_known and self.longest_ms > MOST_GRACE_MS


def _slack(trips_ms: Sequence[float]) -> float:
    """How much longer than usual one may take, as these vary."""
    usual_ms = _middle(trips_ms)
    spread_ms = _middle(abs(trip_ms - usual_ms) for trip_ms in trips_ms)
    return max(LEAST_SLACK_MS, SLACK * spread_ms)


def _middle(times_ms: Iterable[float]) -> float:
    """The median, without a module for it: a start would fetch that, too."""
    ordered = sorted(times_ms)
    half = len(ordered) // 2
    return (ordered[half] + ordered[~half]) / 2 if ordered else 0.0


def grace_ms(devices: Iterable[Trips]) -> float:
    """How long to wait for calls from these devices: 0 to MOST_GRACE_MS."""
    return min(max((trips.longest_ms for trips in devices), default=0.0), MOST_GRACE_MS)


def remote_call(
    trips: Trips, shown_ms: float, seat: Seat, token: str, since_ms: float, arrived_ms: float
) -> Call:
    """A call from another device, as if it had been made here.

    It counts as made as long after the position came up as the device says, but no later than it
    arrived, and no earlier than the longest believed round trip allows.

    Args:
        shown_ms: when the position came up here (``Timing.shown_ms``), and was sent.
        seat, token: who called what.
        since_ms: how long after the device had shown the position, as the device says: any number.
    """
    said_ms = shown_ms + since_ms if isfinite(since_ms) else arrived_ms
    at_ms = min(max(said_ms, arrived_ms - trips.believed_ms, shown_ms), arrived_ms)
    return Call(seat, token, at_ms, arrived_ms, max(0.0, at_ms - max(said_ms, shown_ms)))


def verdict_of(
    match_id: MatchId, acts: Sequence[Call | PlannedAction], tie: Tie | None
) -> TieBreak:
    """What people are told of calls once it is decided who was first; acts and tie as
    ``Timing.settled`` gives them, at least one act."""
    earliest_ms = min(act.at_ms for act in acts)
    behind = tuple(min(round(act.at_ms - earliest_ms), MOST_BEHIND_MS) for act in acts)
    is_corrected = tie is None and min(map(_arrived_ms, acts)) < _arrived_ms(acts[0])
    seats, put_back = tuple(act.seat for act in acts), tuple(map(_put_back_ms, acts))
    told = put_back if any(put_back) else None
    return TieBreak(match_id, seats, behind, tie is not None, is_corrected, told)


def _put_back_ms(act: Call | PlannedAction) -> int:
    """How much later than its device says it counts, as far as people are told."""
    ms = act.put_back_ms if isinstance(act, Call) else 0.0
    return min(round(ms), MOST_BEHIND_MS) if ms >= LEAST_TOLD_MS else 0


def _arrived_ms(act: Call | PlannedAction) -> float:
    """When the host knew of it."""
    arrived_ms = act.arrived_ms if isinstance(act, Call) else None
    return act.at_ms if arrived_ms is None else arrived_ms
