"""The rules of a game among the other screens."""

from spieltisch.app.effects import Focus
from spieltisch.app.routes import Link, format_link
from spieltisch.app.rules.state import RulesScreen
from spieltisch.app.rules.view import rules_screen
from spieltisch.app.screen import Place, Screen, game_title, optional_part
from spieltisch.app.session import Result, Session


def opened(session: Session, link: Link, _at_ms: float) -> Result:
    """``#/rules/<game>``: a part of them has its address as its id, and the keyboard goes there."""
    assert link.game is not None
    focus = (Focus(format_link(link).removeprefix("#")),) if link.section else ()
    return session.on(RulesScreen(link.game)), focus


SCREENS = (
    Screen(
        RulesScreen,
        rules_screen,
        places={"rules": Place(optional_part, opened)},
        title=lambda _, screen, __: game_title(screen.game),
    ),
)
