"""Matches from files, and into one, among the other screens."""

from spieltisch.app.files.state import ImportScreen
from spieltisch.app.files.update import update
from spieltisch.app.files.view import import_screen
from spieltisch.app.screen import Place, Screen, no_more, showing

SCREENS = (
    Screen(
        ImportScreen,
        import_screen,
        update,
        places={"import": Place(no_more, showing(lambda _: ImportScreen()))},
    ),
)
