"""The screen with a lesson on it: one thing to do, the board to do it on, and the way on."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from spieltisch.app.exercise.state import OPEN, SOLVED, WRONG
from spieltisch.app.exercise.view import (
    again_button,
    exercise_scene,
    exercise_screen,
    hint_region,
    onward_link,
    sides_told,
    task_region,
)
from spieltisch.app.lesson.state import LessonScreen, course_of
from spieltisch.app.links import link_to_step
from spieltisch.app.match.view.match import hint_text, last_text, typing_form
from spieltisch.app.news import Asked, Chosen, Dropped, InExercise, OnBoard
from spieltisch.app.session import Session
from spieltisch.kit.frame import Frame, button, link_button, row, sound_text
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.paint import icon
from spieltisch.kit.words import Words


@dataclass(frozen=True)
class Steps:
    """A game's steps, seen from the one on screen."""

    names: tuple[str, ...]
    titles: tuple[str, ...]
    solved: frozenset[str]
    number: int
    """Which step is on screen, counted from 1."""
    is_open: bool
    """Whether that one is still to be solved."""

    @property
    def left(self) -> str | None:
        """The next step; after the last one, the first that was left out. None if none is left."""
        if self.number < len(self.names):
            return self.names[self.number]
        return next((name for name in self.names[:-1] if name not in self.solved), None)

    @property
    def is_done(self) -> bool:
        """Whether all has been learnt."""
        return self.left is None and not self.is_open


def course_on(session: Session, lesson: LessonScreen, words: Words) -> Steps:
    steps, progress = course_of(lesson.game).steps, session.kept.progress
    return Steps(
        names=tuple(step.name for step in steps),
        titles=tuple(words.gettext(step.title) for step in steps),
        solved=frozenset(step.name for step in steps if progress.has(lesson.game, step.name)),
        number=steps.index(lesson.step) + 1,
        is_open=lesson.state != SOLVED,
    )


def lesson_screen(session: Session, lesson: LessonScreen, frame: Frame) -> Markup:
    words, info, view = frame.words, lesson.match.game.info, lesson.match.game.view
    lit = frozenset(lesson.step.named if lesson.state == OPEN else ())
    scene = exercise_scene(session, lesson, words, lit=lit)
    course = course_on(session, lesson, words)
    return exercise_screen(
        frame,
        view,
        scene,
        _task(lesson, course, words),
        {"data-step": lesson.step.name, "data-step-state": lesson.state},
        hint_region(view, scene, is_open=lesson.state == OPEN),
        el(
            "section.panel",
            {"aria-label": words.gettext("All steps")},
            sides_told(view, scene),
            _steps(lesson, course, words),
            typing_form(words),
            row(
                link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
                link_button(words.gettext("Set up a game"), f"#/setup/{info.name}", "is-quiet"),
                kind="actions",
            ),
        ),
    )


def said_text(session: Session, lesson: LessonScreen, words: Words) -> str:
    scene, course = exercise_scene(session, lesson, words), course_on(session, lesson, words)
    news, view = lesson.news, lesson.match.game.view
    if news is None:
        return ""
    match news.what:
        case Chosen() | Dropped():
            return hint_text(scene, view)
        case Asked(key, step):
            return view.answer(replace(scene, asked=step), key)
        case InExercise.REPLIED:
            return last_text(scene, view)
        case InExercise.JUDGED:
            farewell = words.gettext(course_of(lesson.game).farewell) if course.is_done else ""
            verdict, told = verdict_text(words, lesson), words.gettext(lesson.told)
            return f"{verdict} {told} {farewell or last_text(scene, view)}"
        case OnBoard.SOUND_CHANGED:
            return sound_text(words, session.settings.sound)
        case InExercise.SET | InExercise.FOUND | InExercise.SHOWN | OnBoard.HELPED:
            return words.gettext(lesson.told)
        case _:
            assert_never(news.what)


def verdict_text(words: Words, lesson: LessonScreen) -> str:
    """The verdict in a word; empty while nothing has been done."""
    if lesson.is_shown:
        return words.gettext("This is how.")
    praise = words.gettext("Right!") if lesson.step.is_feat else words.gettext("Done.")
    return {SOLVED: praise, WRONG: words.gettext("Not yet.")}.get(lesson.state, "")


def _task(lesson: LessonScreen, course: Steps, words: Words) -> Markup:
    """The task, the verdict on what has been done, and the buttons."""
    over = words.gettext("{game}, step {number} of {count}").format(
        game=lesson.match.game.info.title, number=course.number, count=len(course.names)
    )
    farewell = words.gettext(course_of(lesson.game).farewell)
    return task_region(
        "lesson",
        lesson.state,
        over,
        course.titles[course.number - 1],
        verdict_text(words, lesson),
        words.gettext(lesson.told),
        el("p.lesson-farewell", farewell) if course.is_done else None,
        _buttons(lesson, course, words),
    )


def _buttons(lesson: LessonScreen, course: Steps, words: Words) -> Markup:
    is_solved = lesson.state == SOLVED
    kind = "is-quiet" if is_solved else "is-primary"
    return row(
        _back(lesson, course, words) if course.number > 1 else None,
        again_button("lesson", words.gettext("Try again"), kind) if lesson.state != OPEN else None,
        None if is_solved else button(words.gettext("Show me"), "show-solution", kind="is-quiet"),
        _next(lesson, course, words, "is-primary" if is_solved else "is-quiet"),
        kind="task-buttons",
    )


def _next(lesson: LessonScreen, course: Steps, words: Words, kind: str) -> Markup:
    """The link to the next step; after the last one the button that begins a match."""
    if course.left is not None:
        link = link_to_step(lesson.game, course.left)
        return onward_link("lesson", words.gettext("Next"), link, kind)
    return button(
        words.gettext("Play against level 1"),
        "start",
        kind=f"is-onward {kind}",
        node_id="lesson-next",
        is_disabled=not course.is_done,
    )


def _back(lesson: LessonScreen, course: Steps, words: Words) -> Markup:
    label = words.gettext("Back")
    return el(
        "a#lesson-back.button.is-quiet",
        {
            "href": link_to_step(lesson.game, course.names[course.number - 2]),
            "title": label,
            "aria-label": label,
        },
        icon("back"),
    )


def _steps(lesson: LessonScreen, course: Steps, words: Words) -> Markup:
    """The row of all steps, each a link."""
    return region(
        "ol#lesson-steps.lesson-steps",
        {"aria-label": words.gettext("Steps")},
        [
            _mark(
                number,
                title,
                link_to_step(lesson.game, name),
                words,
                is_solved=name in course.solved,
                is_here=number == course.number,
            )
            for number, (name, title) in enumerate(
                zip(course.names, course.titles, strict=True), start=1
            )
        ],
    )


@lru_cache(maxsize=32)
def _mark(
    number: int, title: str, link: str, words: Words, *, is_solved: bool, is_here: bool
) -> Markup:
    label = words.gettext("Step {number}: {title}").format(number=number, title=title)
    done = words.gettext("{step} (done)").format(step=label) if is_solved else label
    return el(
        "li",
        el(
            "a",
            {
                "class": "step is-solved" if is_solved else "step",
                "href": link,
                "title": title,
                "aria-label": done,
                "aria-current": "step" if is_here else None,
            },
            icon("solved") if is_solved else number,
        ),
    )
