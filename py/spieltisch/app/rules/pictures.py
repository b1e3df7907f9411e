"""The pictures in a game's rules: every one is drawn by the game's own board."""

from dataclasses import replace
from typing import Any

from spieltisch.games.contract import Game
from spieltisch.kit.names import Names
from spieltisch.kit.rulebook import RulePicture
from spieltisch.kit.scene import HelpModel, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Choice, Seat, Turn, play, seat_for
from spieltisch.table.game import AnyPosition

ALL_TOLD = 3
"""The step of a hint that tells all, see HelpModel."""


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


def _seat_names(game: Game, words: Words) -> Names:
    seats = max(max(counts) for counts in game.info.seat_counts.values())
    return Names(game.view.seat_name(seat, words) for seat in range(1, seats + 1))
