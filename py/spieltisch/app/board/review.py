"""Looking back at a match that is over: each of its positions is evaluated, one after the other,
and a mistake can be tried again. A position in which one move wins can be made a puzzle."""

from collections.abc import Iterator
from dataclasses import replace

from spieltisch.app.board.browsing import look
from spieltisch.app.board.messages import MakePuzzle, RestoreReview, ShowTurningPoint, TryMistake
from spieltisch.app.core.effects import Focus, Go, Hear, Keep
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.news import OnTable
from spieltisch.app.core.notice import NoPuzzle
from spieltisch.app.core.routes import ESCAPE, Link
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.table import Analysis, TableScreen
from spieltisch.app.keeping.damage import review_damaged
from spieltisch.app.keeping.puzzle_log import PuzzleLog
from spieltisch.app.keeping.writing import keep_value
from spieltisch.play.match import Match
from spieltisch.play.mistake import WIN, Mistake, encode_mistake, mistake_of, puzzle_of
from spieltisch.play.reviews import KeptReview, OtherMatchError, format_review, parse_review
from spieltisch.table import Evaluation


def can_review(match: Match) -> bool:
    """Whether there is a whole match to look back at, of a game whose bots can evaluate it."""
    has_turns = len(match.turns) > 0
    is_whole = has_turns and match.last_position.outcome is not None
    return is_whole and match.game.search_bots is not None


def can_look_back(match: Match) -> bool:
    """Whether a match that is over has calls, whose worth its record tells, or what bots judge."""
    return can_review(match) or (match.is_over and len(match.calls) > 1)


def start(table: TableScreen, match: Match) -> TableScreen:
    """The review begins, or goes on where it was stopped."""
    if not can_look_back(match):
        return table
    if not can_review(match):
        worst = next((call for call in match.calls if not call.is_right), match.calls[0])
        table = replace(table, analysis=replace(table.analysis, is_reviewed=True))
        return table.looking_at(match, worst.number).saying(OnTable.TURNING_POINT)
    table = replace(table, analysis=replace(table.analysis, is_reviewing=True, is_reviewed=True))
    table = _brought_up(table, match)
    if next_unknown(table, match) is None:
        return finished(table, match)
    return table.saying(OnTable.REVIEWING)


def stop(table: TableScreen) -> TableScreen:
    if not table.analysis.is_reviewing:
        return table
    table = replace(table, analysis=replace(table.analysis, is_reviewing=False))
    return table.saying(OnTable.REVIEWED)


def finished(table: TableScreen, match: Match) -> TableScreen:
    """The review is over once every position is evaluated; the first turning point comes on screen,
    unless a person looks at another moment."""
    if not table.analysis.is_reviewing or next_unknown(table, match) is not None:
        return table
    points = table.analysis.turning_points(match)
    if points and table.browsing is None:
        table = table.looking_at(match, points[0].number)
    return stop(table)


def next_unknown(table: TableScreen, match: Match) -> int | None:
    """The first position that is still to be evaluated for the review, or for the curve that is
    shown at the end of the match, by its ply; None if there is none."""
    is_wanted = table.analysis.is_reviewing or table.shows_end
    if not is_wanted or not can_review(match):
        return None
    return next(unknown_plies(table.analysis, match), None)


def unknown_plies(analysis: Analysis, match: Match) -> Iterator[int]:
    """The positions that a review has still to evaluate, by their plies."""
    return (ply for ply in range(len(match.turns)) if analysis.evaluation(match, ply) is None)


def with_evaluation(table: TableScreen, match: Match, ply: int, found: Evaluation) -> TableScreen:
    """The table with a new or better evaluation, and the review brought up to date with it."""
    analysis = table.analysis.with_evaluation(ply, found)
    return _brought_up(replace(table, analysis=analysis), match)


def _brought_up(table: TableScreen, match: Match) -> TableScreen:
    """The table with the review of all evaluations so far, if one is wanted."""
    analysis = table.analysis
    is_wanted = analysis.is_reviewed or table.shows_end
    if not is_wanted or not can_review(match):
        return table
    return replace(table, analysis=replace(analysis, review=analysis.review_so_far(match)))


# ------------------------------------------------------------------- keeping


def news_to_keep(before: TableScreen, table: TableScreen, match: Match) -> tuple[Keep, ...]:
    """Keep the review once it is whole, is stopped, or is asked for after it was whole."""
    known, found = before.analysis, table.analysis
    if found == known or not can_review(match):
        return ()
    is_whole = next(unknown_plies(found, match), None) is None
    has_grown = next(unknown_plies(known, match), None) is not None or (
        found.is_reviewed and not known.is_reviewed
    )
    is_stopped = known.is_reviewing and not found.is_reviewing
    if not is_stopped and not (is_whole and has_grown):
        return ()
    evaluations = [found.evaluation(match, ply) for ply in range(len(match.turns))]
    text = format_review(match, evaluations, is_asked=found.is_reviewed)
    return (Keep(KeptReview(table.match_id, text)),)


def restored(session: Session, table: TableScreen, kept: RestoreReview) -> Result:
    """The session with the kept review of the match on the table; evaluations found since then
    stay. A review about other turns is ignored."""
    if kept.key != table.match_id or kept.text is None:
        return session, ()
    match = session.matches[table.match_id]
    try:
        known, is_asked = parse_review(kept.text, match)
    except OtherMatchError:
        return session, ()
    except ValueError as error:
        return review_damaged(session, kept.key, str(error))
    analysis = table.analysis
    found = {ply: analysis.evaluation(match, ply) or one for ply, one in known.items()}
    analysis = replace(
        analysis,
        evaluations={**analysis.evaluations, **found},
        is_reviewed=analysis.is_reviewed or is_asked,
    )
    return session.on(finished(_brought_up(replace(table, analysis=analysis), match), match)), ()


def show_turning_point(at: At, message: ShowTurningPoint | Command) -> Result:
    """A turning point comes on screen: one by its number, or the next or previous one."""
    numbers = [call.number for call in at.match.calls] if at.match.is_over else []
    numbers += [point.number for point in at.table.analysis.turning_points(at.match)]
    shown = at.seen.shown
    match message:
        case ShowTurningPoint(number):
            goal = number if number in numbers else None
        case Command.PREVIOUS_TURNING_POINT:
            goal = max((n for n in numbers if n < shown), default=None)
        case _:
            goal = min((n for n in numbers if n > shown), default=None)
    if goal is None:
        return at.session.on(at.table.saying(OnTable.NO_TURNING_POINT)), ()
    if goal == shown:
        return at.session.on(at.table.saying(OnTable.TURNING_POINT)), ()
    return look(at, goal, OnTable.TURNING_POINT)


def try_again(at: At, message: TryMistake) -> Result:
    """The position before a person's mistake comes on screen, and the mistake is remembered; the
    way back leads to the match."""
    session, game = at.session, at.match.setup.game
    mistake = mistake_at(at, message.number)
    if mistake is None:
        return session, ()
    log = session.kept.of(PuzzleLog).of(game)
    mistake = log.mistake(mistake.id) or mistake
    puzzles = session.kept.of(PuzzleLog).with_game(game, log.with_mistake(mistake))
    session, effects = keep_value(session, puzzles)
    link = Link("mistakes", game, section=mistake.id).text
    return session, (*effects, Go(link), Hear(Navigate(link, message.at_ms)), Focus("board"))


def mistake_at(at: At, number: int) -> Mistake | None:
    """A person's mistake, by the number of its turn; None if that was none."""
    match = at.match
    # The card at the end knows of the turn that lost before a review is asked for.
    points = at.table.analysis.curve_on(match).points if can_review(match) else ()
    point = next((one for one in points if one.number == number), None)
    if point is None or not point.is_mistake or not match.is_human(point.seat):
        return None
    return mistake_of(match, point)


def may_make(match: Match, found: Evaluation | None) -> bool:
    """Whether all is known of the position that a puzzle of it needs."""
    return found is not None and found.is_final and not match.is_over and match.setup.seats == 2


def no_puzzle(found: Evaluation) -> NoPuzzle | None:
    """Why a position of which that was found is no puzzle; None if it is one."""
    wins_in = found.prospects[0].wins_in
    if wins_in is None:
        return NoPuzzle()
    fast = tuple(one.variation[0] for one in found.prospects if one.wins_in == wins_in)
    return NoPuzzle(fast) if len(fast) > 1 else None


def make_puzzle(
    session: Session, seen: Match, found: Evaluation | None, message: MakePuzzle
) -> Result:
    """The position that is looked at, of which the bots have ``found`` that, as a puzzle, whose
    address holds it; or why it is none."""
    if found is None or not may_make(seen, found):
        return session, ()
    wins_in, refused = found.prospects[0].wins_in, no_puzzle(found)
    if wins_in is None or refused is not None:
        return replace(session, notice=refused), ()
    position = seen.rules.format_position(seen.position)
    puzzle = puzzle_of(seen.setup, position, found.seat, found.action)
    made = Mistake(replace(puzzle, goal=WIN, moves=wins_in), "", 1.0)
    link = Link(ESCAPE, seen.setup.game, section=encode_mistake(made)).text
    return session, (Go(link), Hear(Navigate(link, message.at_ms)), Focus("board"))
