"""The list of the kept matches among the other screens."""

from spieltisch.app.matches.model import matches_model
from spieltisch.app.matches.state import MatchesScreen
from spieltisch.app.matches.update import update
from spieltisch.app.matches.view import matches_screen
from spieltisch.app.screen import Screen
from spieltisch.app.session import Session
from spieltisch.kit.dates import Now
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(session: Session, screen: MatchesScreen, frame: Frame) -> Markup:
    now = Now(screen.now_ms, session.device.east_minutes)
    found = matches_model(
        session.library.summaries, screen.wanted, now, frame.words, screen.renaming
    )
    return matches_screen(frame, found)


SCREENS = (Screen(MatchesScreen, view, update),)
