"""Taking back among people who play live: one asks, and the others grant it or not."""

from dataclasses import replace

from spieltisch.app.messages import Command
from spieltisch.app.session import Result, Session
from spieltisch.app.together.effects import sent
from spieltisch.app.together.state import Hosting, Live
from spieltisch.app.together.taken_on import taken_on
from spieltisch.live.taking_back import BackAsked, may_redo, wished
from spieltisch.play.match import Match


def open_wish(session: Session) -> BackAsked | None:
    """Somebody's wish to take back, if it can still be granted."""
    live, match = session.live, _match_of(session)
    if live is None or match is None:
        return None
    wish = live.host.asked if isinstance(live, Hosting) else live.guest.asked
    return wish if wish is not None and wish.is_open(match) else None


def is_ours(session: Session, wish: BackAsked) -> bool:
    """Whether a wish is that of people here, who wait for the others."""
    match = _match_of(session)
    return match is not None and wish.seat in match.here


def is_answered(session: Session, wish: BackAsked) -> bool:
    """Whether the people here have granted a wish, and wait for others to do so."""
    return isinstance(session.live, Hosting) and None not in wish.waits_for


def _match_of(session: Session) -> Match | None:
    return None if session.live is None else session.matches.get(session.live.match_id)


def obey(session: Session, command: Command) -> Result:
    """A person wishes to take their last choice back, plays it again, or answers such a wish."""
    live, match = session.live, _match_of(session)
    if live is None or match is None or match.is_led:
        return session, ()
    if command is Command.REDO:
        if not may_redo(match) or live.state != "connected":
            return session, ()
        # The others are told as of any turn.
        return taken_on(session, live.match_id, match.show(match.shown + 1))
    if command is not Command.TAKE_BACK:
        return _answered(session, live, is_granted=command is Command.GRANT_BACK)
    wish = wished(match, match.here)
    if wish is None or open_wish(session) is not None or live.state != "connected":
        return session, ()
    if isinstance(live, Hosting):
        host, back, letters = live.host.asking(match, wish, None)
        session = replace(session, live=replace(live, host=host))
        session, effects = taken_on(session, live.match_id, back)
        return session, (*effects, *sent(letters))
    guest, said = live.guest.asking(wish)
    session = replace(session, live=replace(live, guest=guest))
    return session, sent(tuple((live.line, letter) for letter in said))


def _answered(session: Session, live: Live, *, is_granted: bool) -> Result:
    wish = open_wish(session)
    if wish is None or is_ours(session, wish):
        return session, ()
    if isinstance(live, Hosting):
        match = session.matches[live.match_id]
        host, back, letters = live.host.answered(match, None, is_granted=is_granted)
        session = replace(session, live=replace(live, host=host))
        session, effects = taken_on(session, live.match_id, back)
        return session, (*effects, *sent(letters))
    guest, said = live.guest.answered(is_granted=is_granted)
    session = replace(session, live=replace(live, guest=guest))
    return session, sent(tuple((live.line, letter) for letter in said))
