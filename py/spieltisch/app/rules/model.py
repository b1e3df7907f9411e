"""A game's rules as the screen shows them: every picture is drawn by the game's own board."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from spieltisch.app.lesson.model import link_to_lessons
from spieltisch.app.puzzle.model import link_to_puzzles
from spieltisch.app.rules.view import DrawnSection, rules_screen
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup
from spieltisch.kit.rulebook import RulePicture
from spieltisch.kit.scene import HelpModel, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Choice, Seat, Turn, play, seat_for
from spieltisch.table.game import AnyPosition

ALL_TOLD = 3
"""The step of a hint that tells all, see HelpModel."""


def rules_page(frame: Frame, name: str) -> Markup:
    """The screen with the rules of the game of that name."""
    game = catalog.game_of(name)
    has_aids = game.search_bots is not None
    sections = _drawn_sections(name, frame.words)
    return rules_screen(
        frame,
        game.info,
        game.view,
        sections,
        has_aids=has_aids,
        lessons=link_to_lessons(name),
        puzzles=link_to_puzzles(name),
    )


# The same whenever the screen is drawn anew.
@lru_cache(maxsize=4)
def _drawn_sections(name: str, words: Words) -> tuple[DrawnSection, ...]:
    game = catalog.game_of(name)
    return tuple(
        DrawnSection(
            section,
            [game.view.board(picture_scene(game, one, words)) for one in section.pictures],
        )
        for section in game.view.rules(words)
    )


def picture_scene(game: Game, picture: RulePicture, words: Words) -> Scene:
    """The scene of a picture in the rules.

    An action that is still to be played is drawn as boards draw what a hint advises.
    """
    turn = turn_of(game, picture)
    scene = Scene(
        position=game.rules.parse_position(picture.position),
        names=_seat_names(game, words),
        words=words,
        is_picture=True,
        focus=picture.focus,
    )
    if turn is None:
        return replace(scene, choice=choice_of(game, picture))
    if picture.is_played:
        return replace(scene, position=turn.after, turns=(turn,))
    told = HelpModel(ALL_TOLD, is_lost=False, moves=(picture.action,), turn=turn)
    return replace(scene, choice=choice_of(game, picture), help=told)


def turn_of(game: Game, picture: RulePicture) -> Turn | None:
    """The turn that a picture shows, if it shows one; raises IllegalActionError."""
    if not picture.action:
        return None
    position = game.rules.parse_position(picture.position)
    action = game.rules.parse_action(picture.action)
    return play(game.rules, position, seat_of(picture, position), action)


def choice_of(game: Game, picture: RulePicture) -> Choice[Any] | None:
    """What has been pressed in a picture, if anything."""
    if not picture.presses:
        return None
    position = game.rules.parse_position(picture.position)
    choice = game.rules.choose(position, seat_of(picture, position))
    for token in picture.presses:
        choice = choice.press(token)
    return choice


def seat_of(picture: RulePicture, position: AnyPosition) -> Seat:
    """Who acts in a picture: as it says, else the first of the seats that may."""
    return picture.seat or seat_for(position)


def _seat_names(game: Game, words: Words) -> tuple[str, ...]:
    seats = max(max(counts) for counts in game.info.seat_counts.values())
    return tuple(game.view.seat_name(seat, words) for seat in range(1, seats + 1))
