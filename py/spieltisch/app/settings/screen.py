"""The settings, and the test of the keyboard, among the other screens."""

from spieltisch.app.effects import Survey
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, no_more, showing
from spieltisch.app.session import Result, Session
from spieltisch.app.settings.keys_view import all_keys_screen, key_test_screen
from spieltisch.app.settings.state import AllKeysScreen, KeyTestScreen, SettingsScreen
from spieltisch.app.settings.update import update
from spieltisch.app.settings.view import settings_screen


def opened(session: Session, _link: Link, _at_ms: float) -> Result:
    """Open the settings, which list what is damaged in storage: it is looked for."""
    return session.on(SettingsScreen()), (Survey(),)


SCREENS = (
    Screen(
        SettingsScreen,
        settings_screen,
        update,
        places={"settings": Place(no_more, opened)},
    ),
    Screen(
        AllKeysScreen,
        all_keys_screen,
        places={"keys": Place(no_more, showing(lambda _: AllKeysScreen()))},
    ),
    Screen(
        KeyTestScreen,
        key_test_screen,
        lambda session, screen, message: (session.on(screen.after(message)), ()),
        places={"key-test": Place(no_more, showing(lambda _: KeyTestScreen()))},
    ),
)
