"""Which games there are: a game is one folder here and one line below.

``game_of`` gives any game by its name. Who knows beforehand which one it is imports the GAME of its
folder, whose types tell more: ``from spieltisch.games.yala.game import GAME as YALA``.
"""

from collections.abc import Mapping
from importlib import import_module

from spieltisch.games.contract import Game
from spieltisch.table import Record, SetupError, format_record, parse_record

FOLDERS = (
    "aya",
    "yala",
    "myra",
)
"""The folders beside this file, in the order of the menu."""

_games: dict[str, Game] = {
    folder: import_module(f"spieltisch.games.{folder}.game").GAME for folder in FOLDERS
}
GAMES: Mapping[str, Game] = _games
"""By name; what was registered comes after those of the folders."""


def game_of(name: str) -> Game:
    """A game by its name; raises SetupError for a name that is no game."""
    if name not in GAMES:
        raise SetupError("game", name, tuple(GAMES))
    return GAMES[name]


def register(game: Game) -> None:
    """Have a game of one's own known by its name in this Python, to records, links and all else
    that begins with a name; raises ValueError for a name that another game has, or none can."""
    name = game.info.name
    if GAMES.get(name, game) is not game:
        raise ValueError(f"{name!r} is the name of another game")
    parse_record(format_record(Record(game.info.default_setup())))
    _games[name] = game
