"""How the bots judge and answer an action that is not in the solution.

Packs name all right actions, so for their puzzles only the answer is wanted. For a person's own
mistake only the best action is known: any other is judged, by as much thought as the review took.
"""

from dataclasses import replace

from spieltisch.app.exercise.state import FAILED, SOLVED
from spieltisch.app.puzzle.log import RIGHT, WRONG
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.play.mistake import Mistake
from spieltisch.table import Evaluation, Seat


def evaluated(screen: PuzzleScreen, found: Evaluation, at_ms: float) -> PuzzleScreen:
    """The puzzle after the bots have evaluated the position on its board."""
    chance = _chance_of(screen.seat, found, screen.match.setup.seats)
    if screen.mistake is not None and screen.is_judged and chance is not None:
        screen = _judged(screen, screen.mistake, chance)
    if screen.state == SOLVED or found.seat == screen.seat:
        return screen
    answer = found.refutation
    if answer is None:
        return screen
    if screen.refutation is None:
        # Of several answers only the first one is to the person's action.
        screen = replace(screen, refutation=answer, refuted=len(screen.match.turns))
    return replace(screen, replies=(answer.action,)).awaiting(at_ms)


def judged_by_end(screen: PuzzleScreen) -> PuzzleScreen:
    """The puzzle judged by the outcome, if the match has ended; no search is needed then."""
    outcome = screen.match.position.outcome
    if outcome is None or screen.mistake is None or not screen.is_judged:
        return screen
    return _judged(screen, screen.mistake, outcome.value_for(screen.seat))


def _chance_of(seat: Seat, found: Evaluation, seats: int) -> float | None:
    """A seat's win probability. With two seats an evaluation tells both; with more, only its own
    seat's, so that another one's is None."""
    if found.seat == seat:
        return found.win_probability
    return 1 - found.win_probability if seats == 2 else None


def _judged(screen: PuzzleScreen, mistake: Mistake, chance: float) -> PuzzleScreen:
    is_right = mistake.is_as_good(chance)
    signs = screen.signs + (RIGHT if is_right else WRONG)
    state = SOLVED if is_right else FAILED
    return replace(screen, state=state, is_judged=False, signs=signs)
