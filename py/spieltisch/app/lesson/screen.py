"""Lessons among the other screens."""

from collections.abc import Sequence

from spieltisch.app.lesson.state import LessonScreen
from spieltisch.app.lesson.update import opened as lesson_opened
from spieltisch.app.lesson.update import update
from spieltisch.app.lesson.view import lesson_screen, said_text
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, game_title, optional_part
from spieltisch.app.session import Result, Session
from spieltisch.games import catalog


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/learn/<game>``, or ``#/learn/<game>/<step>``."""
    link = optional_part(place, parts, query)
    if link is None or link.game is None:
        return None
    course = catalog.game_of(link.game).lessons
    steps = () if course is None else (None, *(step.name for step in course.steps))
    return link if link.section in steps else None


def opened(session: Session, link: Link, _at_ms: float) -> Result:
    """A step comes on screen: the one that is named, else the first that has not been solved."""
    assert link.game is not None
    return lesson_opened(session, link.game, link.section)


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
