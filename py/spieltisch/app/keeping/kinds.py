"""Which kinds of values are kept beside matches, a line each, and the names under which they are
kept."""

from collections.abc import Callable, Mapping
from typing import Any

from spieltisch.app.core.kept import KeptValue, ValueKind
from spieltisch.app.core.kept_parts import MOST_MEMBERS
from spieltisch.app.keeping import progress, solitaires
from spieltisch.app.keeping.bots import Bots, PlayedSeries
from spieltisch.app.keeping.decks import Decks
from spieltisch.app.keeping.own_things import OwnThings
from spieltisch.app.keeping.progress import (
    Progress,
    format_progress,
    merged_progress,
    parse_progress,
)
from spieltisch.app.keeping.puzzle_log import (
    PuzzleLog,
    format_puzzle_log,
    merged_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.keeping.solitaires import (
    Solitaires,
    format_solitaires,
    merged_solitaires,
    parse_solitaires,
)
from spieltisch.app.keeping.studies import Studies
from spieltisch.play.archive_file import MAX_BELONGINGS_LENGTH, BelongingsKind
from spieltisch.table.json_text import parse_json

SOLITAIRES, LESSONS, PUZZLES, BOTS, DECKS, STUDIES, SERIES, SETTINGS = (
    BelongingsKind.SOLITAIRES,
    BelongingsKind.LESSONS,
    BelongingsKind.PUZZLES,
    BelongingsKind.BOTS,
    BelongingsKind.DECKS,
    BelongingsKind.STUDIES,
    BelongingsKind.SERIES,
    BelongingsKind.SETTINGS,
)


def _all_or_nothing(
    name: str,
    kind: type[KeptValue],
    parse: Callable[[str | None, list[str] | None], Any],
    format_: Callable[[Any], str],
    merged: Callable[[Any, Any, Any], Any],
    room: int,
) -> ValueKind:
    """A value that a file brings all of, or nothing: that is merging with nothing as the base, if
    it has no more letters than there is ``room`` for. All of a value that is longer than what is
    read would be lost at the next start, and it grows on from here."""

    def taking(here: Any, given: Any, flaws: list[str]) -> Any:
        both = merged(kind(), given, here)
        text = format_(both)
        if len(text) <= room and len(parse_json(text, room)) <= MOST_MEMBERS // 2:
            return both
        flaws.append(f"{name}: there is no room for so much")
        return here

    return ValueKind(kind, parse, format_, merged, taking)


def _one_by_one(kind: type[OwnThings[Any]]) -> ValueKind:
    """A value of which a file's things are taken in as long as there is room for them."""
    return ValueKind(kind, kind.parse, kind.format, kind.merged, kind.taking)


KINDS: Mapping[str, ValueKind] = {
    SOLITAIRES: _all_or_nothing(
        SOLITAIRES,
        Solitaires,
        parse_solitaires,
        format_solitaires,
        merged_solitaires,
        solitaires.MAX_SOLITAIRES // 2,
    ),
    LESSONS: _all_or_nothing(
        LESSONS,
        Progress,
        parse_progress,
        format_progress,
        merged_progress,
        progress.MAX_PROGRESS // 2,
    ),
    PUZZLES: _all_or_nothing(
        PUZZLES,
        PuzzleLog,
        parse_puzzle_log,
        format_puzzle_log,
        merged_puzzle_log,
        MAX_BELONGINGS_LENGTH,
    ),
    BOTS: _one_by_one(Bots),
    DECKS: _one_by_one(Decks),
    STUDIES: _one_by_one(Studies),
    SERIES: _one_by_one(PlayedSeries),
}
"""By the name under which they are kept, and which files of all that is kept call them.

Settings are kept in the same way, but are no part of ``Kept``."""


def name_of(value: KeptValue) -> str:
    return next(name for name, one in KINDS.items() if isinstance(value, one.kind))
