"""The time of a match that one device leads: who is ready, what holds time back, how far it is.

The host runs the one timing of the match (play/timing.py), and tells the guests what holds it back.
"""

from dataclasses import replace

from spieltisch.app.board import clocks
from spieltisch.app.board.messages import PausePlay, Ready, Wake
from spieltisch.app.core.live import WAITING, Hosting, Live, is_missing, is_played
from spieltisch.app.core.message import Message, TimedMessage
from spieltisch.app.core.messages import Pause
from spieltisch.app.core.news import OnTable
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.table import TableScreen
from spieltisch.app.keeping.writing import keep
from spieltisch.app.together.messages import MeasureTrip, sent, to_host
from spieltisch.live import protocol
from spieltisch.live.codes import LineNumber
from spieltisch.live.fair_calls import Trips, grace_ms
from spieltisch.live.protocol import PeerMessage
from spieltisch.play.match import Match
from spieltisch.play.timing import COUNTDOWN_MS, Hearing

FIRST_PINGS_MS = 50.0
PINGS_MS = 1000.0
"""How long after one ping the next is sent: while trips are not known yet, and from then on."""

OPEN_PINGS = 20
"""How many pings to a guest may be unanswered: from far away, an answer takes longer than the time
to the next ping."""


def at_live(session: Session, live: Live) -> At | None:
    """The match that is played live, if it is on the table."""
    table, match = session.table, session.kept_match
    is_there = table is not None and match is not None and table.match_id == live.match_id
    return At(session, table, match) if table and match and is_there else None


def ready_or_pause(session: Session, message: Ready | PausePlay) -> Result:
    """Somebody at the table is ready, or wants a pause: the host decides, as it runs the time."""
    live, at = session.live, At.of(session)
    if live is None or at is None or live.match_id != at.table.match_id:
        return session, ()
    if isinstance(live, Hosting):
        if isinstance(message, PausePlay):
            return clocks.pause(at, message.at_ms)
        return note_ready(at, live, None, message.at_ms)
    if not live.guest.is_connected or live.common_id is None or at.table.is_elsewhere:
        return session, ()
    if isinstance(message, PausePlay):
        return session, to_host(live, protocol.GuestPause(live.common_id))
    session = replace(session, live=replace(live, is_ready=True))
    return session, to_host(live, protocol.GuestReady(live.common_id))


def keep_time(session: Session, message: Message, left: TableScreen | None) -> Result:
    """The table follows the host's time, and the host tells guests of it; ``left`` is the table
    that the message has taken off the screen, if it has."""
    live = session.live
    match = session.live_match
    if live is None or match is None or not match.is_led:
        return session, ()
    session = _in_step(session, live)
    if isinstance(live, Hosting):
        session = _waiting(session, live, message)
        session, effects = _pinged(session, live, message)
        session, kept = _with_clock_kept(session, message)
        session, more = _gate_told(session, message)
        return session, (*effects, *kept, *more)
    # Time passes only while people look, unless they have clocks.
    leaves = left is not None and _passes(left, session.matches.get(left.match_id))
    is_unseen = session.match is not None and not session.match.runs_unseen
    hides = isinstance(message, Pause) and _passes(session.table, session.match) and is_unseen
    if live.common_id is None or not (leaves or hides):
        return session, ()
    return session, to_host(live, protocol.GuestPause(live.common_id))


def _passes(table: TableScreen | None, match: Match | None) -> bool:
    """Whether time passes on a table in a match that one device leads."""
    if table is None or match is None:
        return False
    return table.timing.gate is None and match.is_led and not match.is_over


def stop_time(session: Session, live: Live, at_ms: float | None) -> Session:
    """Nobody is connected any more: time stands still in a match that cannot go on without."""
    at = at_live(session, live)
    if at is None or not is_played(live, at.table.match_id):
        return session
    if not at.match.needs_others:
        return session
    table = at.table if at.match.is_over else _standing(at.table, at.match, at_ms)
    timing = replace(table.timing.led(at.match, is_led=True), hearing=Hearing())
    return session.on(replace(table, timing=timing))


def _in_step(session: Session, live: Live) -> Session:
    """The session with the timing of a led match as it has to be on the host or on a guest."""
    at = at_live(session, live)
    if at is None:
        return session
    timing = at.table.timing
    if isinstance(live, Hosting):
        lots = live.host.deal.lots if live.host.deal is not None else ""
        hearing = Hearing(grace_ms(live.callers), lots)
        timing = replace(timing.led(at.match, is_led=False), hearing=hearing)
    elif at.match.needs_others:
        timing = replace(timing.led(at.match, is_led=True), hearing=Hearing())
    return session if timing == at.table.timing else session.on(replace(at.table, timing=timing))


def _standing(table: TableScreen, match: Match, at_ms: float | None) -> TableScreen:
    """The table with time stopped, as nobody is connected or somebody is missing. If it is not
    known since when, the position begins anew with the time that it began with."""
    if at_ms is None:
        table = clocks.restarted(table, match)
    timing = table.timing if at_ms is None else table.timing.paused(at_ms)
    return replace(table, timing=replace(timing, gate=WAITING))


def _waiting(session: Session, live: Hosting, message: Message) -> Session:
    """No time passes while somebody is missing, or the page of the host is hidden."""
    at = at_live(session, live)
    if at is None or at.match.is_over:
        return session
    is_open = at.table.timing.gate is None or at.table.timing.gate.opens_at_ms is not None
    if not is_open or not (clocks.stands(session, at.match) or is_missing(live, at.match)):
        return session
    return session.on(_standing(at.table, at.match, _time_of(message)).saying(OnTable.PAUSED))


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
    return message.at_ms if isinstance(message, TimedMessage) else None


# ------------------------------------------------------------------------- the host


def note_ready(at: At, live: Hosting, line: LineNumber | None, at_ms: float) -> Result:
    """Somebody is ready; once everybody is, the countdown begins."""
    gate = at.table.timing.gate
    if gate is None or gate.opens_at_ms is not None:
        return at.session, ()
    said = live.ready | {line}
    awaited = {one for one, other in live.host.open_lines.items() if other.seats}
    is_all = awaited | ({None} if at.match.people else set()) <= said
    is_all = is_all and not is_missing(live, at.match)
    live = replace(live, ready=frozenset() if is_all else said)
    at = replace(at, session=replace(at.session, live=live))
    return clocks.count_down(at, at_ms) if is_all else (at.session, ())


def _pinged(session: Session, live: Hosting, message: Message) -> Result:
    """Ping the guests when it is time, to learn how far away they are."""
    lines, at_ms = live.host.open_lines, _time_of(message)
    if not lines:
        return replace(session, live=replace(live, trips={}, pinged={}, ping_ms=None)), ()
    is_due = live.ping_ms is None or isinstance(message, Wake)
    if at_ms is None or not is_due or at_ms < (live.ping_ms or 0.0):
        return session, ()
    number = 1 + max((number for pings in live.pinged.values() for number in pings), default=0)
    trips = {line: known for line, known in live.trips.items() if line in lines}
    is_known = all(line in trips and trips[line].is_known for line in lines)
    pinged = {line: [*live.pinged.get(line, {}).items(), (number, at_ms)] for line in lines}
    live = replace(
        live,
        trips=trips,
        pinged={line: dict(pings[-OPEN_PINGS:]) for line, pings in pinged.items()},
        ping_ms=at_ms + (PINGS_MS if is_known else FIRST_PINGS_MS),
    )
    ping = protocol.Ping(live.match_id, number)
    measured = (MeasureTrip(line) for line in lines if line not in live.relayed)
    pings = sent(tuple((line, ping) for line in lines))
    return replace(session, live=live), (*pings, *measured)


def note_trip(
    session: Session, live: Hosting, line: LineNumber, number: int, at_ms: float
) -> Session:
    """A guest has answered a ping."""
    pings = dict(live.pinged.get(line, {}))
    if number not in pings:
        return session
    trips = live.trips.get(line, Trips()).after(at_ms - pings.pop(number))
    trips_by, pinged = {**live.trips, line: trips}, {**live.pinged, line: pings}
    return replace(session, live=replace(live, trips=trips_by, pinged=pinged))


def note_trip_below(session: Session, live: Hosting, line: LineNumber, trip_ms: float) -> Session:
    """The browsers have measured how far away a guest is."""
    if line not in live.pinged or not trip_ms >= 0:
        return session
    trips = live.trips.get(line, Trips()).after_below(trip_ms)
    return replace(session, live=replace(live, trips={**live.trips, line: trips}))


def _gate_told(session: Session, message: Message) -> Result:
    """The guests are told what holds time back, if they do not know it yet. A countdown is to end
    everywhere at the same time, so the time that the message takes to a guest is subtracted; they
    count its seconds themselves. Clocks show there what they show here."""
    live, at_ms = session.live, _time_of(message)
    assert isinstance(live, Hosting)
    at = at_live(session, live)
    gate, passed = at.table.timing.gate if at is not None else WAITING, None
    if at is not None and at_ms is not None:
        passed = clocks.passed_ms(at.table, at.match, at_ms)
        passed = None if passed is None else min(passed, protocol.MOST_SINCE_MS)
    told = None if gate is None else (gate.reason, gate.opens_at_ms)
    letters: list[tuple[LineNumber, PeerMessage]] = []
    for line in live.greeted:
        if line in live.held and live.held[line] == told:
            continue
        opens = None
        if gate is not None and gate.opens_at_ms is not None:
            left_ms = COUNTDOWN_MS if at_ms is None else gate.opens_at_ms - at_ms
            opens = max(0, round(left_ms - live.trips.get(line, Trips()).there_ms))
        reason = "none" if gate is None else gate.reason
        letters.append((line, protocol.TimeGate(live.match_id, reason, opens, passed)))
    live = replace(live, held=dict.fromkeys(live.greeted, told))
    return replace(session, live=live), sent(tuple(letters))
