"""Puzzles, and the wait for them, among the other screens."""

from collections.abc import Sequence

from spieltisch.app.puzzle import opening
from spieltisch.app.puzzle.state import AwaitedPuzzle, PuzzleScreen
from spieltisch.app.puzzle.texts import said_text
from spieltisch.app.puzzle.update import update
from spieltisch.app.puzzle.view import awaited_screen, puzzle_screen
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, game_title, optional_part
from spieltisch.games import catalog


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/puzzle/<game>`` or ``#/mistakes/<game>``, perhaps with which; ``#/daily/<game>``."""
    link = optional_part(place, parts, query)
    if link is None or link.game is None:
        return None
    game = catalog.game_of(link.game)
    has_one = {
        "puzzle": game.puzzles is not None,
        "daily": game.puzzles is not None and link.section is None,
        "mistakes": game.search_bots is not None,
    }
    return link if has_one[place] else None


SCREENS = (
    Screen(
        PuzzleScreen,
        puzzle_screen,
        update,
        places=dict.fromkeys(("puzzle", "daily", "mistakes"), Place(parse, opening.opened)),
        spoken=said_text,
        title=lambda _, screen, __: game_title(screen.game),
    ),
    Screen(
        AwaitedPuzzle,
        awaited_screen,
        opening.update,
        title=lambda _, screen, __: game_title(screen.game),
    ),
)
