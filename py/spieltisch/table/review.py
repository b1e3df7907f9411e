"""What is shown of a match besides its positions: clocks, ties, runs, calls, what a search has
found, and what that tells: how everybody's chances went, how accurately each seat played, and the
actions at which the match turned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import exp
from typing import Annotated, Any, NamedTuple, Self, TypeAlias

from spieltisch.table.game import AnyPosition
from spieltisch.table.marks import COUNT, Between, Length
from spieltisch.table.position import Outcome, Seat
from spieltisch.table.turn import Turn


@dataclass(frozen=True)
class Clock:
    name: str
    """As in TimeLimit."""
    from_ms: float
    """When it started, by the caller's clock."""
    until_ms: float


class GateReason(StrEnum):
    START = "start"
    RETURN = "return"
    """To a match that was left in the middle."""
    TURN = "turn"
    """Somebody is to move whose clock will run."""
    PAUSE = "pause"


@dataclass(frozen=True)
class Gate:
    """Holds time back in a race, or where seats have clocks, until people have said that they are
    ready; then it counts down.

    Bots and clocks wait until it opens, people do not: an action of theirs opens it at once. Only a
    pause that nobody has ended yet holds people back as well, as they cannot see the table then.
    """

    reason: GateReason
    opens_at_ms: float | None = None
    """When it opens, by the caller's clock; None until somebody is ready."""
    count: int = 0
    """The second that the countdown is at: 3, 2, 1; 0 before it begins."""

    @property
    def holds_people(self) -> bool:
        """Whether people may not act either."""
        return self.reason is GateReason.PAUSE and self.opens_at_ms is None


@dataclass(frozen=True)
class Tie:
    """Calls too close to tell who was first."""

    seats: tuple[Seat, ...]
    """Who called, the winner of the draw first."""
    margin_ms: float


class Solitaire(NamedTuple):
    """One solitaire, from its first move to its end; better ones sort first."""

    left: Annotated[int, COUNT]
    """How many cards were not cleared."""
    helps: Annotated[int, COUNT]
    """How often a hint was given or something taken back."""
    ms: Annotated[int, COUNT]


class TimedCall(NamedTuple):
    """A call that turned out to be right or wrong."""

    seat: Seat
    word: str
    kind: str
    """What it was about, one of the game's kinds; empty if it was wrong."""
    ms: int | None
    """How long after the call first became possible; None if that is not known."""
    is_right: bool
    number: int = 0
    """Which turn the call was, counted from 1."""


@dataclass(frozen=True)
class Refutation:
    """The best answer to an action that was found."""

    action: str
    wins_in: int | None
    """Within how many of its own moves the seat that answers is proved to win; None if that is not
    proved."""


MOST_ACTIONS = 1000
"""No search proves an end that is further away."""


class Prospect(NamedTuple):
    """A way to go on, as well as both sides can: what comes of it for the seat that is to act.

    >>> Prospect(1.0, 3, ("a+", "b-", "c+")).wins_in, Prospect(0.999, None, ("a+",)).percent
    (2, 99)
    """

    win_probability: Annotated[float, Between(0, 1)]
    """0 is a loss for the seat, 0.5 a draw, 1 a win."""
    ends_in: Annotated[int, Between(0, MOST_ACTIONS)] | None
    """In how many actions the match is proved to end; None if that is not proved."""
    variation: Annotated[tuple[str, ...], Length(1)]
    """The actions, the best one first, as texts; in what a search gives, as they are played. Empty
    if the match is over."""

    @property
    def percent(self) -> int:
        """The win probability in percent; 0 and 100 only if the result is certain."""
        percent = round(100 * self.win_probability)
        is_certain = self.ends_in is not None or not self.variation
        return percent if is_certain else min(99, max(1, percent))

    @property
    def wins_in(self) -> int | None:
        """Within how many of its own moves the seat is proved to win; None if it is not."""
        if self.ends_in is None or self.win_probability < 1:
            return None
        return (self.ends_in + 1) // 2


class HasProspects:
    """What was found about a position: its prospects, of which the best one speaks for it."""

    prospects: tuple[Prospect, ...]
    """The best prospects, the best first: as many as were wanted, and one at least."""

    @property
    def win_probability(self) -> float:
        return self.prospects[0].win_probability

    @property
    def ends_in(self) -> int | None:
        return self.prospects[0].ends_in

    @property
    def variation(self) -> tuple[Any, ...]:
        return self.prospects[0].variation

    @property
    def action(self) -> Any:
        """The best one, where the match goes on."""
        return self.variation[0]


@dataclass(frozen=True)
class Evaluation(HasProspects):
    """What was found about one position."""

    position: Any
    """The position, with its past."""
    seat: Seat
    """Who is to act there, and whose chances these are."""
    prospects: tuple[Prospect, ...]
    is_final: bool = True
    """Whether the search is complete; else it may find more."""
    depth: int = 0
    """How many actions ahead was looked; 0 where that is not known."""

    @classmethod
    def of_end(cls, position: AnyPosition) -> Self:
        """Of a position in which the match is over, and nothing is uncertain: a winner has 1, in a
        draw each has a half."""
        winners = frozenset() if position.outcome is None else position.outcome.winners
        prospect = Prospect(1.0 if winners else 0.5, None, ())
        return cls(position, min(winners, default=1), (prospect,))

    @property
    def refutation(self) -> Refutation | None:
        """The best answer to the action that led here; None if the match is over."""
        return Refutation(self.action, self.prospects[0].wins_in) if self.variation else None


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


@dataclass(frozen=True)
class Review:
    """What is known of a match that is over."""

    turns: Sequence[Turn]
    known: int
    """How many of the positions before them have been evaluated."""
    curves: tuple[tuple[Stretch, ...], ...]
    """Each seat's chances, seat 1 first: a single stretch if all is known."""
    points: tuple[TurningPoint, ...]
    accuracies: tuple[float | None, ...]
    """Each seat's, see ``accuracy``; None if none of its actions is evaluated."""

    def __hash__(self) -> int:
        # Its drawings are cached by it, and to hash a turn is to hash a board.
        return hash((len(self.turns), self.known, self.points, self.accuracies))


def review_of(turns: Sequence[Turn], found: Sequence[Evaluation | None], seats: int) -> Review:
    """What a match's turns, the last of which ended it, and the evaluations of the positions before
    each of them tell about it. Raises ValueError for no turns."""
    if not turns:
        raise ValueError("nothing was played")
    curves = tuple(tuple(_stretches(turns, found, seat, seats)) for seat in range(1, seats + 1))
    changes = [list(_changes(turns, found, seat, curves[seat - 1])) for seat in range(1, seats + 1)]
    swings = [one for seat in changes for one in seat if one.swing >= SMALLEST]
    largest = sorted(swings, key=lambda one: -one.swing)[:LARGEST]
    # The mistakes, and the largest swings of any kind.
    points = {one.number: one for one in swings if one.is_mistake or one in largest}
    return Review(
        turns,
        sum(one is not None for one in found),
        curves,
        tuple(points[number] for number in sorted(points)),
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
    worth = (103.1668 * exp(-0.04354 * (100 * loss)) - 3.1669 for loss in losses)
    values = [max(0.0, min(100.0, value)) for value in worth]
    mean = sum(values) / len(values)
    # One worthless action would make the harmonic mean 0 whatever the others are worth.
    harmonic_mean = len(values) / sum(1 / max(1.0, value) for value in values)
    return (mean + harmonic_mean) / 2


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
                    one.prospects[0].wins_in if better and after < 1 else None,
                )
