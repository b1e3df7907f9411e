"""How far a person has come with the lessons, kept on the device."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from spieltisch.table.record import parse_json

MOST_KEPT = 100
"""How many steps of a game are read from storage: no game has more."""


@dataclass(frozen=True)
class Progress:
    """Attributes:
    solved: the names of the steps that have been solved, by game.
    """

    solved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def has(self, game: str, step: str) -> bool:
        """Whether a step has been solved."""
        return step in self.solved.get(game, ())

    def with_step(self, game: str, step: str) -> Self:
        """The progress after a step was solved, perhaps again."""
        if self.has(game, step):
            return self
        return type(self)({**self.solved, game: (*self.solved.get(game, ()), step)})


def with_progress(progress: Progress, other: Progress) -> Progress:
    """The progress with all that has been solved in either."""
    for game, steps in other.solved.items():
        for step in steps:
            progress = progress.with_step(game, step)
    return progress


def format_progress(progress: Progress) -> str:
    """The progress as JSON text, for storage."""
    return json.dumps({game: list(steps) for game, steps in progress.solved.items()})


def parse_progress(text: str | None) -> Progress:
    """Progress from storage; what is damaged is left out."""
    try:
        games = parse_json(text or "{}")
    except ValueError:
        return Progress()
    if not isinstance(games, dict):
        return Progress()
    return Progress(
        {
            game: tuple(dict.fromkeys(step for step in steps if isinstance(step, str)))[:MOST_KEPT]
            for game, steps in games.items()
            if isinstance(steps, list)
        }
    )
