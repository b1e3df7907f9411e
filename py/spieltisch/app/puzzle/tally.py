"""What a person has reached in contests: runs of puzzles, and duels of the day."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, NamedTuple

from spieltisch.app.dates import parse_day
from spieltisch.table.marks import Between, Length, Then


class ContestKind(StrEnum):
    """Results are kept under these names, with ``-calm`` where no clock runs."""

    RUN = "run"
    """As many puzzles as one can solve."""
    DUEL = "duel"
    """The same cards for everybody; of seconds, or misses, the least is the best."""


_NUMBER = Between(0, 10**9)


class ContestFigures(NamedTuple):
    """The results of one kind of contest."""

    times: Annotated[int, Between(1, 10**6)]
    total: Annotated[int, _NUMBER]
    """Of all results."""
    best: Annotated[int, _NUMBER]

    @property
    def average(self) -> float:
        return self.total / self.times


class DuelResult(NamedTuple):
    """How somebody's first duel of a day went."""

    day: Annotated[str, Then(lambda text: str(parse_day(text)))]
    rolled: Annotated[str, Length(0, 400)]
    """A sign for each ball that rolled, and for each miss."""
    seconds: Annotated[int, _NUMBER]
    """How long it took, misses included; 0 if it was untimed."""
    misses: Annotated[int, _NUMBER]
    is_calm: bool


Tallies = Mapping[str, ContestFigures]


def _best(kind: str, *results: int) -> int:
    return min(results) if kind.startswith(ContestKind.DUEL) else max(results)


def with_result(tallies: Tallies, kind: str, result: int) -> Tallies:
    """The tallies after one more contest."""
    times, total, best = tallies.get(kind, ContestFigures(0, 0, result))
    return {**tallies, kind: ContestFigures(times + 1, total + result, _best(kind, best, result))}


def united(ours: Tallies, theirs: Tallies) -> Tallies:
    """The tallies of two devices as one: counts are of the one that has more, so that nothing is
    counted twice where both have the same contests."""
    both = {**ours}
    for kind, there in theirs.items():
        here = ours.get(kind, there)
        fuller = max(here, there)
        both[kind] = fuller._replace(best=_best(kind, here.best, there.best))
    return both


def moved(base: Tallies, ours: Tallies, theirs: Tallies) -> Tallies:
    """Their tallies with what we have added to the base, or without what we have erased."""
    found: dict[str, ContestFigures] = {}
    for kind in (*theirs, *(kind for kind in ours if kind not in theirs)):
        known = [one[kind] for one in (ours, theirs) if kind in one]
        before, here, there = (
            one.get(kind, ContestFigures(0, 0, 0)) for one in (base, ours, theirs)
        )
        times = there.times + here.times - before.times
        if times > 0:
            total = there.total + here.total - before.total
            found[kind] = ContestFigures(
                times, max(0, total), _best(kind, *(one.best for one in known))
            )
    return found
