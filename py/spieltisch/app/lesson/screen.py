"""Lessons among the other screens, and what each message does there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from spieltisch.app.effects import Animate, Effect, Focus
from spieltisch.app.exercise import update as exercise
from spieltisch.app.exercise.state import SOLVED, WRONG
from spieltisch.app.keeping import keep_value
from spieltisch.app.lesson.state import LessonScreen, course_of
from spieltisch.app.lesson.view import lesson_screen, said_text
from spieltisch.app.match.messages import ShowSolution
from spieltisch.app.message import Message
from spieltisch.app.news import InExercise
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, game_title, optional_part
from spieltisch.app.session import Result, Session
from spieltisch.app.setup.seats import Company, with_company, with_level
from spieltisch.app.setup.state import StartMatch
from spieltisch.app.setup.update import start_match
from spieltisch.games import catalog


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/learn/<game>``, or ``#/learn/<game>/<step>``."""
    link = optional_part(place, parts, query)
    if link is None or link.game is None:
        return None
    course = catalog.game_of(link.game).lessons
    steps = () if course is None else (None, *(step.name for step in course.steps))
    return link if link.section in steps else None


FIRST_LEVEL = 1
"""The level of the bot in the match after the last step."""


def opened(session: Session, link: Link, _at_ms: float) -> Result:
    """A step comes on screen: the one that is named, else the first that has not been solved."""
    assert link.game is not None
    game, name, course = link.game, link.section, course_of(link.game)
    steps, progress = course.steps, session.kept.progress
    if name is None:
        step = next((one for one in steps if not progress.has(game, one.name)), steps[0])
    else:
        step = steps[course.number(name) - 1]
    before = session.lesson
    screen = LessonScreen.at(game, step, before)
    # From step to step the keyboard stays on the board.
    return session.on(screen), (Focus("board"),) if before is not None else ()


def update(session: Session, screen: LessonScreen, message: Message) -> Result:
    match message:
        case ShowSolution(at_ms):
            return _show_solution(session, screen, at_ms)
        case StartMatch(seed, at_ms):
            return _start_match(session, screen, seed, at_ms)
    return exercise.update(session, screen, message, CONDUCT)


def _begun_again(session: Session, screen: LessonScreen) -> Result:
    if not screen.match.turns:
        return session, ()
    again = replace(LessonScreen.at(screen.game, screen.step, screen), cursor=screen.cursor)
    return session.on(again), (Focus("board"),)


def _show_solution(session: Session, screen: LessonScreen, at_ms: float) -> Result:
    """Play the solution of the step for the learner."""
    if screen.state == SOLVED:
        return session, ()
    if screen.state == WRONG:
        screen = LessonScreen.at(screen.game, screen.step, screen)
    action = screen.match.rules.parse_action(screen.step.solutions[0])
    return _play(session, replace(screen, is_shown=True), action, at_ms)


def _play(session: Session, screen: LessonScreen, action: Any, at_ms: float) -> Result:
    """The learner acts, and is told whether that was right; raises IllegalActionError."""
    step = screen.step
    match = screen.match.play(step.seat, action)
    mistake = step.judge(match.turns[-1])
    screen = replace(
        screen,
        match=match,
        choice=None,
        state=SOLVED if mistake is None else WRONG,
        told=step.praise if mistake is None else mistake.answer,
        replies=step.replies if mistake is None else mistake.replies,
    ).saying(InExercise.JUDGED)
    session = session.on(screen.awaiting(at_ms))
    effects: tuple[Effect, ...] = (Animate(match.turns[-1]),)
    if mistake is not None:
        return session, (*effects, Focus("lesson-again"))
    session, more = _solved(session, screen)
    return session, (*effects, *more)


def _solved(session: Session, screen: LessonScreen) -> Result:
    """Note that the step was solved; the keyboard goes to the button that leads on."""
    before = session.kept.progress
    progress = before.with_step(screen.game, screen.step.name)
    onward: tuple[Effect, ...] = (Focus("lesson-next"),)
    if progress is before:
        return session, onward
    session, effects = keep_value(session, progress)
    return session, (*effects, *onward)


def _go_on(screen: LessonScreen, at_ms: float) -> LessonScreen:
    """The next reply, and what follows it."""
    return screen.after_reply().awaiting(at_ms)


CONDUCT = exercise.Conduct(_play, _begun_again, _go_on)


def _start_match(session: Session, screen: LessonScreen, seed: int, at_ms: float) -> Result:
    """The first match after the lessons: against the weakest bot."""
    info, course = catalog.game_of(screen.game).info, course_of(screen.game)
    setup = with_level(with_company(info.default_setup(), Company.ALONE), FIRST_LEVEL)
    return start_match(session, replace(setup, options=course.options), seed, at_ms)


SCREENS = (
    Screen(
        LessonScreen,
        lesson_screen,
        update,
        places={"learn": Place(parse, opened)},
        spoken=said_text,
        title=lambda _, screen, __: game_title(screen.game),
    ),
)
