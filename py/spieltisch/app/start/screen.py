"""The start screen among the others."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.links import has_met, link_to_lessons
from spieltisch.app.message import Message
from spieltisch.app.notice import LessonOffer
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, showing
from spieltisch.app.session import Result, Session
from spieltisch.app.setup.update import play_now
from spieltisch.app.start.state import PlayNow, StartScreen
from spieltisch.app.start.view import start_screen
from spieltisch.games import catalog


def update(session: Session, _: StartScreen, message: Message) -> Result:
    """The session after a message to the menu, from which a match can begin in one press."""
    if isinstance(message, PlayNow) and message.game in catalog.GAMES:
        is_new = not any(has_met(session, name) for name in catalog.GAMES)
        begun, effects = play_now(session, message)
        if is_new and begun.table is not None and link_to_lessons(message.game):
            begun = replace(begun, notice=LessonOffer(message.game))
        return begun, effects
    return session, ()


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """The menu has the address of the site itself."""
    return None if parts else Link("start")


SCREENS = (
    Screen(
        StartScreen,
        start_screen,
        update,
        places={"": Place(parse, showing(lambda _: StartScreen()))},
    ),
)
