"""How a contest goes on, from its beginning to the result that is kept."""

from dataclasses import replace

from spieltisch.app.board.exercise import FAILED, OPEN, SOLVED, Exercise
from spieltisch.app.core.effects import Effect, Focus
from spieltisch.app.core.message import Message
from spieltisch.app.core.news import InExercise
from spieltisch.app.core.notice import DuelLeft, RunLeft
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.puzzle_log import (
    RIGHT,
    TRACE_WRONG,
    ContestKind,
    DuelResult,
    PuzzleLog,
    with_result,
)
from spieltisch.app.keeping.writing import keep_value
from spieltisch.app.puzzle.contest import (
    MISS,
    PAUSE_MS,
    BeginContest,
    Contest,
    ContestScreen,
    duel_of,
    nth_of_run,
    nth_of_skill,
)
from spieltisch.app.puzzle.state import InContest, PuzzleScreen
from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.play.puzzle import Continuation, moves_from
from spieltisch.play.reasons import missed_reason


def update(session: Session, screen: ContestScreen, message: Message) -> Result:
    if not isinstance(message, BeginContest):
        return session, ()
    at_ms = message.at_ms
    seed, today = session.wall_ms(at_ms), session.day(at_ms)
    contest = Contest(screen.kind, today, seed, message.is_calm, at_ms)
    return _with_next(session, screen.game, contest)


def _with_next(session: Session, game: str, contest: Contest) -> Result:
    """The session with the next puzzle of a run, or with the duel."""
    if contest.kind == ContestKind.DUEL:
        puzzle = duel_of(game, contest.day)
    elif contest.kind == ContestKind.SPOT:
        puzzle = nth_of_skill(game, contest.solved + contest.misses, contest.seed)
    else:
        pack = session.visit.packs[game]
        puzzle = nth_of_run(pack, contest.solved + contest.misses, contest.seed)
    before = session.on_screen(Exercise)
    screen = PuzzleScreen.at(puzzle, contest.day, InContest(contest), before)
    return session.on(screen), (Focus("board"),)


def played(
    session: Session, screen: PuzzleScreen, answer: Continuation | None, at_ms: float
) -> Result:
    """The session after the person's action in a contest. A result counts at once, as the person
    may leave while the verdict is seen."""
    screen = _judged(screen, answer, at_ms)
    session, contest = session.on(screen), screen.contest
    if contest is None or not contest.has_ended:
        return session, ()
    return _counted(session, screen.game, contest)


def _judged(screen: PuzzleScreen, answer: Continuation | None, at_ms: float) -> PuzzleScreen:
    """A puzzle of a contest after an action, which is right unless ``answer`` is None."""
    assert screen.contest is not None
    contest, is_over = screen.contest, answer is None or answer.then is None
    state = FAILED if answer is None else SOLVED if is_over else OPEN
    missed = (screen.puzzle.id,) if state == FAILED and contest.is_run else ()
    contest = replace(
        contest,
        misses=contest.misses + (state == FAILED),
        missed=contest.missed + missed,
        solved=contest.solved + (state == SOLVED),
        held_ms=at_ms if missed else None,
    )
    if contest.kind == ContestKind.DUEL:
        letter = _rolled(screen.match) if state != FAILED else MISS
        contest = replace(contest, rolled=contest.rolled + letter, is_cleared=state == SOLVED)
    screen = replace(
        screen,
        source=InContest(contest.ended(at_ms) if contest.has_ended else contest),
        state=state,
        trace=screen.trace + (TRACE_WRONG if answer is None else RIGHT),
    )
    if answer is None or answer.then is None:
        return replace(screen, replies=(), wake_ms=at_ms + PAUSE_MS)
    return replace(screen, node=answer.then, replies=answer.replies).going_on(at_ms)


def duel_answer(match: Match) -> Continuation | None:
    """What follows the last action of a duel; None if it matched nothing, or leaves cards that
    cannot all be cleared any more."""
    outcome, solver = match.position.outcome, match.game.solver
    assert solver is not None
    if outcome is not None:
        return Continuation() if outcome.winners else None
    return None if solver.advise(match.position) is None else Continuation(then=0)


def _rolled(match: Match) -> str:
    """The letter of the ball that rolled last."""
    puzzles, last = match.game.puzzles, match.turns[-1]
    assert puzzles is not None
    assert puzzles.duel is not None
    return puzzles.duel.rolled(last.before, last.action)


def woken(session: Session, screen: PuzzleScreen, at_ms: float) -> Result | None:
    """The session once the verdict has been seen, or time is up; None if neither is so."""
    contest = screen.contest
    if contest is None:
        return None
    if contest.is_out_of_time(at_ms):
        return stopped(session, screen, at_ms)
    if screen.state == OPEN or screen.wake_ms is None or at_ms < screen.wake_ms:
        return None
    if screen.is_shown and screen.replies:
        return None
    if contest.held_ms is not None and not screen.is_shown:
        return session.on(_with_answer(screen, at_ms)), (Focus("puzzle-onward"),)
    if contest.kind == ContestKind.DUEL and not contest.has_ended:
        return session.on(taken_back(screen)), ()
    return went_on(session, screen, at_ms)


def taken_back(screen: PuzzleScreen) -> PuzzleScreen:
    """The duel without its miss. The verdict was short: why it was so stays in sight until the next
    action."""
    turns = tuple(screen.match.turns[screen.past :])
    return replace(screen.taken_back(), reason=missed_reason(screen.match.game, turns))


def _with_answer(screen: PuzzleScreen, at_ms: float) -> PuzzleScreen:
    """A puzzle that was missed in a run, whose right answer is played."""
    shown = replace(screen.taken_back(), state=FAILED, choice=None, is_shown=True)
    replies = moves_from(screen.puzzle.solution, screen.node)
    return replace(shown, replies=replies, wake_ms=at_ms).saying(InExercise.SHOWN)


def went_on(session: Session, screen: PuzzleScreen, at_ms: float) -> Result:
    """The session with the next puzzle of a run, or with its end."""
    contest = screen.contest
    assert contest is not None
    if contest.has_ended:
        return _told(session, screen.game, contest)
    return _with_next(session, screen.game, contest.going_on(at_ms))


def stopped(session: Session, screen: PuzzleScreen, at_ms: float) -> Result:
    """The session when time is up, or the person has had enough."""
    contest, effects = screen.contest, tuple[Effect, ...]()
    assert contest is not None
    if not contest.has_ended:
        contest = contest.ended(at_ms if contest.held_ms is None else contest.held_ms)
        session, effects = _counted(session, screen.game, contest)
    session, focus = _told(session, screen.game, contest)
    return session, (*effects, *focus)


def left(session: Session, screen: PuzzleScreen, _: Message) -> Result:
    """The session after a message that may have led away from a contest in the middle: a run counts
    as if it had been stopped, and the person is told. Nothing is lost before the first answer."""
    contest, now = screen.contest, session.screen
    if contest is None or contest.has_ended or not contest.has_begun:
        return session, ()
    is_at_end = isinstance(now, ContestScreen) and now.over is not None
    if is_at_end or (isinstance(now, PuzzleScreen) and now.contest is not None):
        return session, ()
    if session.notice is None:
        left_it = RunLeft(contest.solved) if contest.is_run else DuelLeft()
        session = replace(session, notice=left_it)
    return _counted(session, screen.game, contest)


def _told(session: Session, game: str, contest: Contest) -> Result:
    after = ContestScreen(game, contest.kind, contest.day, contest)
    return session.on(after), (Focus("contest-told"),)


def _counted(session: Session, game: str, contest: Contest) -> Result:
    """The session with the result in the log. Of the duels of a day the first one counts."""
    log = session.kept.of(PuzzleLog).of(game)
    has_been = contest.kind == ContestKind.DUEL and log.has_duel_of(contest.day)
    if not contest.is_whole or has_been:
        return session, ()
    log = replace(log, tallies=with_result(log.tallies, contest.name, contest.result))
    if contest.kind == ContestKind.DUEL:
        rolled, misses = contest.rolled, contest.misses
        result = DuelResult(contest.day, rolled, contest.seconds, misses, contest.is_calm)
        log = log.with_duel(result)
    return keep_value(session, session.kept.of(PuzzleLog).with_game(game, log))


def has_duel(game: str) -> bool:
    puzzles = catalog.game_of(game).puzzles
    return puzzles is not None and puzzles.duel is not None
