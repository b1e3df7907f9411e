"""The seats' clocks while a match is on the table: since when one runs, what each shows, and what
is told of it."""

from collections.abc import Set
from dataclasses import dataclass, replace
from math import inf
from random import Random

from spieltisch.app.match.state import TableScreen
from spieltisch.app.news import OnTable, TimeLeft
from spieltisch.app.session import Session
from spieltisch.games.contract import Reaction, SearchBots
from spieltisch.play.match import Match
from spieltisch.play.timing import is_up_to_bots, react
from spieltisch.table import Clock, Seat

TURNS_LEFT = 20
"""A bot divides the time that is left among this many turns."""

REVIEW_MS = 4000
"""A slow device takes no longer than this to review a position."""


@dataclass(frozen=True)
class SeatClocks:
    left_ms: tuple[float, ...]
    """What each seat has left, seat 1 first."""
    running: Seat | None
    """The seat whose clock runs now; None while none does."""


def brought_up(
    table: TableScreen,
    match: Match,
    at_ms: float,
    seen_at_ms: float,
    own: Set[Seat] = frozenset(),
) -> TableScreen:
    """The table with its timing planned for a position that has come up.

    When a match is opened again, or a turn is taken back, the clock shows what it showed when the
    position came up, and goes on from now. So it does in a match that is led: the time that turns
    take to other devices is nobody's, but what a clock had run before the page was reloaded still
    counts (Match.passed_ms). No bot acts before the last turn has been seen. Bots of a
    person's own, in the seats ``own``, are asked where they run (workshop/at_table.py)."""

    def of_the_house(match: Match, seat: Seat, rng: Random) -> Reaction | None:
        return None if seat in own else react(match, seat, rng)

    clocks, zero_ms, since_ms = match.clocks, table.zero_ms, at_ms
    begins = zero_ms is None or (match.is_led and not table.timing.goes_on(match))
    if begins and clocks is not None and clocks.at_ms is not None:
        since_ms -= match.passed_ms
        zero_ms = since_ms - clocks.at_ms
    timing = table.timing.planned(
        match, since_ms, zero_ms=zero_ms, seen_at_ms=seen_at_ms, react=of_the_house
    )
    return replace(table, zero_ms=zero_ms, timing=timing)


def passed_ms(table: TableScreen, match: Match, at_ms: float) -> int | None:
    """For how long the clock of the seat to act has run; None if no clock runs."""
    if match.running_seat is None:
        return None
    timing = table.timing
    if timing.clock is None or not timing.is_planned_for(match):
        return match.passed_ms
    now_ms = at_ms if timing.paused_at_ms is None else timing.paused_at_ms
    return max(0, round(now_ms - timing.clock.from_ms))


def having_run(table: TableScreen, match: Match, at_ms: float, passed: int) -> TableScreen:
    """The table with the time that the clock of the seat to act has run, as another device says."""
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
    """How many nodes a bot may search in the time for its turn: a share of what is left, and most
    of the increment. Without a clock 0, for no limit: the bot's level has one of its own."""
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


def told(table: TableScreen, match: Match, at_ms: float) -> TableScreen:
    """Say once that little time is left, or that it is bots who take so long."""
    later = tuple(moment for moment in table.timing.tells_ms if moment > at_ms)
    what = OnTable.THINKING if is_up_to_bots(match) else TimeLeft(at_ms)
    return replace(table, timing=replace(table.timing, tells_ms=later)).saying(what)


def seat_clocks(table: TableScreen, match: Match) -> SeatClocks | None:
    """What everybody has left, a running clock as of when it started; None in a match without
    clocks. Until the match is over that is so whatever moment is looked at: time runs on."""
    seen = match if match.position.outcome is None else table.looked_at(match)
    clocks = seen.clocks
    if clocks is None:
        return None
    left_ms: list[float] = list(clocks.left_ms)
    clock, seat, paused_ms = table.timing.clock, seen.running_seat, table.timing.paused_at_ms
    if seen.shown != match.shown or seat is None:
        return SeatClocks(tuple(left_ms), None)
    if clock is None or not table.timing.is_planned_for(seen):
        left_ms[seat - 1] -= match.passed_ms
        return SeatClocks(tuple(left_ms), None)
    if paused_ms is not None:
        left_ms[seat - 1] = clock.until_ms - paused_ms
    is_running = table.timing.gate is None and paused_ms is None
    return SeatClocks(tuple(left_ms), seat if is_running else None)


def seat_clocks_at(table: TableScreen, match: Match, now_ms: float) -> SeatClocks | None:
    """What everybody has left at a moment of the page's clock."""
    shown, clock = seat_clocks(table, match), table.timing.clock
    if shown is None or shown.running is None or clock is None:
        return shown
    left_ms = list(shown.left_ms)
    left_ms[shown.running - 1] = max(0.0, clock.until_ms - now_ms)
    return SeatClocks(tuple(left_ms), shown.running)


def running_seat_clock(session: Session) -> Clock | None:
    """The clock on screen that runs beside a seat's name."""
    table, match = session.table, session.match
    if table is None or match is None:
        return None
    shown = seat_clocks(table, match)
    return table.timing.clock if shown is not None and shown.running is not None else None
