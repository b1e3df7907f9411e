"""Which puzzle comes next: the one that fits a person, and everybody's puzzle of the day."""

from collections.abc import Collection, Sequence
from math import gcd

from spieltisch.play.glicko import Rating
from spieltisch.play.puzzle import Puzzle

START = Rating(900.0, 150.0)
"""The rating of somebody who has solved nothing: an easier start than Glicko-2's, and less unsure,
so that a first mistake costs less."""

FIRST_BAND, PER_BAND, BAND_DEVIATION = 800, 300, 60.0
"""The rating of the easiest band's puzzles, the distance from band to band, and the deviation of a
band's puzzles."""

GOLDEN = 0.618
"""How far one day's puzzle is from the next, in packs: it spreads the days over the whole pack."""


def rating_of(puzzle: Puzzle) -> Rating:
    """A puzzle's rating as a person's opponent."""
    return Rating(float(FIRST_BAND + PER_BAND * (puzzle.band - 1)), BAND_DEVIATION)


def next_for(
    pack: Sequence[Puzzle],
    rating: float,
    attempted: Collection[str],
    after: str | None = None,
) -> Puzzle:
    """The next puzzle of a pack for somebody with this rating.

    It has not been attempted, and its band is nearest to the rating. Once all have been attempted
    (``attempted`` has their ids, the latest last), it is the one attempted longest ago. The one on
    screen before, ``after``, comes again only if there is no other.
    """
    here = next((place for place, one in enumerate(pack) if one.id == after), -1)
    order = [*pack[here + 1 :], *pack[: here + 1]]
    others = [one for one in order if one.id != after] or order
    fresh = [one for one in others if one.id not in attempted]
    if fresh:
        return min(fresh, key=lambda one: abs(rating_of(one).value - rating))
    ages = {name: age for age, name in enumerate(attempted)}
    return min(others, key=lambda one: ages[one.id])


def of_day(pack: Sequence[Puzzle], day: int) -> Puzzle:
    """The puzzle of a day, which is counted from 1 January 1970: the same wherever in the world it
    is that day.

    All puzzles of a pack come before any comes again. A day keeps its puzzle when later packs add
    some and retire others.
    """
    there = [
        one
        for one in pack
        if (not one.added or one.added <= day) and (not one.retired or day < one.retired)
    ]
    count = len(there)
    steps = range(max(1, int(count * GOLDEN)), 2 * count)
    step = next(step for step in steps if gcd(step, count) == 1)
    return there[day * step % count]
