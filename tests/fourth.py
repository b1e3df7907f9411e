"""Puts the fourth game on the table: into this process's catalogue, or into a tree of its own,
beside a further screen.

It lies in ``tests/fourth_game/``, so that the catalogue does not have it. Tests that run over every
game put it there while they are collected and while they run, and no longer.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

from spieltisch import games
from spieltisch.games import catalog
from tools.project import NODE_MODULES, ROOT

FOLDERS = Path(__file__).parent / "fourth_game"
NAME = "mutorere"
SCREEN = Path(__file__).parent / "extra_screen" / "tally"
"""A screen that the page has not, either: it is put beside the others in the same tree."""

SOURCES = (
    "py", "tools", "static", "index.html", "package.json", "package-lock.json", "pyscript.toml",
    "manifest.webmanifest", "pyproject.toml", "LICENSE",
)  # fmt: skip
"""What a site is built from."""
MADE = shutil.ignore_patterns("__pycache__", "vendor", "made")


@contextmanager
def in_catalogue() -> Iterator[None]:
    """The catalogue has a fourth game, the last on the menu."""
    with patch.object(games, "__path__", [*games.__path__, str(FOLDERS)]):
        game = import_module(f"{games.__name__}.{NAME}.game").GAME
        with patch.dict(catalog.GAMES, {NAME: game}):
            yield


def make_tree(root: Path) -> Path:
    """Copy the project's sources to a folder, with a fourth game and a further screen, each as a
    folder and a line more."""
    for name in SOURCES:
        source, target = ROOT / name, root / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=MADE)
        else:
            shutil.copyfile(source, target)
    (root / NODE_MODULES.name).symlink_to(NODE_MODULES.resolve())
    _add(root, FOLDERS / NAME, "games", "catalog.py")
    _add(root, SCREEN, "app", "screens.py")
    return root


def _add(root: Path, folder: Path, room: str, table: str) -> None:
    """Put a folder into a room, and a line with its name into the table of such folders."""
    inside = root / "py/spieltisch" / room
    shutil.copytree(folder, inside / folder.name, ignore=MADE)
    before, opening, names = (inside / table).read_text(encoding="utf-8").partition("FOLDERS = (\n")
    assert opening, f"{table} is written otherwise"
    ours, closing, rest = names.partition(")\n")
    text = f'{before}{opening}{ours}    "{folder.name}",\n{closing}{rest}'
    (inside / table).write_text(text, encoding="utf-8")
