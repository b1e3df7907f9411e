"""Which view belongs to which game."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from spieltisch.views.scene import GameView


def view_of(game: str) -> GameView:
    """A game's view; the name is one of the games' catalogue."""
    return cast(GameView, import_module(f"spieltisch.views.{game}.view").VIEW)
