"""Practising a study: it asks for the moves of the side that begins it, and answers with its
own comments.

A move that it has, and does not call a mistake, is right; the others' moves follow by themselves.
One that it calls a mistake is answered by what it says of it, and the person looks for another.

A chapter may ask something else (``Task``): each of its first moves that are good, after which the
board goes back to the start; or the position is played out against a bot, and the study's own moves
count for nothing. How each went is noted in ``StudyScreen.scores``, the first time it was done.
"""

from dataclasses import replace

from spieltisch.app.board.exercise import REPLY_MS
from spieltisch.app.board.messages import Answered, Show, ShowVariation, Wake
from spieltisch.app.board.thinking import SHORTEST_MS, answered_by
from spieltisch.app.core.effects import Animate
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.session import Result, Session
from spieltisch.app.study.proving import MISTAKES, answers_of
from spieltisch.app.study.state import GoTo, Score, SetScores, ShowMove, StudyScreen, Told, Vary
from spieltisch.play.study import ROOT, NodeId, StudyMode, TaskKind
from spieltisch.table import Seat, Turn, seat_for


def learner(screen: StudyScreen) -> Seat | None:
    """The seat whose moves are asked for; None where there are none."""
    if screen.is_played_out:
        return seat_for(screen.match.position_at(0))
    first = screen.study.nodes[ROOT].children
    return screen.turns[first[0]].seat if first else None


def begun(screen: StudyScreen) -> StudyScreen:
    """The study from the start of its chapter, if it is practised; else as it is."""
    screen = replace(screen, missed=frozenset(), wrong=None, found=frozenset(), checking=None)
    if screen.mode is StudyMode.WRITE:
        screen = replace(screen, scores=SetScores())
    if screen.mode is not StudyMode.PRACTISE:
        return screen.going_to(screen.at)
    return replace(screen, is_open=False).going_to(ROOT)


def asking(screen: StudyScreen) -> StudyScreen:
    """The study at the last position at which it asks for a move, if it is practised."""
    if screen.mode is not StudyMode.PRACTISE:
        return screen
    if screen.task is not None and screen.task.kind in (TaskKind.ALL, TaskKind.PLAY):
        return screen.going_to(ROOT)
    nodes, at = screen.study.nodes, screen.at
    while at != ROOT and _is_others(screen, at):
        at = nodes[at].parent
    return screen.going_to(at)


def _is_others(screen: StudyScreen, at: NodeId) -> bool:
    """Whether another seat than the learner's moves there."""
    following = screen.study.nodes[at].children
    return bool(following) and screen.turns[following[0]].seat != learner(screen)


def asks_for_all(screen: StudyScreen) -> bool:
    """Whether each of the first moves that are good is asked for."""
    return screen.task is not None and screen.task.kind is TaskKind.ALL


def is_over(screen: StudyScreen) -> bool:
    """Whether nothing is asked for any more."""
    if screen.is_played_out:
        return screen.match.is_over
    if asks_for_all(screen):
        return screen.found.issuperset(answers_of(screen.study))
    return not screen.study.nodes[screen.at].children


def asked(screen: StudyScreen) -> tuple[NodeId, ...]:
    """The right answers so far, of which each was asked for."""
    seat = learner(screen)
    return tuple(one for one in screen.study.path(screen.at) if screen.turns[one].seat == seat)


def right_move(screen: StudyScreen) -> NodeId:
    """The first right answer; where the study calls every move a mistake, the one of its line."""
    nodes = screen.study.nodes
    children = nodes[screen.at].children
    if asks_for_all(screen):
        return next(one for one in answers_of(screen.study) if one not in screen.found)
    return next((one for one in children if nodes[one].glyph not in MISTAKES), children[0])


def tried(session: Session, screen: StudyScreen, turn: Turn, at_ms: float) -> Result:
    """A person has played a move where one was asked for."""
    if screen.wake_ms is not None or is_over(screen):
        return session.on(screen.choosing()), ()
    if screen.is_played_out:
        return _played_out(session, screen, turn.seat, turn.entry.action, at_ms)
    study, at = screen.study, screen.at
    found = study.child(at, turn.entry.action)
    if found is None or study.nodes[found].glyph in MISTAKES:
        missed = screen.missed | {at}
        screen = _helped(replace(screen.choosing(), missed=missed))
        screen = replace(screen, wrong=(turn.entry.action, found))
        return session.on(screen.telling(Told.PRACTISED)), ()
    return _went(session, screen, found, at_ms)


def _went(session: Session, screen: StudyScreen, node: NodeId, at_ms: float) -> Result:
    """A right answer was found, or shown; what the others play follows."""
    screen = replace(screen.going_to(node), wrong=None)
    if asks_for_all(screen):
        screen = replace(screen, found=screen.found | {node})
        goes_on = not is_over(screen)
    else:
        goes_on = _is_others(screen, node)
    if goes_on:
        screen = replace(screen, wake_ms=at_ms + REPLY_MS, choice=None)
    motion = Animate(screen.turns[node], is_new=False)
    return session.on(_scored(screen).telling(Told.PRACTISED)), (motion,)


def _helped(screen: StudyScreen) -> StudyScreen:
    """The screen once something was wrong, or shown, in the task on screen, if there is one."""
    if screen.task is None:
        return screen
    return replace(screen, scores=screen.scores.with_help(screen.number))


def _scored(screen: StudyScreen) -> StudyScreen:
    """The screen with the task on screen noted, if that is done."""
    if screen.task is None or not is_over(screen):
        return screen
    scores, outcome = screen.scores, screen.match.position.outcome
    score = Score.HELPED if screen.number in scores.helped else Score.ALONE
    if screen.is_played_out and outcome is not None:
        is_won = learner(screen) in outcome.winners
        score = score if is_won else Score.DRAWN if outcome.is_draw else Score.FAILED
    return replace(screen, scores=scores.with_score(screen.number, score))


def _played_out(
    session: Session, screen: StudyScreen, seat: Seat, text: str, at_ms: float
) -> Result:
    """A move was played in a position that is played out; a bot answers."""
    match, action = screen.match, screen.match.rules.parse_action(text)
    screen = replace(screen, match=match.play(seat, action), replies=()).choosing()
    if screen.bot_to_answer is not None:
        screen = replace(screen, wake_ms=at_ms + SHORTEST_MS)
    motion = Animate(screen.match.turns[-1])
    return session.on(_scored(screen).telling(Told.PRACTISED)), (motion,)


def _answered_out(session: Session, screen: StudyScreen, at_ms: float) -> Result:
    """What the bot has answered is seen, once it has."""
    screen = replace(screen, wake_ms=None)
    seat = screen.bot_to_answer
    if not screen.replies or seat is None:
        return session.on(screen), ()
    return _played_out(session, screen, seat, screen.replies[0], at_ms)


def update(session: Session, screen: StudyScreen, message: Message) -> Result | None:
    """What a message does to a study that is practised; None for what it does to any."""
    match message:
        case Answered(answer, at_ms) if screen.is_played_out:
            if screen.bot_to_answer is None or answered_by(session, answer) is None:
                return session, ()
            soonest_ms = at_ms if screen.wake_ms is None else max(at_ms, screen.wake_ms)
            return session.on(replace(screen, replies=(answer.action,), wake_ms=soonest_ms)), ()
        case Wake(at_ms) if screen.wake_ms is None or at_ms < screen.wake_ms:
            return session, ()
        case Wake(at_ms) if screen.is_played_out:
            return _answered_out(session, screen, at_ms)
        case ShowMove() | Command.EARLIER if screen.is_played_out:
            # Nobody knows it, and nothing is taken back.
            return session, ()
        case Wake() if asks_for_all(screen):
            return session.on(screen.going_to(ROOT).telling(Told.PRACTISED)), ()
        case Wake(at_ms):
            following = screen.study.nodes[screen.at].children
            if not following:
                return session, ()
            return _went(session, screen, following[0], at_ms)
        case ShowMove(at_ms) if screen.wake_ms is None and not is_over(screen):
            missed = screen.missed | {screen.at}
            best = right_move(screen)
            return _went(session, _helped(replace(screen, missed=missed)), best, at_ms)
        case Command.FIRST:
            return session.on(begun(screen).telling(Told.MODE)), ()
        case Command.EARLIER:
            before = () if asks_for_all(screen) else asked(screen)[-1:]
            back = screen.study.nodes[before[0]].parent if before else ROOT
            return session.on(replace(screen.going_to(back), wrong=None).telling(Told.MOVE)), ()
        case Command.LATER | Command.PRESENT | Show() | Vary() | GoTo() | ShowVariation():
            # They would lead to what is asked for.
            return session, ()
        case Command.ANALYSE | Command.EVALUATE:
            return session, ()
    return None
