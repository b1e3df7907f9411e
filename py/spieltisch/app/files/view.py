"""The screen on which matches come from files, and go into one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from spieltisch.app.files.state import ImportScreen
from spieltisch.app.session import Session
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.importing import Import, Refusal, RefusalKind

ACCEPTED = ".json,.jsonl,.ndjson,.txt,application/json"

MOST_REFUSALS = 100
"""How many refusals are listed one by one."""


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
            export_button(
                words,
                words.ngettext("Export {n} game", "Export {n} games", kept).format(n=grouped(kept)),
            )
            if kept
            else None,
            button(words.gettext("Export everything"), "export-all", icon_name="export"),
        ),
    )


def export_button(words: Words, label: str = "", ids: Sequence[str] = ()) -> Markup:
    """A button that saves matches as one file: those with these ids, or all that there are."""
    return button(label or words.gettext("Export"), "export", " ".join(ids), icon_name="export")


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
        titles = ", ".join(_title(game) for game in games)
        yield f"{kinds[kind]} ({titles})" if games else kinds[kind]


def _title(game: str) -> str:
    return catalog.GAMES[game].info.title if game in catalog.GAMES else game


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
    return el(
        "li",
        el("strong", _place(words, one)),
        " ",
        _reason(words, one.kind),
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


def _reason(words: Words, kind: RefusalKind) -> str:
    match kind:
        case RefusalKind.UNREADABLE:
            return words.gettext("It is damaged, or it is not a game record.")
        case RefusalKind.FORMAT:
            return words.gettext(
                "It was written by a newer version of this page. Reload to get it."
            )
        case RefusalKind.SETUP:
            return words.gettext("This page does not know that game or that starting position.")
        case RefusalKind.ILLEGAL:
            return words.gettext("It contains moves that the rules do not allow.")
        case RefusalKind.ROOM:
            return words.gettext("The browser had no room left to save it.")
    assert_never(kind)


def grouped(number: int) -> str:
    """A number with a thin space between its thousands, as it is read in every language."""
    return f"{number:,}".replace(",", "\u202f")
