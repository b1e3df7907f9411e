"""What is kept beside matches and settings: values by name, and how each is read, written and
merged."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from spieltisch.app.deck.decks import Decks
from spieltisch.app.lesson.state import (
    Progress,
    format_progress,
    merged_progress,
    parse_progress,
)
from spieltisch.app.library import Runs, format_runs, merged_runs, parse_runs
from spieltisch.app.puzzle.log import (
    PuzzleLog,
    format_puzzle_log,
    merged_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.study.studies import Studies
from spieltisch.app.workshop.bots import Bots, PlayedSeries
from spieltisch.play.archive_file import BelongingsKind

KeptValue: TypeAlias = Runs | Progress | PuzzleLog | Bots | Decks | Studies | PlayedSeries


class ValueKind(NamedTuple):
    field: str
    """Of ``Kept``."""
    kind: type
    parse: Callable[[str | None, list[str] | None], Any]
    """From storage; what is damaged is left out, and told in the list."""
    format: Callable[[Any], str]
    merged: Callable[[Any, Any, Any], Any]
    """What becomes of a value that two have changed: as it was, as the one has it, and the other.
    """


RUNS, LESSONS, PUZZLES, BOTS, DECKS, STUDIES, SERIES = (
    BelongingsKind.RUNS,
    BelongingsKind.LESSONS,
    BelongingsKind.PUZZLES,
    BelongingsKind.BOTS,
    BelongingsKind.DECKS,
    BelongingsKind.STUDIES,
    BelongingsKind.SERIES,
)

KINDS: Mapping[str, ValueKind] = {
    RUNS: ValueKind("runs", dict, parse_runs, format_runs, merged_runs),
    LESSONS: ValueKind("progress", Progress, parse_progress, format_progress, merged_progress),
    PUZZLES: ValueKind(
        "puzzles", PuzzleLog, parse_puzzle_log, format_puzzle_log, merged_puzzle_log
    ),
    BOTS: ValueKind("bots", Bots, Bots.parse, Bots.format, Bots.merged),
    DECKS: ValueKind("decks", Decks, Decks.parse, Decks.format, Decks.merged),
    STUDIES: ValueKind("studies", Studies, Studies.parse, Studies.format, Studies.merged),
    SERIES: ValueKind(
        "series", PlayedSeries, PlayedSeries.parse, PlayedSeries.format, PlayedSeries.merged
    ),
}
"""By the name under which they are kept, and which files of all that is kept call them."""


def name_of(value: KeptValue) -> str:
    return next(name for name, one in KINDS.items() if isinstance(value, one.kind))
