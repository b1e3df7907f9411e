"""The screen with a lesson on it: one thing to do, the board to do it on, and the way on."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from spieltisch.app.board import exercise_update as exercise
from spieltisch.app.board.controls import last_text, typing_form
from spieltisch.app.board.exercise import OPEN, SOLVED, WRONG
from spieltisch.app.board.exercise_view import (
    again_button,
    exercise_scene,
    exercise_screen,
    hint_region,
    news_text,
    onward_link,
    sides_told,
    task_region,
)
from spieltisch.app.board.form import start_match
from spieltisch.app.board.key_list import told_keys
from spieltisch.app.board.menu import hub_page, way
from spieltisch.app.board.messages import ShowSolution
from spieltisch.app.board.seats import Company, with_company, with_level
from spieltisch.app.core.contract import Place, Screen, of_game, optional_part, titled
from spieltisch.app.core.effects import Animate, Effect, Focus
from spieltisch.app.core.keys import KeyRow, Needs, Stroke
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import StartMatch
from spieltisch.app.core.news import InExercise, ScreenState
from spieltisch.app.core.routes import Link, link_to_step
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.progress import Progress
from spieltisch.app.keeping.writing import keep_value
from spieltisch.app.lesson.state import LessonScreen, course_of
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Area, Frame, button, link_button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.paint import icon
from spieltisch.kit.words import Words
from spieltisch.table.fact import gettext_noop

SHOW_ROW = KeyRow("?", gettext_noop("Show me"), (Stroke("?", "show-solution"),))
"""The key of hints, in lessons: where one thing is to be done, a hint would be that."""


def next_step(session: Session, lesson: LessonScreen) -> str | None:
    """The next step; after the last one, the first that was left out. None if none is left."""
    steps, progress = course_of(lesson.game).steps, session.kept.of(Progress)
    number = steps.index(lesson.step) + 1
    if number < len(steps):
        return steps[number].name
    return next((one.name for one in steps[:-1] if not progress.has(lesson.game, one.name)), None)


def lesson_screen(session: Session, lesson: LessonScreen, frame: Frame) -> Markup:
    words, info, view = frame.words, lesson.match.game.info, lesson.match.game.view
    lit = frozenset(lesson.step.named if lesson.state == OPEN else ())
    scene = exercise_scene(session, lesson, words, lit=lit)
    course, onward = course_of(lesson.game), next_step(session, lesson)
    number, is_solved = course.number(lesson.step.name), lesson.state == SOLVED
    over = words(
        "{game}, step {number} of {count}", game=info.title, number=number, count=len(course.steps)
    )
    farewell = words.gettext(course.farewell) if is_solved and onward is None else ""
    return exercise_screen(
        frame,
        view,
        scene,
        task_region(
            "lesson",
            lesson.state,
            over,
            words.gettext(lesson.step.title),
            verdict_text(words, lesson),
            words.gettext(lesson.told),
            el("p.lesson-farewell", farewell) if farewell else None,
            _buttons(lesson, number, onward, words),
            is_last=bool(farewell),
        ),
        {"data-step": lesson.step.name, "data-step-state": lesson.state},
        hint_region(view, scene, is_open=lesson.state == OPEN),
        el(
            "section.panel",
            {"aria-label": words.gettext("All steps")},
            sides_told(view, scene),
            region(
                "ol#lesson-steps.lesson-steps",
                {"aria-label": words.gettext("Steps")},
                [
                    _mark(
                        place,
                        words.gettext(one.title),
                        link_to_step(lesson.game, one.name),
                        words,
                        is_solved=session.kept.of(Progress).has(lesson.game, one.name),
                        is_here=place == number,
                    )
                    for place, one in enumerate(course.steps, start=1)
                ],
            ),
            typing_form(words, lesson.step.name, is_apart=True),
            row(
                link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
                link_button(words.gettext("Set up a game"), f"#/setup/{info.name}", "is-quiet"),
                kind="actions",
            ),
        ),
        frozenset({Needs.CHOICE, Needs.UNDO}),
        tuple(told_keys((SHOW_ROW,), words).items()),
    )


def said_text(session: Session, lesson: LessonScreen, words: Words) -> str:
    scene = exercise_scene(session, lesson, words)

    def own(news: InExercise) -> str:
        told = words.gettext(lesson.told)
        if news is InExercise.REPLIED:
            return last_text(scene, lesson.match.game.view)
        if news is not InExercise.JUDGED:
            return f"{words.gettext(lesson.step.title)}. {told}"
        is_done = lesson.state == SOLVED and next_step(session, lesson) is None
        farewell = words.gettext(course_of(lesson.game).farewell)
        last = farewell if is_done else last_text(scene, lesson.match.game.view)
        return f"{verdict_text(words, lesson)} {told} {last}"

    return news_text(session, lesson, scene, own)


def verdict_text(words: Words, lesson: LessonScreen) -> str:
    """The verdict in a word; empty while nothing has been done."""
    if lesson.is_shown:
        return words.gettext("This is how.")
    praise = words.gettext("Right!") if lesson.step.is_feat else words.gettext("Done.")
    return {SOLVED: praise, WRONG: words.gettext("Not yet.")}.get(lesson.state, "")


def _buttons(lesson: LessonScreen, number: int, onward: str | None, words: Words) -> Markup:
    """Back, once more, what to do, and the way on: after the last step a match."""
    steps, is_solved, back = (
        course_of(lesson.game).steps,
        lesson.state == SOLVED,
        words.gettext("Back"),
    )
    kind, way_on = ("is-quiet", "is-primary") if is_solved else ("is-primary", "is-quiet")
    return row(
        el(
            "a#lesson-back.button.is-quiet",
            {
                "href": link_to_step(lesson.game, steps[number - 2].name),
                "title": back,
            },
            icon("back"),
        )
        if number > 1
        else None,
        # It stays, so that a second press on it is none on the button that begins again.
        button(words.gettext("Show me"), "show-solution", kind="is-quiet", is_idle=is_solved),
        again_button("lesson", words.gettext("Try again"), kind) if lesson.state != OPEN else None,
        button(
            words.gettext("Play against level 1"),
            "start",
            kind=f"is-onward {way_on}",
            node_id="lesson-next",
            is_disabled=not is_solved,
        )
        if onward is None
        else onward_link(
            "lesson", words.gettext("Next"), link_to_step(lesson.game, onward), way_on
        ),
        kind="task-buttons",
    )


@lru_cache(maxsize=32)
def _mark(
    number: int, title: str, link: str, words: Words, *, is_solved: bool, is_here: bool
) -> Markup:
    label = words("Step {number}, {title}", number=number, title=title)
    done = words("{step}, done", step=label) if is_solved else label
    return el(
        "li",
        el(
            "a",
            {
                "class": "step is-solved" if is_solved else "step",
                "href": link,
                # The name as well: beside another name it would be said once more.
                "title": done,
                "aria-current": "step" if is_here else None,
            },
            icon("solved") if is_solved else el("span", {"aria-hidden": "true"}, number),
        ),
    )


class AllLessonsScreen(ScreenState):
    """All that it shows follows from what is kept."""


def all_lessons_screen(session: Session, _: AllLessonsScreen, frame: Frame) -> Markup:
    words = frame.words
    return hub_page(frame, Area.LEARN.label(words), lambda game: _of_game(session, game, words))


def _of_game(session: Session, game: Game, words: Words) -> Iterator[Markup]:
    name, progress = game.info.name, session.kept.of(Progress)
    if game.lessons is not None:
        steps = game.lessons.steps
        solved = sum(progress.has(name, step.name) for step in steps)
        told = words("{n} of {count}", n=solved, count=len(steps)) if solved else ""
        yield from way(game, words.gettext("Lessons"), link_to_step(name), told)
    yield from way(game, words.gettext("Rules"), Link("rules", name).text)
    yield from way(game, words.gettext("To print"), Link("club", name).text)


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/learn``, ``#/learn/<game>`` or ``#/learn/<game>/<step>``."""
    if not parts:
        return Link(place)
    link = optional_part(place, parts, query)
    if link is None or link.game is None:
        return None
    course = catalog.game_of(link.game).lessons
    steps = () if course is None else (None, *(step.name for step in course.steps))
    return link if link.section in steps else None


LEVEL_AFTERWARDS = 1
"""The level of the bot in the match after the last step."""


def arrived(session: Session, link: Link, _at_ms: float) -> Result:
    """A step comes on screen: the one that is named, else the first that has not been solved;
    without a game, what can be learnt of each."""
    if link.game is None:
        return session.on(AllLessonsScreen()), ()
    game, name, course = link.game, link.section, course_of(link.game)
    steps, progress = course.steps, session.kept.of(Progress)
    if name is None:
        step = next((one for one in steps if not progress.has(game, one.name)), steps[0])
    else:
        step = steps[course.number(name) - 1]
    before = session.screen if isinstance(session.screen, LessonScreen) else None
    screen = LessonScreen.at(game, step, before)
    # From step to step the keyboard stays on the board.
    return session.on(screen), (Focus("board"),) if before is not None else ()


def update(session: Session, screen: LessonScreen, message: Message) -> Result:
    match message:
        case ShowSolution(at_ms):
            # The solution of the step is played for the learner.
            if screen.state == SOLVED:
                return session, ()
            if screen.state == WRONG:
                screen = LessonScreen.at(screen.game, screen.step, screen)
            action = screen.match.rules.parse_action(screen.step.solutions[0])
            return _play(session, replace(screen, is_shown=True), action, at_ms)
        case StartMatch(seed, at_ms):
            info, course = catalog.game_of(screen.game).info, course_of(screen.game)
            setup = with_level(with_company(info.default_setup(), Company.ALONE), LEVEL_AFTERWARDS)
            return start_match(session, replace(setup, options=course.options), seed, at_ms)
    return exercise.update(session, screen, message, CONDUCT)


def _begun_again(session: Session, screen: LessonScreen) -> Result:
    if not screen.match.turns:
        return session, ()
    again = replace(LessonScreen.at(screen.game, screen.step, screen), cursor=screen.cursor)
    return session.on(again), (Focus("board"),)


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
    before = session.kept.of(Progress)
    progress = before.with_step(screen.game, screen.step.name)
    onward: tuple[Effect, ...] = (Focus("lesson-next"),)
    if progress == before:
        return session, onward
    session, effects = keep_value(session, progress)
    return session, (*effects, *onward)


def _go_on(screen: LessonScreen, at_ms: float) -> LessonScreen:
    return screen.after_reply().awaiting(at_ms)


CONDUCT = exercise.Conduct(_play, _begun_again, _go_on)


SCREENS = (
    Screen(
        LessonScreen,
        lesson_screen,
        update,
        places={"learn": Place(parse, arrived)},
        spoken=said_text,
        title=lambda _, screen, words: of_game(words.gettext("Lessons"), screen.game),
        area=Area.LEARN,
    ),
    Screen(
        AllLessonsScreen,
        all_lessons_screen,
        title=lambda _, __, words: titled(Area.LEARN.label(words)),
        area=Area.LEARN,
    ),
)
