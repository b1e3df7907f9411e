"""Puzzles, and the wait for them, among the other screens."""

from collections.abc import Sequence

from spieltisch.app.board.dealt_links import DEALT
from spieltisch.app.core.contract import Place, Screen, of_game, optional_part, titled
from spieltisch.app.core.dates import parse_day
from spieltisch.app.core.routes import ESCAPE, Link
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import ContestKind
from spieltisch.app.puzzle import calendar, contest_play, dealt, opening
from spieltisch.app.puzzle.calendar import (
    AllGamesScreen,
    PuzzlesScreen,
    all_games_screen,
    puzzles_screen,
)
from spieltisch.app.puzzle.contest import ContestScreen
from spieltisch.app.puzzle.contest_view import contest_screen
from spieltisch.app.puzzle.dealt import NoDeal, no_deal
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.puzzle.texts import said_text
from spieltisch.app.puzzle.update import update
from spieltisch.app.puzzle.view import puzzle_screen
from spieltisch.app.puzzle.wanted import NEXT, PuzzleLink, parse_wanted
from spieltisch.games import catalog
from spieltisch.kit.frame import Area
from spieltisch.kit.words import Words
from spieltisch.play.code_text import check_code
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.puzzle import PUZZLE_ID


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/puzzle/<game>`` or ``#/mistakes/<game>``, perhaps with which; ``#/daily/<game>``, perhaps
    with the day; ``#/spot/<game>``, perhaps with the name or day of one; ``#/escape/<game>/<code>``
    or ``#/dealt/<game>/<code>``; ``#/run/<game>`` or ``#/duel/<game>``; raises LinkError for a day
    or a filter that there is not."""
    link = optional_part(place, parts, query)
    if link is None or link.game is None:
        return None
    game = catalog.game_of(link.game)
    has_one = {
        "puzzle": game.puzzles is not None,
        "daily": game.puzzles is not None,
        ContestKind.RUN: game.puzzles is not None,
        ContestKind.DUEL: contest_play.has_duel(link.game),
        ContestKind.SPOT: game.puzzles is not None and game.puzzles.skill is not None,
        "mistakes": game.search_bots is not None,
        ESCAPE: game.search_bots is not None and link.section is not None,
        DEALT: game.own_cards is not None and link.section is not None,
    }
    if not has_one[place]:
        return None
    is_name = link.section in (None, NEXT) or PUZZLE_ID.fullmatch(link.section or "")
    if (place == "daily" and link.section is not None) or (
        place == ContestKind.SPOT and not is_name
    ):
        try:
            parse_day(link.section or "")
        except ValueError:
            raise LinkError(LinkPart.PUZZLE, link.section or "") from None
    if place in (ContestKind.RUN, ContestKind.DUEL):
        return link if link.section is None else None
    if place in ("puzzle", "mistakes") and not PUZZLE_ID.fullmatch(link.section or "000000"):
        raise LinkError(LinkPart.PUZZLE, link.section or "")
    if place in (ESCAPE, DEALT):
        check_code(link.section or "", LinkPart.SENT_PUZZLE)
    if place == "puzzle":
        return PuzzleLink(place, link.game, link.section, parse_wanted(query, link.game))
    return link


def _title(
    session: Session, screen: PuzzlesScreen | PuzzleScreen | NoDeal | ContestScreen, words: Words
) -> str:
    return of_game(words.gettext("Puzzles"), screen.game)


SCREENS = (
    Screen(
        AllGamesScreen,
        all_games_screen,
        title=lambda _, __, words: titled(Area.PUZZLES.label(words)),
        area=Area.PUZZLES,
    ),
    Screen(
        PuzzlesScreen,
        puzzles_screen,
        places={"puzzles": Place(calendar.parse, calendar.arrived)},
        title=_title,
        area=Area.PUZZLES,
    ),
    Screen(
        PuzzleScreen,
        puzzle_screen,
        update,
        afterwards=contest_play.left,
        places=dict.fromkeys(
            (
                *("puzzle", "daily", "mistakes", ESCAPE),
                *(ContestKind.RUN, ContestKind.DUEL, ContestKind.SPOT),
            ),
            Place(parse, opening.arrived),
        ),
        spoken=said_text,
        title=_title,
        area=Area.PUZZLES,
    ),
    Screen(
        NoDeal,
        no_deal,
        places={DEALT: Place(parse, dealt.arrived)},
        title=_title,
        area=Area.PUZZLES,
    ),
    Screen(
        ContestScreen,
        contest_screen,
        contest_play.update,
        title=_title,
        area=Area.PUZZLES,
    ),
)
