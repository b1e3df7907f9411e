"""Evaluating the position on screen."""

from dataclasses import replace

from spieltisch.app.match.state import TableScreen
from spieltisch.app.news import OnTable
from spieltisch.play.match import Match


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
    if match.game.search_bots is None or match.is_contested:
        return table
    table = replace(table, analysis=replace(table.analysis, is_open=True))
    is_awaited = is_wanted(table, match)
    table = replace(table, analysis=replace(table.analysis, is_awaited=is_awaited))
    return table.saying(OnTable.EVALUATED)


def evaluated(table: TableScreen, match: Match) -> TableScreen:
    """Say the awaited evaluation, if there is one now."""
    analysis = table.analysis
    seen = table.looked_at(match)
    if not analysis.is_awaited or analysis.final(seen, seen.shown) is None:
        return table
    return replace(table, analysis=replace(analysis, is_awaited=False)).saying(OnTable.EVALUATED)
