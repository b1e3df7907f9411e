"""The screen on which matches come from files, and go into one."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from spieltisch.app.core.contract import Place, Screen, no_more, showing, titled
from spieltisch.app.core.damage import MATCHES
from spieltisch.app.core.effects import Effect, Go, Keep
from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.library import KeptMatch
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, ImportFiles, ImportMatches
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.settings import Settings, parse_settings
from spieltisch.app.core.waiting import wait
from spieltisch.app.core.waits import Compare, EndImport, MakeSummary, Owner, Stored, Written
from spieltisch.app.files.state import ImportOn, ImportScreen, importing
from spieltisch.app.keeping.bots import OwnSeries
from spieltisch.app.keeping.kinds import KINDS
from spieltisch.app.keeping.own_things import OwnThing, ThingId
from spieltisch.app.keeping.packing import unpacked
from spieltisch.app.keeping.progress import Progress
from spieltisch.app.keeping.puzzle_log import PuzzleLog
from spieltisch.app.keeping.studies import OwnStudy
from spieltisch.app.keeping.writing import keep_value
from spieltisch.games import catalog
from spieltisch.kit.frame import Area, Frame, button, input_field, link_button, page, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import Belongings, BelongingsKind
from spieltisch.play.codec import clean_name
from spieltisch.play.importing import (
    FoundMatch,
    Import,
    Inspection,
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
from spieltisch.play.replaying import Recipe, Stages
from spieltisch.play.reviews import KeptReview, check_review
from spieltisch.play.study_text import parse_study
from spieltisch.play.summary import MatchId, Summary, summary_of
from spieltisch.table import Setup
from spieltisch.table.marks import MisfitError

ACCEPTED = ".json,.jsonl,.ndjson,.txt,application/json"

MOST_REFUSALS = 100


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
            button(
                words.counted("Export {n} game", "Export {n} games", kept, n=grouped(kept)),
                "export",
                "",
                icon_name="export",
            )
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
            input_field("import-text", "code", {"data-pasted": True, "rows": 4}, ""),
            button(words.gettext("Import the text")),
        ),
    )


def _progress(words: Words, job: Import) -> Markup:
    label = words("{at} of {total} games read", at=grouped(job.at), total=grouped(len(job.pieces)))
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
        return words.counted(
            "Reading {n} game.", "Reading {n} games.", len(job.pieces), n=grouped(len(job.pieces))
        )
    told = words(
        "Imported: {taken}. Already here: {known}. Rejected: {refused}.",
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
        BelongingsKind.SOLITAIRES: words.gettext("best runs"),
        BelongingsKind.LESSONS: words.gettext("lessons"),
        BelongingsKind.PUZZLES: words.gettext("puzzles"),
        BelongingsKind.BOTS: words.gettext("bots"),
        BelongingsKind.DECKS: words.gettext("decks"),
        BelongingsKind.STUDIES: words.gettext("studies"),
        BelongingsKind.SERIES: words.gettext("test runs of bots"),
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
            words.counted(
                "Stopped: {n} game was not read.",
                "Stopped: {n} games were not read.",
                left,
                n=grouped(left),
            ),
        )
        if left
        else None,
        el("ol.refusals", [_refusal(words, one) for one in job.refused[:MOST_REFUSALS]])
        if job.refused
        else None,
        el(
            "p.byline",
            words.counted(
                "{n} more was rejected.", "{n} more were rejected.", untold, n=grouped(untold)
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
        return words("{file}, game {n}:", file=one.source, n=grouped(one.number))
    if one.source:
        return words("{file}:", file=one.source)
    if one.number:
        return words("Pasted text, game {n}:", n=grouped(one.number))
    return words.gettext("Pasted text:")


def grouped(number: int) -> str:
    """A number with a thin space between its thousands, as it is read in every language."""
    return f"{number:,}".replace(",", "\u202f")


Compared: TypeAlias = tuple[Session, Import, tuple[Effect, ...]]

TURNS_AT_ONCE, LETTERS_AT_ONCE = 10, 10_000
"""So many turns are replayed, and letters read, without a pause."""

SPLIT_AT_ONCE = 20
"""How much of a file is split in the time that a match takes to be read."""


def begin(session: Session, message: ImportFiles | ImportMatches) -> Result:
    """Files were given, on whatever screen: they are read on a screen of their own."""
    kept: dict[Setup, list[MatchId]] = defaultdict(list)
    for summary in session.library.summaries.values():
        kept[summary.setup].append(summary.id)
    sources = [Source(*source) for source in message.sources]
    visit = replace(session.visit, imports=session.visit.imports + 1)
    session = replace(session, visit=visit)
    ids_by_setup = {setup: tuple(ids) for setup, ids in kept.items()}
    job = Import(ids_by_setup, splitting(sources), number=visit.imports).split_on(SPLIT_AT_ONCE)
    is_there = isinstance(session.screen, ImportScreen)
    effects = () if is_there else (Go(Link("import").text),)
    # What an earlier import has asked for is not for this one.
    waits = tuple(one for one in session.waits if not isinstance(one.then, Compare | EndImport))
    session, asked = _with_job(replace(session, waits=waits, notice=None), job)
    return session, (*effects, *asked)


def update(session: Session, screen: ImportScreen, message: Message) -> Result:
    job = screen.job
    if job is None or job.is_over:
        return session, ()
    match message:
        case ImportOn(count, at_ms) if importing(session) is not None:
            return _go_on(session, job, count, session.wall_ms(at_ms))
        case Compare():
            return _compared(session, job, message)
        case EndImport() if job.is_read:
            return session.on(ImportScreen(replace(job, is_written=True))), ()
        case Command.STOP_IMPORT if job.is_read:
            # Storage may never answer.
            return session.on(ImportScreen(replace(job, is_stopped=True, is_written=True))), ()
        case Command.STOP_IMPORT:
            return _with_job(session, replace(job, is_stopped=True))
    return session, ()


def _with_job(session: Session, job: Import) -> Result:
    """The session with the import as it is now. Once all is read it waits for storage: who closes
    the browser as soon as matches are told as imported would lose those that are on their way."""
    session = session.on(ImportScreen(job))
    if not job.is_read:
        return session, ()
    return wait(session, Written(job.number), EndImport(), Owner.SCREEN)


def _go_on(session: Session, job: Import, count: int, now_ms: int) -> Result:
    """Take ``count`` steps more, or fewer if they are long or something has to be read from storage
    first. Most pieces take one step, long matches several."""
    if job.splitting is not None:
        return _with_job(session, job.split_on(count * SPLIT_AT_ONCE))
    effects: list[Effect] = []
    summaries: list[Summary] = []
    turns = letters = 0
    for _ in range(count):
        is_enough = turns >= TURNS_AT_ONCE or letters >= LETTERS_AT_ONCE
        if job.is_read or is_enough:
            break
        try:
            found = job.found or found_in(job.pieces[job.at])
            letters += 0 if job.found else len(job.pieces[job.at].text)
            if isinstance(found, Belongings):
                found = Inspection(found, Stages(_Inspecting(found)))
            if isinstance(found, Inspection):
                flaws = found.flaws.on(1)
                if not flaws.is_over:
                    # Of what is packed, one part may be as much work as many matches.
                    job = job.with_found(found._replace(flaws=flaws))
                    break
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
                session, job, asked = _comparing(session, job.comparing(setup), setup)
                effects += asked
                if asked:
                    job = job.with_found(found)
                    break
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
    session, asked = _with_job(session, job)
    return session, (*effects, *asked)


def _comparing(session: Session, job: Import, setup: Setup, number: int = 0) -> Compared:
    """The import as far as it is known which kept matches began the same, from one of them on: of
    the first one of which only the summary is here, storage is asked."""
    ids = job.kept.get(setup, ())
    for at in range(number, len(ids)):
        one = ids[at]
        if one in session.matches:
            job = job.marking(one, mark_of(setup, session.matches[one].record.entries))
        else:
            then = Compare(one, number=at)
            session, effects = wait(session, Stored(MATCHES, one), then, Owner.SCREEN)
            return session, job, effects
    return session, job, ()


def _compared(session: Session, job: Import, message: Compare) -> Result:
    """Storage has given a match, which may be damaged: then it is like none."""
    if not isinstance(job.found, FoundMatch):
        return session, ()
    setup = job.found.record.setup
    with suppress(ValueError):
        record = parse_kept(message.text or "").record
        job = job.marking(message.key, mark_of(setup, record.entries))
    session, job, effects = _comparing(session, job, setup, message.number + 1)
    return session.on(ImportScreen(job)), effects


def _kept(
    session: Session, job: Import, found: FoundMatch, now_ms: int
) -> tuple[Session, KeptMatch]:
    """A match as it is to be kept; raises ValueError if it is not legal.

    If a match here has its id already, it gets a new one: nothing that is here is ever replaced.
    """
    match, archived = found.replayed(), found.archived
    session, match_id = session.with_new_id()
    if archived is None:
        begun_ms, played_ms, name = now_ms, now_ms, ""
    else:
        # Of some only the match can be read, until their summaries are made anew.
        waiting = {one.then.match_id for one in session.waits if isinstance(one.then, MakeSummary)}
        known = (session.library.summaries, session.library.removed, job.origins, waiting)
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
        title=lambda _, __, words: titled(words.gettext("Import and export")),
        area=Area.YOURS,
    ),
)


def merged(
    session: Session, job: Import, inspection: Inspection
) -> tuple[Session, Import, tuple[Effect, ...]]:
    """The session and the import once the next piece is merged, and what is to be written."""
    found = inspection.belongings
    flaws, kind = list[str](), found.kind
    effects: tuple[Effect, ...] = ()
    match kind:
        case BelongingsKind.REVIEW:
            match_id = next(iter(job.renamed[found.of][-1:]), None)
            # A match that was here before has its own review, or is reviewed anew.
            if match_id is not None:
                check_review(found.text)
                effects = (Keep(KeptReview(match_id, found.text)),)
            return session, job.having_merged(kind, ()), effects
        case BelongingsKind.SETTINGS:
            theirs = parse_settings(found.text, flaws)
            settings = session.settings.since(Settings(), theirs)
            # The page may not have the words of another language yet.
            settings = replace(settings, language=session.settings.language)
            session = replace(session, settings=settings)
            return session, job.having_merged(kind, (), flaws), (Keep(settings),)
    one = KINDS[kind]
    given, here = one.parse(found.text, flaws), session.kept.of(one.kind)
    for name, error in inspection.flaws.items:
        if error is not None:
            given = given.without(name)
            flaws.append(str(MisfitError.at(f"{kind}.{name}", error)))
    after = one.taking(here, given, flaws)
    if after != here:
        session, effects = keep_value(session, after)
    return session, job.having_merged(kind, _games_in(given), flaws), effects


def _games_in(given: KeptValue) -> Collection[str]:
    """The games that the report names beside what a file has brought."""
    match given:
        case Progress(solved=by_game) | PuzzleLog(games=by_game):
            return by_game
    return ()


@dataclass(frozen=True)
class _Inspecting(Recipe[tuple[str, ValueError | None]]):
    found: Belongings

    def things(self) -> Iterator[tuple[str, ValueError | None]]:
        return _inspected(self.found)


def _inspected(found: Belongings) -> Iterator[tuple[str, ValueError | None]]:
    """What is wrong with each thing of what people have made, one at a time."""
    if found.kind not in (BelongingsKind.SERIES, BelongingsKind.STUDIES):
        return
    for name, thing in KINDS[found.kind].parse(found.text, None).by_id.items():
        try:
            _check_inside(name, thing)
        except ValueError as error:
            yield name, error
        else:
            yield name, None


def _check_inside(name: ThingId, thing: OwnThing) -> None:
    """Raise ValueError for a thing with a text inside that it cannot be opened with: it would be in
    the way of all others."""
    match thing:
        case OwnSeries(game=game, packed=letters, lost=lost):
            unpacked(name, game, letters, lost)
        case OwnStudy(game=game, text=text):
            found = parse_study(text).study.setup.game
            if found != game:
                raise ValueError(f"a study of {found}")
