"""Writing matches and values to storage, naming matches, deleting them and bringing them back."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from spieltisch.app.dates import Now
from spieltisch.app.deck.decks import OwnDeck
from spieltisch.app.effects import Change, Effect, Forget, Go, Keep
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.kept_values import KINDS, KeptValue, name_of
from spieltisch.app.library import KeptMatch, KeptName
from spieltisch.app.matches.finding import found_matches
from spieltisch.app.matches.state import MatchesScreen
from spieltisch.app.notice import Deleted
from spieltisch.app.own_things import NoRoom, ThingId
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Result, Session
from spieltisch.app.settings.settings import format_settings
from spieltisch.app.workshop.bots import OwnBot
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import Belongings, BelongingsKind
from spieltisch.play.codec import clean_name
from spieltisch.play.summary import MatchId, Summary, summary_of


def keep_value(session: Session, value: KeptValue) -> Result:
    """Keep a value beside matches, in the place of the one that there was."""
    named: dict[str, Any] = {KINDS[name_of(value)].field: value}
    return replace(session, kept=replace(session.kept, **named)), (Keep(value),)


def keep_thing(session: Session, place: str, one: ThingId, thing: OwnBot | OwnDeck) -> Result:
    """Keep a thing of a person's own as it is now, if it has changed and there is room. A new one
    has an address from now on."""
    kept: Any = session.kept.bots if isinstance(thing, OwnBot) else session.kept.decks
    if kept.has(one, thing):
        return session, ()
    grown = kept.having_room(one, thing)
    if grown is None:
        return replace(session, notice=NoRoom(isinstance(thing, OwnBot))), ()
    session, effects = keep_value(session, grown)
    address = format_link(Link(place, thing.game, section=one))
    return session, effects if one in kept.by_id else (*effects, Go(address, replaces=True))


def keep(session: Session, match_id: MatchId, at_ms: float | None = None) -> Result:
    """Write a match to storage as it now is; ``at_ms`` is when it was played, by the page's clock,
    and None where nothing was played."""
    match, known = session.matches[match_id], session.library.summaries.get(match_id)
    # A change made before anything is played has no moment; the start of the visit is near it.
    now_ms = session.wall_ms(0.0 if at_ms is None else at_ms)
    summary = summary_of(
        match,
        match_id,
        begun_ms=now_ms if known is None else known.begun_ms,
        played_ms=now_ms if known is None else max(now_ms, known.played_ms),
        name="" if known is None else known.name,
    )
    library = session.library.with_summaries((summary,))
    return replace(session, library=library), (Keep(KeptMatch(match, summary)), Change(match_id))


def rename(session: Session, match_id: MatchId, name: str) -> Result:
    """Give a kept match a name; an empty one takes its name away."""
    known = session.library.summaries.get(match_id)
    if known is None or known.name == clean_name(name):
        return session, ()
    renamed = replace(known, name=clean_name(name))
    library = session.library.with_summaries((renamed,))
    return replace(session, library=library), (Keep(KeptName(match_id, renamed.name)),)


def delete(session: Session, ids: Iterable[MatchId]) -> Result:
    """Take matches out of the library. They stay in storage while the notice that offers to bring
    them back is shown; see ``settled``."""
    on_table = session.table.match_id if session.table else None
    wanted = [one for one in ids if one in session.library.summaries and one != on_table]
    if not wanted:
        return session, ()
    effects = _forgotten(session)
    library = session.library.removing(wanted)
    matches = {one: match for one, match in session.matches.items() if one not in wanted}
    notice = Deleted(len(wanted))
    return replace(session, library=library, matches=matches, notice=notice), effects


def undo_delete(session: Session) -> Result:
    removed = session.library.removed
    if not removed:
        return session, ()
    library = session.library.with_summaries(removed.values())
    return replace(session, library=library, notice=None), ()


def settled(session: Session) -> Result:
    """Erase deleted matches from storage once they can no longer be brought back."""
    is_told = isinstance(session.notice, Deleted)
    if is_told or not session.library.removed:
        return session, ()
    effects = _forgotten(session)
    return replace(session, library=replace(session.library, removed={})), effects


def _forgotten(session: Session) -> tuple[Effect, ...]:
    removed = tuple(session.library.removed)
    return (Forget(removed),) if removed else ()


def not_kept(session: Session, ids: Collection[MatchId]) -> Session:
    """Matches could not be written: those that are not open in this visit are nowhere, so no list
    shows them, and an import does not count them as taken."""
    lost = [one for one in ids if one not in session.matches]
    session = replace(session, library=session.library.without(lost))
    job = session.screen.job if isinstance(session.screen, ImportScreen) else None
    return session if job is None else session.on(ImportScreen(job.having_lost(lost)))


def chosen(session: Session, which: str, words: Words) -> Sequence[Summary]:
    """The matches that are to be exported.

    Args:
        which: ids with spaces between them; ``found`` for those that the filter on screen finds;
            empty for all.
        words: the language in which the filter searches players' names.
    """
    summaries, screen = session.library.summaries, session.screen
    if which == "found" and isinstance(screen, MatchesScreen):
        now = Now(screen.now_ms, session.device.zone)
        found = found_matches(summaries, screen.wanted, now, words)
        return [one for name in screen.wanted.lists for one in found[name]]
    return [summaries[one] for one in which.split() or summaries if one in summaries]


def belongings(session: Session) -> Sequence[Belongings]:
    """What a file of all that is kept has besides matches and their reviews."""
    texts = {name: kind.format(getattr(session.kept, kind.field)) for name, kind in KINDS.items()}
    texts[BelongingsKind.SETTINGS] = format_settings(session.settings)
    return [Belongings(BelongingsKind(name), "", text) for name, text in texts.items()]
