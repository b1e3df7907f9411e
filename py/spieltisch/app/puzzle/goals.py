"""What is to be done in a puzzle, in words."""

from typing import Any

from spieltisch.games import catalog
from spieltisch.kit.scene import GameView, GoalWords
from spieltisch.kit.words import Words
from spieltisch.play.puzzle import Puzzle
from spieltisch.table import Position


def goal_words(view: GameView, goal: str, position: Position[Any], words: Words) -> GoalWords:
    """A goal of a game's puzzles: the game's own, or one that games share."""
    shared = {
        "win": GoalWords(
            words.gettext("{side} to move: win in {n}."),
            words.gettext("it does not win in {n}."),
        ),
        "do-not-lose": GoalWords(
            words.gettext("{side} to move: find the only move that does not lose."),
            words.gettext("it loses."),
            words.gettext("Any other move loses within {horizon} moves."),
        ),
        "draw": GoalWords(
            words.gettext("{side} to move: force a draw by repetition."),
            words.gettext("it does not bring the position back, and it loses."),
            words.gettext("One move brings a position back for the third time."),
            words.gettext("The position is on the board for the third time: a draw."),
        ),
    }
    return view.goal_words(goal, position, words) or shared[goal]


def task_of(puzzle: Puzzle, words: Words) -> str:
    """The task of a puzzle of a pack."""
    game = catalog.game_of(puzzle.game)
    position = game.rules.parse_position(puzzle.position)
    side = game.view.side_words(puzzle.seat, words)
    task = goal_words(game.view, puzzle.goal, position, words).task
    return task.format(side=side, n=puzzle.moves)
