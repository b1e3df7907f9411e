"""Practising a study: it asks for the moves of the side that begins it, and answers with its
own comments.

A move that it has, and does not call a mistake, is right; the others' moves follow by themselves.
One that it calls a mistake is answered by what it says of it, and the person looks for another.
"""

from dataclasses import replace

from spieltisch.app.board.exercise import REPLY_MS
from spieltisch.app.board.messages import Show, ShowVariation, Wake
from spieltisch.app.core.effects import Animate
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.session import Result, Session
from spieltisch.app.study.state import GoTo, ShowMove, StudyScreen, Told, Vary
from spieltisch.play.study import ROOT, NodeId, StudyMode
from spieltisch.table import Seat, Turn

MISTAKES = ("?", "??", "?!")
"""The glyphs of moves that are no right answer."""


def learner(screen: StudyScreen) -> Seat | None:
    """The seat whose moves are asked for; None where there are none."""
    first = screen.study.nodes[ROOT].children
    return screen.turns[first[0]].seat if first else None


def begun(screen: StudyScreen) -> StudyScreen:
    """The study from the start of its chapter, if it is practised; else as it is."""
    if screen.mode is not StudyMode.PRACTISE:
        return replace(screen, missed=frozenset(), wrong=None).going_to(screen.at)
    screen = replace(screen, missed=frozenset(), wrong=None, is_open=False)
    return screen.going_to(ROOT)


def asking(screen: StudyScreen) -> StudyScreen:
    """The study at the last position at which it asks for a move, if it is practised."""
    if screen.mode is not StudyMode.PRACTISE:
        return screen
    nodes, at = screen.study.nodes, screen.at
    while at != ROOT and _is_others(screen, at):
        at = nodes[at].parent
    return screen.going_to(at)


def _is_others(screen: StudyScreen, at: NodeId) -> bool:
    """Whether another seat than the learner's moves there."""
    following = screen.study.nodes[at].children
    return bool(following) and screen.turns[following[0]].seat != learner(screen)


def is_over(screen: StudyScreen) -> bool:
    """Whether nothing follows any more."""
    return not screen.study.nodes[screen.at].children


def asked(screen: StudyScreen) -> tuple[NodeId, ...]:
    """The right answers so far, of which each was asked for."""
    seat = learner(screen)
    return tuple(one for one in screen.study.path(screen.at) if screen.turns[one].seat == seat)


def right_move(screen: StudyScreen) -> NodeId:
    """The first right answer; where the study calls every move a mistake, the one of its line."""
    nodes = screen.study.nodes
    children = nodes[screen.at].children
    return next((one for one in children if nodes[one].glyph not in MISTAKES), children[0])


def tried(session: Session, screen: StudyScreen, turn: Turn, at_ms: float) -> Result:
    """A person has played a move where one was asked for."""
    if screen.wake_ms is not None or is_over(screen):
        return session.on(screen.choosing()), ()
    study, at = screen.study, screen.at
    found = study.child(at, turn.entry.action)
    if found is None or study.nodes[found].glyph in MISTAKES:
        missed = screen.missed | {at}
        screen = replace(screen.choosing(), missed=missed, wrong=(turn.entry.action, found))
        return session.on(screen.telling(Told.PRACTISED)), ()
    return _went(session, screen, found, at_ms)


def _went(session: Session, screen: StudyScreen, node: NodeId, at_ms: float) -> Result:
    """A right answer was found, or shown; what the others play follows."""
    screen = replace(screen.going_to(node), wrong=None)
    if _is_others(screen, node):
        screen = replace(screen, wake_ms=at_ms + REPLY_MS, choice=None)
    motion = Animate(screen.turns[node], is_new=False)
    return session.on(screen.telling(Told.PRACTISED)), (motion,)


def update(session: Session, screen: StudyScreen, message: Message) -> Result | None:
    """What a message does to a study that is practised; None for what it does to any."""
    match message:
        case Wake(at_ms):
            following = screen.study.nodes[screen.at].children
            if screen.wake_ms is None or at_ms < screen.wake_ms or not following:
                return session, ()
            return _went(session, screen, following[0], at_ms)
        case ShowMove(at_ms) if screen.wake_ms is None and not is_over(screen):
            missed = screen.missed | {screen.at}
            best = right_move(screen)
            return _went(session, replace(screen, missed=missed), best, at_ms)
        case Command.FIRST:
            return session.on(begun(screen).telling(Told.MODE)), ()
        case Command.EARLIER:
            before = asked(screen)[-1:]
            back = screen.study.nodes[before[0]].parent if before else ROOT
            return session.on(replace(screen.going_to(back), wrong=None).telling(Told.MOVE)), ()
        case Command.LATER | Command.PRESENT | Show() | Vary() | GoTo() | ShowVariation():
            # They would lead to what is asked for.
            return session, ()
        case Command.ANALYSE | Command.EVALUATE:
            return session, ()
    return None
