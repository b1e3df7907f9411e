"""The screen on which matches come from files, and what becomes of each."""

from collections import defaultdict
from dataclasses import fields, replace
from typing import assert_never

from spieltisch.app.effects import Effect, Go, Keep, Read
from spieltisch.app.files.state import ImportFiles, ImportOn, ImportScreen
from spieltisch.app.files.view import import_screen
from spieltisch.app.keeping import keep_value
from spieltisch.app.kept_values import KINDS
from spieltisch.app.lesson.progress import parse_progress, with_progress
from spieltisch.app.library import KeptMatch
from spieltisch.app.matches.state import Restore
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.puzzle.log import parse_puzzle_log, with_puzzle_log
from spieltisch.app.routes import Link, format_link
from spieltisch.app.runs import parse_runs, with_runs
from spieltisch.app.screen import Place, Screen, no_more, showing
from spieltisch.app.session import Result, Session
from spieltisch.app.settings.settings import Settings, parse_settings
from spieltisch.play.archive_file import Belongings, BelongingsKind
from spieltisch.play.codec import clean_name
from spieltisch.play.importing import (
    FoundMatch,
    Import,
    Source,
    found_by_link,
    found_in,
    mark_of,
    splitting,
)
from spieltisch.play.match import parse_kept
from spieltisch.play.record_link import LinkReplay
from spieltisch.play.reviews import KeptReview
from spieltisch.play.summary import MatchId, Summary, summary_of
from spieltisch.table import Setup

TURNS_AT_ONCE, LETTERS_AT_ONCE = 10, 10_000
"""So many turns are replayed, and letters read, without a pause."""

SPLIT_AT_ONCE = 20
"""How much of a file is split in the time that a match takes to be read."""


def begin(session: Session, message: ImportFiles) -> Result:
    """Files were given, on whatever screen: they are read on a screen of their own."""
    kept: dict[Setup, list[MatchId]] = defaultdict(list)
    for summary in session.library.summaries.values():
        kept[summary.setup].append(summary.id)
    sources = [Source(*source) for source in message.sources]
    job = Import({setup: tuple(ids) for setup, ids in kept.items()}, splitting(sources))
    job = job.split_on(SPLIT_AT_ONCE)
    is_there = isinstance(session.screen, ImportScreen)
    effects = () if is_there else (Go(format_link(Link("import"))),)
    return replace(session.on(ImportScreen(job)), notice=None), effects


def update(session: Session, screen: ImportScreen, message: Message) -> Result:
    job = screen.job
    if job is None or job.is_over:
        return session, ()
    match message:
        case ImportOn(count, at_ms):
            return _go_on(session, job, count, session.wall_ms(at_ms))
        case Restore(match_id, text) if match_id in job.asked and match_id not in job.answered:
            return _with_job(session, _answered(job, match_id, text)), ()
        case Command.STOP_IMPORT:
            return _with_job(session, replace(job, is_stopped=True)), ()
    return session, ()


def _with_job(session: Session, job: Import) -> Session:
    return session.on(ImportScreen(job))


def _go_on(session: Session, job: Import, count: int, now_ms: int) -> Result:
    """Take ``count`` steps more, or fewer if they are long or something has to be read from storage
    first. Most pieces take one step, long matches several."""
    if job.splitting is not None:
        return _with_job(session, job.split_on(count * SPLIT_AT_ONCE)), ()
    effects: list[Effect] = []
    summaries: list[Summary] = []
    turns = letters = 0
    for _ in range(count):
        is_enough = turns >= TURNS_AT_ONCE or letters >= LETTERS_AT_ONCE
        if job.is_over or job.is_waiting or is_enough:
            break
        try:
            found = job.found or found_in(job.pieces[job.at])
            letters += 0 if job.found else len(job.pieces[job.at].text)
            if isinstance(found, Belongings):
                session, job, written = merged(session, job, found)
                effects += written
                continue
            if letters >= LETTERS_AT_ONCE:
                job = job.with_found(found)
                continue
            replay = found.replay
            if isinstance(found, LinkReplay):
                # Which match it is can be told only from all of its turns.
                replay = replay.on(TURNS_AT_ONCE)
                if not replay.is_over:
                    job = job.with_found(found._replace(replay=replay))
                    break
                found = found_by_link(found)
            setup = found.record.setup
            if setup not in job.compared:
                job = _comparing(session, job, setup)
                effects += map(Read, job.asked)
                if job.is_waiting:
                    job = job.with_found(found)
                    continue
            mark = mark_of(setup, found.record.entries)
            if job.is_known(mark):
                job = job.having_known()
                continue
            before, replay = replay.at, replay.on(TURNS_AT_ONCE - turns)
            turns += replay.at - before
            if not replay.is_over:
                job = job.with_found(replace(found, replay=replay))
                continue
            session, kept = _kept(session, job, found, now_ms)
        except ValueError as error:
            job = job.having_refused(error)
            continue
        job = job.having_taken(kept.summary.id, mark, found.archived)
        summaries.append(kept.summary)
        effects.append(Keep(kept))
    if summaries:
        session = replace(session, library=session.library.with_summaries(summaries))
    return _with_job(session, job), tuple(effects)


def _comparing(session: Session, job: Import, setup: Setup) -> Import:
    """The import once the kept matches that began the same are known; those of which only the
    summaries are here have to be read first."""
    ids = job.kept.get(setup, ())
    job = job.comparing(setup, [one for one in ids if one not in session.matches])
    for one in ids:
        if one in session.matches:
            job = job.marking(one, mark_of(setup, session.matches[one].record.entries))
    return job


def _answered(job: Import, match_id: MatchId, text: str | None) -> Import:
    """Storage has given a match, which may be damaged: then it is like none."""
    job = job.answering(match_id)
    assert isinstance(job.found, FoundMatch)
    try:
        record = parse_kept(text or "").record
    except ValueError:
        return job
    return job.marking(match_id, mark_of(job.found.record.setup, record.entries))


def _kept(
    session: Session, job: Import, found: FoundMatch, now_ms: int
) -> tuple[Session, KeptMatch]:
    """A match as it is to be kept; raises ValueError if it is not legal.

    If a match here has its id already, it gets a new one: nothing that is here is ever replaced.
    """
    match, archived = found.opened(), found.archived
    session, match_id = session.with_new_id()
    if archived is None:
        begun_ms, played_ms, name = now_ms, now_ms, ""
    else:
        known = (session.library.summaries, session.library.removed, job.origins)
        if not any(archived.id in ids for ids in known):
            match_id = archived.id
        # A wrong clock elsewhere must not put a match at the top of the list for years.
        played_ms = min(archived.played_ms, now_ms)
        begun_ms, name = min(archived.begun_ms, played_ms), clean_name(archived.name)
    summary = summary_of(match, match_id, begun_ms=begun_ms, played_ms=played_ms, name=name)
    return session, KeptMatch(match, summary)


SCREENS = (
    Screen(
        ImportScreen,
        import_screen,
        update,
        places={"import": Place(no_more, showing(lambda _: ImportScreen()))},
    ),
)


def merged(
    session: Session, job: Import, found: Belongings
) -> tuple[Session, Import, tuple[Effect, ...]]:
    """The session and the import once the next piece is merged, and what is to be written."""
    kept, flaws, kind = session.kept, list[str](), found.kind
    effects: tuple[Effect, ...] = ()
    match kind:
        case BelongingsKind.REVIEW:
            match_id = next(iter(job.renamed[found.of][-1:]), None)
            # A match that was here before has its own review, or is reviewed anew.
            if match_id is not None:
                effects = (Keep(KeptReview(match_id, found.text)),)
            return session, job.having_merged(kind, ()), effects
        case BelongingsKind.RUNS:
            runs = with_runs(kept.runs, parse_runs(found.text, flaws))
            session, effects = keep_value(session, runs)
            return session, job.having_merged(kind, (), flaws), effects
        case BelongingsKind.LESSONS:
            theirs = parse_progress(found.text, flaws)
            progress = with_progress(kept.progress, theirs)
            session, effects = keep_value(session, progress)
            job = job.having_merged(kind, theirs.solved, flaws)
            return session, job, effects
        case BelongingsKind.PUZZLES:
            log = parse_puzzle_log(found.text, flaws)
            puzzles = with_puzzle_log(kept.puzzles, log)
            session, effects = keep_value(session, puzzles)
            return session, job.having_merged(kind, log.games, flaws), effects
        case (
            BelongingsKind.BOTS
            | BelongingsKind.DECKS
            | BelongingsKind.STUDIES
            | BelongingsKind.SERIES
        ):
            one = KINDS[kind]
            theirs, ours = one.parse(found.text, flaws), getattr(kept, one.field)
            session, effects = keep_value(session, ours.taking(theirs, flaws))
            return session, job.having_merged(kind, (), flaws), effects
        case BelongingsKind.SETTINGS:
            settings = with_settings(session.settings, parse_settings(found.text, flaws))
            session = replace(session, settings=settings)
            return session, job.having_merged(kind, (), flaws), (Keep(settings),)
    assert_never(kind)


def with_settings(ours: Settings, theirs: Settings) -> Settings:
    """The settings with the others' choices where none was made here. The language stays: the page
    may not have the words of another one yet."""
    usual = Settings()
    names = [one.name for one in fields(Settings) if one.name != "language"]
    free = [name for name in names if getattr(ours, name) == getattr(usual, name)]
    return replace(ours, **{name: getattr(theirs, name) for name in free})
