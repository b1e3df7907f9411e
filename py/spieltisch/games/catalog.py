"""Which games there are. Menus read metadata alone; a game's rules load when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from spieltisch.games.aya.info import INFO as AYA
from spieltisch.games.myra.info import INFO as MYRA
from spieltisch.games.yala.info import INFO as YALA
from spieltisch.table import AnyGame, GameInfo, SetupError

GAMES: dict[str, GameInfo] = {info.name: info for info in (AYA, YALA, MYRA)}
"""Every game's metadata, in the order of the menu."""


ON_PAGE = ("aya", "yala", "myra")
"""The games that have a view, so that they can be played in the page, in the order of the menu."""


def info_of(name: str) -> GameInfo:
    """A game's metadata; raises SetupError for a name that is no game."""
    if name not in GAMES:
        raise SetupError("game", name, tuple(GAMES))
    return GAMES[name]


def load(name: str) -> AnyGame:
    """A game's rules; raises SetupError for a name that is no game."""
    info_of(name)
    return cast(AnyGame, import_module(f"spieltisch.games.{name}.rules").GAME)
