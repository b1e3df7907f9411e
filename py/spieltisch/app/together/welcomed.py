"""What a host tells of a match, and what is kept of it here: they are brought together."""

from dataclasses import replace

from spieltisch.app.board.opening import put_on_table
from spieltisch.app.core.effects import BrokenWord, Focus
from spieltisch.app.core.live import Visiting
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.waiting import is_here
from spieltisch.app.match import by_link
from spieltisch.live.guest import Guest, brought_together, is_played_for, seat_key, strays
from spieltisch.play.match import Match, Standing, common_turns, standing
from spieltisch.play.record_link import LinkedMatch
from spieltisch.play.summary import MatchId


def open_told(session: Session, told: LinkedMatch, at_ms: float) -> Result:
    """The host's match comes on the table, once what is kept of it has been read."""
    match_id = by_link.kept_as(session, told)
    if match_id is not None and is_here(session, match_id):
        return receive(session, match_id, told, at_ms)
    return by_link.open_sent(session, told, at_ms, is_told=True)


def has_to_prove(session: Session, live: Visiting, match: Match) -> bool:
    """Whether whoever is at the other end has yet to show that they are the host of a match, who
    has shown that before: in this room or another one, for this match or one before it."""
    key = live.guest.key_in(match)
    if live.relay is None or key in ("", live.guest.proven):
        return False
    return any(one.is_proven and seat_key(one) == key for one in session.matches.values())


def hold(session: Session) -> Session:
    """The session in which nothing more is said to whoever tells a match, nor heard of them, where
    they have to show first that they are its host."""
    live, match = session.live, session.live_match
    if not isinstance(live, Visiting) or match is None or live.guest.welcome is None:
        return session
    if live.guest.is_held or not has_to_prove(session, live, match):
        return session
    return replace(session, live=replace(live, guest=replace(live.guest, is_held=True)))


def receive(
    session: Session, match_id: MatchId, sent: LinkedMatch, at_ms: float | None = None
) -> Result:
    """Bring together the match that was sent, by a link or by the host of this device, and the one
    that is kept, of which nothing is lost."""
    live, kept = session.live, session.matches[match_id]
    if not isinstance(live, Visiting) or live.guest.welcome != sent:
        return by_link.receive(session, match_id, sent, at_ms)
    if has_to_prove(session, live, kept):
        # Until they have, nothing that they tell comes into it.
        held = replace(live, guest=replace(live.guest, is_held=True))
        return put_on_table(replace(session, live=held), match_id)
    if kept.is_led:
        return _led(session, match_id, kept, sent, live.guest, at_ms)
    found, called = standing(kept, sent.turns), live.guest.called
    is_fork = found is Standing.FORK
    together = brought_together(kept, sent.turns, called) if is_fork else None
    if together is not None:
        session, effects = put_on_table(session, match_id)
        session, changed = by_link.go_on(session, match_id, together, at_ms)
        return session, (*effects, *changed)
    is_apart = is_fork or strays(kept, sent.turns, called)
    if found is Standing.SAME or (found is Standing.OLDER and not is_apart):
        # The host will be sent the turns that it lacks: there is no older moment to show.
        return put_on_table(session, match_id)
    if is_apart:
        return by_link.ask_which(session, match_id, sent)
    return by_link.go_on_as_sent(session, match_id, sent, at_ms)


def _led(
    session: Session,
    match_id: MatchId,
    kept: Match,
    sent: LinkedMatch,
    guest: Guest,
    at_ms: float | None,
) -> Result:
    """A match that is led is as its leader says, unless that has changed what it had sealed."""
    if not guest.has_kept_its_word(kept):
        notice = LiveNotice(LiveTrouble.REFUSED_SEALED)
        return replace(session, notice=notice), (BrokenWord(), Focus("notice"))
    lacks = common_turns(kept.turns[: kept.shown], sent.turns) < kept.shown
    if lacks or is_played_for(kept, sent.turns, guest.called):
        return by_link.ask_which(session, match_id, sent)
    told = by_link.as_told(kept, sent.setup, sent.turns)
    return by_link.goes_on_as(session, match_id, told, kept.shown, at_ms)
