"""A mistake of a reviewed match as a puzzle: find a better move."""

import hashlib
from dataclasses import dataclass, replace
from typing import Annotated, Self

from spieltisch.play.match import Match
from spieltisch.play.puzzle import Continuation, Puzzle
from spieltisch.table import Seat, Setup, TurningPoint
from spieltisch.table.codec import codec
from spieltisch.table.marks import Between

BETTER = "better"
"""The goal of such a puzzle: a better move than was played."""

WIN = "win"
"""The goal of a puzzle that was made of a position: the move that wins within ``Puzzle.moves``.
Nothing was played there."""

AS_GOOD = 0.1
"""An action that gives away no more of the win probability than this is as good as the best that
was found: it is half of what makes a mistake."""

TIMES = 2
"""How often an action as good must be found at the first try until a mistake is done with."""


@dataclass(frozen=True)
class Mistake:
    puzzle: Puzzle
    """The position before it; its solution is the best that was found."""
    played: str
    """The mistake, as text; empty in a puzzle that was made of a position."""
    chance: Annotated[float, Between(0, 1)]
    """The win probability with the best."""
    found: Annotated[int, Between(0, TIMES)] = 0
    """How often an action as good has been found at the first try."""

    @property
    def id(self) -> str:
        return self.puzzle.id

    @property
    def is_mended(self) -> bool:
        """Whether it need not come again."""
        return self.found >= TIMES

    def tried(self, *, is_found: bool) -> Self:
        """The mistake after another attempt."""
        return replace(self, found=self.found + is_found)

    def is_as_good(self, chance: float) -> bool:
        """Whether an action with this win probability is accepted."""
        return chance >= self.chance - AS_GOOD


MISTAKE = codec(Mistake)


def mistake_of(match: Match, point: TurningPoint) -> Mistake:
    position = match.rules.format_position(match.position_at(point.number - 1))
    puzzle = puzzle_of(match.setup, position, point.seat, point.better[0])
    return Mistake(puzzle, point.action, point.before)


def puzzle_of(setup: Setup, position: str, seat: Seat, best: str) -> Puzzle:
    """A position in which a seat is to find the best move, or one as good. Its id is made from the
    position."""
    digest = hashlib.sha256(f"{setup.game}\n{position}".encode()).hexdigest()
    return Puzzle(
        id=digest[:6],
        setup=replace(setup, seed=None, start="", players=(), clock=None),
        position=position,
        seat=seat,
        goal=BETTER,
        moves=1,
        band=1,
        effort=0,
        themes=(),
        solution=({best: Continuation()},),
    )
