"""First views: markup that is built into the page, to be seen before Python has started.

The start screen is the real one. Which match is wanted is known only when its link has been read,
so each game has a match screen with an inert board, without targets and position, so that nobody
presses what will not be there.
"""

import re
from dataclasses import replace

from spieltisch.app.board.shown import Shown
from spieltisch.app.core.frame import paint_of_all
from spieltisch.app.core.session import At, Session
from spieltisch.app.core.settings import Settings
from spieltisch.app.core.table import TableScreen
from spieltisch.app.match.view.match import match_screen
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import whole
from spieltisch.kit.words import LANGUAGES, words_of
from spieltisch.play.codec import complete_setup
from spieltisch.play.match import Match

NO_MATCH = ""
"""The id of the match in a first view, which is none yet."""

BOARD = re.compile(r'<section class="table.*?(?=<section class="panel")', re.DOTALL)
TO_PLAY = re.compile(r' (?:data-(?:position|token|drag)|aria-label)="[^"]*"| data-target')
"""Attributes that only a board in play needs. Without them the boards of two languages are the same
text, which compresses well."""


def first_views() -> dict[str, str]:
    """The markup by language and place: ``en:start``, and ``en:play/<name>`` of every game."""
    views: dict[str, str] = {}
    for language in LANGUAGES:
        # As a first visit shows it.
        session = Session(settings=Settings(language=language))
        views[f"{language}:start"] = whole(page_of(session))
        for name, game in catalog.GAMES.items():
            views[f"{language}:play/{name}"] = waiting_view(game, language)
    return views


def description() -> str:
    """What search engines and shared links tell of the page, in English."""
    *others, last = (game.info.title for game in catalog.GAMES.values())
    titles = f"{', '.join(others)} and {last}" if others else last
    return f"{titles}: tabletop games, played in the browser."


def waiting_view(game: Game, language: str) -> str:
    """A game's match screen while it is not known yet which match is wanted."""
    words = words_of(language)
    setup = complete_setup(replace(game.info.default_setup(), seed=1))
    table, match = TableScreen(NO_MATCH), Match(setup, game.rules.initial_position(setup))
    settings = Settings(language=language)
    session = Session(settings=settings, matches={NO_MATCH: match}, screen=table)
    frame = Frame(words, language, game.info.title, paint=paint_of_all())
    shown = Shown(At.table_of(session, table), words, is_waiting=True)
    screen = whole(match_screen(frame, shown))
    return BOARD.sub(lambda board: TO_PLAY.sub("", board[0]), screen)
