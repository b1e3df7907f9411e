"""Older searches to play against: each a zip of the package's files as they were at a commit.

``a459788.zip`` was made by ``git archive --format=zip -9 a459788:py`` of the files that its search
needs; the zip's comment is the commit. Python imports from the zip directly.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from spieltisch.games import catalog
from spieltisch.table import AnyPosition, Seat

HERE = Path(__file__).parent
NAMES = tuple(sorted(path.stem for path in HERE.glob("*.zip")))


class Rival:
    """A level of an older search, which plays in a process of its own."""

    def __init__(
        self, name: str, game: str, level: int, rng: Random, nodes: int | None = None
    ) -> None:
        """Args:
        name: one of NAMES.
        game: a game's name.
        level: one of the older search's.
        rng: seeds its random choices.
        nodes: how many positions it searches, instead of the level's number.
        """
        self._process = _process(name)
        self._rules = catalog.game_of(game).rules
        self._limits = (level, nodes)
        self._write(game, f"rival {rng.random()}")

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """What the older search plays."""
        self._write(self._rules.format_position(position), seat, *self._limits)
        return self._rules.parse_action(_pipe(self._process.stdout).readline().rstrip())

    def _write(self, *values: object) -> None:
        pipe = _pipe(self._process.stdin)
        pipe.write(json.dumps(values) + "\n")
        pipe.flush()


def _pipe(pipe: Any) -> Any:
    assert pipe is not None
    return pipe


@cache
def _process(name: str) -> subprocess.Popen[str]:
    """The process of an older search; it ends when this one does, as its input is closed then."""
    return subprocess.Popen(
        [sys.executable, HERE / "player.py"],
        env={"PYTHONPATH": str(HERE / f"{name}.zip")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
