"""Puts further games on the table: into this process's catalogue, or into a tree of its own, beside
a further screen.

They lie in ``tests/fourth_game/`` and ``tests/fifth_game/``, so that the catalogue does not have
them. Tests that run over every game put them there while they are collected and while they run, and
no longer.
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
from spieltisch.new_game import with_line
from tools.project import NODE_MODULES, PACKS, ROOT

FOLDERS = Path(__file__).parent / "fourth_game"
NAME = "mutorere"
FIFTH_FOLDERS = Path(__file__).parent / "fifth_game"
FIFTH = "hexfive"
FURTHER = {NAME: FOLDERS, FIFTH: FIFTH_FOLDERS}
"""The folder that each is in; the pack of its puzzles, if it has one, lies beside it."""
SCREEN = Path(__file__).parent / "extra_screen" / "tally"
"""A screen that the page has not, either: it is put beside the others in the same tree."""

SOURCES = (
    "py", "tools", "static", "index.html", "package.json", "package-lock.json", "pyscript.toml",
    "manifest.webmanifest", "pyproject.toml", "LICENSE",
)  # fmt: skip
"""What a site is built from."""
MADE = shutil.ignore_patterns("__pycache__", "vendor", "made")


@contextmanager
def in_catalogue(*names: str) -> Iterator[None]:
    """The catalogue has further games, the last on the menu: those that are named, or the
    fourth."""
    chosen = names or (NAME,)
    path = [*games.__path__, *(str(FURTHER[name]) for name in chosen)]
    with patch.object(games, "__path__", path):
        further = {
            name: import_module(f"{games.__name__}.{name}.game").GAME
            for name in chosen
            if name not in catalog.GAMES
        }
        with patch.dict(catalog.GAMES, further):
            yield


def make_tree(root: Path, *names: str) -> Path:
    """Copy the project's sources to a folder, with a further screen and further games, those that
    are named or the fourth: each as a folder and a line more."""
    for name in SOURCES:
        source, target = ROOT / name, root / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=MADE)
        else:
            shutil.copyfile(source, target)
    (root / NODE_MODULES.name).symlink_to(NODE_MODULES.resolve())
    for name in names or (NAME,):
        _add(root, FURTHER[name] / name, "games", "catalog.py")
        if (pack := FURTHER[name] / f"{name}.json").exists():
            shutil.copy(pack, root / PACKS.relative_to(ROOT))
    _add(root, SCREEN, "app", "screens.py")
    return root


def _add(root: Path, folder: Path, room: str, table: str) -> None:
    """Put a folder into a room, and a line with its name into the table of such folders."""
    inside = root / "py/spieltisch" / room
    shutil.copytree(folder, inside / folder.name, ignore=MADE)
    text = with_line((inside / table).read_text(encoding="utf-8"), folder.name)
    (inside / table).write_text(text, encoding="utf-8")
