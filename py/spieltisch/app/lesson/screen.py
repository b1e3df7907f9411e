"""Lessons among the other screens."""

from dataclasses import replace

from spieltisch.app.lesson.model import lesson_model, spoken_lesson
from spieltisch.app.lesson.state import LessonScreen
from spieltisch.app.lesson.update import update
from spieltisch.app.lesson.view import lesson_screen
from spieltisch.app.screen import Screen, game_title
from spieltisch.app.session import Session
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(session: Session, screen: LessonScreen, frame: Frame) -> Markup:
    model = lesson_model(session, screen, frame.words)
    told = spoken_lesson(screen, model, session.settings.sound)
    return lesson_screen(replace(frame, spoken=told), model)


SCREENS = (Screen(LessonScreen, view, update, lambda _, screen, __: game_title(screen.game)),)
