"""Matches from files, and into one, among the other screens."""

from spieltisch.app.files.model import import_model
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.files.update import update
from spieltisch.app.files.view import import_screen
from spieltisch.app.screen import Place, Screen, no_more, showing
from spieltisch.app.session import Session
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(session: Session, screen: ImportScreen, frame: Frame) -> Markup:
    return import_screen(frame, import_model(screen.job), len(session.library.summaries))


SCREENS = (
    Screen(
        ImportScreen,
        view,
        update,
        places={"import": Place(no_more, showing(lambda _: ImportScreen()))},
    ),
)
