"""What a person does on the board of a lesson or a puzzle, up to an action."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import (
    AskBoard,
    PlayChosen,
    Point,
    Press,
    Shout,
    TypeAction,
    Wake,
)
from spieltisch.app.board.sentences import typed_question
from spieltisch.app.core.effects import Animate, Clear, Effect
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.news import Chosen, Dropped, OnBoard, asked
from spieltisch.app.core.notice import BadAction
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.table import shouted
from spieltisch.app.keeping.writing import with_settings
from spieltisch.table import IllegalActionError, Seat, Status, parse_typed

E = TypeVar("E", bound=Exercise)


@dataclass(frozen=True)
class Conduct(Generic[E]):
    """How one kind of exercise differs from another."""

    play: Callable[[Session, E, Any, float], Result]
    """Plays an action of the person, at a moment of the page's clock; raises IllegalActionError."""
    begin_again: Callable[[Session, E], Result]
    """Takes back what was wrong, or all that was done."""
    go_on: Callable[[E, float], E]
    """Plays the next reply, at a moment of the page's clock."""


def update(session: Session, screen: E, message: Message, conduct: Conduct[E]) -> Result:
    """The session after a message that means the same in every exercise."""
    match message:
        case Press(token, at_ms, seat):
            return _press(session, screen, conduct, token, seat, at_ms)
        case Shout(seat, word, at_ms):
            called = shouted(screen.match, seat, word)
            if called is not None:
                return _press(session, screen, conduct, called, seat, at_ms)
        case PlayChosen(at_ms):
            return _play_choice(session, screen, conduct, at_ms)
        case TypeAction(text, at_ms):
            return _type_action(session, screen, conduct, text, at_ms)
        case Wake(at_ms):
            if screen.wake_ms is None or at_ms < screen.wake_ms:
                return session, ()
            screen = conduct.go_on(screen, at_ms)
            return session.on(screen), (Animate(screen.match.turns[-1]),)
        case Command.TAKE_BACK:
            return conduct.begin_again(session, screen)
        case Command.CANCEL:
            if screen.is_wrong:
                return conduct.begin_again(session, screen)
            if screen.choice is None or screen.choice == screen.choice.back():
                return session, ()
            return session.on(replace(screen, choice=screen.choice.back()).saying(Dropped())), ()
        case Command.NEXT_SOUND:
            louder = session.settings.with_next_sound()
            return with_settings(session.on(screen.saying(OnBoard.SOUND_CHANGED)), louder)
        case Point(site):
            return session.on(replace(screen, cursor=site)), ()
        case AskBoard(key, by):
            return session.on(screen.saying(asked(screen.news, key, by))), ()
    return session, ()


def _press(
    session: Session, screen: E, conduct: Conduct[E], token: str, seat: Seat | None, at_ms: float
) -> Result:
    """A token of the board was chosen. After a wrong action, the press only takes that back."""
    if screen.is_wrong:
        return conduct.begin_again(session, screen)
    before = screen.choice
    if before is None or seat not in (None, before.seat):
        return session, ()
    choice = before.press(token)
    kind = Dropped if choice == choice.back() else Chosen
    in_vain = None if token in before.targets else token
    screen = replace(screen, choice=choice).saying(kind(in_vain))
    if choice.status is Status.COMPLETE:
        return _play_choice(session, screen, conduct, at_ms)
    return session.on(screen), ()


def _type_action(
    session: Session, screen: E, conduct: Conduct[E], text: str, at_ms: float
) -> Result:
    """An action typed in the game's notation is played, or the reason it cannot be is told."""
    if key := typed_question(screen.match, text):
        return session.on(screen.saying(asked(screen.news, key, 1))), (Clear("typed"),)
    if screen.choice is None:
        return session, ()
    match, seat = screen.match, screen.choice.seat
    effects: tuple[Effect, ...]
    try:
        action = parse_typed(match.rules, text)
    except ValueError:
        return replace(session, notice=BadAction.of(text, match, seat, session.notice)), ()
    try:
        after, effects = conduct.play(replace(session, notice=None), screen, action, at_ms)
    except IllegalActionError:
        return replace(session, notice=BadAction.of(text, match, seat, session.notice)), ()
    return after, (*effects, Clear("typed"))


def _play_choice(session: Session, screen: E, conduct: Conduct[E], at_ms: float) -> Result:
    """Play the choice as it is; nothing happens while it is not an action yet."""
    choice = screen.choice
    if choice is None or choice.action is None:
        return session, ()
    return conduct.play(session, screen, choice.action, at_ms)
