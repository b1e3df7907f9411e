"""A position as a puzzle: one move wins, as the bots have proved, and no other wins as fast."""

from dataclasses import replace

from spieltisch.app.effects import Focus, Go
from spieltisch.app.match.messages import MakePuzzle
from spieltisch.app.notice import NoPuzzle
from spieltisch.app.puzzle.opening import ESCAPE
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import At, Result
from spieltisch.play.match import Match
from spieltisch.play.mistake import WIN, Mistake, puzzle_of
from spieltisch.play.mistake_link import encode_mistake
from spieltisch.table import Evaluation


def may_make(match: Match, found: Evaluation | None) -> bool:
    """Whether all is known of the position that a puzzle of it needs."""
    return found is not None and found.is_final and not match.is_over and match.setup.seats == 2


def make_puzzle(at: At, message: MakePuzzle) -> Result:
    """The position that is looked at as a puzzle, whose address holds it; or why it is none."""
    session, seen = at.session, at.seen
    found = at.table.analysis.final(seen, seen.shown)
    if found is None or not may_make(seen, found):
        return session, ()
    wins_in = found.wins_in
    lines: tuple[Evaluation, ...] = (found, *found.others)
    fast = [one.variation[0] for one in lines if one.wins_in == wins_in]
    if wins_in is None or len(fast) > 1:
        return replace(session, notice=NoPuzzle(() if wins_in is None else tuple(fast))), ()
    position = seen.rules.format_position(seen.position)
    puzzle = puzzle_of(seen.setup, position, found.seat, fast[0])
    made = Mistake(replace(puzzle, goal=WIN, moves=wins_in), "", 1.0)
    screen = PuzzleScreen.at(made.puzzle, session.day(message.at_ms), mistake=made)
    link = format_link(Link(ESCAPE, seen.setup.game, section=encode_mistake(made)))
    return session.on(replace(screen, is_sent=True)), (Go(link), Focus("board"))
