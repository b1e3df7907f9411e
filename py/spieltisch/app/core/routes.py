"""Where in the site a person is, as the part of the address after ``#``.

``#/``, ``#/puzzles``, ``#/learn``, ``#/make``,
``#/settings``, ``#/keys``, ``#/key-test``, ``#/import``, ``#/statistics``,
``#/setup/<game>``, ``#/setup/<game>/elsewhere``, ``#/rules/<game>``, ``#/rules/<game>/<section>``,
``#/learn/<game>``, ``#/learn/<game>/<step>``, ``#/club/<game>``,
``#/puzzle/<game>``, ``#/puzzle/<game>/<id>``, ``#/daily/<game>``, ``#/daily/<game>/<day>``,
``#/puzzles/<game>``, ``#/puzzles/<game>/<month>``, ``#/mistakes/<game>``,
``#/mistakes/<game>/<id>``, ``#/escape/<game>/<code>``, ``#/dealt/<game>/<code>``,
``#/run/<game>``, ``#/duel/<game>``, ``#/spot/<game>``,
``#/play/<game>?seats=human,human&seed=42``, ``#/match/<id>``, ``#/record/<code>``,
``#/workshop/<game>``, ``#/workshop/<game>/<id>``, ``#/bot/<game>/<code>``,
``#/editor/<game>?position=...``,
``#/matches?show=ended&game=<game>``, ``#/live/<code>``,
``#/room/<address of a relay>/<secret>``, ``#/deck/<game>``, ``#/deck/<game>/<id>``,
``#/study/<id>``, ``#/study/<code>``, ``#/sheet/<id>``.
"""

from dataclasses import replace

from spieltisch.app.core.message import Frozen
from spieltisch.app.core.session import Session
from spieltisch.games import catalog
from spieltisch.play.codec import format_draft, format_setup
from spieltisch.play.mistake import Mistake, encode_mistake
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.play.summary import MatchId
from spieltisch.table import Setup

MAX_QUERY_LENGTH = 10_000
"""Letters of the query of an address: what a set-up can say is all that is long."""


class Route(Frozen, is_kind=True):
    """A place in the site. Screens know each other by these alone; those of one screen, of which no
    other leads to, stand in its folder."""

    @property
    def text(self) -> str:
        """The address, with its ``#``."""
        raise NotImplementedError


class Link(Route):
    """A page, the page of a game, or a part of that."""

    screen: str
    game: str | None = None
    section: str | None = None
    """Which part of the rules; None for all of them. Which step of the lessons; None for the first
    that has not been solved. Which puzzle or mistake; None for the next that fits. Of the puzzles
    of the days which day, and of all puzzles which month; None for the present one. Which thing of
    a person's own; None for none. Where a room is."""

    @property
    def text(self) -> str:
        return "/".join(("#", self.screen, *(one for one in (self.game, self.section) if one)))


class MatchLink(Route):
    """The match that a set-up begins."""

    setup: Setup

    @property
    def text(self) -> str:
        return f"#/play/{self.setup.game}?{format_setup(self.setup)}"


class KeptLink(Route):
    """A kept match."""

    match_id: MatchId

    @property
    def text(self) -> str:
        return f"#/match/{self.match_id}"


class RecordLink(Route):
    """A match with all its turns."""

    match: LinkedMatch

    @property
    def text(self) -> str:
        return f"#/record/{encode_match(self.match)}"


class EditorLink(Route):
    """A position that is set up by hand."""

    draft: Setup

    @property
    def text(self) -> str:
        return f"#/editor/{self.draft.game}?{format_draft(self.draft)}"


ESCAPE = "escape"
"""The first word of the address of a mistake that is sent: can you get out of this?"""


def link_to_step(game: str, name: str | None = None) -> str:
    """The address of a lesson's step; without a name, of the first that has not been solved."""
    return Link("learn", game, section=name).text


def link_to_lessons(game: str) -> str | None:
    return None if catalog.game_of(game).lessons is None else link_to_step(game)


def link_to_puzzles(game: str) -> str | None:
    return None if catalog.game_of(game).puzzles is None else Link("puzzle", game).text


def link_to_all_puzzles(game: str) -> str:
    return Link("puzzles", game).text


def link_to_daily(game: str) -> str | None:
    return None if catalog.game_of(game).puzzles is None else Link("daily", game).text


def link_to_escape(session: Session, mistake: Mistake) -> str:
    """The link by which somebody else can look for a better move."""
    code = encode_mistake(mistake)
    return session.device.site + Link(ESCAPE, mistake.puzzle.game, section=code).text


def link_to_workshop(game: str) -> str:
    """The link to where bots that play a game are written."""
    return Link("workshop", game).text


def link_to_editor(setup: Setup) -> str | None:
    """The link to where a game's positions are set up, with that of a set-up if it has one; None
    for a game without an editor."""
    editor = catalog.game_of(setup.game).editor
    if editor is None:
        return None
    options = tuple(pair for pair in setup.options if pair[0] in editor.options)
    draft = replace(setup, options=options, seed=None, clock=None)
    link = EditorLink(draft) if setup.start else Link("editor", setup.game)
    return link.text


def link_to_deck(game: str) -> str | None:
    """The link to where cards of a game are typed in; None where there are none."""
    has_cards = catalog.game_of(game).own_cards is not None
    return Link("deck", game).text if has_cards else None
