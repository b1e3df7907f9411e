"""Evaluating the position on screen, and reviewing a match that is over, on request."""

from dataclasses import replace

from spieltisch.play.match import Match
from spieltisch.session.messages import Command, ShowTurningPoint
from spieltisch.session.screens.table.evaluations import can_review, turning_points, unknown_plies
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.session import Result, Session


def is_wanted(table: TableScreen, match: Match) -> bool:
    """Whether the position on screen is still to be evaluated."""
    is_known = match.is_over or table.analysis.final(match, match.shown) is not None
    return table.analysis.is_open and not is_known


def toggle(table: TableScreen, match: Match) -> TableScreen:
    """The evaluation begins, or ends."""
    if not table.analysis.is_open:
        return evaluate(table, match)
    return replace(table, analysis=replace(table.analysis, is_open=False, is_awaited=False))


def evaluate(table: TableScreen, match: Match) -> TableScreen:
    """The evaluation is to be said: at once, or as soon as there is one."""
    if table.replacement is not None or match.game.search_bots is None:
        return table
    table = replace(table, analysis=replace(table.analysis, is_open=True))
    is_awaited = is_wanted(table, match)
    table = replace(table, analysis=replace(table.analysis, is_awaited=is_awaited))
    return table.saying("evaluated")


def evaluated(table: TableScreen, match: Match) -> TableScreen:
    """What was to be said is there, if it is."""
    analysis = table.analysis
    if not analysis.is_awaited or analysis.final(match, match.shown) is None:
        return table
    return replace(table, analysis=replace(analysis, is_awaited=False)).saying("evaluated")


def next_unknown(table: TableScreen, match: Match) -> int | None:
    """The first position that is still to be evaluated for the review; None if there is none."""
    if not table.analysis.is_reviewing or not can_review(match):
        return None
    return next(unknown_plies(table.analysis, match), None)


def review(table: TableScreen, match: Match) -> TableScreen:
    """The review begins, or goes on where it was stopped."""
    if table.replacement is not None or not can_review(match):
        return table
    table = replace(table, analysis=replace(table.analysis, is_reviewing=True, is_reviewed=True))
    if next_unknown(table, match) is None:
        return reviewed(table, match)
    return table.saying("reviewing")


def stop_review(table: TableScreen) -> TableScreen:
    """The review ends where it is."""
    if not table.analysis.is_reviewing:
        return table
    return replace(table, analysis=replace(table.analysis, is_reviewing=False)).saying("reviewed")


def reviewed(table: TableScreen, match: Match) -> TableScreen:
    """The review is over once nothing is unknown any more."""
    if not table.analysis.is_reviewing or next_unknown(table, match) is not None:
        return table
    return stop_review(table)


def show_turning_point(
    session: Session,
    table: TableScreen,
    match: Match,
    message: ShowTurningPoint | Command,
) -> Result:
    """A turning point comes on screen: one by its number, or the next or previous one."""
    numbers = [point.number for point in turning_points(table.analysis, match)]
    match message:
        case ShowTurningPoint(number):
            goal = number if number in numbers else None
        case Command.PREVIOUS_TURNING_POINT:
            goal = max((n for n in numbers if n < match.shown), default=None)
        case _:
            goal = min((n for n in numbers if n > match.shown), default=None)
    if goal is None:
        return session.on(table.saying("no-turning-point")), ()
    return session.with_table(table.saying("turning-point"), match.show(goal)), ()
