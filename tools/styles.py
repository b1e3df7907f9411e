"""Puts all styles into one sheet: the shared ones, then those that each game's folder brings."""

import re
from collections.abc import Iterable
from pathlib import Path

from tools.project import PACKAGE, STATIC

SHEET = "static/styles/main.css"
CSS_IMPORT = re.compile(
    r"""^@import\s+(?:url\()?["']([\w./-]+)["']\)?\s*;[ \t]*\n?""", re.MULTILINE
)


def flatten(path: Path) -> str:
    """Give a style sheet with its imports inlined: one request, not a chain."""
    return CSS_IMPORT.sub(
        lambda match: flatten(path.parent / match[1]), path.read_text(encoding="utf-8")
    )


def game_sheets(folders: Iterable[str], games: Path = PACKAGE / "games") -> list[Path]:
    """Find the style sheets of the games in these folders; a game may do without one."""
    sheets = [games / folder / "view" / "style.css" for folder in folders]
    return [sheet for sheet in sheets if sheet.exists()]


def one_sheet(folders: Iterable[str]) -> str:
    """Give all styles: a game's rules come after the shared ones, which they refine."""
    sheets = [STATIC / "styles" / "main.css", *game_sheets(folders)]
    return "\n".join(map(flatten, sheets))
