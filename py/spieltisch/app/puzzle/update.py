"""What each message does to a puzzle."""

from dataclasses import replace
from typing import Any

from spieltisch.app.board import exercise_update as exercise
from spieltisch.app.board.exercise import FAILED, OPEN, SOLVED
from spieltisch.app.board.messages import Answered, Press, ShowSolution, Wake
from spieltisch.app.board.thinking import evaluation_for, warned
from spieltisch.app.core.dates import number_of, parse_day
from spieltisch.app.core.effects import Animate, Effect, Focus
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.news import InExercise, OnBoard
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.table import Help
from spieltisch.app.keeping.puzzle_log import (
    HINTED,
    RIGHT,
    SHOWN,
    TRACE_TOLD,
    TRACE_WRONG,
    ContestKind,
    GameLog,
    PuzzleLog,
    score_of,
)
from spieltisch.app.keeping.writing import keep_value
from spieltisch.app.puzzle import contest_play
from spieltisch.app.puzzle.contest import SHOWN_MS, NextOfRun, StopContest
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.games.contract import Advice
from spieltisch.play.mistake import Mistake
from spieltisch.play.puzzle import moves_from, rating_of
from spieltisch.play.reasons import UNEXPLAINED
from spieltisch.table import Evaluation, Seat


def update(session: Session, screen: PuzzleScreen, message: Message) -> Result:
    match message:
        case StopContest(at_ms) if screen.contest is not None:
            return contest_play.stopped(session, screen, at_ms)
        case NextOfRun(at_ms) if screen.contest is not None and screen.is_shown:
            return contest_play.went_on(session, screen, at_ms)
        case Wake(at_ms) if (woken := contest_play.woken(session, screen, at_ms)) is not None:
            return woken
        case Command.FIRST | Command.EARLIER | Command.LATER | Command.PRESENT:
            return _looked_back(session, screen, message)
        case Press() | Command.CANCEL | Command.TAKE_BACK if screen.is_past_shown:
            return _looked_back(session, screen, Command.PRESENT)
        case ShowSolution() | Command.HINT if screen.contest is not None:
            return session, ()
        case Command.HINT if not screen.has_hints:
            return session, ()
        case ShowSolution(at_ms):
            # The rest of the solution is played, from where all was right.
            can_be = screen.choice is not None or screen.state == FAILED or screen.is_judged
            if screen.is_shown or not can_be:
                return session, ()
            screen = replace(
                screen.taken_back(),
                state=FAILED,
                choice=None,
                trace=screen.trace + SHOWN,
                is_shown=True,
                replies=moves_from(screen.puzzle.solution, screen.node),
                wake_ms=at_ms,
            )
            session, effects = _counted(session, screen.saying(InExercise.SHOWN))
            return session, (*effects, Focus("puzzle-next"))
        case Command.HINT:
            if screen.choice is None:
                return session, ()
            told, trace = screen.help, screen.trace
            if told is None:
                match = screen.match
                advice = (
                    match.game.solver.advise(match.position)
                    if match.game.solver is not None
                    else None
                )
                told = (
                    Help(1, next(iter(screen.accepted)))
                    if not isinstance(advice, Advice)
                    else Help(2, advice)
                )
                told, trace = warned(told, match, screen.puzzle.goal), trace + HINTED
            elif TRACE_TOLD not in trace[-1:]:
                told, trace = replace(told, step=told.step + 1), trace + TRACE_TOLD
            return _counted(session, replace(screen, help=told, trace=trace).saying(OnBoard.HELPED))
        case Answered(answer, at_ms):
            found = evaluation_for(session, answer)
            return (session, ()) if found is None else _evaluated(session, screen, found, at_ms)
    return exercise.update(session, screen, message, CONDUCT)


def _looked_back(session: Session, screen: PuzzleScreen, command: Command) -> Result:
    """Step through what has led to the position, before anything is done about it."""
    shown, last = screen.match.shown, len(screen.match.turns)
    if screen.state != OPEN or screen.wake_ms is not None or not screen.has_past:
        return session, ()
    goals = {Command.FIRST: 0, Command.EARLIER: shown - 1, Command.LATER: shown + 1}
    after = screen.looking_at(goals.get(command, last))
    if after.match.shown == shown:
        return session, ()
    return session.on(after), ()


def _begun_again(session: Session, screen: PuzzleScreen) -> Result:
    """Take back what was wrong; once the puzzle was solved, all that was done."""
    if screen.contest is not None and (screen.state != FAILED or screen.contest.is_run):
        return session, ()
    if screen.state == SOLVED:
        return session.on(screen.begun_again()), (Focus("board"),)
    if screen.state == FAILED or screen.is_judged:
        is_duel = screen.contest is not None
        back = contest_play.taken_back(screen) if is_duel else screen.taken_back()
        return session.on(back), (Focus("board"),)
    return session, ()


def _play(session: Session, screen: PuzzleScreen, action: Any, at_ms: float) -> Result:
    """The person acts, and is told whether that was right; raises IllegalActionError."""
    if screen.contest is not None and screen.contest.is_out_of_time(at_ms):
        # The timer that should have told so was late.
        return contest_play.stopped(session, screen, at_ms)
    match = screen.match.play(screen.seat, action)
    is_duel = screen.contest is not None and screen.contest.kind == ContestKind.DUEL
    answer = (
        contest_play.duel_answer(match)
        if is_duel
        else screen.puzzle.judge(screen.node, match.rules.format_action(action))
    )
    screen = replace(screen, match=match, choice=None, help=None).saying(InExercise.JUDGED)
    if not is_duel:
        screen = screen.explained(screen.accepted)
    else:
        # Of what is right in a duel nothing is told.
        is_missed = answer is None
        screen = screen.explained(()) if is_missed else replace(screen, reason=UNEXPLAINED)
    animated: tuple[Effect, ...] = (Animate(match.turns[-1]),)
    if screen.contest is not None:
        session, effects = contest_play.played(session, screen, answer, at_ms)
        return session, (*animated, *effects)
    if answer is None and screen.mistake is not None:
        judged = judged_by_end(replace(screen, is_judged=True))
        session, effects = _settled(session, screen, judged.going_on(at_ms))
        return session, (*animated, *effects)
    if answer is None:
        answers = (screen.reason.answer,) if screen.reason.answer else ()
        screen = replace(screen, state=FAILED, trace=screen.trace + TRACE_WRONG, replies=answers)
        session, effects = _counted(session, screen.awaiting(at_ms))
        return session, (*animated, *effects, Focus("puzzle-again"))
    screen = replace(screen, trace=screen.trace + RIGHT, replies=answer.replies)
    if answer.then is not None:
        screen = replace(screen, node=answer.then)
    else:
        took_ms = at_ms - screen.begun_ms if screen.took_ms is None else screen.took_ms
        screen = replace(screen, state=SOLVED, took_ms=took_ms)
    session, effects = _counted(session, screen.going_on(at_ms))
    onward: tuple[Effect, ...] = (Focus("puzzle-next"),) if screen.state == SOLVED else ()
    return session, (*animated, *effects, *onward)


def _evaluated(session: Session, screen: PuzzleScreen, found: Evaluation, at_ms: float) -> Result:
    after = evaluated(screen, found, at_ms)
    if after.state != screen.state:
        after = after.saying(InExercise.FOUND)
    return _settled(session, screen, after)


def _settled(session: Session, before: PuzzleScreen, screen: PuzzleScreen) -> Result:
    """The session after the bots have judged or answered an action; a new state is counted."""
    if screen.state == before.state:
        return session.on(screen), ()
    session, effects = _counted(session, screen)
    goal = "puzzle-next" if screen.state == SOLVED else "puzzle-again"
    return session, (*effects, Focus(goal))


def _reply(screen: PuzzleScreen, at_ms: float) -> PuzzleScreen:
    screen = judged_by_end(screen.after_reply())
    last = screen.match.turns[-1]
    if screen.is_shown and last.seat == screen.seat:
        screen = screen.explained((last.entry.action,))
    screen = screen.going_on(at_ms)
    if screen.contest is not None and screen.is_shown and screen.wake_ms is None:
        # The next puzzle comes by itself.
        return replace(screen, wake_ms=at_ms + SHOWN_MS)
    return screen


CONDUCT = exercise.Conduct(_play, _begun_again, _reply)


def _counted(session: Session, screen: PuzzleScreen) -> Result:
    """The session with the puzzle as it now is; the attempt is counted once its score is clear."""
    is_decided = screen.state == SOLVED or not score_of(screen.trace)
    if screen.is_practice or screen.is_sent or not is_decided:
        return session.on(screen), ()
    before = session.kept.of(PuzzleLog).of(screen.log_name)
    log = _log_after(before, session, screen)
    if log.rating != before.rating:
        rating = round(log.rating.value)
        screen = replace(screen, gained=(rating, rating - round(before.rating.value)))
    puzzles = session.kept.of(PuzzleLog).with_game(screen.log_name, log)
    session, effects = keep_value(session, puzzles)
    return session.on(replace(screen, is_counted=True)), effects


def _log_after(log: GameLog, session: Session, screen: PuzzleScreen) -> GameLog:
    puzzle, trace = screen.puzzle, screen.trace
    if screen.mistake is not None:
        is_found = score_of(trace) == 1
        return (
            log if screen.is_counted else log.with_mistake(screen.mistake.tried(is_found=is_found))
        )
    if screen.is_counted:
        log = log.with_trace(puzzle.id, trace)
    else:
        opponent = None if screen.is_from_cards else rating_of(puzzle)
        log = log.attempted(puzzle.id, opponent, trace, screen.today)
    if screen.state == SOLVED and SHOWN not in trace and _is_in_time(session, screen):
        log = log.with_day(screen.today, session.device.east_minutes, trace)
    return log


def _is_in_time(session: Session, screen: PuzzleScreen) -> bool:
    """Whether a solved puzzle is that of the day: one that was begun on it may be solved past
    midnight, but not be left open for days."""
    if not screen.is_todays:
        return False
    solved_on = session.day(screen.begun_ms + (screen.took_ms or 0.0))
    return number_of(parse_day(solved_on)) <= number_of(parse_day(screen.today)) + 1


def evaluated(screen: PuzzleScreen, found: Evaluation, at_ms: float) -> PuzzleScreen:
    """The puzzle after the bots have evaluated the position on its board."""
    chance = _chance_of(screen.seat, found, screen.match.setup.seats)
    if screen.mistake is not None and screen.is_judged and chance is not None:
        screen = _judged(screen, screen.mistake, chance)
    if screen.state == SOLVED or found.seat == screen.seat:
        return screen
    answer = found.refutation
    if screen.reason.answer and screen.state == FAILED:
        return replace(screen, replies=(screen.reason.answer,)).awaiting(at_ms)
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
    trace = screen.trace + (RIGHT if is_right else TRACE_WRONG)
    state = SOLVED if is_right else FAILED
    last = screen.match.turns[-1]
    if is_right and last.seat == screen.seat:
        screen = screen.explained((last.entry.action,))
    return replace(screen, state=state, is_judged=False, trace=trace)
