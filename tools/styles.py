"""Puts all styles into one sheet: the shared ones, then those that each game's folder brings."""

import re
from collections.abc import Iterable
from pathlib import Path

from tools.project import PACKAGE, STATIC

SHEET = "static/styles/main.css"
SCREENS = "screens"
"""The layer of the screens' rules and the games', see main.css."""
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


def game_sheets(folders: Iterable[str], games: Path = PACKAGE / "games") -> list[Path]:
    """Find the style sheets of the games in these folders; a game may do without one."""
    sheets = [games / folder / "view" / "style.css" for folder in folders]
    return [sheet for sheet in sheets if sheet.exists()]


def one_sheet(folders: Iterable[str]) -> str:
    """Give all styles: a game's rules come after the screens' own, which they refine."""
    shared = flatten(STATIC / "styles" / "main.css")
    games = [in_layer(SCREENS, flatten(sheet)) for sheet in game_sheets(folders)]
    return "\n".join([shared, *games])
