"""What the evaluations of a match tell about it: how everybody's chances went, how accurately each
seat played, and the actions at which the match turned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from typing import TypeAlias

from spieltisch.table.position import Outcome, Seat
from spieltisch.table.report import Evaluation, Refutation
from spieltisch.table.turn import Turn

INACCURACY, MISTAKE, BLUNDER = 0.1, 0.2, 0.4
"""How much of the win probability an action must give away to be called so."""

LARGEST = 3
"""How many of the largest swings are turning points even if none of them is a mistake."""

SMALLEST = 0.005
"""A change below half a percent is no swing: it would be shown as 0 percent."""

Stretch: TypeAlias = tuple[tuple[int, float], ...]
"""A seat's win probability, 0 to 1, by ply, with nothing unknown in between."""


@dataclass(frozen=True)
class TurningPoint:
    """An action at which a match turned: a mistake, a blunder, or one of the largest swings."""

    number: int
    """Which action, counted from 1."""
    seat: Seat
    """Whose it was."""
    action: str
    before: float
    """The seat's win probability before the action, 0 to 1."""
    after: float
    """The win probability after it; with more than two seats, when the seat is to act again."""
    better: tuple[str, ...]
    """The better action and what would have followed, as texts; empty if the action was the best
    that was found."""
    refutation: Refutation | None = None
    """The best answer to the action; None if that is not known."""
    missed: int | None = None
    """Within how many own moves the seat was proved to win before the action, if the action gave
    that win away; else None."""

    @property
    def swing(self) -> float:
        """How far the win probability went, in either direction."""
        return abs(self.before - self.after)

    @property
    def given(self) -> float:
        """How much it gave away: nothing, where nothing better was found."""
        return self.before - self.after if self.better else 0.0

    @property
    def is_inaccuracy(self) -> bool:
        """Whether it gave something away; mistakes and blunders did, too."""
        return self.given >= INACCURACY

    @property
    def is_mistake(self) -> bool:
        """Whether it gave much away; blunders are mistakes, too."""
        return self.given >= MISTAKE

    @property
    def is_blunder(self) -> bool:
        """Whether it gave away more than a mistake does."""
        return self.given >= BLUNDER


@dataclass(frozen=True, eq=False)
class Review:
    """What is known of a match that is over. Compared by identity, so that cached drawings of it
    are found quickly.
    """

    turns: Sequence[Turn]
    known: int
    """How many of the positions before them have been evaluated."""
    curves: tuple[tuple[Stretch, ...], ...]
    """Each seat's chances, seat 1 first: a single stretch if all is known."""
    points: tuple[TurningPoint, ...]
    accuracies: tuple[float | None, ...]
    """Each seat's, see ``accuracy``; None if none of its actions is evaluated."""


def review_of(turns: Sequence[Turn], found: Sequence[Evaluation | None], seats: int) -> Review:
    """What a match's turns, the last of which ended it, and the evaluations of the positions before
    each of them tell about it."""
    curves = tuple(tuple(_stretches(turns, found, seat, seats)) for seat in range(1, seats + 1))
    changes = [list(_changes(turns, found, seat, curves[seat - 1])) for seat in range(1, seats + 1)]
    return Review(
        turns,
        sum(one is not None for one in found),
        curves,
        _turning_points([one for seat in changes for one in seat]),
        tuple(accuracy([one.before - one.after for one in seat]) for seat in changes),
    )


def accuracy(losses: Sequence[float]) -> float | None:
    """How accurately somebody played, from 0 to 100; None for no action at all.

    This is the measure of lichess.org/page/accuracy. An action that lowers the win probability by x
    percent is worth 103.1668 exp(-0.04354 x) - 3.1669: 100 if nothing is lost, 64 for ten percent,
    0 for eighty. The accuracy is halfway between the mean of these values and their harmonic mean,
    in which the worst ones weigh most. Lichess weights the mean by how sharp the positions were,
    which takes longer matches than ours. A loss is a share, from -1
    to 1.

    >>> round(accuracy([0.0, 0.0])), round(accuracy([0.1])), round(accuracy([0.0, 0.8]))
    (100, 64, 26)
    """
    if not losses:
        return None
    values = [_value(100 * loss) for loss in losses]
    mean = sum(values) / len(values)
    # One worthless action would make the harmonic mean 0 whatever the others are worth.
    harmonic_mean = len(values) / sum(1 / max(1.0, value) for value in values)
    return (mean + harmonic_mean) / 2


def _value(lost_percent: float) -> float:
    return max(0.0, min(100.0, 103.1668 * exp(-0.04354 * lost_percent) - 3.1669))


def _stretches(
    turns: Sequence[Turn], found: Sequence[Evaluation | None], seat: Seat, seats: int
) -> Iterator[Stretch]:
    """A seat's chances. With two seats an evaluation holds for both; with more, for its own."""
    stretch: list[tuple[int, float]] = []
    for ply, one in enumerate(found):
        if one is None:
            if stretch:
                yield tuple(stretch)
            stretch = []
        elif one.seat == seat:
            stretch.append((ply, one.win_probability))
        elif seats == 2:
            stretch.append((ply, 1 - one.win_probability))
    outcome: Outcome = turns[-1].after.outcome
    yield (*stretch, (len(turns), outcome.value_for(seat)))


def _changes(
    turns: Sequence[Turn],
    found: Sequence[Evaluation | None],
    seat: Seat,
    stretches: tuple[Stretch, ...],
) -> Iterator[TurningPoint]:
    """How the chances of a seat changed with each of its actions."""
    for stretch in stretches:
        for (ply, before), (_, after) in pairwise(stretch):
            one, turn = found[ply], turns[ply]
            if one is not None and turn.seat == seat and not turn.is_tables:
                action = turn.entry.action
                better = () if one.variation[0] == action else one.variation
                then = found[ply + 1] if ply + 1 < len(found) else None
                yield TurningPoint(
                    ply + 1,
                    seat,
                    action,
                    before,
                    after,
                    better,
                    None if then is None else then.refutation,
                    one.wins_in if better and after < 1 else None,
                )


def _turning_points(changes: Sequence[TurningPoint]) -> tuple[TurningPoint, ...]:
    """The mistakes, and the largest swings of any kind."""
    swings = [one for one in changes if one.swing >= SMALLEST]
    largest = sorted(swings, key=lambda one: -one.swing)[:LARGEST]
    points = {one.number: one for one in swings if one.is_mistake or one in largest}
    return tuple(points[number] for number in sorted(points))
