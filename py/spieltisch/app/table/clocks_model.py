"""The seats' clocks on the table: what they show now."""

from spieltisch.app.session import Session
from spieltisch.app.table.state import TableScreen
from spieltisch.app.table.view.clocks import SeatClocks
from spieltisch.play.match import Match
from spieltisch.table import Clock


def seat_clocks(table: TableScreen, match: Match) -> SeatClocks | None:
    """What everybody has left, a running clock as of when it started; None in a match without
    clocks."""
    seen = table.looked_at(match)
    clocks = seen.clocks
    if clocks is None:
        return None
    left_ms: list[float] = list(clocks.left_ms)
    clock, seat, paused_ms = table.timing.clock, seen.running_seat, table.timing.paused_at_ms
    if seen.shown != match.shown or seat is None:
        return SeatClocks(tuple(left_ms), None)
    if clock is None or table.timing.planned_for is not seen.position:
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
