"""Puts the fourth game on the table: into this process's catalogue, or into a tree of its own.

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
    """Copy the project's sources to a folder, with the fourth game as a folder and a line more."""
    for name in SOURCES:
        source, target = ROOT / name, root / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=MADE)
        else:
            shutil.copyfile(source, target)
    (root / NODE_MODULES.name).symlink_to(NODE_MODULES.resolve())
    shutil.copytree(FOLDERS / NAME, root / "py/spieltisch/games" / NAME, ignore=MADE)
    catalogue = root / "py/spieltisch/games/catalog.py"
    before, opening, names = catalogue.read_text(encoding="utf-8").partition("FOLDERS = (\n")
    assert opening, "the catalogue is written otherwise"
    ours, closing, rest = names.partition(")\n")
    catalogue.write_text(f'{before}{opening}{ours}    "{NAME}",\n{closing}{rest}', encoding="utf-8")
    return root
