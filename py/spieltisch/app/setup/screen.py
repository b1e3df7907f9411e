"""The form in which a match is set up among the other screens."""

from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, game_title, one_game
from spieltisch.app.session import Result, Session
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.setup.update import form_for, update
from spieltisch.app.setup.view import setup_screen


def opened(session: Session, link: Link, _at_ms: float) -> Result:
    """The form comes on screen, filled in."""
    assert link.game is not None
    return session.on(SetupScreen(form_for(session, link.game))), ()


SCREENS = (
    Screen(
        SetupScreen,
        setup_screen,
        update,
        places={"setup": Place(one_game, opened)},
        title=lambda _, screen, __: game_title(screen.setup.game),
    ),
)
