"""A match that has changed by something other than play at the table here."""

from dataclasses import replace

from spieltisch.app.effects import Animate, Effect
from spieltisch.app.keeping import keep
from spieltisch.app.session import Result, Session
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId


def taken_on(
    session: Session, match_id: MatchId, played: Match, at_ms: float | None = None
) -> Result:
    """The match has gone on or back elsewhere, or its seats are others' now: show and keep it."""
    before = session.matches[match_id]
    if played is before:
        return session, ()
    back = before.shown - played.shown
    news = ("taken-back", str(back)) if back > 0 else ("resumed",)
    news = ("played",) if back < 0 else news
    session, motion = _shown(session, match_id, played, at_ms, news)
    session, kept = keep(session, match_id, at_ms)
    return session, (*kept, *motion)


def _shown(
    session: Session, match_id: MatchId, played: Match, at_ms: float | None, news: tuple[str, ...]
) -> Result:
    before, table = session.matches[match_id], session.table
    is_new, is_same = played.shown > before.shown, played.shown == before.shown
    last = played.last_turn
    session = session.with_match(match_id, played)
    if table is None or table.match_id != match_id:
        return session, ()
    motion: tuple[Effect, ...] = ()
    home = table.home.for_match(played).saying(*news)
    if is_new and last is not None and at_ms is not None:
        # Time counts from when the turn came up here, whenever it was played.
        home = replace(home, zero_ms=at_ms - last.at_ms)
    if not is_same and home.browsing is not None:
        home = home.looking_at(played, min(home.browsing.ply, played.shown))
    if table.variation is not None:
        # A person in a variation stays there; what was played shows when they come back.
        table = replace(table, variation=replace(table.variation, home=home))
    elif is_new and last is not None and home.browsing is None:
        table = replace(home, shows_end=played.is_over)
        motion = (Animate(last),)
    else:
        table = home
    return session.on(table), motion
