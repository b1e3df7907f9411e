"""A match that one device leads: who is ready, what time it is, and whose call came when.

The host runs the one timing of the match (play/timing.py). Guests say what they have chosen, and
how long after they had been shown the position; the host decides, and tells them.
"""

from collections.abc import Mapping
from dataclasses import replace

from spieltisch.app.keeping import keep
from spieltisch.app.message import Message
from spieltisch.app.messages import Pause
from spieltisch.app.session import Result, Session
from spieltisch.app.table import clocks, playing, ready
from spieltisch.app.table.at import At
from spieltisch.app.table.messages import PausePlay, Ready, Wake
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together import led_guest
from spieltisch.app.together.effects import sent
from spieltisch.app.together.state import WAITING, Hosting, Live, Visiting, is_missing, is_played
from spieltisch.live import led_messages as led
from spieltisch.live.fair_calls import RoundTrip, Trips, Verdict, grace_ms, heard
from spieltisch.live.host import LineNumber
from spieltisch.live.log import digest
from spieltisch.live.protocol import PeerMessage, Refused
from spieltisch.play.match import Match
from spieltisch.play.timing import COUNTDOWN_MS, Hearing
from spieltisch.table import Gate

FIRST_PINGS_MS = 50.0
PINGS_MS = 1000.0
"""How long after one ping the next is sent: while trips are not known yet, and from then on."""

OPEN_PINGS = 20
"""How many pings to a guest may be unanswered: from far away, an answer takes longer than the time
to the next ping."""


def obey(session: Session, table: TableScreen, match: Match, message: Ready | PausePlay) -> Result:
    """Somebody at the table is ready, or wants a pause: the host decides, as it runs the time."""
    live = session.live
    if live is None or live.match_id != table.match_id:
        return session, ()
    if isinstance(live, Hosting):
        if isinstance(message, PausePlay):
            return ready.pause(At(session, table, match), message.at_ms)
        return _ready(session, live, None, message.at_ms)
    if not live.guest.is_open or table.is_elsewhere:
        return session, ()
    if isinstance(message, PausePlay):
        return session, led_guest.to_host(live, led.SaidPause(live.guest.match_id))
    session = replace(session, live=replace(live, is_ready=True))
    return session, led_guest.to_host(live, led.SaidReady(live.guest.match_id))


def hear(
    session: Session, live: Live, line: LineNumber, message: PeerMessage, at_ms: float
) -> Result | None:
    """A message has come that is about time; returns None for any other message."""
    if not isinstance(message, led.LedMessage):
        return None
    match = session.matches.get(live.match_id)
    if match is None or not match.is_led:
        return session, ()
    if isinstance(live, Visiting):
        is_ours = message.match_id == live.guest.match_id
        return led_guest.hear(session, live, message, at_ms) if is_ours else (session, ())
    is_greeted = line in live.host.open_lines and live.host.lines[line].has is not None
    if message.match_id != live.match_id or not is_greeted:
        return session, ()
    return _hear_guest(session, live, match, line, message, at_ms)


def followed(before: Session, session: Session, message: Message) -> Result:
    """After each message: the table follows the host's time, and the host tells guests of it."""
    session = _in_step(before, session, message)
    if isinstance(live_of_led(session), Hosting):
        session = _waiting(session, message)
    match live_of_led(session):
        case Visiting() as live if _leaves(before, session, message):
            return session, led_guest.to_host(live, led.SaidPause(live.guest.match_id))
        case Hosting():
            session, effects = _pinged(session, message)
            session, kept = _noted(session, message)
            session, more = _told(before, session, message)
            return session, (*effects, *kept, *more)
    return session, ()


def live_of_led(session: Session) -> Live | None:
    """Who is connected, if the match that is played live is a led one; else None."""
    live = session.live
    match = session.matches.get(live.match_id) if live is not None else None
    return live if match is not None and match.is_led else None


def is_anybody_too_far(live: Hosting) -> bool:
    """Whether a guest is so far away that calls from there may come too late."""
    return any(trips.is_too_far for trips in _callers(live))


def _callers(live: Hosting) -> tuple[Trips, ...]:
    """The trips to devices on which somebody may call; those that only watch are not waited
    for."""
    lines, trips = live.host.open_lines, live.referee.trips
    return tuple(trips[line] for line in trips if line in lines and lines[line].seats)


# ------------------------------------------------------------------------ the table


def _in_step(before: Session, session: Session, message: Message) -> Session:
    """The session with the timing of a led match as it has to be on the host or on a guest."""
    table, match = session.table, session.kept_match
    if table is None or match is None or not match.is_led or table.variation is not None:
        return session
    live = session.live if session.live and session.live.match_id == table.match_id else None
    was_played = is_played(before.live, table.match_id)
    if was_played and not is_played(live, table.match_id) and match.needs_others:
        table = table if match.is_over else _standing(table, match, _time_of(message))
    timing = table.timing
    if isinstance(live, Hosting):
        lots = live.host.deal.lots if live.host.deal is not None else ""
        hearing = Hearing(grace_ms(_callers(live)), lots)
        timing = replace(timing.led(match, is_led=False), hearing=hearing)
    elif match.needs_others:
        timing = replace(timing.led(match, is_led=True), hearing=Hearing())
        is_new = before.table is None or before.table.match_id != table.match_id
        if isinstance(live, Visiting) and live.guest.is_open and is_new:
            timing = replace(timing, gate=live.gate)
    table = table if timing == table.timing else replace(table, timing=timing)
    return session if table is session.table else session.on(table)


def _standing(table: TableScreen, match: Match, at_ms: float | None) -> TableScreen:
    """The table with time stopped, as nobody is connected or somebody is missing. If it is not
    known since when, the position begins anew with the time that it began with."""
    if at_ms is None:
        table = clocks.restarted(table, match)
    timing = table.timing if at_ms is None else table.timing.paused(at_ms)
    return replace(table, timing=replace(timing, gate=WAITING))


def _leaves(before: Session, session: Session, message: Message) -> bool:
    """Whether this device has stopped showing a table on which time passes."""
    table = before.table
    if table is None or table.timing.gate is not None or before.match is None:
        return False
    is_gone = session.table is None or session.table.match_id != table.match_id
    is_led = before.match.is_led and not before.match.is_over
    is_hidden = isinstance(message, Pause) and not before.match.runs_unseen
    return is_led and (is_gone or is_hidden)


def who_is_awaited(session: Session, table: TableScreen, match: Match) -> str:
    """Who has to be ready or to come, as in ``Scene.others``."""
    live = session.live
    if not match.needs_others:
        return ""
    if live is None or live.match_id != table.match_id:
        return "missing"
    if isinstance(live, Hosting):
        if is_missing(live, match):
            return "missing"
        if not match.people:
            return "seated"
        return "awaited" if None in live.referee.ready else "asked"
    here = {*live.guest.here, *match.here}
    seats = range(1, match.setup.seats + 1)
    are_all = not any(match.is_elsewhere(seat) and seat not in here for seat in seats)
    if not are_all or not live.guest.is_open:
        return "missing"
    return "awaited" if live.is_ready or not match.here else "asked"


def _waiting(session: Session, message: Message) -> Session:
    """No time passes while somebody is missing, or the page of the host is hidden."""
    live, table, match = session.live, session.table, session.kept_match
    assert isinstance(live, Hosting)
    if table is None or match is None or table.match_id != live.match_id or match.is_over:
        return session
    is_open = table.timing.gate is None or table.timing.gate.opens_at_ms is not None
    if not is_open or not (ready.stands(session, match) or is_missing(live, match)):
        return session
    table = _standing(table, match, _time_of(message))
    return session.on(table.saying("paused"))


def _noted(session: Session, message: Message) -> Result:
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


def _hear_guest(
    session: Session,
    live: Hosting,
    match: Match,
    line: LineNumber,
    message: led.LedMessage,
    at_ms: float,
) -> Result:
    table = session.table
    is_there = table is not None and table.match_id == live.match_id and not table.is_elsewhere
    match message:
        case led.Pong(number=number):
            return _answered(session, live, line, number, at_ms), ()
        case led.SaidReady() if is_there:
            return _ready(session, live, line, at_ms)
        case led.SaidPause() if is_there and table is not None and live.host.lines[line].seats:
            return ready.pause(At(session, table, match), at_ms)
        case led.Called() if is_there:
            return _called(session, live, match, line, message, at_ms)
    return session, ()


def _called(
    session: Session,
    live: Hosting,
    match: Match,
    line: LineNumber,
    called: led.Called,
    at_ms: float,
) -> Result:
    """A guest says what somebody has chosen. What is about a position that is gone came too late:
    it is dropped, not refused."""
    is_due = called.round == live.host.round and called.start == match.shown
    table = session.table
    if table is None or not is_due or called.before != digest(match, match.shown):
        return session, ()
    why = _refusal(match, live, line, called)
    if why:
        return session, sent(((line, Refused(live.match_id, match.shown + 1, why)),))
    if not table.timing.is_planned_for(match) and table.variation is None:
        table = playing.brought_up(At(session, table, match), at_ms)
        session = session.on(table)
    token = match.rules.format_action(match.rules.parse_action(called.action))
    trips = live.referee.trips.get(line, Trips())
    call = heard(trips, table.timing.shown_ms, called.seat, token, float(called.since), at_ms)
    return playing.take_call(At(session, table, match), call, at_ms)


def _refusal(match: Match, live: Hosting, line: LineNumber, called: led.Called) -> str:
    """Why a call is refused, as in ``Refused.why``; empty if it is legal."""
    if called.seat not in live.host.lines[line].seats:
        return "seat"
    try:
        action = match.rules.parse_action(called.action)
    except ValueError:
        return "action"
    return "" if action in match.position.legal_actions(called.seat) else "action"


def _ready(session: Session, live: Hosting, line: LineNumber | None, at_ms: float) -> Result:
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
    return ready.count_down(At(session, table, match), at_ms) if is_all else (session, ())


def _pinged(session: Session, message: Message) -> Result:
    """Ping the guests when it is time, to learn how far away they are."""
    live = session.live
    assert isinstance(live, Hosting)
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
    ping = led.Ping(live.match_id, number)
    session = replace(session, live=replace(live, referee=referee))
    return session, sent(tuple((line, ping) for line in lines))


def _with_last(asked: Mapping[int, float], number: int, at_ms: float) -> Mapping[int, float]:
    return dict([*asked.items(), (number, at_ms)][-OPEN_PINGS:])


def _answered(
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


def _told(before: Session, session: Session, message: Message) -> Result:
    """The guests are told what holds time back, and who was first."""
    live, table = session.live, session.table
    assert isinstance(live, Hosting)
    is_there = table is not None and table.match_id == live.match_id
    gate = table.timing.gate if table is not None and is_there else WAITING
    letters: list[tuple[LineNumber, PeerMessage]] = []
    greeted = [one for one, line in live.host.open_lines.items() if line.has is not None]
    held = {line: told for line, told in live.referee.held.items() if line in greeted}
    for line in greeted:
        known = held.get(line, Gate("none"))
        if not _is_same(known, gate):
            letters.append((line, _held(session, live, line, gate, _time_of(message))))
            held[line] = gate
    verdict = live.referee.verdict
    was = before.live.referee.verdict if isinstance(before.live, Hosting) else None
    if verdict is not None and verdict is not was:
        letters += [(line, _verdict_told(live, verdict)) for line in greeted]
    if held != live.referee.held:
        live = replace(live, referee=replace(live.referee, held=held))
        session = replace(session, live=live)
    return session, sent(tuple(letters))


def _verdict_told(live: Hosting, verdict: Verdict) -> led.Told:
    behind = tuple(min(round(ms), led.MOST_BEHIND_MS) for ms in verdict.behind_ms)
    return led.Told(live.match_id, verdict.seats, behind, verdict.is_drawn, verdict.is_corrected)


def _is_same(known: Gate | None, gate: Gate | None) -> bool:
    """Whether two gates are the same to guests, who count the seconds of a countdown themselves."""
    if known is None or gate is None:
        return known is gate
    return (known.reason, known.opens_at_ms) == (gate.reason, gate.opens_at_ms)


def _held(
    session: Session, live: Hosting, line: LineNumber, gate: Gate | None, at_ms: float | None
) -> led.Held:
    """What a guest is told of the gate. A countdown is to end everywhere at the same time, so the
    time that the message takes to the guest is subtracted. Clocks show there what they show here.
    """
    table, match = session.table, session.matches[live.match_id]
    is_there = table is not None and table.match_id == live.match_id
    passed = None
    if table is not None and is_there and at_ms is not None:
        passed = clocks.passed_ms(table, match, at_ms)
    if passed is not None:
        passed = min(passed, led.MOST_SINCE_MS)
    if gate is None:
        return led.Held(live.match_id, "none", None, passed)
    if gate.opens_at_ms is None:
        return led.Held(live.match_id, gate.reason, None, passed)
    left_ms = COUNTDOWN_MS if at_ms is None else gate.opens_at_ms - at_ms
    trips = live.referee.trips.get(line)
    way_ms = trips.usual_ms / 2 if trips is not None else 0.0
    return led.Held(live.match_id, gate.reason, max(0, round(left_ms - way_ms)), passed)
