"""Time while a match is on the table: what each seat's clock shows, what is told of it, and the
gate before time passes: ready?, the countdown, pauses.

A race waits until everybody is ready when it begins, when it is opened again, and when it was
paused; then it counts down. So does any match in which a seat's clock runs. Bots and clocks wait
behind the gate (``table.Gate``), people do not: what they play opens it at once, so that no press
is lost.
"""

from dataclasses import replace
from random import Random

from spieltisch.app.board.messages import PausePlay, Ready
from spieltisch.app.core.keys import keys_of
from spieltisch.app.core.message import Frozen, Message
from spieltisch.app.core.news import OnTable
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.table import TableScreen, people_to_act
from spieltisch.app.keeping.bots import Bots
from spieltisch.games.contract import Reaction, SearchBots
from spieltisch.play.match import Match, is_race
from spieltisch.play.timing import react, seen_at_ms
from spieltisch.table import Clock, Gate, GateReason, Seat

TURNS_LEFT = 20
"""A bot divides the time that is left among this many turns."""

REVIEW_MS = 4000
"""A slow device takes no longer than this to review a position."""


class SeatClocks(Frozen):
    left_ms: tuple[float, ...]
    """What each seat has left, seat 1 first."""
    running: Seat | None
    """The seat whose clock runs now; None while none does."""


def brought_up(at: At, at_ms: float) -> TableScreen:
    """The table with its timing planned for a position that has come up.

    When a match is opened again, or a turn is taken back, the clock shows what it showed when the
    position came up, and goes on from now. So it does in a match that is led: the time that turns
    take to other devices is nobody's, but what a clock had run before the page was reloaded still
    counts (Match.passed_ms). No bot acts before the last turn has been seen. Bots of a person's own
    are asked where they run (workshop/at_table.py)."""
    session, table, match = at.session, at.table, at.match
    own = session.kept.of(Bots).seats(match.setup) - table.stand_ins

    def of_the_house(match: Match, seat: Seat, rng: Random) -> Reaction | None:
        return None if seat in own else react(match, seat, rng)

    clocks, zero_ms, since_ms = match.clocks, table.zero_ms, at_ms
    seen_ms = seen_at_ms(match, zero_ms, is_still=session.device.is_still)
    begins = zero_ms is None or (match.is_led and not table.timing.goes_on(match))
    if begins and clocks is not None and clocks.at_ms is not None:
        since_ms -= match.passed_ms
        zero_ms = since_ms - clocks.at_ms
    timing = table.timing.planned(
        match,
        since_ms,
        zero_ms=zero_ms,
        seen_at_ms=seen_ms,
        heard_at_ms=table.heard_ms,
        react=of_the_house,
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
    timing = replace(table.timing.afresh(), is_halted=table.timing.is_halted)
    return replace(table, zero_ms=None, timing=timing)


def affordable_nodes(match: Match, bots: SearchBots) -> int:
    """How many nodes a bot may search in the time for its turn: a share of what is left, and most
    of the increment. Without a clock 0, for no limit: the bot's level has one of its own."""
    seat, clocks = match.running_seat, match.clocks
    if seat is None or clocks is None:
        return 0
    left_ms = clocks.left_ms[seat - 1]
    turn_ms = min(left_ms, left_ms / TURNS_LEFT + clocks.control.increment_ms * 0.8)
    return max(1, round(bots.review_nodes * turn_ms / REVIEW_MS))


def seat_clocks(table: TableScreen, match: Match, now_ms: float | None = None) -> SeatClocks | None:
    """What everybody has left; a running clock as of when it started, or of ``now_ms`` by the
    page's clock. None in a match without clocks. Until the match is over that is so whatever moment
    is looked at: time runs on."""
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
        # A bot may have taken longer.
        left_ms[seat - 1] = max(0.0, clock.until_ms - paused_ms)
    is_running = table.timing.gate is None and paused_ms is None
    if is_running and now_ms is not None:
        left_ms[seat - 1] = max(0.0, clock.until_ms - now_ms)
    return SeatClocks(tuple(left_ms), seat if is_running else None)


def running_seat_clock(session: Session) -> Clock | None:
    """The clock on screen that runs beside a seat's name."""
    at = At.of(session)
    shown = None if at is None else seat_clocks(at.table, at.match)
    return at.table.timing.clock if at and shown and shown.running is not None else None


READY_KEYS, PAUSE_KEYS = keys_of("ready"), keys_of("pause")


def gate_for(match: Match) -> Gate | None:
    """The gate of a match that comes on the table; None where nobody has to get ready."""
    has_players = bool(match.people) or match.needs_others
    if match.is_over or not has_gate(match) or not has_players:
        return None
    if not is_race(match) and not match.is_led:
        return Gate(GateReason.TURN)
    return Gate(GateReason.RETURN if match.turns else GateReason.START)


def has_gate(match: Match) -> bool:
    """Whether a match waits until everybody is ready: a race, one in which a seat's clock runs, or
    one on several devices that one of them leads."""
    return is_race(match) or match.is_led or match.running_seat is not None


def may_pause(table: TableScreen, match: Match) -> bool:
    """Whether the match on the table can be paused: one that goes on, and has a gate."""
    is_here = not table.is_elsewhere and table.browsing is None
    is_going_on = not match.is_over and match.is_at_end and is_here
    # Calls that are held are decided in some milliseconds, and nothing is drawn until then.
    return has_gate(match) and is_going_on and not table.timing.held


def key_message(session: Session, key: str, at_ms: float) -> Message | None:
    """The message for a key that has no other use where it was pressed: Enter or the space bar says
    that everybody is ready; P or Escape pauses, and ends the pause."""
    at = At.of(session)
    if at is None or not may_pause(at.table, at.match):
        return None
    table = at.table
    gate = table.timing.gate
    if gate is not None and gate.opens_at_ms is None:
        is_end = gate.reason is GateReason.PAUSE and key in PAUSE_KEYS
        return Ready(at_ms) if key in READY_KEYS or is_end else None
    has_begun = table.choice is not None and table.choice != table.choice.back()
    return None if has_begun or key not in PAUSE_KEYS else PausePlay(at_ms)


def count_down(at: At, at_ms: float) -> Result:
    """Everybody is ready: the countdown begins, if a gate waits for that."""
    session, table, match = at.session, at.table, at.match
    timing = table.timing.counting(at_ms)
    if timing == table.timing or match.is_over or table.is_elsewhere or stands(session, match):
        return session, ()
    return session.on(replace(table, timing=timing).saying(OnTable.READY)), ()


def pause(at: At, at_ms: float) -> Result:
    """No time passes until everybody is ready again; a countdown is broken off."""
    session, table = at.session, at.table
    if not may_pause(table, at.match):
        return session, ()
    timing, gate = table.timing, table.timing.gate
    if gate is None:
        timing = replace(timing.paused(at_ms), gate=Gate(GateReason.PAUSE))
    elif gate.opens_at_ms is not None:
        timing = timing.not_counting()
    else:
        return session, ()
    return session.on(replace(table, timing=timing).saying(OnTable.PAUSED)), ()


def count(at: At, at_ms: float) -> Result:
    """The countdown has come to its next number, or to its end."""
    timing = at.table.timing.counted(at_ms)
    if timing.gate is not None and timing.gate.count:
        return at.session.on(replace(at.table, timing=timing)), ()
    return at.session.on(past_gate(at, at_ms).saying(OnTable.BEGUN)), ()


def stands(session: Session, match: Match) -> bool:
    """Whether time stands still because nobody looks at the page."""
    return session.device.hidden_since_ms is not None and not match.runs_unseen


def past_gate(at: At, at_ms: float) -> TableScreen:
    """The table with its gate open, if it has one: time passes from now on."""
    table = at.table
    if table.timing.gate is None:
        return table
    table = replace(table, timing=replace(table.timing, gate=None))
    return table if stands(at.session, at.match) else going_on(table, at_ms)


def past_gate_by(at: At, token: str, seat: Seat | None, at_ms: float) -> TableScreen:
    """The table after a press by a person, which opens the gate if it is legal."""
    table, match = at.table, at.match
    gate = table.timing.gate
    if gate is None or gate.holds_people or match.needs_others:
        return table
    may_press = seat is None or seat in people_to_act(match)
    choice = table.choice if seat is None else match.rules.choose(match.position, seat)
    is_target = may_press and choice is not None and token in choice.targets
    return past_gate(at, at_ms) if is_target else table


def going_on(table: TableScreen, at_ms: float) -> TableScreen:
    """The table when time passes again, as if none had passed since it stopped."""
    since_ms = table.timing.paused_at_ms
    if since_ms is None:
        return table
    zero_ms = None if table.zero_ms is None else table.zero_ms + at_ms - since_ms
    return replace(table, timing=table.timing.resumed(at_ms), zero_ms=zero_ms)
