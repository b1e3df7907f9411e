"""Which steps of lessons have been solved."""

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Self

from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.kept_parts import kept_object, sound_members
from spieltisch.app.core.message import Frozen
from spieltisch.app.core.session import Session
from spieltisch.table.codec import codec

MOST_STEPS_KEPT = 100
"""How many steps of a game are read from storage: no game has more."""

MAX_PROGRESS = 100_000
"""Letters of all that is kept of lessons."""

_STEP = codec(str)


class Progress(Frozen, KeptValue):
    solved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the steps that have been solved, by game."""

    def has(self, game: str, step: str) -> bool:
        return step in self.solved.get(game, ())

    def with_step(self, game: str, step: str) -> Self:
        """The progress after a step was solved, perhaps again."""
        if self.has(game, step):
            return self
        return type(self)({**self.solved, game: (*self.solved.get(game, ()), step)})


def merged_progress(base: Progress, ours: Progress, theirs: Progress) -> Progress:
    """The progress of two that have both gone on from the same. Nothing of it is ever erased."""
    for progress in (theirs, ours):
        for game, steps in progress.solved.items():
            for step in steps:
                base = base.with_step(game, step)
    return base


def format_progress(progress: Progress) -> str:
    return json.dumps(dict(progress.solved))


def parse_progress(text: str | None, flaws: list[str] | None = None) -> Progress:
    """Progress from storage; what is damaged is left out, and told in ``flaws``."""
    told = [] if flaws is None else flaws
    solved: dict[str, tuple[str, ...]] = {}
    for game, steps in kept_object(text, MAX_PROGRESS, "lessons", told).items():
        if not isinstance(steps, list):
            told.append(f"lessons.{game} is not a list")
            continue
        unsound: list[str] = []
        sound = sound_members(_STEP, steps, unsound.append)
        if unsound:
            told.append(f"lessons.{game} has other members than names of steps")
        solved[game] = tuple(dict.fromkeys(sound))[:MOST_STEPS_KEPT]
    return Progress(solved)


def has_met(session: Session, game: str) -> bool:
    """Whether somebody has played a game here, or learnt something of it."""
    is_learnt = bool(session.kept.of(Progress).solved.get(game))
    return is_learnt or session.library.latest(game) is not None
