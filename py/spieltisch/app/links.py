"""Links to a game's lessons and puzzles, where it has any, and to its workshop and own
cards."""

from dataclasses import replace

from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Session
from spieltisch.app.setup.seats import Company, companies_of
from spieltisch.games import catalog
from spieltisch.play.mistake import Mistake, encode_mistake
from spieltisch.table import Setup

ELSEWHERE = "elsewhere"
"""The section of the form for people on other devices."""

ESCAPE = "escape"
"""The first word of the address of a mistake that is sent: can you get out of this?"""


def link_to_step(game: str, name: str | None = None) -> str:
    """The address of a lesson's step; without a name, of the first that has not been solved."""
    return format_link(Link("learn", game, section=name))


def link_to_lessons(game: str) -> str | None:
    """The link to a game's lessons; None if it has none."""
    return None if catalog.game_of(game).lessons is None else link_to_step(game)


def link_to_puzzles(game: str) -> str | None:
    """The link to a game's next puzzle; None if it has none."""
    return None if catalog.game_of(game).puzzles is None else format_link(Link("puzzle", game))


def link_to_all_puzzles(game: str) -> str:
    """The link to the list of a game's puzzles, for a game that has some."""
    return format_link(Link("puzzles", game))


def link_to_daily(game: str) -> str | None:
    """The link to a game's puzzle of the day; None if it has none."""
    return None if catalog.game_of(game).puzzles is None else format_link(Link("daily", game))


def link_to_escape(session: Session, mistake: Mistake) -> str:
    """The link by which somebody else can look for a better move."""
    code = encode_mistake(mistake)
    return session.device.site + format_link(Link(ESCAPE, mistake.puzzle.game, section=code))


def link_to_elsewhere(game: str) -> str | None:
    """The link to the form for a match with people on other devices; None if there is none."""
    setup = catalog.game_of(game).info.default_setup()
    is_offered = Company.BY_LINK in companies_of(setup)
    return format_link(Link("setup", game, section=ELSEWHERE)) if is_offered else None


def link_to_workshop(game: str) -> str:
    """The link to where bots that play a game are written."""
    return format_link(Link("workshop", game))


def link_to_editor(setup: Setup) -> str | None:
    """The link to where a game's positions are set up, with that of a set-up if it has one; None
    for a game without an editor."""
    if catalog.game_of(setup.game).editor is None:
        return None
    draft = replace(setup, options=(), seed=None, clock=None)
    return format_link(Link("editor", setup.game, draft=draft if setup.start else None))


def link_to_deck(game: str) -> str | None:
    """The link to where cards of a game are typed in; None where there are none."""
    has_cards = catalog.game_of(game).own_cards is not None
    return format_link(Link("deck", game)) if has_cards else None


def has_met(session: Session, game: str) -> bool:
    """Whether somebody has played a game here, or learnt something of it."""
    is_learnt = bool(session.kept.progress.solved.get(game))
    return is_learnt or session.library.latest(game) is not None
