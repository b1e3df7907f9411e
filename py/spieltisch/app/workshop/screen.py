"""The workshop: ``#/workshop/<game>``, ``#/workshop/<game>/<id>``, and ``#/bot/<game>/<code>``."""

from collections.abc import Sequence

from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, game_title, optional_part, verb_of
from spieltisch.app.workshop.state import (
    EnterLevel,
    LookAtPair,
    LookAtPlayed,
    LookAtSeries,
    NewBot,
    OpenPlayed,
    WorkshopCommand,
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


def _a_bot(place: str, parts: Sequence[str], query: str) -> Link | None:
    link = optional_part(place, parts, query)
    return None if link is None or link.section is None else link


SCREENS = (
    Screen(
        WorkshopScreen,
        workshop_screen,
        update,
        afterwards=keep_played,
        follow=follow,
        places={
            "workshop": Place(optional_part, open_workshop),
            "bot": Place(_a_bot, open_bot),
        },
        title=lambda _, screen, __: game_title(screen.bot.game),
        verbs={
            **{command.value: verb_of(command) for command in WorkshopCommand},
            "new-bot": lambda name, _: NewBot(name),
            "enter-level": lambda name, _: EnterLevel(name),
            "look-at-pair": lambda number, _: LookAtPair(int(number)),
            "look-at-played": lambda number, _: LookAtPlayed(int(number)),
            "look-at-series": lambda series, _: LookAtSeries(series),
            "open-played": lambda _, at_ms: OpenPlayed(at_ms),
        },
    ),
)
