"""Makes puzzles of what was found, sorts them into bands, and writes the packs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from lab.puzzles.effort import effort_of
from lab.puzzles.themes import themes_of
from lab.puzzles.worth import FEWEST_OPTIONS, is_worth_solving, options
from spieltisch.play.dealing import id_of
from spieltisch.play.puzzle import BANDS, PUZZLE, Pack, Puzzle, Solution
from spieltisch.table import Seat, Setup
from spieltisch.table.json_text import compact
from tools.project import PACKS

EASY_BANDS = 2
"""In so many bands all puzzles are worth solving."""

CHANGED = 20_788
"""The day, 1 December 2026, from which on the daily puzzles are drawn from the second pack."""


def make(
    setup: Setup, position: str, seat: Seat, goal: str, moves: int, solution: Solution
) -> Puzzle:
    """The puzzle, with its effort and its themes; its band is not known yet."""
    id_ = id_of(setup, position, goal)
    puzzle = Puzzle(id_, setup, position, seat, goal, moves, 1, 0, (), solution)
    return replace(puzzle, effort=effort_of(puzzle), themes=themes_of(puzzle))


def sorted_into_bands(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles in the order of a pack, which later packs keep: those of the first one come
    first, by effort. Those that leave too little to choose from are retired; of the others a fifth
    is in each band, and those of the easy bands are worth solving."""
    kept = [
        replace(puzzle, retired=0 if options(puzzle) >= FEWEST_OPTIONS else CHANGED)
        for puzzle in sorted(puzzles, key=lambda one: (one.added, *_ease(one)))
    ]
    by_ease = sorted((one for one in kept if not one.retired), key=_ease)
    easiest = islice(filter(is_worth_solving, by_ease), len(by_ease) * EASY_BANDS // BANDS + 1)
    order = {one.id: 0 for one in easiest} | {one.id: 0 for one in by_ease}
    bands = {id_: 1 + place * BANDS // len(order) for place, id_ in enumerate(order)}
    efforts = {band: [one.effort for one in by_ease if bands[one.id] == band] for band in _BANDS}
    return [replace(one, band=bands.get(one.id) or _band_like(one, efforts)) for one in kept]


_BANDS = range(1, BANDS + 1)


def _ease(puzzle: Puzzle) -> tuple[int, int, str]:
    return (puzzle.effort, puzzle.moves, puzzle.id)


def _band_like(puzzle: Puzzle, efforts: Mapping[int, Sequence[int]]) -> int:
    """The band of a retired puzzle: the first whose hardest puzzle is as hard."""
    harder = (band for band in _BANDS if max(efforts[band], default=0) >= puzzle.effort)
    return next(harder, BANDS)


def format_pack(puzzles: Sequence[Puzzle]) -> str:
    """A pack, one puzzle a line."""
    lines = ",\n".join(compact(PUZZLE.write(puzzle)) for puzzle in puzzles)
    return f'{{"format":{Pack.FORMAT},"puzzles":[\n{lines}\n]}}\n'


def write(name: str, puzzles: Sequence[Puzzle]) -> Path:
    """Write a game's pack."""
    PACKS.mkdir(exist_ok=True)
    path = PACKS / f"{name}.json"
    path.write_text(format_pack(sorted_into_bands(puzzles)), encoding="utf-8")
    return path
