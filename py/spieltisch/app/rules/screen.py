"""The rules of a game among the other screens."""

import re
from collections.abc import Sequence

from spieltisch.app.effects import Focus
from spieltisch.app.routes import Link, format_link
from spieltisch.app.rules.state import RulesScreen
from spieltisch.app.rules.view import rules_screen
from spieltisch.app.screen import Place, Screen, game_title, optional_part
from spieltisch.app.session import Result, Session
from spieltisch.play.codec import LinkError, LinkPart

_SECTION = re.compile("[a-z][a-z0-9-]*")


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/rules/<game>`` or ``#/rules/<game>/<section>``; raises LinkError for what can be no
    section, such as one with a sign from the text that the link stood in."""
    link = optional_part(place, parts, query)
    if link is not None and link.section is not None and not _SECTION.fullmatch(link.section):
        raise LinkError(LinkPart.PAGE, link.section)
    return link


def opened(session: Session, link: Link, _at_ms: float) -> Result:
    """``#/rules/<game>``: a part of them has its address as its id, and the keyboard goes there."""
    assert link.game is not None
    focus = (Focus(format_link(link).removeprefix("#")),) if link.section else ()
    return session.on(RulesScreen(link.game)), focus


SCREENS = (
    Screen(
        RulesScreen,
        rules_screen,
        places={"rules": Place(parse, opened)},
        title=lambda _, screen, __: game_title(screen.game),
    ),
)
