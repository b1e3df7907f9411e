"""Simulates who counts as first where people call on several devices: docs/fair_calls.md.

    PYTHONPATH=py python -m lab.fair_calls

prints the table of that page. The same numbers come out each time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median

from spieltisch.live.fair_calls import (
    MOST_GRACE_MS,
    PINGS,
    Trips,
    grace_ms,
    remote_call,
    verdict_of,
)
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match
from spieltisch.play.timing import Call, Hearing, PlannedAction, Timing
from spieltisch.table import BY_LINK, Player, Record, Seat

CONTESTS = 10_000
MARGIN_MS = 30.0
"""The fastest is faster than all others by at least this."""

FRAME_MS = 1000 / 60
"""A screen shows a position at most this long after its device has drawn it."""

KEY_MS = 8.0
"""A key reports that it is down at most this long after it is."""

NOTICED_MS = 400.0
"""How late a message is that was lost: it has to be sent again."""

HOST: Seat = 1


@dataclass(frozen=True)
class Conditions:
    """What the lines between the devices are like."""

    name: str
    """What they are called in the table."""
    trips_ms: tuple[float, float]
    """Each device's round trip takes something between these, evenly distributed; or, if
    `is_extreme`, one of the two."""
    jitter_ms: float
    """How much longer a single way takes on average, exponentially distributed."""
    loss: float
    """The share of messages that are lost and sent again, 0 to 1."""
    is_extreme: bool = False

    @property
    def is_far(self) -> bool:
        """Whether the farthest of these devices is too far away for a race."""
        return self.trips_ms[1] >= MOST_GRACE_MS


ALL = (
    Conditions("5 to 30 ms", (5, 30), 2, 0.0),
    Conditions("5 to 30 ms, bad", (5, 30), 12, 0.001),
    Conditions("5 to 120 ms", (5, 120), 5, 0.001),
    Conditions("5 or 120 ms", (5, 120), 5, 0.001, is_extreme=True),
    Conditions("5 to 300 ms", (5, 300), 5, 0.001),
    Conditions("5 or 300 ms", (5, 300), 5, 0.001, is_extreme=True),
)


@dataclass(frozen=True)
class Line:
    """One device's line to the host, with how long each way takes without jitter."""

    there_ms: float
    back_ms: float


@dataclass(frozen=True)
class Contest:
    """What came of one position on which several people called."""

    has_faster_won: bool
    """Whether the fastest was first."""
    has_first_won: bool
    """Whether the fastest was the one whose call arrived first."""
    waited_ms: float
    """The time from the first call's arrival to the decision."""
    is_told: bool
    """Whether people are told that somebody's call was put back; all are honest."""


@dataclass(frozen=True)
class Figures:
    """The figures of contests under the same conditions: shares of 0 to 1, median times."""

    faster_won: float
    by_arrival: float
    waited_ms: float
    told: float


def simulated(conditions: Conditions, contests: int = CONTESTS, seed: int = 1) -> Figures:
    """The figures of so many contests."""
    rng = Random(f"{conditions.name} {seed}")
    match = table_of_six()
    found = [contest(match, conditions, str(number), rng) for number in range(contests)]
    return Figures(
        faster_won=sum(one.has_faster_won for one in found) / contests,
        by_arrival=sum(one.has_first_won for one in found) / contests,
        waited_ms=median(one.waited_ms for one in found),
        told=sum(one.is_told for one in found) / contests,
    )


def table_of_six() -> Match:
    """A match in which all six may call: one person on the host, five elsewhere."""
    setup = parse_setup("aya", "seats=human,human,human,human,human,human&seed=1")
    players = (Player(), *(Player(controller=BY_LINK) for _ in range(5)))
    return replace(Match.open(Record(setup)), setup=replace(setup, players=players))


def contest(match: Match, conditions: Conditions, lots: str, rng: Random) -> Contest:
    """One position comes up everywhere, and two to six people call."""
    others = range(2, rng.randint(2, 6) + 1)
    lines = {seat: _line(conditions, rng) for seat in others}
    trips = {seat: _measured(line, conditions, rng) for seat, line in lines.items()}
    reactions = _reactions([HOST, *others], rng)
    calls = [Call(HOST, "aya", _told_ms(reactions[HOST], rng))]
    for seat, line in lines.items():
        calls.append(_heard(seat, trips[seat], line, reactions[seat], conditions, rng))
    calls.sort(key=_came_ms)
    acts, decided_ms = _decided(match, calls, Hearing(grace_ms(trips.values()), lots))
    first = acts[0].seat
    fastest = min(reactions, key=lambda seat: reactions[seat])
    return Contest(
        has_faster_won=first == fastest,
        has_first_won=calls[0].seat == fastest,
        waited_ms=decided_ms - _came_ms(calls[0]),
        is_told=len(acts) > 1 and verdict_of("", acts, None).put_back is not None,
    )


def _line(conditions: Conditions, rng: Random) -> Line:
    """A line on which one way may be several times as long as the other."""
    least, most = conditions.trips_ms
    trip_ms = rng.choice((least, most)) if conditions.is_extreme else rng.uniform(least, most)
    there = rng.uniform(0.2, 0.8)
    return Line(trip_ms * there, trip_ms * (1 - there))


def _reactions(seats: list[Seat], rng: Random) -> dict[Seat, float]:
    """The reaction times of people who see a position: the fastest leads by MARGIN_MS and more,
    how much more is random."""
    fastest = rng.choice(seats)
    best_ms = rng.lognormvariate(7.0, 0.3)
    return {
        seat: best_ms if seat == fastest else best_ms + MARGIN_MS + rng.expovariate(1 / 70)
        for seat in seats
    }


def _measured(line: Line, conditions: Conditions, rng: Random) -> Trips:
    """What was measured of a line before the contest, by the pages and below them: there that takes
    its time, so that early in a match there is little."""

    def trip_ms() -> float:
        return line.there_ms + line.back_ms + _jitter(conditions, rng) + _jitter(conditions, rng)

    pings, below = ([trip_ms() for _ in range(count)] for count in (PINGS, rng.randint(1, PINGS)))
    return Trips(tuple(pings), tuple(below))


def _heard(
    seat: Seat, trips: Trips, line: Line, reaction_ms: float, conditions: Conditions, rng: Random
) -> Call:
    """A call on a device elsewhere, about the position that the host shows at 0."""
    since_ms = _told_ms(reaction_ms, rng)
    ways_ms = line.there_ms + line.back_ms + _late(conditions, rng) + _late(conditions, rng)
    return remote_call(trips, 0.0, seat, "aya", since_ms, since_ms + ways_ms)


def _told_ms(reaction_ms: float, rng: Random) -> float:
    """The reaction time as a device measures it: too long by the screen's and the key's delay."""
    return reaction_ms + rng.uniform(0, FRAME_MS) + rng.uniform(0, KEY_MS)


def _late(conditions: Conditions, rng: Random) -> float:
    """How much longer than its way a message takes."""
    again_ms = NOTICED_MS if rng.random() < conditions.loss else 0.0
    return again_ms + _jitter(conditions, rng)


def _jitter(conditions: Conditions, rng: Random) -> float:
    return rng.expovariate(1 / conditions.jitter_ms)


def _came_ms(call: Call) -> float:
    return call.at_ms if call.arrived_ms is None else call.arrived_ms


def _decided(
    match: Match, calls: list[Call], hearing: Hearing
) -> tuple[Sequence[Call | PlannedAction], float]:
    """Who has called, the first one first, and when that is decided, by the code that decides it in
    matches."""
    timing = Timing(hearing=hearing)
    for call in calls:
        if timing.held and timing.settles_at_ms <= _came_ms(call):
            break
        timing = timing.with_call(match, call, _came_ms(call))
    acts, _ = timing.settled(match)
    return acts, timing.settles_at_ms


def rows() -> Iterator[str]:
    """The table in docs/fair_calls.md."""
    yield "| there and back | jitter, lost | faster first | by arrival | waited | put back |"
    yield "|---|---|---|---|---|---|"
    for conditions in ALL:
        told = simulated(conditions)
        yield (
            f"| {conditions.name} | {conditions.jitter_ms:g} ms, {conditions.loss:.1%} "
            f"| {told.faster_won:.2%} | {told.by_arrival:.1%} | {told.waited_ms:.0f} ms "
            f"| {told.told:.1%} |"
        )


if __name__ == "__main__":
    for row in rows():
        print(row)
