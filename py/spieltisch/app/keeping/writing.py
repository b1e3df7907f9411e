"""Writing matches and values to storage, and naming matches."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from spieltisch.app.core.effects import Change, Go, Keep
from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.library import KeptMatch, KeptName
from spieltisch.app.core.messages import Edit
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.settings import Settings, format_settings
from spieltisch.app.core.waiting import ended
from spieltisch.app.core.waits import MakeSummary, ReadAgain
from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.decks import Decks, OwnDeck
from spieltisch.app.keeping.kinds import KINDS
from spieltisch.app.keeping.own_things import ThingId, TooMany
from spieltisch.app.keeping.studies import Studies
from spieltisch.play.archive_file import Belongings, BelongingsKind
from spieltisch.play.codec import clean_name
from spieltisch.play.summary import MatchId, summary_of


def keep_value(session: Session, value: KeptValue) -> Result:
    """Keep a value beside matches, in the place of the one that there was."""
    return replace(session, kept=session.kept.having(value)), (Keep(value),)


def keep_thing(session: Session, place: str, one: ThingId, thing: OwnBot | OwnDeck) -> Result:
    """Keep a thing of a person's own as it is now, if it has changed and there is room. A new one
    has an address from now on."""
    kept: Any = session.kept.of(Bots) if isinstance(thing, OwnBot) else session.kept.of(Decks)
    if kept.has(one, thing):
        return session, ()
    grown = kept.having_room(one, thing)
    if grown is None:
        return replace(session, notice=TooMany(isinstance(thing, OwnBot))), ()
    session, effects = keep_value(session, grown)
    address = Link(place, thing.game, section=one).text
    return session, effects if one in kept.by_id else (*effects, Go(address, replaces=True))


def keep_written(session: Session, edit: Edit) -> Result:
    """Keep what was written in a field of a thing of a person's own that is on screen no more: a
    browser tells of a field once it is left, and that may be by leaving the screen."""
    for kind in (Bots, Decks, Studies):
        things: Any = session.kept.of(kind)
        known = things.by_id.get(edit.thing)
        if known is not None:
            written = known.written(edit)
            grown = None if written == known else things.having_room(edit.thing, written)
            return (session, ()) if grown is None else keep_value(session, grown)
    return session, ()


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
    session = replace(session, library=library)
    if session.waits:
        # What is still being read is older than what is written now.
        session = ended(session, (ReadAgain, MakeSummary), (match_id,))
    return session, (Keep(KeptMatch(match, summary)), Change(match_id))


def rename(session: Session, match_id: MatchId, name: str) -> Result:
    """Give a kept match a name; an empty one takes its name away."""
    known = session.library.summaries.get(match_id)
    if known is None or known.name == clean_name(name):
        return session, ()
    renamed = replace(known, name=clean_name(name))
    library = session.library.with_summaries((renamed,))
    return replace(session, library=library), (Keep(KeptName(match_id, renamed.name)),)


def belongings(session: Session) -> Sequence[Belongings]:
    """What a file of all that is kept has besides matches and their reviews."""
    texts = {name: kind.format(session.kept.of(kind.kind)) for name, kind in KINDS.items()}
    texts[BelongingsKind.SETTINGS] = format_settings(session.settings)
    return [Belongings(BelongingsKind(name), "", text) for name, text in texts.items()]


def with_settings(session: Session, settings: Settings) -> Result:
    return replace(session, settings=settings), (Keep(settings),)
