"""What has been found out about a match's positions: for hints, for the bar, for the review."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from spieltisch.play.match import Match
from spieltisch.table import MISTAKE, Evaluation, Seat, TurningPoint


@dataclass(frozen=True)
class Analysis:
    """Attributes:
    is_open: whether the position on screen is evaluated.
    is_awaited: whether the evaluation is to be said as soon as it is there.
    is_reviewing: whether every position of the match is evaluated, one after the other.
    is_reviewed: whether that has been asked for, so that what was found is shown.
    evaluations: what was found, by how many turns had been played.
    """

    is_open: bool = False
    is_awaited: bool = False
    is_reviewing: bool = False
    is_reviewed: bool = False
    evaluations: Mapping[int, Evaluation] = field(default_factory=dict)

    def evaluation(self, match: Match, ply: int) -> Evaluation | None:
        """What was found about the position after so many turns."""
        found = self.evaluations.get(ply)
        # Compared as the object that it is: after taking back, others may come at that number.
        return found if found and found.position is match.position_at(ply) else None

    def final(self, match: Match, ply: int) -> Evaluation | None:
        """The same, if as much was thought as can be."""
        found = self.evaluation(match, ply)
        return found if found and found.is_final else None

    def with_evaluation(self, ply: int, found: Evaluation) -> Self:
        """One thing more is known, or the same better."""
        known = self.evaluations.get(ply)
        if known and known.is_final and not found.is_final and known.position is found.position:
            return self
        return replace(self, evaluations={**self.evaluations, ply: found})


def can_review(match: Match) -> bool:
    """Whether there is a whole match to look back at, of a game whose bots can evaluate it."""
    return match.game.search_bots is not None and match.last_position.outcome is not None


def unknown_plies(analysis: Analysis, match: Match) -> Iterator[int]:
    """The positions that a review has still to evaluate, each by how many turns led to it."""
    plies = range(len(match.turns))
    return (ply for ply in plies if analysis.evaluation(match, ply) is None)


def turning_points(analysis: Analysis, match: Match) -> tuple[TurningPoint, ...]:
    """The actions that turned a match, as far as it has been evaluated, in order."""
    if not analysis.is_reviewed or not can_review(match):
        return ()
    return tuple(_turning_points(analysis, match))


def _turning_points(analysis: Analysis, match: Match) -> Iterator[TurningPoint]:
    for number, turn in enumerate(match.turns, 1):
        found = analysis.evaluation(match, number - 1)
        action = turn.entry.action
        if found is None or found.variation[0] == action:
            continue
        after = _win_probability(analysis, match, number, found.seat)
        if after is not None and found.win_probability - after >= MISTAKE:
            before, better = found.win_probability, found.variation
            yield TurningPoint(number, found.seat, action, before, after, better)


def _win_probability(analysis: Analysis, match: Match, number: int, seat: Seat) -> float | None:
    """A seat's chances after so many turns; None while they are not known.

    Where more than two play, an evaluation tells of one seat alone: what counts then are the
    seat's chances when its turn comes again.
    """
    for ply in range(number, len(match.turns) + 1):
        outcome = match.position_at(ply).outcome
        if outcome is not None:
            return 0.5 if outcome.is_draw else float(seat in outcome.winners)
        found = analysis.evaluation(match, ply)
        if found is None:
            return None
        if found.seat == seat:
            return found.win_probability
        if match.setup.seats == 2:
            return 1 - found.win_probability
    return None
