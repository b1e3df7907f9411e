"""Merging what a file of all that is kept has besides matches with what is kept here.

Nothing is lost by it: of progress there is the most, of attempts there are all, and a choice that
was made here stays.
"""

from dataclasses import fields, replace
from typing import assert_never

from spieltisch.app.deck.decks import Decks
from spieltisch.app.effects import Effect, Keep
from spieltisch.app.keeping import keep_value
from spieltisch.app.lesson.progress import parse_progress, with_progress
from spieltisch.app.puzzle.log import parse_puzzle_log, with_puzzle_log
from spieltisch.app.runs import parse_runs, with_runs
from spieltisch.app.session import Session
from spieltisch.app.settings.settings import Settings, parse_settings
from spieltisch.app.workshop.bots import Bots
from spieltisch.play.archive_file import Belongings, BelongingsKind
from spieltisch.play.importing import Import
from spieltisch.play.reviews import KeptReview


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
        case BelongingsKind.BOTS:
            bots = Bots.merged(Bots(), Bots.parse(found.text, flaws), kept.bots)
            session, effects = keep_value(session, bots)
            return session, job.having_merged(kind, (), flaws), effects
        case BelongingsKind.DECKS:
            decks = Decks.merged(Decks(), Decks.parse(found.text, flaws), kept.decks)
            session, effects = keep_value(session, decks)
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
