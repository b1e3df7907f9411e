"""Puzzles, and the wait for them, among the other screens."""

from dataclasses import replace

from spieltisch.app.puzzle import opening
from spieltisch.app.puzzle.model import awaited_model, puzzle_model, spoken_puzzle
from spieltisch.app.puzzle.state import AwaitedPuzzle, PuzzleScreen
from spieltisch.app.puzzle.update import update
from spieltisch.app.puzzle.view import awaited_screen, puzzle_screen
from spieltisch.app.screen import Screen, game_title
from spieltisch.app.session import Session
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(session: Session, screen: PuzzleScreen, frame: Frame) -> Markup:
    model = puzzle_model(session, screen, frame.words)
    told = spoken_puzzle(screen, model, session.settings.sound)
    return puzzle_screen(replace(frame, spoken=told), model)


def view_of_wait(_: Session, screen: AwaitedPuzzle, frame: Frame) -> Markup:
    return awaited_screen(frame, awaited_model(screen))


SCREENS = (
    Screen(PuzzleScreen, view, update, lambda _, screen, __: game_title(screen.game)),
    Screen(
        AwaitedPuzzle, view_of_wait, opening.update, lambda _, screen, __: game_title(screen.game)
    ),
)
