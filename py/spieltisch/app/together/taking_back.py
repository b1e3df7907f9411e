"""Taking back among people who play live: one asks, and the others grant it or not."""

from dataclasses import replace

from spieltisch.app.match.by_link import go_on
from spieltisch.app.messages import Command
from spieltisch.app.session import Result, Session
from spieltisch.app.together.effects import sent, to_host
from spieltisch.app.together.state import IS_UP, Hosting, Live, open_wish
from spieltisch.live.taking_back import may_redo, wished
from spieltisch.play.match import Match


def update(session: Session, command: Command) -> Result:
    """A person wishes to take their last choice back, plays it again, or answers such a wish."""
    live = session.live
    match = session.matches.get(live.match_id) if live is not None else None
    if live is None or match is None or match.is_led:
        return session, ()
    if command is Command.REDO:
        if not may_redo(match) or live.state not in IS_UP:
            return session, ()
        # The others are told as of any turn.
        return go_on(session, live.match_id, match.show(match.shown + 1))
    if command is not Command.TAKE_BACK:
        return _answer(session, live, match, is_granted=command is Command.GRANT_BACK)
    wish = wished(match, match.here)
    if wish is None or open_wish(live, match) is not None or live.state not in IS_UP:
        return session, ()
    if isinstance(live, Hosting):
        host, back, letters = live.host.ask_back(match, wish, None)
        session = replace(session, live=replace(live, host=host))
        session, effects = go_on(session, live.match_id, back)
        return session, (*effects, *sent(letters))
    guest, said = live.guest.ask_back(wish)
    session = replace(session, live=replace(live, guest=guest))
    return session, to_host(live, *said)


def _answer(session: Session, live: Live, match: Match, *, is_granted: bool) -> Result:
    wish = open_wish(live, match)
    if wish is None or wish.seat in match.here:
        return session, ()
    if isinstance(live, Hosting):
        host, back, letters = live.host.answer_back(match, None, is_granted=is_granted)
        session = replace(session, live=replace(live, host=host))
        session, effects = go_on(session, live.match_id, back)
        return session, (*effects, *sent(letters))
    guest, said = live.guest.answer_back(is_granted=is_granted)
    session = replace(session, live=replace(live, guest=guest))
    return session, to_host(live, *said)
