"""Puts all styles into one sheet: the shared ones, and those that each game's folder brings."""

import os
import re
from pathlib import Path

from tools.project import PACKAGE, STATIC

SHEET = "static/styles/main.css"
OF_GAMES = STATIC / "made" / "games.css"
"""Imports the games' sheets, and is imported by main.css: their rules refine those of screens."""
CSS_IMPORT = re.compile(
    r"""^@import\s+(?:url\()?["']([\w./-]+)["']\)?\s*(?:layer\((\w+)\))?\s*;[ \t]*\n?""",
    re.MULTILINE,
)


def flatten(path: Path) -> str:
    """Give a style sheet with its imports inlined: one request, not a chain."""

    def inlined(found: re.Match[str]) -> str:
        sheet = flatten(path.parent / found[1])
        return in_layer(found[2], sheet) if found[2] else sheet

    return CSS_IMPORT.sub(inlined, path.read_text(encoding="utf-8"))


def in_layer(name: str, sheet: str) -> str:
    """Give a sheet as a part of a layer."""
    return f"@layer {name} {{\n{sheet}}}\n"


def list_games(games: Path = PACKAGE / "games", target: Path = OF_GAMES) -> None:
    """List the style sheets that games' folders bring; a game may do without one."""
    target.parent.mkdir(exist_ok=True)
    sheets = sorted(games.glob("*/view/style.css"))
    paths = [Path(os.path.relpath(sheet, target.parent)).as_posix() for sheet in sheets]
    target.write_text("".join(f'@import url("{path}");\n' for path in paths), encoding="utf-8")


def one_sheet() -> str:
    """Give all styles of the page."""
    list_games()
    return flatten(STATIC / "styles" / "main.css")
