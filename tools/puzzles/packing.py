"""Makes puzzles of what was found, sorts them into bands, and writes the packs."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from spieltisch.play.puzzle import BANDS, PUZZLE, Pack, Puzzle, Solution
from spieltisch.table import Seat, Setup
from spieltisch.table.json_text import compact
from tools.project import STATIC
from tools.puzzles.effort import effort_of
from tools.puzzles.themes import themes_of

FOLDER = STATIC / "puzzles"

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH = 6


def make(
    setup: Setup, position: str, seat: Seat, goal: str, moves: int, solution: Solution
) -> Puzzle:
    """The puzzle, with its effort and its themes; its band is not known yet."""
    id_ = id_of(setup, position, goal)
    puzzle = Puzzle(id_, setup, position, seat, goal, moves, 1, 0, (), solution)
    return replace(puzzle, effort=effort_of(puzzle), themes=themes_of(puzzle))


def id_of(setup: Setup, position: str, goal: str) -> str:
    """Six letters and digits, made from what the puzzle is."""
    digest = hashlib.sha256(f"{setup.game}\n{position}\n{goal}".encode()).digest()
    number = int.from_bytes(digest[:8])
    signs = []
    for _ in range(_ID_LENGTH):
        number, digit = divmod(number, len(_SIGNS))
        signs.append(_SIGNS[digit])
    return "".join(signs)


def sorted_into_bands(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles by effort, a fifth of them in each band."""
    by_effort = sorted(puzzles, key=lambda puzzle: (puzzle.effort, puzzle.moves, puzzle.id))
    return [
        replace(puzzle, band=1 + index * BANDS // len(by_effort))
        for index, puzzle in enumerate(by_effort)
    ]


def format_pack(puzzles: Sequence[Puzzle]) -> str:
    """A pack, one puzzle a line."""
    lines = ",\n".join(compact(PUZZLE.write(puzzle)) for puzzle in puzzles)
    return f'{{"format":{Pack.FORMAT},"puzzles":[\n{lines}\n]}}\n'


def write(name: str, puzzles: Sequence[Puzzle]) -> Path:
    """Write a game's pack."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.json"
    path.write_text(format_pack(sorted_into_bands(puzzles)), encoding="utf-8")
    return path
