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
    if not can_review(match):
        return table
    table = replace(table, analysis=replace(table.analysis, is_reviewing=True, is_reviewed=True))
    table = _brought_up(table, match)
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
    """The first position that is still to be evaluated for the review, or for the curve that the
    end of the match is told with; None if there is none."""
    is_wanted = table.analysis.is_reviewing or table.shows_end
    if not is_wanted or not can_review(match):
        return None
    return next(unknown_plies(table.analysis, match), None)


def unknown_plies(analysis: Analysis, match: Match) -> Iterator[int]:
    """The positions that a review has still to evaluate, each by how many turns led to it."""
    plies = range(len(match.turns))
    return (ply for ply in plies if analysis.evaluation(match, ply) is None)


def with_evaluation(table: TableScreen, match: Match, ply: int, found: Evaluation) -> TableScreen:
    """One thing more is known, or the same better; a review tells what that makes of the match."""
    analysis = table.analysis.with_evaluation(ply, found)
    return _brought_up(replace(table, analysis=analysis), match)


def review_on(analysis: Analysis, match: Match) -> Review | None:
    """What is known of a match that is over; None where nobody has asked.

    It is made when something is found, not when it is shown: a press costs nothing of it.
    """
    review = analysis.review
    return review if review and review.end is match.last_position else None


def curve_on(analysis: Analysis, match: Match) -> Review:
    """The same from the moment that the match is over, for the curve alone."""
    return review_on(analysis, match) or _review_of(analysis, match)


def turning_points(analysis: Analysis, match: Match) -> tuple[TurningPoint, ...]:
    """The actions at which a match turned, as far as it has been evaluated, in order."""
    review = review_on(analysis, match) if analysis.is_reviewed else None
    return review.points if review else ()


def _brought_up(table: TableScreen, match: Match) -> TableScreen:
    """The table with the review of all that is known, where that is wanted."""
    analysis = table.analysis
    is_wanted = analysis.is_reviewed or table.shows_end
    if not is_wanted or not can_review(match):
        return table
    return replace(table, analysis=replace(analysis, review=_review_of(analysis, match)))


def _review_of(analysis: Analysis, match: Match) -> Review:
    found = [analysis.evaluation(match, ply) for ply in range(len(match.turns))]
    return review_of(match.turns, found, match.setup.seats)


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
