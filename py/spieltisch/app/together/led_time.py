"""The time of a match that one device leads: who is ready, what holds time back, how far it is.

The host runs the one timing of the match (play/timing.py), and tells the guests what holds it back.
"""

from collections.abc import Mapping
from dataclasses import replace

from spieltisch.app.keeping import keep
from spieltisch.app.match import clocks
from spieltisch.app.match.messages import PausePlay, Ready, Wake
from spieltisch.app.match.state import TableScreen
from spieltisch.app.message import Message
from spieltisch.app.messages import Pause
from spieltisch.app.news import OnTable
from spieltisch.app.session import At, Result, Session
from spieltisch.app.together.effects import sent, to_host
from spieltisch.app.together.state import WAITING, Hosting, Live, Visiting, is_missing, is_played
from spieltisch.live import protocol
from spieltisch.live.fair_calls import RoundTrip, Trips, grace_ms
from spieltisch.live.host import LineNumber
from spieltisch.live.protocol import PeerMessage
from spieltisch.play.match import Match
from spieltisch.play.timing import COUNTDOWN_MS, Hearing
from spieltisch.table import Gate

FIRST_PINGS_MS = 50.0
PINGS_MS = 1000.0
"""How long after one ping the next is sent: while trips are not known yet, and from then on."""

OPEN_PINGS = 20
"""How many pings to a guest may be unanswered: from far away, an answer takes longer than the time
to the next ping."""


def ready_or_pause(session: Session, message: Ready | PausePlay) -> Result:
    """Somebody at the table is ready, or wants a pause: the host decides, as it runs the time."""
    live, table, match = session.live, session.table, session.match
    if live is None or table is None or match is None or live.match_id != table.match_id:
        return session, ()
    if isinstance(live, Hosting):
        if isinstance(message, PausePlay):
            return clocks.pause(At(session, table, match), message.at_ms)
        return note_ready(session, live, None, message.at_ms)
    if not live.guest.is_open or table.is_elsewhere:
        return session, ()
    if isinstance(message, PausePlay):
        return session, to_host(live, protocol.GuestPause(live.guest.match_id))
    session = replace(session, live=replace(live, is_ready=True))
    return session, to_host(live, protocol.GuestReady(live.guest.match_id))


def keep_time(session: Session, message: Message, left: TableScreen | None) -> Result:
    """The table follows the host's time, and the host tells guests of it.

    Args:
        left: the table that it has taken off the screen; None if it has not.
    """
    live = session.live
    match = session.matches.get(live.match_id) if live is not None else None
    if live is None or match is None or not match.is_led:
        return session, ()
    session = _in_step(session, live)
    if isinstance(live, Visiting):
        leaves = _leaves(session, left) or _is_hidden(session, message)
        return session, to_host(live, protocol.GuestPause(live.guest.match_id)) if leaves else ()
    session = _waiting(session, live, message)
    session, effects = _pinged(session, live, message)
    session, kept = _with_clock_kept(session, message)
    session, more = _gate_told(session, message)
    return session, (*effects, *kept, *more)


def stop_time(session: Session, live: Live, at_ms: float | None) -> Session:
    """Nobody is connected any more: time stands still in a match that cannot go on without."""
    table, match = session.table, session.kept_match
    if table is None or match is None or not is_played(live, table.match_id):
        return session
    if not match.needs_others or table.variation is not None:
        return session
    table = table if match.is_over else _standing(table, match, at_ms)
    timing = replace(table.timing.led(match, is_led=True), hearing=Hearing())
    return session.on(replace(table, timing=timing))


def _in_step(session: Session, live: Live) -> Session:
    """The session with the timing of a led match as it has to be on the host or on a guest."""
    table, match = session.table, session.kept_match
    if table is None or match is None or table.match_id != live.match_id:
        return session
    if not match.is_led or table.variation is not None:
        return session
    timing = table.timing
    if isinstance(live, Hosting):
        lots = live.host.deal.lots if live.host.deal is not None else ""
        hearing = Hearing(grace_ms(live.callers), lots)
        timing = replace(timing.led(match, is_led=False), hearing=hearing)
    elif match.needs_others:
        timing = replace(timing.led(match, is_led=True), hearing=Hearing())
    return session if timing == table.timing else session.on(replace(table, timing=timing))


def _standing(table: TableScreen, match: Match, at_ms: float | None) -> TableScreen:
    """The table with time stopped, as nobody is connected or somebody is missing. If it is not
    known since when, the position begins anew with the time that it began with."""
    if at_ms is None:
        table = clocks.restarted(table, match)
    timing = table.timing if at_ms is None else table.timing.paused(at_ms)
    return replace(table, timing=replace(timing, gate=WAITING))


def _leaves(session: Session, left: TableScreen | None) -> bool:
    """Whether this device has stopped showing a table on which time passes."""
    match = None if left is None else session.matches.get(left.match_id)
    if left is None or match is None or left.timing.gate is not None:
        return False
    return match.is_led and not match.is_over


def _is_hidden(session: Session, message: Message) -> bool:
    """Whether nobody looks any more at a table on which time passes only while somebody does."""
    table, match = session.table, session.match
    if not isinstance(message, Pause) or table is None or match is None:
        return False
    is_led = match.is_led and not match.is_over
    return table.timing.gate is None and is_led and not match.runs_unseen


def _waiting(session: Session, live: Hosting, message: Message) -> Session:
    """No time passes while somebody is missing, or the page of the host is hidden."""
    table, match = session.table, session.kept_match
    if table is None or match is None or table.match_id != live.match_id or match.is_over:
        return session
    is_open = table.timing.gate is None or table.timing.gate.opens_at_ms is not None
    if not is_open or not (clocks.stands(session, match) or is_missing(live, match)):
        return session
    table = _standing(table, match, _time_of(message))
    return session.on(table.saying(OnTable.PAUSED))


def _with_clock_kept(session: Session, message: Message) -> Result:
    """Keep how long a clock has run when the page of the host is left: no other device counts it,
    and the page may be reloaded."""
    table, match = session.table, session.kept_match
    if not isinstance(message, Pause) or table is None or match is None or match.is_over:
        return session, ()
    passed = clocks.passed_ms(table, match, message.at_ms)
    if not passed or not match.is_led:
        return session, ()
    session = session.with_match(table.match_id, replace(match, passed_ms=passed))
    return keep(session, table.match_id)


def _time_of(message: Message) -> float | None:
    """When a message happened, by the page's clock, if it tells."""
    return getattr(message, "at_ms", None)


# ------------------------------------------------------------------------- the host


def note_ready(session: Session, live: Hosting, line: LineNumber | None, at_ms: float) -> Result:
    """Somebody is ready; once everybody is, the countdown begins."""
    table, match = session.table, session.match
    assert table is not None
    assert match is not None
    gate = table.timing.gate
    if gate is None or gate.opens_at_ms is not None:
        return session, ()
    said = live.referee.ready | {line}
    seated = {one for one, other in live.host.open_lines.items() if other.seats}
    awaited = seated | ({None} if match.people else set())
    is_all = awaited <= said and not is_missing(live, match)
    referee = replace(live.referee, ready=frozenset() if is_all else said)
    session = replace(session, live=replace(live, referee=referee))
    return clocks.count_down(At(session, table, match), at_ms) if is_all else (session, ())


def _pinged(session: Session, live: Hosting, message: Message) -> Result:
    """Ping the guests when it is time, to learn how far away they are."""
    referee, lines = live.referee, live.host.open_lines
    at_ms = _time_of(message)
    if not lines:
        gone = replace(referee, trips={}, asked={}, ping_ms=None)
        return replace(session, live=replace(live, referee=gone)), ()
    if at_ms is None or (referee.ping_ms is not None and at_ms < referee.ping_ms):
        return session, ()
    if not isinstance(message, Wake) and referee.ping_ms is not None:
        return session, ()
    number = 1 + max((number for asked in referee.asked.values() for number in asked), default=0)
    trips = {line: known for line, known in referee.trips.items() if line in lines}
    is_known = all(line in trips and trips[line].is_known for line in lines)
    referee = replace(
        referee,
        trips=trips,
        asked={line: _with_last(referee.asked.get(line, {}), number, at_ms) for line in lines},
        ping_ms=at_ms + (PINGS_MS if is_known else FIRST_PINGS_MS),
    )
    ping = protocol.Ping(live.match_id, number)
    session = replace(session, live=replace(live, referee=referee))
    return session, sent(tuple((line, ping) for line in lines))


def _with_last(asked: Mapping[int, float], number: int, at_ms: float) -> Mapping[int, float]:
    return dict([*asked.items(), (number, at_ms)][-OPEN_PINGS:])


def note_trip(
    session: Session, live: Hosting, line: LineNumber, number: int, at_ms: float
) -> Session:
    referee = live.referee
    asked = referee.asked.get(line, {})
    if number not in asked:
        return session
    trips = referee.trips.get(line, Trips()).after(RoundTrip(asked[number], at_ms))
    left = {one: asked_ms for one, asked_ms in asked.items() if one != number}
    referee = replace(
        referee,
        trips={**referee.trips, line: trips},
        asked={**referee.asked, line: left},
    )
    return replace(session, live=replace(live, referee=referee))


def _gate_told(session: Session, message: Message) -> Result:
    """The guests are told what holds time back, if they do not know it yet."""
    live, table = session.live, session.table
    assert isinstance(live, Hosting)
    is_there = table is not None and table.match_id == live.match_id
    gate = table.timing.gate if table is not None and is_there else WAITING
    letters: list[tuple[LineNumber, PeerMessage]] = []
    held = {line: told for line, told in live.referee.held.items() if line in live.greeted}
    for line in live.greeted:
        if line not in held or not _is_same(held[line], gate):
            letters.append((line, _held(session, live, line, gate, _time_of(message))))
            held[line] = gate
    if held != live.referee.held:
        session = replace(session, live=replace(live, referee=replace(live.referee, held=held)))
    return session, sent(tuple(letters))


def _is_same(known: Gate | None, gate: Gate | None) -> bool:
    """Whether two gates are the same to guests, who count the seconds of a countdown themselves."""
    if known is None or gate is None:
        return known is gate
    return (known.reason, known.opens_at_ms) == (gate.reason, gate.opens_at_ms)


def _held(
    session: Session, live: Hosting, line: LineNumber, gate: Gate | None, at_ms: float | None
) -> protocol.TimeGate:
    """What a guest is told of the gate. A countdown is to end everywhere at the same time, so the
    time that the message takes to the guest is subtracted. Clocks show there what they show here.
    """
    table, match = session.table, session.matches[live.match_id]
    is_there = table is not None and table.match_id == live.match_id
    passed = None
    if table is not None and is_there and at_ms is not None:
        passed = clocks.passed_ms(table, match, at_ms)
    if passed is not None:
        passed = min(passed, protocol.MOST_SINCE_MS)
    if gate is None:
        return protocol.TimeGate(live.match_id, "none", None, passed)
    if gate.opens_at_ms is None:
        return protocol.TimeGate(live.match_id, gate.reason, None, passed)
    left_ms = COUNTDOWN_MS if at_ms is None else gate.opens_at_ms - at_ms
    trips = live.referee.trips.get(line)
    way_ms = trips.usual_ms / 2 if trips is not None else 0.0
    return protocol.TimeGate(live.match_id, gate.reason, max(0, round(left_ms - way_ms)), passed)
