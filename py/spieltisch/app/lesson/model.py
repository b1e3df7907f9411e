"""The lesson on screen: its board, and the texts beside it."""

from spieltisch.app.exercise.scene import exercise_scene
from spieltisch.app.exercise.state import SOLVED
from spieltisch.app.lesson.state import LessonScreen
from spieltisch.app.lesson.update import course_of
from spieltisch.app.lesson.view import LessonModel, Onward, StepMark, verdict_text
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Session
from spieltisch.app.table.view.match import hint_text, last_text
from spieltisch.games import catalog
from spieltisch.kit.frame import sound_text
from spieltisch.kit.words import Words


def lesson_model(session: Session, lesson: LessonScreen, words: Words) -> LessonModel:
    """All that the screen with a lesson on it shows."""
    game, steps = lesson.match.game, course_of(lesson.game).steps
    number = steps.index(lesson.step) + 1
    progress = session.device.progress
    marks = tuple(
        StepMark(
            words.gettext(step.title),
            link_to_step(lesson.game, step.name),
            is_solved=progress.has(lesson.game, step.name),
        )
        for step in steps
    )
    return LessonModel(
        info=game.info,
        view=game.view,
        scene=exercise_scene(session, lesson, words),
        name=lesson.step.name,
        state=lesson.state,
        told=words.gettext(lesson.told),
        number=number,
        marks=marks,
        onward=_onward(lesson, number, marks),
        farewell=words.gettext(course_of(lesson.game).farewell),
    )


def link_to_step(game: str, name: str | None = None) -> str:
    """The address of a step; without a name, of the first that has not been solved."""
    return format_link(Link("learn", game, section=name))


def has_met(session: Session, game: str) -> bool:
    """Whether somebody has played a game here, or learnt something of it."""
    is_learnt = bool(session.device.progress.solved.get(game))
    return is_learnt or session.library.latest(game) is not None


def link_to_lessons(game: str) -> str | None:
    """The link to a game's lessons; None if it has none."""
    return None if catalog.game_of(game).lessons is None else link_to_step(game)


def spoken_lesson(lesson: LessonScreen, model: LessonModel, sound: str) -> str:
    """What the live region says of the news."""
    news, scene, view = lesson.news, model.scene, model.view
    words = scene.words
    if news is None:
        return ""
    match news.kind:
        case "chosen" | "dropped":
            return hint_text(scene, view)
        case "asked":
            return view.answer(scene, news.key)
        case "replied":
            return last_text(scene, view)
        case "judged":
            farewell = model.farewell if model.onward.is_done else ""
            verdict = verdict_text(words, model.state)
            told = (verdict, model.told, farewell or last_text(scene, view))
            return " ".join(told)
        case "sound":
            return sound_text(words, sound)
    return model.told


def _onward(lesson: LessonScreen, number: int, marks: tuple[StepMark, ...]) -> Onward:
    """The way on: to the next step; after the last to one that was left out, else to a match."""
    before = marks[number - 2].link if number > 1 else None
    if number < len(marks):
        return Onward(before, marks[number].link)
    is_open = lesson.state != SOLVED
    left = next((mark.link for mark in marks[:-1] if not mark.is_solved), None)
    return Onward(before, left, is_done=left is None and not is_open)
