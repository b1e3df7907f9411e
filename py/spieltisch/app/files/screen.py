"""The screen on which matches come from files, and go into one."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import assert_never

from spieltisch.app import library
from spieltisch.app.effects import Effect, Go, Keep, Read
from spieltisch.app.files.state import ImportFiles, ImportOn, ImportScreen
from spieltisch.app.keeping import keep_value
from spieltisch.app.kept_parts import MOST_MEMBERS
from spieltisch.app.kept_values import KINDS, KeptValue
from spieltisch.app.lesson import state as lessons
from spieltisch.app.lesson.state import parse_progress, with_progress
from spieltisch.app.library import KeptMatch, parse_runs, with_runs
from spieltisch.app.matches.state import Restore
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.puzzle.log import parse_puzzle_log, with_puzzle_log
from spieltisch.app.routes import Link, format_link
from spieltisch.app.screen import Place, Screen, no_more, showing
from spieltisch.app.session import Result, Session
from spieltisch.app.settings.settings import Settings, parse_settings
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import MAX_BELONGINGS_LENGTH, Belongings, BelongingsKind
from spieltisch.play.codec import clean_name
from spieltisch.play.importing import (
    FoundMatch,
    Import,
    Refusal,
    RefusalKind,
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
from spieltisch.table.json_text import parse_json

ACCEPTED = ".json,.jsonl,.ndjson,.txt,application/json"

MOST_REFUSALS = 100

ROOM = {
    BelongingsKind.RUNS: library.MAX_LENGTH // 2,
    BelongingsKind.LESSONS: lessons.MAX_LENGTH // 2,
    BelongingsKind.PUZZLES: MAX_BELONGINGS_LENGTH,
}
"""Letters for which there is room where a file is taken in. All of a value that is longer than what
is read would be lost at the next start, and it grows on from here."""


def import_screen(session: Session, screen: ImportScreen, frame: Frame) -> Markup:
    """The ways to give matches, or the progress of an import, and the report about it."""
    job = screen.job
    words = frame.words
    return page(
        frame,
        "import",
        el("h1", words.gettext("Import and export")),
        el(
            "p.lead",
            words.gettext(
                "Import games from files that you exported, or from game records. What is on"
                " this device already stays as it is."
            ),
        ),
        _ways(words) if job is None or job.is_over else _progress(words, job),
        el("p#import-said", {"role": "status"}, _said(words, job)),
        _report(words, job) if job is not None and job.is_over else None,
        _export(words, len(session.library.summaries)) if job is None or job.is_over else None,
    )


def _export(words: Words, kept: int) -> Markup:
    told = words.ngettext("Export {n} game", "Export {n} games", kept)
    return el(
        "section.export",
        {"aria-labelledby": "export-title"},
        el("h2#export-title", words.gettext("Export")),
        el(
            "p",
            words.gettext(
                "Save one file with all your games, or with everything: reviews, puzzles, "
                "lessons and settings, too. Keep it, or import it on another device."
            ),
        ),
        row(
            button(told.format(n=grouped(kept)), "export", "", icon_name="export")
            if kept
            else None,
            button(words.gettext("Export everything"), "export-all", icon_name="export"),
        ),
    )


def _ways(words: Words) -> Markup:
    """The ways to give a file. It can also be dropped, or pasted, anywhere on the page."""
    return el(
        "div.import-ways",
        el(
            "label.button.is-primary.file",
            el("input", {"type": "file", "data-files": True, "multiple": True, "accept": ACCEPTED}),
            words.gettext("Choose files"),
        ),
        el("p.byline", words.gettext("… or drop them anywhere on this page.")),
        el(
            "form.import-text",
            el("label", {"for": "import-text"}, words.gettext("… or paste text or a link")),
            el("textarea#import-text", {"data-pasted": True, "rows": 4, "spellcheck": "false"}),
            button(words.gettext("Import the text")),
        ),
    )


def _progress(words: Words, job: Import) -> Markup:
    label = words.gettext("{at} of {total} games read").format(
        at=grouped(job.at), total=grouped(len(job.pieces))
    )
    is_splitting = job.splitting is not None
    if is_splitting:
        label = words.gettext("Reading the files …")
    return region(
        "div#import-progress.progress",
        el("label", {"for": "import-bar"}, label),
        el(
            "progress#import-bar",
            {
                "max": None if is_splitting else len(job.pieces),
                "value": None if is_splitting else job.at,
            },
        ),
        button(words.gettext("Stop"), "stop-import"),
    )


def _said(words: Words, job: Import | None) -> str:
    """What screen readers say in the place of the progress bar: the beginning and the end."""
    if job is None:
        return ""
    if job.splitting is not None and not job.is_over:
        return words.gettext("Reading the files …")
    if not job.is_over:
        return words.ngettext("Reading {n} game.", "Reading {n} games.", len(job.pieces)).format(
            n=grouped(len(job.pieces))
        )
    told = words.gettext("Imported: {taken}. Already here: {known}. Rejected: {refused}.").format(
        taken=grouped(job.taken_count),
        known=grouped(job.known),
        refused=grouped(len(job.refused)),
    )
    if not job.merged:
        return told
    also = words.gettext("Merged: {what}.")
    return f"{told} {also.format(what=', '.join(_merged(words, job.merged)))}"


def _merged(words: Words, merged: Mapping[BelongingsKind, Sequence[str]]) -> Iterator[str]:
    kinds = {
        BelongingsKind.REVIEW: words.gettext("reviews"),
        BelongingsKind.RUNS: words.gettext("best runs"),
        BelongingsKind.LESSONS: words.gettext("lessons"),
        BelongingsKind.PUZZLES: words.gettext("puzzles"),
        BelongingsKind.BOTS: words.gettext("bots"),
        BelongingsKind.DECKS: words.gettext("decks"),
        BelongingsKind.STUDIES: words.gettext("studies"),
        BelongingsKind.SERIES: words.gettext("series of bots"),
        BelongingsKind.SETTINGS: words.gettext("settings"),
    }
    for kind, games in merged.items():
        titles = ", ".join(
            (catalog.GAMES[game].info.title if game in catalog.GAMES else game) for game in games
        )
        yield f"{kinds[kind]} ({titles})" if games else kinds[kind]


def _report(words: Words, job: Import) -> Markup:
    left = len(job.pieces) - job.at
    untold = len(job.refused) - MOST_REFUSALS
    return el(
        "section.import-report",
        {"aria-label": words.gettext("Import finished")},
        el(
            "p",
            words.ngettext(
                "Stopped: {n} game was not read.", "Stopped: {n} games were not read.", left
            ).format(n=grouped(left)),
        )
        if left
        else None,
        el("ol.refusals", [_refusal(words, one) for one in job.refused[:MOST_REFUSALS]])
        if job.refused
        else None,
        el(
            "p.byline",
            words.ngettext("{n} more was rejected.", "{n} more were rejected.", untold).format(
                n=grouped(untold)
            ),
        )
        if untold > 0
        else None,
        row(link_button(words.gettext("Your games"), "#/matches", "is-primary"))
        if job.taken_count or job.known
        else None,
    )


def _refusal(words: Words, one: Refusal) -> Markup:
    """Which match, why in a sentence, and the exact error for those who look into the file."""
    reasons = {
        RefusalKind.UNREADABLE: words.gettext("It is damaged, or it is not a game record."),
        RefusalKind.FORMAT: words.gettext(
            "It was written by a newer version of this page. Reload to get it."
        ),
        RefusalKind.SETUP: words.gettext(
            "This page does not know that game or that starting position."
        ),
        RefusalKind.ILLEGAL: words.gettext("It contains moves that the rules do not allow."),
        RefusalKind.ROOM: words.gettext("The browser had no room left to save it."),
    }
    return el(
        "li",
        el("strong", _place(words, one)),
        " ",
        reasons[one.kind],
        " ",
        el("code", {"lang": "en"}, one.why),
    )


def _place(words: Words, one: Refusal) -> str:
    if one.source and one.number:
        return words.gettext("{file}, game {n}:").format(file=one.source, n=grouped(one.number))
    if one.source:
        return words.gettext("{file}:").format(file=one.source)
    if one.number:
        return words.gettext("Pasted text, game {n}:").format(n=grouped(one.number))
    return words.gettext("Pasted text:")


def grouped(number: int) -> str:
    """A number with a thin space between its thousands, as it is read in every language."""
    return f"{number:,}".replace(",", "\u202f")


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
            session, effects = _kept_with_room(session, kind, runs, flaws)
            return session, job.having_merged(kind, (), flaws), effects
        case BelongingsKind.LESSONS:
            theirs = parse_progress(found.text, flaws)
            progress = with_progress(kept.progress, theirs)
            session, effects = _kept_with_room(session, kind, progress, flaws)
            job = job.having_merged(kind, theirs.solved, flaws)
            return session, job, effects
        case BelongingsKind.PUZZLES:
            log = parse_puzzle_log(found.text, flaws)
            puzzles = with_puzzle_log(kept.puzzles, log)
            session, effects = _kept_with_room(session, kind, puzzles, flaws)
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


def _kept_with_room(
    session: Session, kind: BelongingsKind, value: KeptValue, flaws: list[str]
) -> Result:
    """Keep a value with what a file has of it, unless so much could not be read again; then it
    stays as it was, which is told."""
    text, room = KINDS[kind].format(value), ROOM[kind]
    if len(text) <= room and len(parse_json(text, room)) <= MOST_MEMBERS // 2:
        return keep_value(session, value)
    flaws.append(f"{kind}: there is no room for so much")
    return session, ()


def with_settings(ours: Settings, theirs: Settings) -> Settings:
    """The settings with the others' choices where none was made here. The language stays: the page
    may not have the words of another one yet."""
    usual = Settings()
    names = [one.name for one in fields(Settings) if one.name != "language"]
    free = [name for name in names if getattr(ours, name) == getattr(usual, name)]
    return replace(ours, **{name: getattr(theirs, name) for name in free})
