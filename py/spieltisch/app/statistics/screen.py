"""The statistics among the other screens."""

from spieltisch.app.screen import Place, Screen, no_more, showing
from spieltisch.app.statistics.state import StatisticsScreen
from spieltisch.app.statistics.update import update
from spieltisch.app.statistics.view import statistics_screen

SCREENS = (
    Screen(
        StatisticsScreen,
        statistics_screen,
        update,
        places={"statistics": Place(no_more, showing(lambda _: StatisticsScreen()))},
    ),
)
