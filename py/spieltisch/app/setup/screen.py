"""The form in which a match is set up among the other screens."""

from collections.abc import Sequence

from spieltisch.app.links import ELSEWHERE
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, game_title, optional_part
from spieltisch.app.session import Result, Session
from spieltisch.app.setup.seats import Company, companies_of, with_company
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.setup.update import form_for, update
from spieltisch.app.setup.view import setup_screen
from spieltisch.games import catalog


def opened(session: Session, link: Link, _at_ms: float) -> Result:
    """The form comes on screen, filled in; with a section, for people on other devices."""
    assert link.game is not None
    setup = form_for(session, link.game)
    if link.section is not None:
        if Company.BY_LINK not in companies_of(setup):
            setup = catalog.game_of(link.game).info.default_setup()
        setup = with_company(setup, Company.BY_LINK)
    return session.on(SetupScreen(setup)), ()


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/setup/<game>`` or ``#/setup/<game>/elsewhere``."""
    link = optional_part(place, parts, query)
    return None if link is None or link.section not in (None, ELSEWHERE) else link


SCREENS = (
    Screen(
        SetupScreen,
        setup_screen,
        update,
        places={"setup": Place(parse, opened)},
        title=lambda _, screen, __: game_title(screen.setup.game),
    ),
)
