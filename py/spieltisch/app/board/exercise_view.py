"""What a lesson and a puzzle look like: one thing to do, the board to do it on, and the way on."""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from spieltisch.app.board.controls import (
    choice_controls,
    hint_text,
    players_list,
    refusal,
    status_text,
    table_kind,
)
from spieltisch.app.board.exercise import FAILED, OPEN, SOLVED, WRONG, Exercise, ExerciseState
from spieltisch.app.board.key_list import ToldKeys, key_panel
from spieltisch.app.board.scene import key_labels, pressed_in_vain
from spieltisch.app.board.sentences import answer_part
from spieltisch.app.core.keys import Needs
from spieltisch.app.core.news import Asked, Chosen, Dropped, InExercise, OnBoard
from spieltisch.app.core.session import Session
from spieltisch.kit.frame import Frame, button, page, sound_text
from spieltisch.kit.markup import Child, Markup, Value, anew, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import GameView, HelpModel, Scene, as_table, layout_of
from spieltisch.kit.words import Words

VERDICTS = {OPEN: "solved", SOLVED: "solved", WRONG: "wrong", FAILED: "wrong"}
"""The icon of the verdict, by the state of the exercise."""


def exercise_screen(
    frame: Frame,
    view: GameView,
    scene: Scene,
    task: Markup,
    state: dict[str, Value],
    hint: Markup,
    panel: Markup,
    offers: frozenset[Needs],
    own_keys: ToldKeys = (),
) -> Markup:
    """The whole screen, with ``task_region``, ``hint_region`` and what stands beside the board;
    ``state`` are the attributes that tell which exercise it is, and its state, ``offers`` which
    keys mean something, and ``own_keys`` what others do here."""
    controls = choice_controls(scene, view)
    return page(
        frame,
        "exercise",
        task,
        el(
            "section",
            {
                "class": table_kind(view, controls),
                "aria-label": frame.words.gettext("Board"),
                **state,
            },
            _status(view, scene) if as_table(view) is not None else None,
            view.board(scene),
            controls,
            hint,
        ),
        panel,
        key_panel(view, frame.words, offers=offers, own_keys=own_keys),
        layout=layout_of(view, scene),
    )


def task_region(
    name: str,
    state: ExerciseState,
    over: str,
    title: str,
    verdict: str,
    told: str,
    *more: Child,
    is_last: bool = False,
) -> Markup:
    """The task, and the verdict on what has been done.

    Args:
        name: the region's id, with which the ids of its parts begin.
        is_last: whether it was the last one, and is told so by more.
    """
    return region(
        "section",
        {
            "id": name,
            "class": f"task is-{state}" + " is-last" * is_last,
            "aria-labelledby": f"{name}-title",
        },
        el(
            "h1",
            {"id": f"{name}-title"},
            el("span.task-over", over),
            el("span.visually-hidden", ": "),
            el("span.task-name", title),
        ),
        el(
            "p.task-told",
            {"id": f"{name}-told"},
            [icon(VERDICTS[state]), el("strong", verdict), " "] if verdict else None,
            told,
        ),
        *more,
    )


def again_button(name: str, label: Child, kind: str) -> Markup:
    return button(label, "take-back", kind=kind, node_id=f"{name}-again")


def onward_link(name: str, label: str, href: str, kind: str) -> Markup:
    attributes: dict[str, Value] = {"id": f"{name}-next", "class": f"button is-onward {kind}"}
    return el("a", {**attributes, "href": href}, label)


def hint_region(view: GameView, scene: Scene, *, is_open: bool, is_covered: bool = False) -> Markup:
    """What can be done with the choice, or why the last press leads nowhere. Where a banner takes
    its place, it only describes the board to screen readers."""
    told = hint_text(scene, view) if is_open else ""
    kind = "hint is-answer" if refusal(scene, view) else "hint"
    kind = "visually-hidden" if is_covered else kind
    return region("p#hint", {"class": kind}, anew("hint", told))


def sides_told(view: GameView, scene: Scene) -> Markup | None:
    """What there is to know of each side that the board does not show; None where it shows all."""
    is_told = any(view.seat_note(scene, seat) for seat in range(1, len(scene.names) + 1))
    return players_list(scene, view) if is_told and as_table(view) is None else None


def _status(view: GameView, scene: Scene) -> Markup:
    """Who is to do what, where the board is the whole table."""
    told = "" if scene.position.outcome is not None else status_text(scene, view)
    return region("p#status.status", anew("status", told))


def exercise_scene(
    session: Session,
    exercise: Exercise,
    words: Words,
    told: HelpModel | None = None,
    lit: frozenset[str] = frozenset(),
) -> Scene:
    """The board, seen from the side of the person who is to act, with the help given on request and
    the sites that the task names."""
    match = exercise.match
    view = match.game.view
    seats = range(1, match.setup.seats + 1)
    return Scene(
        position=match.position,
        choice=exercise.choice,
        cursor=exercise.cursor,
        turns=match.turns if match.is_at_end else match.turns.cut(match.shown),
        people=match.people,
        keys=key_labels(session),
        in_vain=pressed_in_vain(exercise.news),
        help=told,
        names=Names((view.seat_name(seat, words) for seat in seats), you=exercise.seat),
        words=words,
        settings=session.settings.of_boards,
        lit=lit,
        viewer=exercise.seat,
        is_exercise=True,
    )


def news_text(
    session: Session, exercise: Exercise, scene: Scene, own: Callable[[InExercise], str]
) -> str:
    """The news in words; ``own`` has the words for what each kind of exercise tells in its own
    way."""
    view, news = exercise.match.game.view, exercise.news
    if news is None:
        return ""
    match news.what:
        case InExercise():
            return own(news.what)
        case Chosen() | Dropped() | OnBoard.HELPED:
            return hint_text(replace(scene, is_spoken=True), view)
        case Asked(key, step):
            return answer_part(view, scene, key, step)
        case OnBoard.SOUND_CHANGED:
            return sound_text(scene.words, session.settings.sound)
        case _:
            assert_never(news.what)
