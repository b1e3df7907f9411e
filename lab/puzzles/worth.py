"""Which puzzles are worth solving however easy they are (docs/puzzles.md)."""

from random import Random

from lab.puzzles.themes import has_deed
from spieltisch.games import catalog
from spieltisch.play.puzzle import Puzzle
from spieltisch.search import Level
from spieltisch.search.iterative_deepening import thinking

FEWEST_OPTIONS = 4
"""No puzzle leaves fewer to choose from: among so few the right one is found by trying."""


MANY_OPTIONS = 20
"""Among so many actions the right one has to be looked for, whatever it does."""


def options(puzzle: Puzzle) -> int:
    """How many actions there are to choose from at first."""
    position = catalog.game_of(puzzle.game).rules.parse_position(puzzle.position)
    return len(position.legal_actions(puzzle.seat))


def is_worth_solving(puzzle: Puzzle) -> bool:
    """Whether there is something to see in a puzzle against an opponent: a threat to meet, a deed
    on the way to the win that is one of the game's themes, such as a wall, or an action that looks
    better at first, or many actions to look through. Where one plays alone, all cards have to be
    found."""
    if catalog.game_of(puzzle.game).search_bots is None:
        return True
    is_threat = puzzle.goal not in ("win", "draw")
    is_seen = is_threat or has_deed(puzzle) or options(puzzle) >= MANY_OPTIONS
    return puzzle.goal != "draw" and (is_seen or misleads(puzzle))


def misleads(puzzle: Puzzle) -> bool:
    """Whether the action that looks best at once, one action ahead, is wrong."""
    game = catalog.game_of(puzzle.game)
    assert game.search_bots is not None
    position = game.rules.parse_position(puzzle.position)
    search = game.search_bots.search_for(position)
    first = next(iter(thinking(search, position, puzzle.seat, Level(10_000), Random(0))))
    return game.rules.format_action(first.action) not in puzzle.solutions
