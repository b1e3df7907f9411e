"""Puzzles, and the wait for them, among the other screens."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.dates import parse_day
from spieltisch.app.puzzle import contest_play, dealt, opening
from spieltisch.app.puzzle.contest import BeginContest, ContestScreen, StopContest
from spieltisch.app.puzzle.contest_view import contest_screen
from spieltisch.app.puzzle.dealt import DEALT, AwaitedDeal, awaited_deal
from spieltisch.app.puzzle.log import ContestKind
from spieltisch.app.puzzle.opening import AwaitedPuzzle, awaited_screen
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.puzzle.texts import said_text
from spieltisch.app.puzzle.update import update
from spieltisch.app.puzzle.view import puzzle_screen
from spieltisch.app.puzzle.wanted import parse_wanted
from spieltisch.app.routes import ESCAPE, Link
from spieltisch.app.screen import Place, Screen, game_title, optional_part
from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, LinkPart


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/puzzle/<game>`` or ``#/mistakes/<game>``, perhaps with which; ``#/daily/<game>``, perhaps
    with the day; ``#/escape/<game>/<code>`` or ``#/dealt/<game>/<code>``; ``#/run/<game>`` or
    ``#/duel/<game>``; raises LinkError for a day or a filter that there is not."""
    link = optional_part(place, parts, query)
    if link is None or link.game is None:
        return None
    game = catalog.game_of(link.game)
    has_one = {
        "puzzle": game.puzzles is not None,
        "daily": game.puzzles is not None,
        ContestKind.RUN: game.puzzles is not None,
        ContestKind.DUEL: contest_play.has_duel(link.game),
        "mistakes": game.search_bots is not None,
        ESCAPE: game.search_bots is not None and link.section is not None,
        DEALT: game.own_cards is not None and link.section is not None,
    }
    if not has_one[place]:
        return None
    if place == "daily" and link.section is not None:
        try:
            parse_day(link.section)
        except ValueError:
            raise LinkError(LinkPart.PUZZLE, link.section) from None
    if place in (ContestKind.RUN, ContestKind.DUEL):
        return link if link.section is None else None
    if place == "puzzle":
        return replace(link, wanted_puzzles=parse_wanted(query, link.game))
    return link


SCREENS = (
    Screen(
        PuzzleScreen,
        puzzle_screen,
        update,
        afterwards=contest_play.left,
        places=dict.fromkeys(
            ("puzzle", "daily", "mistakes", ESCAPE, ContestKind.RUN, ContestKind.DUEL),
            Place(parse, opening.opened),
        ),
        spoken=said_text,
        verbs={"stop-contest": lambda _, at_ms: StopContest(at_ms)},
        title=lambda _, screen, __: game_title(screen.game),
    ),
    Screen(
        AwaitedDeal,
        awaited_deal,
        places={DEALT: Place(parse, dealt.opened)},
        title=lambda _, screen, __: game_title(screen.game),
    ),
    Screen(
        AwaitedPuzzle,
        awaited_screen,
        opening.update,
        title=lambda _, screen, __: game_title(screen.game),
    ),
    Screen(
        ContestScreen,
        contest_screen,
        contest_play.update,
        title=lambda _, screen, __: game_title(screen.game),
        verbs={"begin-contest": lambda arg, at_ms: BeginContest(arg == "calm", at_ms)},
    ),
)
