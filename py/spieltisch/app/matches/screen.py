"""The list of the kept matches among the other screens."""

from collections.abc import Sequence

from spieltisch.app.effects import Focus
from spieltisch.app.matches.filters import MatchFilter, parse_filter
from spieltisch.app.matches.state import MatchesScreen
from spieltisch.app.matches.update import update
from spieltisch.app.matches.view import matches_screen
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen
from spieltisch.app.session import Result, Session


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/matches``, with which of them are wanted as its query."""
    return None if parts else Link(place, wanted=parse_filter(query))


def opened(session: Session, link: Link, at_ms: float) -> Result:
    """The list comes on screen; when its page is turned, the keyboard goes to its title."""
    before, wanted = session.screen, link.wanted or MatchFilter()
    is_turned = isinstance(before, MatchesScreen) and wanted.page != before.wanted.page
    effects = (Focus(f"{wanted.show}-title"),) if is_turned and wanted.show else ()
    return session.on(MatchesScreen(wanted, session.wall_ms(at_ms))), effects


SCREENS = (Screen(MatchesScreen, matches_screen, update, places={"matches": Place(parse, opened)}),)
