"""The start screen among the others."""

from collections.abc import Sequence

from spieltisch.app.message import Message
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, showing
from spieltisch.app.session import Result, Session
from spieltisch.app.setup.update import play_now
from spieltisch.app.start.messages import PlayNow
from spieltisch.app.start.state import StartScreen
from spieltisch.app.start.view import start_screen
from spieltisch.games import catalog


def update(session: Session, _: StartScreen, message: Message) -> Result:
    """The session after a message to the menu, from which a match can begin in one press."""
    if isinstance(message, PlayNow) and message.game in catalog.GAMES:
        return play_now(session, message)
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
