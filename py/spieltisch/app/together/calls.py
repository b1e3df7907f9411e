"""The calls of guests in a match that is led here: when each counts, by the host's time."""

from dataclasses import replace

from spieltisch.app.effects import Effect
from spieltisch.app.messages import Message, Wake
from spieltisch.app.session import Result, Session
from spieltisch.app.table import playing
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together.effects import sent
from spieltisch.app.together.state import Awaited, Hosting, coming_of
from spieltisch.live.fair_calls import Ping, Shown, Trips, heard_ahead
from spieltisch.live.host import LineNumber
from spieltisch.live.led_messages import Called
from spieltisch.live.log import digest
from spieltisch.live.protocol import Refused
from spieltisch.play.match import Match
from spieltisch.play.timing import Call


def hear(
    session: Session, live: Hosting, match: Match, line: LineNumber, called: Called, at_ms: float
) -> Result:
    """A guest says what somebody has chosen; the match is on the table. If a position is held back,
    only that one can be meant. What is about a position that is gone came too late: it is dropped,
    not refused."""
    coming = coming_of(live)
    about = match if coming is None else coming.match
    if not _is_about(about, live, called) or (coming and line not in coming.sent_ms):
        return session, ()
    why = _refusal(about, live, line, called)
    if why:
        return session, sent(((line, Refused(live.match_id, about.shown + 1, why)),))
    action = about.rules.parse_action(called.action)
    one = Awaited(line, replace(called, action=about.rules.format_action(action)), at_ms)
    return (_awaiting(session, live, one), ()) if coming else _taken(session, one, at_ms)


def followed(session: Session, message: Message) -> Result:
    """After each message: awaited calls whose time has come count."""
    live = session.live
    if not isinstance(message, Wake) or not isinstance(live, Hosting) or not live.referee.awaited:
        return session, ()
    effects: list[Effect] = []
    for one in live.referee.awaited:
        session, more = _recalled(session, one, message.at_ms)
        effects += more
    return session, tuple(effects)


def next_ms(session: Session, live: Hosting) -> float | None:
    """When the first awaited call counts; None if none is awaited, or no time passes."""
    table, match = session.table, session.kept_match
    if table is None or match is None or table.match_id != live.match_id:
        return None
    if not _is_open(table, match):
        return None
    found = (_call(live, table, one).at_ms for one in live.referee.awaited)
    return min(found, default=None)


def _is_about(match: Match, live: Hosting, called: Called) -> bool:
    is_due = called.round == live.host.round and called.start == match.shown
    return is_due and called.before == digest(match, match.shown)


def _refusal(match: Match, live: Hosting, line: LineNumber, called: Called) -> str:
    """Why a call is refused, as in ``Refused.why``; empty if it is legal."""
    if called.seat not in live.host.lines[line].seats:
        return "seat"
    try:
        action = match.rules.parse_action(called.action)
    except ValueError:
        return "action"
    return "" if action in match.position.legal_actions(called.seat) else "action"


def _recalled(session: Session, one: Awaited, at_ms: float) -> Result:
    """An awaited call counts if its time has come, stays awaited if not, and is forgotten if its
    position is gone."""
    live, table, match = session.live, session.table, session.kept_match
    if not isinstance(live, Hosting) or live.referee.coming is not None:
        return session, ()
    is_there = table is not None and table.match_id == live.match_id
    if table is None or match is None or not is_there or not _is_about(match, live, one.called):
        return _forgetting(session, live, one), ()
    if not _is_open(table, match):
        return session, ()
    return _taken(_forgetting(session, live, one), one, at_ms)


def _taken(session: Session, one: Awaited, at_ms: float) -> Result:
    """A call counts from now on, or is awaited until it does."""
    live, table, match = session.live, session.table, session.kept_match
    assert isinstance(live, Hosting)
    assert table is not None
    assert match is not None
    if table.timing.planned_for is not match.position:
        table = playing.brought_up(session, table, match, at_ms)
        session = session.on(table)
    call = _call(live, table, one)
    if call.at_ms > at_ms and _is_open(table, match):
        return _awaiting(session, live, one), ()
    return playing.take_call(session, table, match, call, at_ms)


def _call(live: Hosting, table: TableScreen, one: Awaited) -> Call:
    """An awaited call by the host's time, about the position that is up."""
    line, called, came_ms = one
    shown_ms, ahead = table.timing.shown_ms, live.referee.ahead
    is_ahead = ahead.position is table.timing.planned_for
    lead_ms = ahead.lead_ms.get(line, 0.0) if is_ahead else 0.0
    trips = live.referee.trips.get(line, Trips((Ping(came_ms, came_ms, came_ms),)))
    shown = Shown(shown_ms, shown_ms - lead_ms, trips)
    return heard_ahead(shown, called.seat, called.action, float(called.since), came_ms)


def _is_open(table: TableScreen, match: Match) -> bool:
    """Whether time passes at the position."""
    timing = table.timing
    is_passing = timing.gate is None and timing.paused_at_ms is None
    return is_passing and timing.planned_for is match.position


def _awaiting(session: Session, live: Hosting, one: Awaited) -> Session:
    """The session that awaits a call, unless another one of the same seat is awaited."""
    if any(other.called.seat == one.called.seat for other in live.referee.awaited):
        return session
    awaited = (*live.referee.awaited, one)
    return replace(session, live=replace(live, referee=replace(live.referee, awaited=awaited)))


def _forgetting(session: Session, live: Hosting, one: Awaited) -> Session:
    awaited = tuple(other for other in live.referee.awaited if other is not one)
    return replace(session, live=replace(live, referee=replace(live.referee, awaited=awaited)))
