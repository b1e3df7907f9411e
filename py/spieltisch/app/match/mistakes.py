"""A mistake that a review has found is tried again, as a puzzle."""

from dataclasses import replace

from spieltisch.app.effects import Focus, Go, Keep
from spieltisch.app.match.at import At
from spieltisch.app.match.messages import TryMistake
from spieltisch.app.match.review import can_review, curve_on
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Result
from spieltisch.play.mistake import mistake_of


def try_again(at: At, message: TryMistake) -> Result:
    """The position before a person's mistake comes on screen, and the mistake is remembered; the
    way back leads to the match."""
    session, table, match = at.session, at.table, at.match
    # The card at the end knows of the turn that lost before a review is asked for.
    points = curve_on(table.analysis, match).points if can_review(match) else ()
    point = next((one for one in points if one.number == message.number), None)
    if point is None or not point.is_mistake or not match.is_human(point.seat):
        return session, ()
    log = session.kept.puzzles.of(table.game)
    mistake = mistake_of(match, point)
    mistake = log.mistake(mistake.id) or mistake
    puzzles = session.kept.puzzles.with_game(table.game, log.with_mistake(mistake))
    session = replace(session, kept=replace(session.kept, puzzles=puzzles))
    link = format_link(Link("mistakes", table.game, section=mistake.id))
    screen = PuzzleScreen.at(mistake.puzzle, session.day(message.at_ms), mistake=mistake)
    return session.on(screen), (Keep(puzzles), Go(link), Focus("board"))
