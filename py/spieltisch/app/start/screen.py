"""The start screen among the others."""

from spieltisch.app.messages import Message, PlayNow
from spieltisch.app.screen import Screen
from spieltisch.app.session import Result, Session
from spieltisch.app.setup.update import play_now
from spieltisch.app.start.state import StartScreen
from spieltisch.app.start.view import start_screen
from spieltisch.games import catalog


def update(session: Session, _: StartScreen, message: Message) -> Result:
    """The session after a message to the menu, from which a match can begin in one press."""
    if isinstance(message, PlayNow) and message.game in catalog.GAMES:
        return play_now(session, message)
    return session, ()


SCREENS = (Screen(StartScreen, start_screen, update),)
