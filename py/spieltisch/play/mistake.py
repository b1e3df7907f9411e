"""A mistake of a reviewed match as a puzzle: find a better move."""

import hashlib
from dataclasses import dataclass, replace
from typing import Self

from spieltisch.play.match import Match
from spieltisch.play.puzzle import Puzzle, format_puzzle, parse_puzzle
from spieltisch.table import Setup, TurningPoint
from spieltisch.table.record import members_of, typed, whole_number
from spieltisch.table.solution import Continuation

BETTER = "better"
"""The goal of such a puzzle: a better move than was played."""

AS_GOOD = 0.1
"""An action that gives away no more of the win probability than this is as good as the best that
was found: it is half of what makes a mistake."""

TIMES = 2
"""How often an action as good must be found at the first try until a mistake is done with."""

_FIELDS = {"puzzle", "played", "chance", "found"}


@dataclass(frozen=True)
class Mistake:
    """One mistake, to be mended.

    Attributes:
        puzzle: the position before it; its solution is the best that was found.
        played: the mistake, as text.
        chance: the win probability with the best, 0 to 1.
        found: how often an action as good has been found at the first try.
    """

    puzzle: Puzzle
    played: str
    chance: float
    found: int = 0

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


def mistake_of(match: Match, point: TurningPoint) -> Mistake:
    """The mistake at a turning point of a match."""
    position = match.rules.format_position(match.position_at(point.number - 1))
    whole = match.setup
    setup = Setup(whole.game, whole.variant, whole.edition, whole.options, seats=whole.seats)
    puzzle = Puzzle(
        id=_id_of(setup.game, position),
        setup=setup,
        position=position,
        seat=point.seat,
        goal=BETTER,
        moves=1,
        band=1,
        effort=0,
        themes=(),
        solution=({point.better[0]: Continuation()},),
    )
    return Mistake(puzzle, point.action, point.before)


def _id_of(game: str, position: str) -> str:
    """Six letters and digits, made from the position."""
    return hashlib.sha256(f"{game}\n{position}".encode()).hexdigest()[:6]


def format_mistake(mistake: Mistake) -> dict[str, object]:
    """The mistake as a JSON object."""
    return {
        "puzzle": format_puzzle(mistake.puzzle),
        "played": mistake.played,
        "chance": mistake.chance,
        "found": mistake.found,
    }


def parse_mistake(value: object) -> Mistake:
    """The inverse of format_mistake; raises ValueError, saying where and why."""
    fields = members_of(value, "the mistake", _FIELDS)
    chance = fields["chance"]
    if isinstance(chance, bool) or not isinstance(chance, int | float) or not 0 <= chance <= 1:
        raise ValueError(f"chance {chance!r} is not between 0 and 1")
    return Mistake(
        parse_puzzle(fields["puzzle"]),
        typed(fields["played"], str, "played"),
        chance,
        whole_number(fields["found"], "found", 0, TIMES),
    )
