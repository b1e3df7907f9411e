"""Matches are written down, given names, deleted, and brought back."""

from collections.abc import Iterable
from dataclasses import replace

from spieltisch.play.codec import clean_name
from spieltisch.play.summary import MatchId, summary_of
from spieltisch.session.effects import Effect, Forget, Keep
from spieltisch.session.library import KeptMatch
from spieltisch.session.notice import Notice
from spieltisch.session.session import Result, Session


def keep(session: Session, match_id: MatchId, at_ms: float | None = None) -> Result:
    """Write a match down as it now is.

    Args:
        session: as it is.
        match_id: which match.
        at_ms: when it was played, by the page's clock; None where nothing was played.
    """
    match, known = session.matches[match_id], session.library.summaries.get(match_id)
    # What is changed before anything is played has no moment of its own: the visit's is near it.
    now_ms = session.wall_ms(0.0 if at_ms is None else at_ms)
    summary = summary_of(
        match,
        match_id,
        begun_ms=now_ms if known is None else known.begun_ms,
        played_ms=now_ms if known is None else max(now_ms, known.played_ms),
        name="" if known is None else known.name,
    )
    library = session.library.with_summaries((summary,))
    return replace(session, library=library), (Keep(KeptMatch(match, summary)),)


def rename(session: Session, match_id: MatchId, name: str) -> Result:
    """A person calls a kept match something; an empty name calls it nothing."""
    known = session.library.summaries.get(match_id)
    if known is None or known.name == clean_name(name):
        return session, ()
    renamed = replace(known, name=clean_name(name))
    library = session.library.with_summaries((renamed,))
    return replace(session, library=library), (Keep(renamed),)


def delete(session: Session, ids: Iterable[MatchId]) -> Result:
    """Matches leave the library. They stay in storage as long as the notice that tells so, with
    which they can be brought back; see ``settled``."""
    on_table = session.table.match_id if session.table else None
    wanted = [one for one in ids if one in session.library.summaries and one != on_table]
    if not wanted:
        return session, ()
    effects = _forgotten(session)
    library = session.library.removing(wanted)
    matches = {one: match for one, match in session.matches.items() if one not in wanted}
    notice = Notice("deleted", (str(len(wanted)),))
    return replace(session, library=library, matches=matches, notice=notice), effects


def undo_delete(session: Session) -> Result:
    """What was deleted last comes back."""
    removed = session.library.removed
    if not removed:
        return session, ()
    library = session.library.with_summaries(removed.values())
    return replace(session, library=library, notice=None), ()


def settled(session: Session) -> Result:
    """What was deleted leaves the storage, too, when it can no longer be brought back."""
    is_told = session.notice is not None and session.notice.kind == "deleted"
    if is_told or not session.library.removed:
        return session, ()
    effects = _forgotten(session)
    return replace(session, library=replace(session.library, removed={})), effects


def _forgotten(session: Session) -> tuple[Effect, ...]:
    removed = tuple(session.library.removed)
    return (Forget(removed),) if removed else ()
