"""What the bots have to say of an action that no solution names: what it is worth, and what it is
answered with.

Packs name all that is right, so that there only the answer is wanted. Of a person's own mistake
just the best action is known: any other is judged, by as much thought as the review took.
"""

from dataclasses import replace

from spieltisch.play.mistake import Mistake
from spieltisch.session.puzzle_log import RIGHT, WRONG
from spieltisch.session.screens.exercise.state import SOLVED
from spieltisch.session.screens.puzzle.state import FAILED, PuzzleScreen
from spieltisch.table import Evaluation, Seat


def evaluated(screen: PuzzleScreen, found: Evaluation, at_ms: float) -> PuzzleScreen:
    """The puzzle when it is known how good the position on its board is, and what is best there."""
    chance = _chance_of(screen.seat, found, screen.match.setup.seats)
    if screen.mistake is not None and screen.is_judged and chance is not None:
        screen = _judged(screen, screen.mistake, chance)
    if screen.state == SOLVED or found.seat == screen.seat:
        return screen
    answer = found.refutation
    if answer is None:
        return screen
    if screen.refutation is None:
        # Of several answers the first is the one to what was done.
        screen = replace(screen, refutation=answer, refuted=len(screen.match.turns))
    return replace(screen, replies=(answer.action,)).awaiting(at_ms)


def judged_by_end(screen: PuzzleScreen) -> PuzzleScreen:
    """The puzzle when what was done, or what came after it, has ended the match: that says all."""
    outcome = screen.match.position.outcome
    if outcome is None or screen.mistake is None or not screen.is_judged:
        return screen
    return _judged(screen, screen.mistake, outcome.value_for(screen.seat))


def _chance_of(seat: Seat, found: Evaluation, seats: int) -> float | None:
    """The chances of a seat. Of two seats, an evaluation tells of both; of more, of one alone."""
    if found.seat == seat:
        return found.win_probability
    return 1 - found.win_probability if seats == 2 else None


def _judged(screen: PuzzleScreen, mistake: Mistake, chance: float) -> PuzzleScreen:
    is_right = mistake.is_as_good(chance)
    signs = screen.signs + (RIGHT if is_right else WRONG)
    state = SOLVED if is_right else FAILED
    return replace(screen, state=state, is_judged=False, signs=signs)
