"""A guest's side of a match that is played live: what the host says, and what it is told."""

from dataclasses import replace

from spieltisch.app.effects import BrokenWord, Proposal
from spieltisch.app.match import clocks
from spieltisch.app.match.by_link import go_on, open_sent
from spieltisch.app.news import OnTable
from spieltisch.app.notice import LiveNotice, LiveTrouble
from spieltisch.app.reading import FROM_HOST, read
from spieltisch.app.session import At, Result, Session
from spieltisch.app.together.effects import to_host
from spieltisch.app.together.host import has_left, refused_by_other, told_if_declined
from spieltisch.app.together.joining import hang_up, leave
from spieltisch.app.together.led_time import stop_time
from spieltisch.app.together.state import Visiting
from spieltisch.live import protocol
from spieltisch.live.fair_calls import Verdict
from spieltisch.live.guest import strays
from spieltisch.live.host import LineNumber
from spieltisch.live.log import digest
from spieltisch.live.protocol import Leave, PeerMessage, Presence, Refused, Welcome
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkReplay, code_replay
from spieltisch.play.timing import Timing
from spieltisch.table import Gate, GateReason, TableAction


def hear(session: Session, live: Visiting, message: PeerMessage, at_ms: float) -> Result:
    """The host has sent a message."""
    if isinstance(message, Welcome):
        return _welcome(session, live, message, at_ms)
    if message.match_id != live.guest.match_id:
        return session, ()
    match = session.matches.get(live.match_id)
    if isinstance(message, Leave):
        session, effects = hang_up(session, at_ms)
        return replace(session, notice=has_left(match)), effects
    if match is None:
        return session, ()
    if isinstance(message, protocol.LedMessage):
        return _hear_of_led(session, live, message, at_ms) if match.is_led else (session, ())
    if isinstance(message, Refused):
        return refused_by_other(session, message), ()
    guest, played, letters = live.guest.hear(match, message)
    session, effects = go_on(session, live.match_id, played, at_ms)
    session = replace(session, live=replace(live, guest=guest))
    more = to_host(live, *letters)
    if isinstance(message, Presence) and message.is_declined and live.guest.wants is not None:
        session = replace(session, notice=LiveNotice(LiveTrouble.SEAT_DECLINED))
    if match.here.intersection(live.guest.helped) and not guest.helped:
        session = replace(session, notice=LiveNotice(LiveTrouble.HELP_DECLINED))
    asked = live.guest.asked
    if asked is not None and asked.seat in match.here and guest.asked is None:
        session = told_if_declined(session, message)
    refusals = [letter.why for letter in letters if isinstance(letter, Refused)]
    if "sealed" in refusals:
        # The host has dealt anew in the middle of a match: stop playing with it.
        session, over = leave(session)
        session = replace(session, notice=LiveNotice(LiveTrouble.REFUSED_SEALED))
        return session, (*effects, *more, *over)
    if refusals:
        session = replace(session, notice=LiveNotice(LiveTrouble.REFUSED_THEIRS))
    return session, (*effects, *more)


def lose_line(session: Session, live: Visiting, at_ms: float) -> Session:
    """The connection to the host is lost."""
    session = replace(session, live=replace(live, guest=live.guest.lose_line()))
    return stop_time(session, live, at_ms)


def tell_turns(session: Session, live: Visiting, match: Match) -> Result:
    """The host is sent the turns that it lacks."""
    guest, letters = live.guest.send_turns(match)
    verdict, last = live.verdict, match.last_turn
    if verdict is not None and last is not None and last.seat not in verdict.seats[:1]:
        # Somebody else has acted since.
        verdict = None
    live = replace(live, guest=guest, verdict=verdict)
    return replace(session, live=live), to_host(live, *letters)


def join(session: Session, live: Visiting) -> Result:
    """The host is greeted once its match is on the table; if that has gone two ways, the person
    chooses one first."""
    match, welcome = session.matches.get(live.match_id), live.guest.welcome
    if match is None or welcome is None:
        return session, ()
    is_asked = session.table is not None and session.table.fork is not None
    if not is_asked and strays(match, welcome.turns, live.guest.called):
        return leave(session)
    guest, letters = live.guest.greet(match)
    live = replace(live, guest=guest)
    return replace(session, live=live), to_host(live, *letters)


def _welcome(session: Session, live: Visiting, message: Welcome, at_ms: float) -> Result:
    """The host tells what is played: every turn of it is played by our own rules."""
    try:
        told = code_replay(message.code)
    except ValueError:
        return _refuse_match(session, at_ms)

    def go_on_here(later: Session) -> Result:
        return _take_match(later, live.line, message, told, at_ms)

    return read(session, FROM_HOST, told.replay, go_on_here)


def _refuse_match(session: Session, at_ms: float) -> Result:
    session, effects = hang_up(session, at_ms)
    return replace(session, notice=LiveNotice(LiveTrouble.REFUSED_MATCH)), effects


def _take_match(
    session: Session, line: LineNumber, message: Welcome, told: LinkReplay, at_ms: float
) -> Result:
    """The host's match comes on the table, together with what is kept here."""
    live = session.live
    if not isinstance(live, Visiting) or live.line != line:
        return session, ()
    try:
        guest = live.guest.read_welcome(message, told.match())
    except ValueError:
        return _refuse_match(session, at_ms)
    assert guest.welcome is not None
    old = session.matches.get(live.match_id)
    goes_on = old is not None and guest.match_id != live.guest.match_id and guest.goes_on(old)
    if old is not None and goes_on and guest.is_refused(old):
        session, effects = hang_up(session, at_ms)
        return replace(session, notice=LiveNotice(LiveTrouble.REFUSED_SEAT)), effects
    live = replace(live, guest=guest)
    before = session.table.match_id if session.table is not None else ""
    session, effects = open_sent(replace(session, live=live), guest.welcome, at_ms)
    if any(isinstance(effect, BrokenWord) for effect in effects):
        return session, effects
    table = session.table
    on_table = table.match_id if table is not None else ""
    live = replace(live, match_id=session.awaited or on_table)
    session = replace(session, live=live)
    if table is not None and session.awaited is None and before != table.match_id:
        # Whose time it follows was not known yet when it came on the table.
        is_led = session.matches[table.match_id].needs_others
        timing = replace(table.timing, gate=live.gate) if is_led else table.timing
        session = session.on(replace(table, timing=timing))
    begun = session.matches.get(live.match_id)
    if old is None or begun is None or not goes_on or begun.here:
        return session, effects
    # The seats here stay ours in the match that goes on, whatever the host says next.
    session, more = go_on(session, live.match_id, begun.claiming(old.here))
    return session, (*effects, *more)


def _hear_of_led(
    session: Session, live: Visiting, message: protocol.LedMessage, at_ms: float
) -> Result:
    """The host has told something about time."""
    match message:
        case protocol.Ping(number=number):
            return session, to_host(live, protocol.Pong(live.guest.match_id, number))
        case protocol.TieBreak(seats=seats, behind=behind) if len(seats) == len(behind):
            behind_ms = tuple(map(float, behind))
            verdict = Verdict(seats, behind_ms, message.is_drawn, message.is_corrected)
            return replace(session, live=replace(live, verdict=verdict)), ()
        case protocol.TimeGate():
            return _held_back(session, live, message, at_ms), ()
    return session, ()


def _held_back(session: Session, live: Visiting, held: protocol.TimeGate, at_ms: float) -> Session:
    """What holds time back has changed."""
    opens_at_ms = None if held.opens is None else at_ms + held.opens
    gate = None if held.reason == "none" else Gate(GateReason(held.reason), opens_at_ms)
    session = replace(session, live=replace(live, gate=gate, is_ready=False))
    table, match = session.table, session.kept_match
    if table is None or match is None or table.match_id != live.match_id:
        return session
    if table.variation is not None:
        return session
    if gate is None:
        table = clocks.opened(At(session, table, match), at_ms)
    else:
        timing = replace(_stopped(table.timing, at_ms), gate=gate).counted(at_ms)
        kind = OnTable.PAUSED if held.opens is None else OnTable.READY
        table = replace(table, timing=timing).saying(kind)
    if held.passed is not None:
        table = clocks.having_run(table, match, at_ms, held.passed)
    return session.on(table)


def _stopped(timing: Timing, at_ms: float) -> Timing:
    return timing.paused(at_ms) if timing.gate is None else timing


def propose(session: Session, live: Visiting, wanted: Proposal) -> Result:
    """A person here has chosen what to do: tell the host, which decides whether it counts."""
    table, match = session.table, session.kept_match
    if table is None or match is None or live.match_id != table.match_id:
        return session, ()
    timing = table.timing
    is_said = isinstance(wanted.action, TableAction)
    if live.guest.has is None or (timing.gate is not None and not is_said):
        return session, ()
    since_ms = wanted.at_ms - timing.shown_ms if timing.is_planned_for(match) else 0.0
    called = protocol.RemoteCall(
        live.guest.match_id,
        live.guest.round,
        match.shown,
        digest(match, match.shown),
        wanted.seat,
        str(wanted.action) if is_said else match.rules.format_action(wanted.action),
        min(max(0, round(since_ms)), protocol.MOST_SINCE_MS),
    )
    live = replace(live, guest=live.guest.remember_call(called))
    return replace(session, live=live), to_host(live, called)
