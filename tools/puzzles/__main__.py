"""Makes the packs of puzzles: ``python -m tools.puzzles [GAME ...]``, always the same ones."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from spieltisch.play.puzzle import Puzzle
from spieltisch.table import Setup
from tools.puzzles.boards import ring_shape, small_board
from tools.puzzles.duels import Hunt, Hunter
from tools.puzzles.packing import CHANGED, write
from tools.puzzles.rows import Rows, solitaires
from tools.puzzles.worth import FEWEST_OPTIONS

YALA = Hunt(
    setup=Setup("yala"),
    bots=(
        ("search:2", "search:3"),
        ("search:3", "search:2"),
        ("search:3", "search:3"),
        ("search:1", "search:3"),
        ("search:2", "search:2"),
    ),
    wanted={
        ("win", 2): 60,
        ("win", 3): 70,
        ("win", 4): 60,
        ("win", 5): 35,
        ("win", 6): 20,
        ("do-not-lose", 1): 50,
        ("do-not-lose", 2): 30,
        ("do-not-lose", 3): 10,
        ("draw", 1): 25,
    },
    win_plies=13,
    hold_plies=10,
    most_nodes=25_000,
    most_escapes=24,
    most_matches=1_000,
    shape=ring_shape,
)
MORE_YALA = replace(
    YALA,
    seed=20_000,
    wanted={("win", 2): 20, ("win", 3): 25, ("do-not-lose", 1): 15, ("do-not-lose", 2): 8},
    fewest_options=FEWEST_OPTIONS,
)
"""In place of those of YALA's first pack that leave little to choose from."""

SHORT_WINS = Hunt(
    setup=Setup("myra"),
    bots=(("search:2", "search:2"),),
    wanted={("win", 2): 170},
    win_plies=3,
    hold_plies=0,
    most_nodes=40_000,
    most_escapes=0,
    most_matches=2_000,
    board=small_board,
)
MORE_WINS = replace(SHORT_WINS, wanted={("win", 2): 40}, seed=10_000)
LONG_WINS = replace(SHORT_WINS, wanted={("win", 3): 4}, win_plies=7)
SAVES = replace(
    SHORT_WINS,
    wanted={("save-queen", 1): 125},
    win_plies=0,
    hold_plies=40,
    most_escapes=12,
)
MYRA = (SHORT_WINS, MORE_WINS, LONG_WINS, SAVES)
ROWS = (
    Rows("zoch", {5: 40, 6: 60, 7: 70, 8: 25, 10: 10}),
    Rows("reilly", {8: 60, 10: 90, 12: 50}),
)


def _yala() -> Iterator[Puzzle]:
    first = list(Hunter(YALA).puzzles())
    yield from first
    for puzzle in Hunter(MORE_YALA, first).puzzles():
        yield replace(puzzle, added=CHANGED)


def _different(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles, each once: several hunts may come to the same position."""
    ids: set[str] = set()
    for puzzle in puzzles:
        if puzzle.id not in ids:
            ids.add(puzzle.id)
            yield puzzle


def _told(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles; the terminal shows how many there are so far."""
    begin = time.process_time()
    for number, puzzle in enumerate(puzzles, 1):
        seconds = time.process_time() - begin
        print(f"\r{number} puzzles, {seconds:.0f} s of computing", end="", file=sys.stderr)
        yield puzzle
    print(file=sys.stderr)


MAKERS: Mapping[str, Callable[[], Iterable[Puzzle]]] = {
    "aya": lambda: chain.from_iterable(map(solitaires, ROWS)),
    "yala": _yala,
    "myra": lambda: chain.from_iterable(Hunter(hunt).puzzles() for hunt in MYRA),
}


def main() -> None:
    """Make the packs of the games that are named, or of all."""
    for name in sys.argv[1:] or MAKERS:
        puzzles = list(_told(_different(MAKERS[name]())))
        kinds = Counter((puzzle.goal, puzzle.moves) for puzzle in puzzles)
        told = ", ".join(
            f"{goal} in {moves}: {count}" for (goal, moves), count in sorted(kinds.items())
        )
        print(f"{write(name, puzzles)}: {len(puzzles)} puzzles ({told})")


if __name__ == "__main__":
    main()
