"""The screen with a lesson on it: one thing to do, the board to do it on, and the way on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from spieltisch.app.exercise.view import (
    again_button,
    exercise_screen,
    hint_region,
    onward_link,
    task_region,
)
from spieltisch.app.table.view.match import typing_form
from spieltisch.kit.frame import Frame, button, link_button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.words import Words
from spieltisch.table import GameInfo


@dataclass(frozen=True)
class StepMark:
    """A step in the row of all steps.

    Attributes:
        title: what it is about.
        link: the link to it.
        is_solved: whether it has been solved.
    """

    title: str
    link: str
    is_solved: bool


@dataclass(frozen=True)
class Onward:
    """Where to go from a step.

    Attributes:
        before: the link to the step before; None for the first.
        after: the link to the next step that is left; None where none is.
        is_done: whether all has been learnt.
    """

    before: str | None
    after: str | None
    is_done: bool = False


@dataclass(frozen=True)
class LessonModel:
    """Attributes:
    info, view: the game.
    scene: what lies on the board.
    name: the step's name.
    state: ``open``, ``solved`` or ``wrong``.
    told: what is to be done, or the answer to what has been done.
    number: which step it is, counted from 1.
    marks: all steps.
    onward: where to go from here.
    farewell: what is said when all has been learnt.
    """

    info: GameInfo
    view: GameView
    scene: Scene
    name: str
    state: str
    told: str
    number: int
    marks: Sequence[StepMark]
    onward: Onward
    farewell: str


def lesson_screen(frame: Frame, model: LessonModel) -> Markup:
    """A step of a game's lessons."""
    words, is_open = frame.words, model.state == "open"
    return exercise_screen(
        frame,
        model.view,
        model.scene,
        _task(words, model),
        {"data-step": model.name, "data-step-state": model.state},
        hint_region(model.view, model.scene, is_open=is_open),
        el(
            "section",
            {"class": "panel", "aria-label": words.gettext("All steps")},
            _steps(words, model),
            typing_form(words),
            row(
                link_button(words.gettext("Rules"), f"#/rules/{model.info.name}", "is-quiet"),
                link_button(
                    words.gettext("Set up a match"), f"#/setup/{model.info.name}", "is-quiet"
                ),
                kind="actions",
            ),
        ),
    )


def _task(words: Words, model: LessonModel) -> Markup:
    """The task, the verdict on what has been done, and the buttons."""
    over = words.gettext("{game}, step {number} of {count}").format(
        game=model.info.title, number=model.number, count=len(model.marks)
    )
    farewell = el("p", {"class": "lesson-farewell"}, model.farewell)
    return task_region(
        "lesson",
        model.state,
        over,
        model.marks[model.number - 1].title,
        verdict_text(words, model.state),
        model.told,
        farewell if model.onward.is_done else None,
        _buttons(words, model),
    )


def verdict_text(words: Words, state: str) -> str:
    """The verdict in a word; empty while nothing has been done."""
    return {"solved": words.gettext("Right!"), "wrong": words.gettext("Not yet.")}.get(state, "")


def _buttons(words: Words, model: LessonModel) -> Markup:
    onward, is_solved = model.onward, model.state == "solved"
    kind = "is-quiet" if is_solved else "is-primary"
    return row(
        _back(words, onward.before),
        again_button("lesson", words.gettext("Again"), kind) if model.state != "open" else None,
        None if is_solved else button(words.gettext("Show me"), "show-solution", kind="is-quiet"),
        _next(words, model, "is-primary" if is_solved else "is-quiet"),
        kind="task-buttons",
    )


def _next(words: Words, model: LessonModel, kind: str) -> Markup:
    """The link to the next step; after the last one the button that begins a match."""
    onward = model.onward
    if onward.after is not None:
        return onward_link("lesson", words.gettext("Next"), onward.after, kind)
    return button(
        words.gettext("Play against level 1"),
        "start",
        kind=f"is-onward {kind}",
        node_id="lesson-next",
        is_disabled=not onward.is_done,
    )


def _back(words: Words, href: str | None) -> Markup | None:
    """The link to the step before; None at the first."""
    if href is None:
        return None
    label = words.gettext("Back")
    return el(
        "a",
        {
            "id": "lesson-back",
            "class": "button is-quiet",
            "href": href,
            "title": label,
            "aria-label": label,
        },
        icon("back"),
    )


@lru_cache(maxsize=32)
def _mark(number: int, mark: StepMark, words: Words, *, is_here: bool) -> Markup:
    label = words.gettext("Step {number}: {title}").format(number=number, title=mark.title)
    done = words.gettext("{step} (done)").format(step=label) if mark.is_solved else label
    return el(
        "li",
        None,
        el(
            "a",
            {
                "class": "step is-solved" if mark.is_solved else "step",
                "href": mark.link,
                "title": mark.title,
                "aria-label": done,
                "aria-current": "step" if is_here else None,
            },
            icon("solved") if mark.is_solved else number,
        ),
    )


def _steps(words: Words, model: LessonModel) -> Markup:
    """The row of all steps, each a link."""
    return region(
        "ol",
        {"id": "lesson-steps", "class": "lesson-steps", "aria-label": words.gettext("Steps")},
        [
            _mark(number, mark, words, is_here=number == model.number)
            for number, mark in enumerate(model.marks, start=1)
        ],
    )
