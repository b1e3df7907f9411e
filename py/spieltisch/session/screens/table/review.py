"""Looking back at a match that is over: each of its positions is evaluated, one after the other."""

from collections.abc import Iterator
from dataclasses import replace

from spieltisch.play.match import Match
from spieltisch.session.messages import Command, ShowTurningPoint
from spieltisch.session.screens.table.browsing import look
from spieltisch.session.screens.table.state import Analysis, TableScreen
from spieltisch.session.session import Result, Session
from spieltisch.table import Evaluation, Review, TurningPoint, review_of


def can_review(match: Match) -> bool:
    """Whether there is a whole match to look back at, of a game whose bots can evaluate it."""
    has_turns = len(match.turns) > 0
    is_whole = has_turns and match.last_position.outcome is not None
    return is_whole and match.game.search_bots is not None


def start(table: TableScreen, match: Match) -> TableScreen:
    """The review begins, or goes on where it was stopped."""
    if table.replacement is not None or not can_review(match):
        return table
    analysis = replace(table.analysis, is_reviewing=True, is_reviewed=True)
    table = replace(table, analysis=_brought_up(analysis, match))
    if next_unknown(table, match) is None:
        return finished(table, match)
    return table.saying("reviewing")


def stop(table: TableScreen) -> TableScreen:
    """The review ends where it is."""
    if not table.analysis.is_reviewing:
        return table
    return replace(table, analysis=replace(table.analysis, is_reviewing=False)).saying("reviewed")


def finished(table: TableScreen, match: Match) -> TableScreen:
    """The review is over once nothing is unknown any more."""
    if not table.analysis.is_reviewing or next_unknown(table, match) is not None:
        return table
    return stop(table)


def next_unknown(table: TableScreen, match: Match) -> int | None:
    """The first position that is still to be evaluated for the review; None if there is none."""
    if not table.analysis.is_reviewing or not can_review(match):
        return None
    return next(unknown_plies(table.analysis, match), None)


def unknown_plies(analysis: Analysis, match: Match) -> Iterator[int]:
    """The positions that a review has still to evaluate, each by how many turns led to it."""
    plies = range(len(match.turns))
    return (ply for ply in plies if analysis.evaluation(match, ply) is None)


def with_evaluation(analysis: Analysis, match: Match, ply: int, found: Evaluation) -> Analysis:
    """One thing more is known, or the same better; a review tells what that makes of the match."""
    return _brought_up(analysis.with_evaluation(ply, found), match)


def review_on(analysis: Analysis, match: Match) -> Review | None:
    """What the review of a match has brought so far; None where none was asked for.

    It is made when something is found, not when it is shown: a press costs nothing of it.
    """
    review = analysis.review
    return review if review and review.end is match.last_position else None


def turning_points(analysis: Analysis, match: Match) -> tuple[TurningPoint, ...]:
    """The actions at which a match turned, as far as it has been evaluated, in order."""
    review = review_on(analysis, match)
    return review.points if review else ()


def _brought_up(analysis: Analysis, match: Match) -> Analysis:
    if not analysis.is_reviewed or not can_review(match):
        return analysis
    found = [analysis.evaluation(match, ply) for ply in range(len(match.turns))]
    return replace(analysis, review=review_of(match.turns, found, match.setup.seats))


def show_turning_point(
    session: Session,
    table: TableScreen,
    match: Match,
    message: ShowTurningPoint | Command,
) -> Result:
    """A turning point comes on screen: one by its number, or the next or previous one."""
    numbers = [point.number for point in turning_points(table.analysis, match)]
    shown = table.looked_at(match).shown
    match message:
        case ShowTurningPoint(number):
            goal = number if number in numbers else None
        case Command.PREVIOUS_TURNING_POINT:
            goal = max((n for n in numbers if n < shown), default=None)
        case _:
            goal = min((n for n in numbers if n > shown), default=None)
    if goal is None:
        return session.on(table.saying("no-turning-point")), ()
    if goal == shown:
        return session.on(table.saying("turning-point")), ()
    return look(session, table, match, goal, "turning-point")
