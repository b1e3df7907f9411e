"""Which kinds of values are kept beside matches, a line each, and the names under which they are
kept."""

from collections.abc import Mapping

from spieltisch.app.core.kept import KeptValue, ValueKind
from spieltisch.app.keeping.bots import Bots, PlayedSeries
from spieltisch.app.keeping.decks import Decks
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
from spieltisch.app.keeping.runs import Runs, format_runs, merged_runs, parse_runs
from spieltisch.app.keeping.studies import Studies
from spieltisch.play.archive_file import BelongingsKind

RUNS, LESSONS, PUZZLES, BOTS, DECKS, STUDIES, SERIES, SETTINGS = (
    BelongingsKind.RUNS,
    BelongingsKind.LESSONS,
    BelongingsKind.PUZZLES,
    BelongingsKind.BOTS,
    BelongingsKind.DECKS,
    BelongingsKind.STUDIES,
    BelongingsKind.SERIES,
    BelongingsKind.SETTINGS,
)

KINDS: Mapping[str, ValueKind] = {
    RUNS: ValueKind(Runs, parse_runs, format_runs, merged_runs),
    LESSONS: ValueKind(Progress, parse_progress, format_progress, merged_progress),
    PUZZLES: ValueKind(PuzzleLog, parse_puzzle_log, format_puzzle_log, merged_puzzle_log),
    BOTS: ValueKind(Bots, Bots.parse, Bots.format, Bots.merged),
    DECKS: ValueKind(Decks, Decks.parse, Decks.format, Decks.merged),
    STUDIES: ValueKind(Studies, Studies.parse, Studies.format, Studies.merged),
    SERIES: ValueKind(PlayedSeries, PlayedSeries.parse, PlayedSeries.format, PlayedSeries.merged),
}
"""By the name under which they are kept, and which files of all that is kept call them.

Settings are kept in the same way, but are no part of ``Kept``."""


def name_of(value: KeptValue) -> str:
    return next(name for name, one in KINDS.items() if isinstance(value, one.kind))
