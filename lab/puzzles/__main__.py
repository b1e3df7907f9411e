"""Makes the packs of puzzles: ``python -m lab.puzzles [GAME ...]``.

What a game has shipped stays, as links and days lead to it: bots that have grown stronger since
play other matches, and a hunt would find other puzzles. So only hunts are made that have shipped
nothing yet. Without a pack all of them are.
"""

import sys
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from itertools import chain

from lab.puzzles.duels import Hunter
from lab.puzzles.packing import write
from lab.puzzles.rows import Rows, solitaires
from spieltisch import games
from spieltisch.games import catalog
from spieltisch.play.puzzle import Puzzle, parse_pack
from spieltisch.search.hunt import Hunt
from spieltisch.table import SetupError
from tools.project import PACKS

ROWS = (
    Rows("zoch", {5: 40, 6: 60, 7: 70, 8: 25, 10: 10}),
    Rows("reilly", {8: 60, 10: 90, 12: 50}),
)


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


def hunts_of(name: str) -> tuple[Hunt, ...]:
    """What is looked for in a game: HUNTS of its ``hunt.py``. LookupError for a game without."""
    module = f"{games.__name__}.{name}.hunt"
    if find_spec(module) is None:
        raise LookupError(f"{name} has no hunt.py beside its game.py, so nothing is looked for")
    found: tuple[Hunt, ...] = import_module(module).HUNTS
    return found


def shipped(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that a game's pack has."""
    path = PACKS / f"{name}.json"
    return parse_pack(path.read_text(encoding="utf-8")) if path.exists() else ()


def puzzles_of(name: str, known: Collection[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles of a game: those that it has shipped, and of others rows of cards that somebody
    clears alone are built, wins are hunted for in the bots' matches. LookupError for a game that is
    to have none."""
    game = catalog.game_of(name)
    if game.puzzles is None:
        raise LookupError(f"{name} says nothing of puzzles: its GAME has no puzzles=Puzzles(...)")
    yield from known
    if game.own_cards is not None:
        yield from () if known else chain.from_iterable(map(solitaires, ROWS))
        return
    made, are_made = list(known), {one.added for one in known}
    for hunt in hunts_of(name):
        if hunt.added in are_made:
            continue
        for puzzle in Hunter(hunt, made if hunt.added else ()).puzzles():
            made.append(replace(puzzle, added=hunt.added))
            yield made[-1]


def main() -> int:
    """Make the packs of the games that are named, or of all that have puzzles."""
    try:
        for name in sys.argv[1:] or [one for one, g in catalog.GAMES.items() if g.puzzles]:
            puzzles = list(_told(_different(puzzles_of(name, shipped(name)))))
            kinds = Counter((puzzle.goal, puzzle.moves) for puzzle in puzzles)
            told = ", ".join(
                f"{goal} in {moves}: {count}" for (goal, moves), count in sorted(kinds.items())
            )
            print(f"{write(name, puzzles)}: {len(puzzles)} puzzles ({told})")
    except (LookupError, SetupError) as error:
        print(error.args[0], file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
