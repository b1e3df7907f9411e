"""Who was first, where people call on several devices: docs/fair_calls.md.

Devices have different clocks, and what they send takes different times. So a device tells how long
after it had shown the position somebody called, and that is what calls are compared by. One device,
the host, decides, by the timing of turns that decides for people at one device (play/timing.py): a
call from elsewhere becomes a Call as if it had been made here so long after the position came up,
and is only waited for longer.

Pure, like that: times are what the caller says they are, in milliseconds, by the host's clock where
nothing else is said.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from statistics import median
from typing import Generic, NamedTuple, Self, TypeVar

from spieltisch.play.planning import PlannedAction
from spieltisch.play.timing import Call, Hearing
from spieltisch.table import Seat, Tie

MOST_GRACE_MS = 200.0
"""So long at most is a call waited for that may have been made before the first that has come."""

MOST_HELD_BACK_MS = 500.0
"""So long at most does a position come up later than it could, so that all are heard in time."""

PINGS = 5
"""So many round trips are remembered of a device."""

COPIES_MS = (0.0, 15.0, 30.0)
"""Positions and calls are sent three times, so long after the first: which of them are lost is no
matter then, and nobody waits until it is noticed."""

LEAST_SLACK_MS = 20.0
"""By so much at least may a round trip take longer than it usually does."""

SLACK = 4.0
"""A round trip may take longer than usual by so many times what the last ones differed by."""

Device = TypeVar("Device", bound=Hashable)


class Ping(NamedTuple):
    """A question to a device, which answers at once.

    Attributes:
        sent_ms, back_ms: when it was asked, and when the answer was here.
        theirs_ms: when it was answered, by that device's clock.
    """

    sent_ms: float
    theirs_ms: float
    back_ms: float

    @property
    def trip_ms(self) -> float:
        """There and back."""
        return self.back_ms - self.sent_ms

    @property
    def offset_ms(self) -> float:
        """What that device's clock shows when ours shows 0, if both ways take the same time."""
        return self.theirs_ms - (self.sent_ms + self.back_ms) / 2


@dataclass(frozen=True)
class Trips:
    """How long it takes to a device and back, by the last questions to it.

    Attributes:
        pings: the last ones, at most PINGS.
    """

    pings: tuple[Ping, ...] = ()

    def after(self, ping: Ping) -> Self:
        """With one more."""
        return replace(self, pings=(*self.pings, ping)[-PINGS:])

    @property
    def is_known(self) -> bool:
        """Whether there are enough to tell: before, nobody is to call on that device."""
        return len(self.pings) == PINGS

    @cached_property
    def usual_ms(self) -> float:
        """How long it takes there and back; a single slow answer changes little of it."""
        return median(ping.trip_ms for ping in self.pings)

    @property
    def offset_ms(self) -> float:
        """What that device's clock shows when ours shows 0. No call is compared by it."""
        return median(ping.offset_ms for ping in self.pings)

    @cached_property
    def longest_ms(self) -> float:
        """The longest that there and back is believed to take."""
        usual_ms = self.usual_ms
        spread_ms = median(abs(ping.trip_ms - usual_ms) for ping in self.pings)
        return usual_ms + max(LEAST_SLACK_MS, SLACK * spread_ms)

    @property
    def last_copy_ms(self) -> float:
        """How long after it was sent a position has been called on at once and the last copy of the
        call is here."""
        return self.longest_ms + COPIES_MS[-1]


@dataclass(frozen=True)
class Network(Generic[Device]):
    """The devices round a host.

    Attributes:
        trips: of each whose trips are known.
        most_held_back_ms: how much later than it could a position may come up; see
            host_held_back_ms.
    """

    trips: Mapping[Device, Trips] = field(default_factory=dict)
    most_held_back_ms: float = MOST_HELD_BACK_MS

    @cached_property
    def host_held_back_ms(self) -> float:
        """How much later than it could a position comes up on the host's own screen.

        Where somebody is too far away for MOST_GRACE_MS, the others see positions later: what they
        call then comes no more than that before what is called far away at the same time.
        """
        farthest_ms = max((trips.last_copy_ms for trips in self.trips.values()), default=0.0)
        return min(max(0.0, farthest_ms - MOST_GRACE_MS), self.most_held_back_ms)

    def held_back_ms(self, device: Device) -> float:
        """How much later than it could a position is sent to a device."""
        return max(0.0, self.host_held_back_ms - self.trips[device].usual_ms)

    @property
    def grace_ms(self) -> float:
        """How late a call may come from the farthest device, by the time since the position came up
        on the host: 0 to MOST_GRACE_MS."""
        late_ms = (
            self.held_back_ms(device) + trips.last_copy_ms - self.host_held_back_ms
            for device, trips in self.trips.items()
        )
        return min(max((0.0, *late_ms)), MOST_GRACE_MS)

    def is_too_far(self, device: Device) -> bool:
        """Whether a device is so far away that its calls may come too late, which is to be told."""
        late_ms = self.trips[device].last_copy_ms - self.host_held_back_ms
        return late_ms > MOST_GRACE_MS

    def hearing(self, lots: str) -> Hearing:
        """What the timing of the match on the host is told."""
        return Hearing(self.grace_ms, lots)


@dataclass(frozen=True)
class Shown:
    """A position that came up on the host and was sent to another device.

    Attributes:
        shown_ms: when it came up on the host (``Timing.shown_ms``).
        sent_ms: when it was first sent to the device.
        trips: the device's.
    """

    shown_ms: float
    sent_ms: float
    trips: Trips


def heard(shown: Shown, seat: Seat, token: str, since_ms: float, arrived_ms: float) -> Call:
    """A call from another device, as if it had been made here.

    It counts as made so long after the position came up as the device says, but not after it has
    come, and no earlier than could be if there and back takes as long as it is believed to.

    Args:
        shown: what it is about.
        seat, token: who called what.
        since_ms: how long after the device had shown the position, as it says: any number.
        arrived_ms: when the first copy came.
    """
    earliest_ms = shown.shown_ms + arrived_ms - shown.sent_ms - shown.trips.longest_ms
    said_ms = shown.shown_ms + since_ms if isfinite(since_ms) else arrived_ms
    at_ms = min(max(said_ms, earliest_ms, shown.shown_ms), arrived_ms)
    return Call(seat, token, at_ms, arrived_ms, put_back_ms=max(0.0, at_ms - said_ms))


def heard_ahead(shown: Shown, seat: Seat, token: str, since_ms: float, arrived_ms: float) -> Call:
    """The same where the device has seen the position before it came up on the host.

    It may count as made after it has come: as much later as the position came up, so that it counts
    as made so long after that, though it came before, or by a line that has become quicker.
    """
    lead_ms = shown.shown_ms - shown.sent_ms
    together = replace(shown, sent_ms=shown.shown_ms)
    call = heard(together, seat, token, since_ms, arrived_ms + lead_ms)
    return replace(call, arrived_ms=arrived_ms)


@dataclass(frozen=True)
class Verdict:
    """What is told of calls once it is decided who was first.

    Attributes:
        seats: who called, in the order they count.
        behind_ms: how much later than the earliest each called.
        is_drawn: whether the first place was a tie.
        is_corrected: whether another call had come before the one that counts first.
        put_back: the seats whose device told a time that cannot be, with how much later they count.
    """

    seats: tuple[Seat, ...]
    behind_ms: tuple[float, ...]
    is_drawn: bool
    is_corrected: bool
    put_back: Mapping[Seat, float]


def verdict_of(acts: Sequence[Call | PlannedAction], tie: Tie | None) -> Verdict:
    """What is told of calls; arguments as ``Timing.settled`` gives them, at least one act."""
    earliest_ms = min(act.at_ms for act in acts)
    first_to_come = min(acts, key=_arrived_ms)
    return Verdict(
        seats=tuple(act.seat for act in acts),
        behind_ms=tuple(act.at_ms - earliest_ms for act in acts),
        is_drawn=tie is not None,
        is_corrected=tie is None and _arrived_ms(first_to_come) < _arrived_ms(acts[0]),
        put_back={
            act.seat: act.put_back_ms for act in acts if isinstance(act, Call) and act.put_back_ms
        },
    )


def _arrived_ms(act: Call | PlannedAction) -> float:
    """When the host knew of it."""
    arrived_ms = act.arrived_ms if isinstance(act, Call) else None
    return act.at_ms if arrived_ms is None else arrived_ms
