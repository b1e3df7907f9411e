"""Evaluating the position on screen, and reviewing a match that is over: its turning points."""

from collections.abc import Iterator
from dataclasses import replace

from spieltisch.play.match import Match
from spieltisch.session.messages import Command, ShowTurningPoint
from spieltisch.session.screens.table.browsing import look
from spieltisch.session.screens.table.state import Analysis, TableScreen
from spieltisch.session.session import Result, Session
from spieltisch.table import MISTAKE, Seat, TurningPoint


def is_wanted(table: TableScreen, match: Match) -> bool:
    """Whether the position on screen is still to be evaluated."""
    seen = table.looked_at(match)
    is_known = seen.is_over or table.analysis.final(seen, seen.shown) is not None
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
    seen = table.looked_at(match)
    if not analysis.is_awaited or analysis.final(seen, seen.shown) is None:
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
