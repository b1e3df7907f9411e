"""A mistake of a reviewed match as a puzzle, to find a better move; and as a link."""

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Annotated, Self

from spieltisch.games import catalog
from spieltisch.play.code_text import damaged, pack_text, unpack_text
from spieltisch.play.codec import LinkPart
from spieltisch.play.match import Match
from spieltisch.play.puzzle import Continuation, Puzzle
from spieltisch.table import Seat, Setup, TurningPoint, play
from spieltisch.table.codec import codec, parse
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


_MAX_BYTES = 400_000
"""A position has its past: of the longest match that a link may hold, so much."""


def encode_mistake(mistake: Mistake) -> str:
    return pack_text(json.dumps(MISTAKE.write(mistake), separators=(",", ":")))


def decode_mistake(code: str, game: str) -> Mistake:
    """The inverse of encode_mistake, for a game; how often it has been found is not told. Raises
    LinkError for anything that no match of the game can have led to."""
    text = unpack_text(code, _MAX_BYTES, LinkPart.SENT_PUZZLE)
    try:
        sent = parse(text, _MAX_BYTES, MISTAKE, "mistake")
        setup, seat = sent.puzzle.setup, sent.puzzle.seat
        if setup.game != game:
            raise ValueError(f"is of {setup.game}")
        info, rules = catalog.game_of(game).info, catalog.game_of(game).rules
        info.check(setup)
        position = rules.parse_position(sent.puzzle.position)
        if rules.count_seats(position) != setup.seats:
            raise ValueError(f"is not for {setup.seats} players")
        is_made = sent.puzzle.goal == WIN
        given = sent.puzzle.solutions[:1] if is_made else (sent.puzzle.solutions[0], sent.played)
        best, *played = (
            rules.format_action(play(rules, position, seat, rules.parse_action(action)).action)
            for action in given
        )
    except ValueError as error:
        raise damaged(code, str(error), LinkPart.SENT_PUZZLE) from None
    puzzle = puzzle_of(setup, rules.format_position(position), seat, best)
    if is_made:
        return Mistake(replace(puzzle, goal=WIN, moves=sent.puzzle.moves), "", 1.0)
    return Mistake(puzzle, played[0], sent.chance)
