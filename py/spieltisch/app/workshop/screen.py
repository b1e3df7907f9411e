"""The workshop: ``#/workshop/<game>``, ``#/workshop/<game>/<id>``, and ``#/bot/<game>/<code>``."""

from collections.abc import Sequence

from spieltisch.app.core.contract import Place, Screen, of_game, optional_part, with_id
from spieltisch.app.core.routes import Link
from spieltisch.app.workshop.state import (
    WorkshopScreen,
)
from spieltisch.app.workshop.update import (
    follow,
    keep_played,
    open_bot,
    open_workshop,
    update,
)
from spieltisch.app.workshop.view import workshop_screen
from spieltisch.kit.frame import Area
from spieltisch.play.code_text import decode_bot


def _workshop(place: str, parts: Sequence[str], query: str) -> Link | None:
    return with_id(optional_part(place, parts, query))


def _a_bot(place: str, parts: Sequence[str], query: str) -> Link | None:
    link = optional_part(place, parts, query)
    if link is None or link.section is None:
        return None
    decode_bot(link.section)
    return link


SCREENS = (
    Screen(
        WorkshopScreen,
        workshop_screen,
        update,
        afterwards=keep_played,
        follow=follow,
        places={
            "workshop": Place(_workshop, open_workshop),
            "bot": Place(_a_bot, open_bot),
        },
        title=lambda _, screen, words: of_game(
            words.gettext("Write a bot of your own"), screen.bot.game
        ),
        area=Area.MAKE,
    ),
)
