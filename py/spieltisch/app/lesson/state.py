"""The state of the lesson on screen."""

import json
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Self

from spieltisch.app.exercise.state import Exercise
from spieltisch.app.kept_parts import kept_object, sound_members
from spieltisch.app.message import Frozen
from spieltisch.app.news import InExercise
from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.table import HUMAN, Bot, Player
from spieltisch.table.codec import codec
from spieltisch.table.lesson import Course, Step

MOST_KEPT = 100
"""How many steps of a game are read from storage: no game has more."""

MAX_LENGTH = 100_000
"""Letters of all that is kept of lessons."""

_STEP = codec(str)


class Progress(Frozen):
    solved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the steps that have been solved, by game."""

    def has(self, game: str, step: str) -> bool:
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


def merged_progress(base: Progress, ours: Progress, theirs: Progress) -> Progress:
    """The progress of two that have both gone on from the same. Nothing of it is ever erased."""
    return with_progress(with_progress(base, theirs), ours)


def format_progress(progress: Progress) -> str:
    return json.dumps(dict(progress.solved))


def parse_progress(text: str | None, flaws: list[str] | None = None) -> Progress:
    """Progress from storage; what is damaged is left out, and told in ``flaws``."""
    told = [] if flaws is None else flaws
    solved: dict[str, tuple[str, ...]] = {}
    for game, steps in kept_object(text, MAX_LENGTH, "lessons", told).items():
        if not isinstance(steps, list):
            told.append(f"lessons.{game} is not a list")
            continue
        unsound: list[str] = []
        sound = sound_members(_STEP, steps, unsound.append)
        if unsound:
            told.append(f"lessons.{game} has other members than names of steps")
        solved[game] = tuple(dict.fromkeys(sound))[:MOST_KEPT]
    return Progress(solved)


class LessonScreen(Exercise, kw_only=True):
    """One step on a board of its own; all that is kept of it is that it was solved."""

    step: Step
    told: str
    """What is to be done, or the answer to what has been done; not translated."""
    is_shown: bool = False
    """Whether the page has played the solution: that is nothing to praise."""

    @classmethod
    def at(cls, game: str, step: Step, before: "LessonScreen | None" = None) -> Self:
        """A step as it begins, perhaps after another one."""
        match = match_of(game, step)
        screen = cls(game=game, match=match, seat=step.seat, step=step, told=step.task)
        screen = replace(screen, news=before.news if before is not None else None)
        return screen.choosing().saying(InExercise.SET)


def match_of(game: str, step: Step) -> Match:
    """A step's position as a match: the learner is its one person."""
    info, rules = catalog.game_of(game).info, catalog.game_of(game).rules
    seats = range(1, step.seats + 1)
    players = tuple(Player("", HUMAN if seat == step.seat else Bot(1)) for seat in seats)
    setup = replace(info.default_setup(), seats=step.seats, players=players)
    return Match(setup, rules.parse_position(step.position))


def course_of(game: str) -> Course:
    course = catalog.game_of(game).lessons
    assert course is not None
    return course
