"""The statistics among the other screens."""

from spieltisch.app.screen import Place, Screen, no_more, showing
from spieltisch.app.session import Session
from spieltisch.app.statistics.model import statistics_model
from spieltisch.app.statistics.state import StatisticsScreen
from spieltisch.app.statistics.update import update
from spieltisch.app.statistics.view import statistics_screen
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(session: Session, screen: StatisticsScreen, frame: Frame) -> Markup:
    figures = statistics_model(session, frame.words, is_erased=screen.erased is not None)
    return statistics_screen(frame, figures)


SCREENS = (
    Screen(
        StatisticsScreen,
        view,
        update,
        places={"statistics": Place(no_more, showing(lambda _: StatisticsScreen()))},
    ),
)
