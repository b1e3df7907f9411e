"""Where things lie in the checkout."""

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PY = ROOT / "py"
PACKAGE = PY / "spieltisch"
STATIC = ROOT / "static"
WORKER = "py/bot_worker.py"
MANIFEST = "manifest.webmanifest"
LOCALES = STATIC / "locale"
PACKS = STATIC / "puzzles"
NODE_MODULES = ROOT / "node_modules"
SITE = ROOT / "_site"
CARRIED = ROOT / "dist" / "spieltisch.html"


class ToolError(Exception):
    """What went wrong and what to do about it, in words for the person at the terminal."""


def exit_code(work: Callable[[], object]) -> int:
    """Do a tool's work, and give the code with which the process ends: 1 after a ToolError, of
    which the person at the terminal is told."""
    try:
        work()
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def version() -> str:
    """Give the project's version, which is in pyproject.toml and nowhere else."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(told["project"]["version"])


def newest_mtime(*roots: Path) -> float:
    """Give the newest modification time of any file at or below `roots`, 0 when there is none."""
    files = [path for root in roots for path in ([root] if root.is_file() else root.rglob("*"))]
    return max((p.stat().st_mtime for p in files if "__pycache__" not in p.parts), default=0.0)
