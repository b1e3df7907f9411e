"""Deleting, and bringing back: of matches, bots, decks, studies, series, damaged entries and
statistics."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from spieltisch.app.core.damage import MATCHES, SUMMARIES
from spieltisch.app.core.deletion import MOST_DELETIONS, Deletion
from spieltisch.app.core.effects import Discard, Effect, Focus, Forget, Keep
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.deletions import (
    DeletedDamage,
    DeletedMatches,
    DeletedThing,
    ErasedStatistics,
)
from spieltisch.app.keeping.kinds import KINDS
from spieltisch.app.keeping.own_things import ThingId
from spieltisch.app.keeping.puzzle_log import PuzzleLog, merged_puzzle_log
from spieltisch.app.keeping.solitaires import Solitaires, merged_solitaires
from spieltisch.app.keeping.writing import keep_value
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.summary import MatchId


def delete_matches(session: Session, ids: Iterable[MatchId]) -> Session:
    """Take matches out of the library, but for the one on the table."""
    on_table = session.home.match_id if session.home else None
    wanted = [one for one in ids if one in session.library.summaries and one != on_table]
    if not wanted:
        return session
    matches = {one: match for one, match in session.matches.items() if one not in wanted}
    session = replace(session, library=session.library.removing(wanted), matches=matches)
    return _with(session, DeletedMatches(tuple(wanted)))


def delete_damage(session: Session) -> Result:
    """Delete all damaged entries."""
    damage = session.damage
    if not damage.entries:
        return session, ()
    removed = {**damage.removed, **damage.entries}
    deletion = DeletedDamage(tuple(damage.entries))
    session = replace(session, damage=replace(damage, entries={}, removed=removed))
    return _with(session, deletion), (Focus("main"),)


def delete_thing(session: Session, kind: BelongingsKind, one: ThingId) -> Result:
    """Delete a thing of a person's own."""
    things = things_of(session, kind)
    if one not in things.by_id:
        return session, ()
    deletion = DeletedThing(kind, one, things.by_id[one])
    session, effects = keep_value(session, things.without(one))
    return _with(session, deletion), effects


def erase_statistics(
    session: Session, at_ms: float, before: ErasedStatistics | None
) -> tuple[Session, ErasedStatistics, tuple[Effect, ...]]:
    """Have statistics count only what is played from now on; gives what was erased, together with
    what was ``before``."""
    kept = session.kept
    erased = ErasedStatistics(
        session.settings.counted_since_ms, kept.of(Solitaires), kept.of(PuzzleLog)
    )
    if before is not None:
        solitaires = merged_solitaires(Solitaires(), before.solitaires, kept.of(Solitaires))
        puzzles = merged_puzzle_log(PuzzleLog(), before.puzzles, kept.of(PuzzleLog))
        erased = ErasedStatistics(before.since_ms, solitaires, puzzles)
        session = _without(session, before)
    # The matches stay. 1 ms is added, so that a match of this millisecond does not count.
    since_ms = session.wall_ms(at_ms) + 1
    session, effects = _counting(session, since_ms, Solitaires(), PuzzleLog())
    return _with(session, erased), erased, effects


def undo(session: Session) -> Result:
    """Bring back what was deleted last, of what still can be."""
    return bring_back(session, session.deletions[-1]) if session.deletions else (session, ())


def is_seen(session: Session) -> bool:
    """Whether what was deleted last is a thing that is still on screen: it comes back as it is
    there, see ``Command.KEEP_AGAIN``."""
    last = session.deletions[-1] if session.deletions else None
    return isinstance(last, DeletedThing) and session.screen.deleted_thing == last.thing_id


def bring_back(session: Session, deletion: Deletion) -> Result:
    """Bring back what was deleted. Nothing that there is now is written over."""
    session = _without(session, deletion)
    match deletion:
        case DeletedMatches(ids):
            removed = session.library.removed
            back = [removed[one] for one in ids if one in removed]
            return replace(session, library=session.library.with_summaries(back)), ()
        case DeletedDamage(keys):
            damage = session.damage
            whole = {key: damage.removed[key] for key in keys if key in damage.removed}
            rest = {key: why for key, why in damage.removed.items() if key not in whole}
            damage = replace(damage, entries={**whole, **damage.entries}, removed=rest)
            return replace(session, damage=damage), (Focus("damaged-title"),)
        case DeletedThing(kind, one, thing):
            things = things_of(session, kind)
            if one in things.by_id:
                return session, ()
            return keep_value(session, things.having(one, thing))
        case ErasedStatistics(since_ms, solitaires, puzzles):
            # Another tab may have gone on since.
            solitaires = merged_solitaires(Solitaires(), solitaires, session.kept.of(Solitaires))
            puzzles = merged_puzzle_log(PuzzleLog(), puzzles, session.kept.of(PuzzleLog))
            return _counting(session, since_ms, solitaires, puzzles)
    return session, ()


def settled(session: Session) -> Result:
    """Nothing is offered that is there again, by whatever way it came; and what can be brought back
    no longer is erased from storage. With a damaged match goes all that is kept of it."""
    left = tuple(one for one in session.deletions if _can_come_back(session, one))
    left = left[-MOST_DELETIONS:]
    effects: list[Effect] = []
    library, damage = session.library, session.damage
    ids = {one for each in left if isinstance(each, DeletedMatches) for one in each.ids}
    if gone := tuple(one for one in library.removed if one not in ids):
        effects.append(Forget(gone))
        library = library.without(gone)
    keys = {one for each in left if isinstance(each, DeletedDamage) for one in each.keys}
    if lost := tuple(one for one in damage.removed if one not in keys):
        effects.append(Discard(lost))
        rest = {key: why for key, why in damage.removed.items() if key in keys}
        damage = replace(damage, removed=rest)
        library = library.without(key for store, key in lost if store in (MATCHES, SUMMARIES))
    if not effects and len(left) == len(session.deletions):
        return session, ()
    return replace(session, library=library, damage=damage, deletions=left), tuple(effects)


def _can_come_back(session: Session, deletion: Deletion) -> bool:
    match deletion:
        case DeletedMatches(ids):
            return any(one in session.library.removed for one in ids)
        case DeletedDamage(keys):
            return any(key in session.damage.removed for key in keys)
        case DeletedThing(kind, one):
            return one not in things_of(session, kind).by_id
    return True


def _with(session: Session, deletion: Deletion) -> Session:
    return replace(session, deletions=(*session.deletions, deletion))


def _without(session: Session, deletion: Deletion) -> Session:
    left = tuple(one for one in session.deletions if one != deletion)
    return replace(session, deletions=left)


def things_of(session: Session, kind: BelongingsKind) -> Any:
    """All things of a kind, as ``OwnThings``."""
    return session.kept.of(KINDS[kind].kind)


def _counting(
    session: Session, since_ms: int, solitaires: Solitaires, puzzles: PuzzleLog
) -> Result:
    """The session whose statistics count matches since a moment, and these solitaires and
    puzzles."""
    settings = replace(session.settings, counted_since_ms=since_ms)
    kept = session.kept.having(solitaires, puzzles)
    session = replace(session, settings=settings, kept=kept)
    return session, (Keep(settings), Keep(solitaires), Keep(puzzles))
