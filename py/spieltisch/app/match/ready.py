"""The moments before time passes: ready?, the countdown, and pauses.

A race waits until everybody is ready when it begins, when it is opened again, and when it was
paused; then it counts down. So does any match in which a seat's clock runs. Bots and clocks wait
behind the gate (``table.Gate``), people do not: what they play opens it at once, so that no press
is lost.
"""

from dataclasses import replace

from spieltisch.app.match.messages import PausePlay, Ready
from spieltisch.app.match.state import TableScreen, people_to_act
from spieltisch.app.message import Message
from spieltisch.app.news import OnTable
from spieltisch.app.session import At, Result, Session
from spieltisch.play.match import Match, is_race
from spieltisch.table import Gate, GateReason, Seat

READY_KEYS = frozenset(("Enter", " "))
PAUSE_KEYS = frozenset(("p", "Escape"))


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
    """Whether the match on the table can be paused: one for which ``has_gate`` is true, that goes
    on."""
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
    if timing is table.timing or match.is_over or table.is_elsewhere or stands(session, match):
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
    return at.session.on(opened(at, at_ms).saying(OnTable.BEGUN)), ()


def stands(session: Session, match: Match) -> bool:
    """Whether time stands still because nobody looks at the page."""
    return session.device.hidden_since_ms is not None and not match.runs_unseen


def opened(at: At, at_ms: float) -> TableScreen:
    """The table with its gate open, if it has one: time passes from now on."""
    table = at.table
    if table.timing.gate is None:
        return table
    table = replace(table, timing=replace(table.timing, gate=None))
    return table if stands(at.session, at.match) else going_on(table, at_ms)


def opened_by(at: At, token: str, seat: Seat | None, at_ms: float) -> TableScreen:
    """The table after a press by a person, which opens the gate if it is legal."""
    table, match = at.table, at.match
    gate = table.timing.gate
    if gate is None or gate.holds_people or match.needs_others:
        return table
    may_press = seat is None or seat in people_to_act(match)
    choice = table.choice if seat is None else match.rules.choose(match.position, seat)
    is_target = may_press and choice is not None and token in choice.targets
    return opened(at, at_ms) if is_target else table


def going_on(table: TableScreen, at_ms: float) -> TableScreen:
    """The table when time passes again, as if none had passed since it stopped."""
    since_ms = table.timing.paused_at_ms
    if since_ms is None:
        return table
    zero_ms = None if table.zero_ms is None else table.zero_ms + at_ms - since_ms
    return replace(table, timing=table.timing.resumed(at_ms), zero_ms=zero_ms)
