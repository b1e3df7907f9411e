"""Which games there are: a game is one folder here and one line below."""

from collections.abc import Mapping
from importlib import import_module

from spieltisch.games.contract import Game
from spieltisch.table import SetupError

FOLDERS = (
    "aya",
    "yala",
    "myra",
)
"""The folders beside this file, in the order of the menu."""

GAMES: Mapping[str, Game] = {
    folder: import_module(f"spieltisch.games.{folder}.game").GAME for folder in FOLDERS
}


def game_of(name: str) -> Game:
    """A game by its name; raises SetupError for a name that is no game."""
    if name not in GAMES:
        raise SetupError("game", name, tuple(GAMES))
    return GAMES[name]
