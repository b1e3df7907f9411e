"""The form in which a match is set up among the other screens."""

from spieltisch.app.screen import Screen, game_title
from spieltisch.app.session import Session
from spieltisch.app.setup.model import setup_model
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.setup.update import update
from spieltisch.app.setup.view import setup_screen
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(session: Session, screen: SetupScreen, frame: Frame) -> Markup:
    return setup_screen(frame, setup_model(session, screen, frame.words))


SCREENS = (
    Screen(SetupScreen, view, update, title=lambda _, screen, __: game_title(screen.setup.game)),
)
