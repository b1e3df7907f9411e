"""What bots and solvers help with on request: hints in steps, and what they think of the
position."""

from dataclasses import replace
from enum import IntEnum

from spieltisch.app.keeping import keep
from spieltisch.app.match.browsing import helped
from spieltisch.app.match.state import Help, TableScreen, people_to_act
from spieltisch.app.news import OnBoard, OnTable
from spieltisch.app.runs import category_of
from spieltisch.app.session import At, Result
from spieltisch.play.match import Match


class Helper(IntEnum):
    """Who can help; the values are in how many steps they tell all."""

    SEARCH = 2
    SOLVER = 3


def helper_of(match: Match) -> Helper | None:
    """Who can help the person who is to act."""
    if match.is_over or match.is_contested:
        return None
    if category_of(match) is not None:
        return Helper.SOLVER
    return Helper.SEARCH if match.game.search_bots and people_to_act(match) else None


def hint(at: At) -> Result:
    """Give one step more of help.

    It counts once for a position, however many steps were wanted. It is about the present, which
    comes on screen.
    """
    session, match = at.session, at.match
    table = at.table.looking_at(match, match.shown)
    told, helper = table.help, helper_of(match)
    if helper is None or table.is_elsewhere:
        return session, ()
    if told is not None and told.is_awaited:
        return session.on(table.saying(OnBoard.HELPED)), ()
    told = told or _first(table, match, helper)
    told = replace(told, step=min(helper.value, told.step + 1))
    is_counted = helper is Helper.SOLVER and told.step == 1 and told.advice is not None
    if not is_counted:
        return session.on(_told(table, told)), ()
    match = helped(match)
    session, effects = keep(session.with_table(table, match), table.match_id)
    return session.on(_told(table.for_match(match), told)), effects


def check(at: At) -> Result:
    """Tell whether the position can still be solved: no help, as it does not tell how."""
    session, table, match = at.session, at.table, at.match
    if table.help is not None or helper_of(match) is not Helper.SOLVER:
        return session, ()
    table = table.looking_at(match, match.shown)
    return session.on(_told(table, _first(table, match, Helper.SOLVER))), ()


def arrived(table: TableScreen, match: Match) -> TableScreen:
    """The awaited help is told, if it has been found."""
    told, found = table.help, table.analysis.final(match, match.shown)
    if told is None or not told.is_awaited or found is None:
        return table
    return _told(table, Help(told.step, found.variation[0]))


def _first(table: TableScreen, match: Match, helper: Helper) -> Help:
    """The help that there is, of which no step has been told yet."""
    if helper is Helper.SOLVER:
        solver = match.game.solver
        return Help(0, solver.advise(match.position) if solver else None)
    found = table.analysis.final(match, match.shown)
    return Help(0, found.variation[0]) if found else Help(0, None, is_awaited=True)


def _told(table: TableScreen, told: Help) -> TableScreen:
    return replace(table, help=told).saying(OnBoard.HELPED)


def is_evaluation_wanted(table: TableScreen, match: Match) -> bool:
    """Whether the position on screen is still to be evaluated."""
    seen = table.looked_at(match)
    is_known = seen.is_over or table.analysis.final(seen, seen.shown) is not None
    return table.analysis.is_open and not is_known


def toggle_analysis(table: TableScreen, match: Match) -> TableScreen:
    if not table.analysis.is_open:
        return evaluate(table, match)
    return replace(table, analysis=replace(table.analysis, is_open=False, is_awaited=False))


def evaluate(table: TableScreen, match: Match) -> TableScreen:
    """The evaluation is to be said: at once, or as soon as there is one."""
    if match.game.search_bots is None or match.is_contested:
        return table
    table = replace(table, analysis=replace(table.analysis, is_open=True))
    is_awaited = is_evaluation_wanted(table, match)
    table = replace(table, analysis=replace(table.analysis, is_awaited=is_awaited))
    return table.saying(OnTable.EVALUATED)


def evaluated(table: TableScreen, match: Match) -> TableScreen:
    """Say the awaited evaluation, if there is one now."""
    analysis = table.analysis
    seen = table.looked_at(match)
    if not analysis.is_awaited or analysis.final(seen, seen.shown) is None:
        return table
    return replace(table, analysis=replace(analysis, is_awaited=False)).saying(OnTable.EVALUATED)
