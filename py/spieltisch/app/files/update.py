"""Importing matches from files, a few pieces at a time, so that the page goes on answering.

A match that is kept already is found by its set-up and compared by its entries, before anything is
replayed, so that importing the same file twice costs little.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace

from spieltisch.app.effects import Effect, Go, Keep, Read
from spieltisch.app.files.merging import merged
from spieltisch.app.files.messages import ImportFiles, ImportOn
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.library import KeptMatch
from spieltisch.app.matches.messages import Restore
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Result, Session
from spieltisch.play.archive_file import Belongings
from spieltisch.play.codec import clean_name
from spieltisch.play.importing import FoundMatch, Import, Source, found_in, pieces_of
from spieltisch.play.match import parse_kept
from spieltisch.play.summary import MatchId, summary_of
from spieltisch.table import Entry, Record, Setup


def begin(session: Session, message: ImportFiles) -> Result:
    """Files were given, on whatever screen: they are read on a screen of their own."""
    pieces, refused = pieces_of(Source(*source) for source in message.sources)
    kept: dict[Setup, list[MatchId]] = defaultdict(list)
    for summary in session.library.summaries.values():
        kept[summary.setup].append(summary.id)
    job = Import(pieces, {setup: tuple(ids) for setup, ids in kept.items()}, refused=refused)
    is_there = isinstance(session.screen, ImportScreen)
    effects = () if is_there else (Go(format_link(Link("import"))),)
    return replace(session.on(ImportScreen(job)), notice=None), effects


def update(session: Session, screen: ImportScreen, message: Message) -> Result:
    """The session after a message to this screen."""
    job = screen.job
    if job is None or job.is_over:
        return session, ()
    match message:
        case ImportOn(count, at_ms):
            return _go_on(session, job, count, session.wall_ms(at_ms))
        case Restore(match_id, text):
            return _with_job(session, replace(job, texts={**job.texts, match_id: text})), ()
        case Command.STOP_IMPORT:
            return _with_job(session, replace(job, is_stopped=True)), ()
    return session, ()


def not_kept(session: Session, ids: Collection[MatchId]) -> Session:
    """Matches could not be written: those that are not open in this visit are nowhere, so no list
    shows them, and an import does not count them as taken."""
    lost = [one for one in ids if one not in session.matches]
    session = replace(session, library=session.library.without(lost))
    job = session.screen.job if isinstance(session.screen, ImportScreen) else None
    return session if job is None else _with_job(session, job.having_lost(lost))


def _with_job(session: Session, job: Import) -> Session:
    return session.on(ImportScreen(job))


def _go_on(session: Session, job: Import, count: int, now_ms: int) -> Result:
    """Read ``count`` more pieces, or fewer if something has to be read from storage first."""
    last = min(job.at + count, len(job.pieces))
    effects: list[Effect] = []
    while job.at < last and not job.is_waiting:
        try:
            found = found_in(job.pieces[job.at])
            if isinstance(found, Belongings):
                session, job, written = merged(session, job, found)
                effects += written
                continue
            unread = _unread(session, job, found.record.setup)
            if unread:
                job = replace(job, asked=frozenset(unread))
                effects += map(Read, unread)
                continue
            if _is_known(session, job, found.record):
                job = job.having_known()
                continue
            session, kept = _kept(session, found, now_ms)
        except ValueError as error:
            job = job.having_refused(error)
            continue
        job = job.having_taken(kept.summary.id, kept.match.setup, found.archived)
        session = replace(session, library=session.library.with_summaries((kept.summary,)))
        effects.append(Keep(kept))
    return _with_job(session, job), tuple(effects)


def _unread(session: Session, job: Import, setup: Setup) -> list[MatchId]:
    """The kept matches that began the same, but of which only the summaries are here."""
    candidates = job.kept.get(setup, ())
    return [one for one in candidates if one not in session.matches and one not in job.texts]


def _is_known(session: Session, job: Import, record: Record) -> bool:
    return any(
        _entries(session, job, one) == record.entries for one in job.kept.get(record.setup, ())
    )


def _entries(session: Session, job: Import, match_id: MatchId) -> tuple[Entry, ...] | None:
    """What was played in a kept match; None where it cannot be read."""
    if match_id in session.matches:
        return session.matches[match_id].record.entries
    text = job.texts[match_id]
    if text is None:
        return None
    try:
        return parse_kept(text).record.entries
    except ValueError:
        return None


def _kept(session: Session, found: FoundMatch, now_ms: int) -> tuple[Session, KeptMatch]:
    """A match as it is to be kept; raises ValueError if it is not legal.

    If a match here has its id already, it gets a new one: nothing that is here is ever replaced.
    """
    match, archived = found.opened(), found.archived
    session, match_id = session.with_new_id()
    if archived is None:
        begun_ms, played_ms, name = now_ms, now_ms, ""
    else:
        library = session.library
        if archived.id not in {**library.summaries, **library.removed}:
            match_id = archived.id
        # A wrong clock elsewhere must not put a match at the top of the list for years.
        played_ms = min(archived.played_ms, now_ms)
        begun_ms, name = min(archived.begun_ms, played_ms), clean_name(archived.name)
    summary = summary_of(match, match_id, begun_ms=begun_ms, played_ms=played_ms, name=name)
    return session, KeptMatch(match, summary)
