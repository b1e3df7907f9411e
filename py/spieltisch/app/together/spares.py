"""Spare lines, made over open ones: with what both ends keep, either can call after a reload."""

from dataclasses import replace

from spieltisch.app.effects import Focus
from spieltisch.app.session import Result, Session
from spieltisch.app.together.effects import (
    Accept,
    Connect,
    HangUp,
    Invite,
    Rejoin,
    sent,
    to_host,
)
from spieltisch.app.together.state import AtRelay, Hosting, Live, Visiting
from spieltisch.live.codes import Code, CodeError, about, format_code, parse_code
from spieltisch.live.description import Endpoint, format_description
from spieltisch.live.guest import Guest
from spieltisch.live.host import NOBODY, Host, Line, LineNumber
from spieltisch.live.protocol import Spare
from spieltisch.live.relays import parse_room


def settle(session: Session, line: LineNumber) -> Result:
    """A line has been open for a while, for the first time or again: the host makes a spare one
    beside it, in the place of one whose ends may have moved meanwhile."""
    live = session.live
    if not isinstance(live, Hosting) or line not in live.greeted:
        return session, ()
    over = tuple(HangUp(one) for beside, one in live.spares.items() if beside == line)
    spare = live.free_line
    live = replace(live, spares={**live.spares, line: spare})
    made = Invite(spare, session.settings.stun, live.match_id)
    return replace(session, live=live), (*over, made)


def described(session: Session, line: LineNumber, endpoint: Endpoint) -> Result:
    """The browser knows where it listens on a spare line: the other end is told."""
    match session.live:
        case Hosting(spares=spares) as live:
            code = format_code(Code(False, line, about(live.match_id), endpoint))
            told = Spare(live.match_id, code)
            return session, sent(tuple((one, told) for one, own in spares.items() if own == line))
        case Visiting(spare=own) as live if own == line and live.guest.match_id:
            code = format_code(Code(True, line, live.about, endpoint))
            return session, to_host(live, Spare(live.guest.match_id, code))
    return session, ()


def hear(session: Session, live: Live, line: LineNumber, told: Spare) -> Result:
    """The other end tells where it listens on a spare line."""
    try:
        code = parse_code(told.code)
    except CodeError:
        return session, ()
    description = format_description(code.endpoint, is_answer=code.is_answer)
    if isinstance(live, Hosting):
        is_due = code.is_answer and live.spares.get(line) == code.line
        if not is_due or told.match_id != live.match_id:
            return session, ()
        seats = live.host.lines[line].seats
        return session, (Connect(code.line, description, live.match_id, seats),)
    is_due = not code.is_answer and code.line != line and live.guest.has is not None
    if not is_due or told.match_id != live.guest.match_id:
        return session, ()
    over = () if live.spare is None else (HangUp(live.spare),)
    session = replace(session, live=replace(live, spare=code.line))
    made = Accept(code.line, description, session.settings.stun, live.match_id)
    return session, (*over, made)


def reconnect(session: Session) -> Result:
    """The page was loaded anew: the other ends of its lines are called, as if those were lost, and
    the room at the relay is entered again."""
    table, match = session.table, session.kept_match
    if table is None or match is None or session.live is not None:
        return session, ()
    match_id, stun, room = table.match_id, session.settings.stun, session.room_here
    known = [one for one in session.known_lines if one.match_id == match_id]
    if not known and room is None:
        return session, ()
    is_host = known[-1].is_host if known else room is not None and room.is_host
    known = [one for one in known if one.is_host] if is_host else known[-1:]
    if is_host:
        lines = {one.line: Line(one.seats, is_open=False) for one in known}
        live: Live = Hosting(Host(match_id, lines), shaky=frozenset(lines))
    else:
        line, guest = known[0].line if known else NOBODY, Guest(session.device.secret)
        live = Visiting(
            line, about(match_id), guest, match_id=match_id, has_been_open=True, is_shaky=True
        )
    if room is not None and room.is_host == is_host:
        live = replace(live, relay=AtRelay(parse_room(room.room)))
    left = tuple(one for one in session.known_lines if one not in known)
    session = replace(session, live=live, known_lines=left)
    return session, (*(Rejoin(one, stun) for one in known), Focus("peers"))
