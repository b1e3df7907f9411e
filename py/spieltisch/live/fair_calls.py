"""Who was first when people call on several devices (docs/fair_calls.md).

Devices have different clocks, and their messages have different delays. So each device says how
long after it had shown the position somebody called, and calls are compared by that. One device,
the host, decides, by the same timing as for people at one device (play/timing.py): a call from
elsewhere becomes a Call as if it had been made here so long after the position came up, and is only
waited for longer.

Pure, like play/timing.py: the caller gives all times, in milliseconds, by the host's clock unless
noted otherwise.
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
"""The longest wait for a call that may have been made before the first that arrived."""

MOST_HELD_BACK_MS = 500.0
"""The longest that a position is held back so that calls from all devices arrive in time."""

PINGS = 5
"""How many round trips to each device are remembered."""

COPIES_MS = (0.0, 15.0, 30.0)
"""Positions and calls are sent three times, at these times after the first: a lost copy does no
harm then, and nobody waits until the loss is noticed."""

LEAST_SLACK_MS = 20.0
"""The least by which a round trip may take longer than usual."""

SLACK = 4.0
"""A round trip may take longer than usual by so many times the spread of the last ones."""

Device = TypeVar("Device", bound=Hashable)


class Ping(NamedTuple):
    """A question to a device, which answers at once.

    Attributes:
        sent_ms, back_ms: when it was asked, and when the answer arrived.
        theirs_ms: when it was answered, by that device's clock.
    """

    sent_ms: float
    theirs_ms: float
    back_ms: float

    @property
    def trip_ms(self) -> float:
        """How long the round trip took."""
        return self.back_ms - self.sent_ms

    @property
    def offset_ms(self) -> float:
        """What that device's clock shows when ours shows 0, if both ways take the same time."""
        return self.theirs_ms - (self.sent_ms + self.back_ms) / 2


@dataclass(frozen=True)
class Trips:
    """How long round trips to a device take, by the last pings.

    Attributes:
        pings: the last ones, at most PINGS.
    """

    pings: tuple[Ping, ...] = ()

    def after(self, ping: Ping) -> Self:
        """The trips with one ping more."""
        return replace(self, pings=(*self.pings, ping)[-PINGS:])

    @property
    def is_known(self) -> bool:
        """Whether there are enough pings; until then, nobody may call on that device."""
        return len(self.pings) == PINGS

    @cached_property
    def usual_ms(self) -> float:
        """How long a round trip usually takes; a single slow answer changes it little."""
        return median(ping.trip_ms for ping in self.pings)

    @property
    def offset_ms(self) -> float:
        """What that device's clock shows when ours shows 0. Calls are not compared by it."""
        return median(ping.offset_ms for ping in self.pings)

    @cached_property
    def longest_ms(self) -> float:
        """The longest that a round trip is believed to take."""
        usual_ms = self.usual_ms
        spread_ms = median(abs(ping.trip_ms - usual_ms) for ping in self.pings)
        return usual_ms + max(LEAST_SLACK_MS, SLACK * spread_ms)

    @property
    def last_copy_ms(self) -> float:
        """How long after a position was sent the last copy of a call arrives that was made on it at
        once."""
        return self.longest_ms + COPIES_MS[-1]


@dataclass(frozen=True)
class Network(Generic[Device]):
    """The devices round a host.

    Attributes:
        trips: by device, if they are known.
        most_held_back_ms: the longest that a position may be held back; see host_held_back_ms.
    """

    trips: Mapping[Device, Trips] = field(default_factory=dict)
    most_held_back_ms: float = MOST_HELD_BACK_MS

    @cached_property
    def host_held_back_ms(self) -> float:
        """How long a position is held back on the host's own screen.

        If a device is too far away for MOST_GRACE_MS, the others see positions later, so that their
        calls arrive no more than MOST_GRACE_MS before those made far away at the same time.
        """
        farthest_ms = max((trips.last_copy_ms for trips in self.trips.values()), default=0.0)
        return min(max(0.0, farthest_ms - MOST_GRACE_MS), self.most_held_back_ms)

    def held_back_ms(self, device: Device) -> float:
        """How long a position is held back before it is sent to a device."""
        return max(0.0, self.host_held_back_ms - self.trips[device].usual_ms)

    @property
    def grace_ms(self) -> float:
        """How late a call from the farthest device may arrive, by the time since the position came
        up on the host: 0 to MOST_GRACE_MS."""
        late_ms = (
            self.held_back_ms(device) + trips.last_copy_ms - self.host_held_back_ms
            for device, trips in self.trips.items()
        )
        return min(max((0.0, *late_ms)), MOST_GRACE_MS)

    def is_too_far(self, device: Device) -> bool:
        """Whether a device is so far away that its calls may come too late; people are told so."""
        late_ms = self.trips[device].last_copy_ms - self.host_held_back_ms
        return late_ms > MOST_GRACE_MS

    def hearing(self, lots: str) -> Hearing:
        """What the timing of the match on the host needs to know."""
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

    It counts as made as long after the position came up as the device says, but no later than it
    arrived, and no earlier than the longest believed round trip allows.

    Args:
        shown: the position that it is about.
        seat, token: who called what.
        since_ms: how long after the device had shown the position, as the device says: any number.
        arrived_ms: when the first copy arrived.
    """
    earliest_ms = shown.shown_ms + arrived_ms - shown.sent_ms - shown.trips.longest_ms
    said_ms = shown.shown_ms + since_ms if isfinite(since_ms) else arrived_ms
    at_ms = min(max(said_ms, earliest_ms, shown.shown_ms), arrived_ms)
    return Call(seat, token, at_ms, arrived_ms, put_back_ms=max(0.0, at_ms - said_ms))


def heard_ahead(shown: Shown, seat: Seat, token: str, since_ms: float, arrived_ms: float) -> Call:
    """The same for a device that was sent the position before it came up on the host.

    The call may count as made after it arrived, by as much as the position came up later. So it
    counts by the time since the position, even if it arrived before the position came up, or over a
    line that has become quicker.
    """
    lead_ms = shown.shown_ms - shown.sent_ms
    together = replace(shown, sent_ms=shown.shown_ms)
    call = heard(together, seat, token, since_ms, arrived_ms + lead_ms)
    return replace(call, arrived_ms=arrived_ms)


@dataclass(frozen=True)
class Verdict:
    """What people are told of calls once it is decided who was first.

    Attributes:
        seats: who called, in the order they count.
        behind_ms: how much later than the earliest each called.
        is_drawn: whether the first place was a tie.
        is_corrected: whether another call had come before the one that counts first.
        put_back: the seats whose device told an impossible time, with how much later they count.
    """

    seats: tuple[Seat, ...]
    behind_ms: tuple[float, ...]
    is_drawn: bool
    is_corrected: bool
    put_back: Mapping[Seat, float]


def verdict_of(acts: Sequence[Call | PlannedAction], tie: Tie | None) -> Verdict:
    """The verdict on calls; arguments as ``Timing.settled`` gives them, at least one act."""
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
