"""The screen that a code for playing live opens, among the others."""

from spieltisch.app.screen import Screen
from spieltisch.app.session import Session
from spieltisch.app.together.model import join_model
from spieltisch.app.together.state import JoinScreen
from spieltisch.app.together.view import join_screen
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(session: Session, screen: JoinScreen, frame: Frame) -> Markup:
    return join_screen(frame, join_model(session, screen))


SCREENS = (Screen(JoinScreen, view),)
