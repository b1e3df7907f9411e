"""The state of the lesson on screen."""

from dataclasses import replace
from typing import Self

from spieltisch.app.board.exercise import Exercise
from spieltisch.app.core.news import InExercise
from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.table import HUMAN, Bot, Player
from spieltisch.table.lesson import Course, Step


class LessonScreen(Exercise, kw_only=True):
    """One step on a board of its own; all that is kept of it is that it was solved."""

    name: str
    """The step's, in its game's course."""
    told: str
    """What is to be done, or the answer to what has been done; not translated."""
    is_shown: bool = False
    """Whether the page has played the solution: that is nothing to praise."""

    @property
    def step(self) -> Step:
        course = course_of(self.game)
        return course.steps[course.number(self.name) - 1]

    @classmethod
    def at(cls, game: str, step: Step, before: "LessonScreen | None" = None) -> Self:
        """A step as it begins, perhaps after another one."""
        match = match_of(game, step)
        screen = cls(game=game, match=match, seat=step.seat, name=step.name, told=step.task)
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
