"""The seats' clocks while a match is on the table: since when one runs, and what is told of it."""

from dataclasses import replace
from math import inf

from spieltisch.games.contract import SearchBots
from spieltisch.play.match import Match
from spieltisch.session.screens.table.state import TableScreen

TURNS_LEFT = 20
"""A bot takes so much of the time that is left as if it had so many turns to play."""

REVIEW_MS = 4000
"""A slow device takes no longer than this to review a position."""


def brought_up(table: TableScreen, match: Match, at_ms: float, seen_at_ms: float) -> TableScreen:
    """The table when time begins to bring something to a position. The clock of a match that is
    come back to, and of a turn that is taken back, shows what it showed when that position came
    up, and goes on from now. So does one of people on several devices: what the way to each of them
    takes is nobody's time, but a page that was loaded anew takes none back (Match.passed_ms). No
    bot acts before the last turn has been seen."""
    clocks, zero_ms, since_ms = match.clocks, table.zero_ms, at_ms
    begins = zero_ms is None or match.is_led
    if begins and clocks is not None and clocks.at_ms is not None:
        since_ms -= match.passed_ms
        zero_ms = since_ms - clocks.at_ms
    timing = table.timing.planned(match, since_ms, zero_ms=zero_ms, seen_at_ms=seen_at_ms)
    return replace(table, zero_ms=zero_ms, timing=timing)


def passed_ms(table: TableScreen, match: Match, at_ms: float) -> int | None:
    """For how long the clock of the seat to act has run; None if none does."""
    if match.running_seat is None:
        return None
    timing = table.timing
    if timing.clock is None or timing.planned_for is not match.position:
        return match.passed_ms
    now_ms = at_ms if timing.paused_at_ms is None else timing.paused_at_ms
    return max(0, round(now_ms - timing.clock.from_ms))


def having_run(table: TableScreen, match: Match, at_ms: float, passed: int) -> TableScreen:
    """The table when the clock of the seat to act has run for so long, as another device says."""
    clocks, timing = match.clocks, table.timing
    if clocks is None or clocks.at_ms is None:
        return table
    since_ms = at_ms - passed
    zero_ms = since_ms - clocks.at_ms
    paused_at_ms = None if timing.gate is None else at_ms
    timing = replace(timing.planned(match, since_ms, zero_ms=zero_ms), paused_at_ms=paused_at_ms)
    return replace(table, zero_ms=zero_ms, timing=timing)


def restarted(table: TableScreen, match: Match) -> TableScreen:
    """The table when it goes on from another moment."""
    if match.setup.clock is None:
        return table
    return replace(table, zero_ms=None, timing=table.timing.afresh())


def affordable_nodes(match: Match, bots: SearchBots) -> int:
    """How many nodes a bot may search in the time that it takes for its turn: some of what is left,
    and most of what it gets for it. No limit, 0, without a clock; its level has one of its own."""
    seat, clocks = match.running_seat, match.clocks
    if seat is None or clocks is None:
        return 0
    left_ms = clocks.left_ms[seat - 1]
    turn_ms = min(left_ms, left_ms / TURNS_LEFT + clocks.control.increment_ms * 0.8)
    return max(1, round(bots.review_nodes * turn_ms / REVIEW_MS))


def longest_pause_ms(match: Match) -> float:
    """How long a bot may wait before it plays, so that it can be followed."""
    seat, clocks = match.running_seat, match.clocks
    return inf if seat is None or clocks is None else clocks.left_ms[seat - 1] / TURNS_LEFT


def told(table: TableScreen, at_ms: float) -> TableScreen:
    """Little time is left: that is said once."""
    later = tuple(moment for moment in table.timing.tells_ms if moment > at_ms)
    return asked(replace(table, timing=replace(table.timing, tells_ms=later)), at_ms, "time-left")


def asked(table: TableScreen, at_ms: float, kind: str = "clocks") -> TableScreen:
    """It is said how much time there is at a moment of the page's clock."""
    return table.saying(kind, str(at_ms))
