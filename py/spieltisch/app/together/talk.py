"""A few signs that people who play live give each other; nobody can write anything of their own."""

from dataclasses import replace

from spieltisch.app.news import SignGiven
from spieltisch.app.session import Result, Session
from spieltisch.app.together.effects import SendTo, sent, to_host
from spieltisch.app.together.messages import (
    GiveSign,
    LiveCommand,
)
from spieltisch.app.together.state import Hosting, Live, Visiting, is_live
from spieltisch.live.host import LineNumber
from spieltisch.live.protocol import SIGNS, Sign
from spieltisch.table import Seat

APART_MS = 1000.0
"""Signs of one seat that follow faster are dropped: passed on, they would flood the others."""


def update(session: Session, message: GiveSign | LiveCommand) -> Result:
    """A person here gives a sign, or wants none."""
    live = session.live
    match = session.matches.get(live.match_id) if live is not None else None
    if live is None or match is None:
        return session, ()
    talk = live.talk
    if not isinstance(message, GiveSign):
        muted = replace(talk, is_muted=not talk.is_muted, last=None)
        return replace(session, live=replace(live, talk=muted)), ()
    seat = min(match.here, default=None)
    if message.sign not in SIGNS or seat is None:
        return session, ()
    if isinstance(live, Visiting):
        if live.guest.has is None:
            return session, ()
        given = Sign(live.guest.match_id, seat, message.sign)
        return _shown(session, live, seat, given, message.at_ms), to_host(live, given)
    given = Sign(live.match_id, seat, message.sign)
    return _shown(session, live, seat, given, message.at_ms), _to_others(live, None, given)


def hear(session: Session, live: Live, line: LineNumber, given: Sign, at_ms: float) -> Result:
    """Somebody else has given a sign; the host passes it on. Nobody gives one for another."""
    match, seat = session.matches.get(live.match_id), given.seat
    last_ms = live.talk.at_ms.get(seat, at_ms - APART_MS)
    if match is None or at_ms - last_ms < APART_MS or seat not in match.shared:
        return session, ()
    if isinstance(live, Visiting):
        is_due = given.match_id == live.guest.match_id and live.guest.has is not None
        return _shown(session, live, seat, given, at_ms) if is_due else session, ()
    if line not in live.greeted or seat not in live.host.lines[line].seats:
        return session, ()
    if given.match_id != live.match_id:
        return session, ()
    return _shown(session, live, seat, given, at_ms), _to_others(live, line, given)


def _to_others(live: Hosting, line: LineNumber | None, given: Sign) -> tuple[SendTo, ...]:
    return sent(tuple((one, given) for one in live.greeted if one != line))


def _shown(session: Session, live: Live, seat: Seat, given: Sign, at_ms: float) -> Session:
    """The session in which a sign is shown and said, unless the people here want none."""
    talk = replace(live.talk, at_ms={**live.talk.at_ms, seat: at_ms})
    table = session.table
    if talk.is_muted:
        return replace(session, live=replace(live, talk=talk))
    session = replace(session, live=replace(live, talk=replace(talk, last=(seat, given.sign))))
    if table is None or not is_live(live, table.match_id):
        return session
    return session.on(table.saying(SignGiven(seat, given.sign)))
