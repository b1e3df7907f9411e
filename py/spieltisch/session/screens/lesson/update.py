"""What each message does in a lesson."""

from dataclasses import replace
from typing import Any

from spieltisch.games import catalog
from spieltisch.session.effects import Animate, Clear, Effect, Focus, Keep
from spieltisch.session.messages import (
    AskBoard,
    Command,
    Message,
    PlayChosen,
    Point,
    Press,
    Shout,
    ShowSolution,
    StartMatch,
    TypeAction,
    Wake,
)
from spieltisch.session.notice import Notice
from spieltisch.session.screens.lesson.state import (
    SOLVED,
    WRONG,
    LessonScreen,
    other_seat,
)
from spieltisch.session.screens.seating import with_company, with_level
from spieltisch.session.screens.settings import with_settings
from spieltisch.session.screens.setup import start_match
from spieltisch.session.session import Result, Session
from spieltisch.table import Seat, Status
from spieltisch.table.lesson import Course

REPLY_MS = 1100.0
"""So long after an action the next reply to it comes: when that action has been seen."""

FIRST_LEVEL = 1
"""The level of the bot in the match after the last step."""


def opened(session: Session, game: str, name: str | None) -> Result:
    """A step of a game's lessons comes on screen: the one of that name, or the first that has not
    been solved."""
    course = course_of(game)
    steps, progress = course.steps, session.device.progress
    if name is None:
        step = next((one for one in steps if not progress.has(game, one.name)), steps[0])
    else:
        step = steps[course.number(name) - 1]
    before = session.lesson
    screen = LessonScreen.at(game, step, before)
    # From step to step the keyboard stays on the board.
    return session.on(screen), (Focus("board"),) if before is not None else ()


def course_of(game: str) -> Course:
    """The lessons of a game that has some."""
    course = catalog.game_of(game).lessons
    assert course is not None
    return course


def update(session: Session, screen: LessonScreen, message: Message) -> Result:
    """The session after a message to this screen."""
    match message:
        case Press(token, at_ms, seat):
            return _press(session, screen, token, seat, at_ms)
        case Shout():
            return _shout(session, screen, message)
        case PlayChosen(at_ms):
            return _play_choice(session, screen, at_ms)
        case TypeAction(text, at_ms):
            return _type_action(session, screen, text, at_ms)
        case Wake(at_ms):
            return _wake(session, screen, at_ms)
        case ShowSolution(at_ms):
            return _show_solution(session, screen, at_ms)
        case StartMatch(seed, at_ms):
            return _start_match(session, screen, seed, at_ms)
        case Command():
            return _obey(session, screen, message)
    return session.on(_in_place(screen, message)), ()


def _in_place(screen: LessonScreen, message: Message) -> LessonScreen:
    """The lesson after a message that changes nothing of the step."""
    match message:
        case Point(site):
            return replace(screen, cursor=site)
        case AskBoard(key):
            return screen.saying("asked", key)
    return screen


def _obey(session: Session, screen: LessonScreen, command: Command) -> Result:
    match command:
        case Command.TAKE_BACK:
            return _begun_again(session, screen)
        case Command.CANCEL:
            return _cancel(session, screen)
        case Command.NEXT_SOUND:
            louder = session.settings.with_next_sound()
            return with_settings(session.on(screen.saying("sound")), louder)
    return session, ()


# ------------------------------------------------------------------ choosing


def _press(
    session: Session, screen: LessonScreen, token: str, seat: Seat | None, at_ms: float
) -> Result:
    """A token of the board was chosen. Where something wrong was done, the step begins anew."""
    if screen.state == WRONG:
        return _begun_again(session, screen)
    before = screen.choice
    if before is None or seat not in (None, before.seat):
        return session, ()
    choice = before.press(token)
    kind = "dropped" if choice == choice.back() else "chosen"
    in_vain = "" if token in before.targets else token
    screen = replace(screen, choice=choice).saying(kind, in_vain)
    if choice.status is Status.COMPLETE:
        return _play_choice(session, screen, at_ms)
    return session.on(screen), ()


def _shout(session: Session, screen: LessonScreen, shouted: Shout) -> Result:
    """The learner's word was called: it is pressed for what it means now."""
    shouts, position = screen.match.game.shouts, screen.match.position
    if shouts is None or shouted.word not in shouts.words or shouted.seat != screen.step.seat:
        return session, ()
    action = shouts.meaning(position, shouted.seat, shouted.word)
    if action is None:
        return session, ()
    token = screen.match.rules.format_action(action)
    return _press(session, screen, token, shouted.seat, shouted.at_ms)


def _type_action(session: Session, screen: LessonScreen, text: str, at_ms: float) -> Result:
    """An action typed in the game's notation is played, or the reason it cannot be is told."""
    if screen.choice is None:
        return session, ()
    match, seat = screen.match, screen.step.seat
    try:
        action = match.rules.parse_action(text.strip())
        session, effects = _play(replace(session, notice=None), screen, action, at_ms)
    except ValueError:
        example = match.rules.format_action(match.position.legal_actions(seat)[0])
        return replace(session, notice=Notice("action", (text, example))), ()
    return session, (*effects, Clear("typed"))


def _cancel(session: Session, screen: LessonScreen) -> Result:
    """One step of the choice is dropped; what was wrong is taken back."""
    if screen.state == WRONG:
        return _begun_again(session, screen)
    if screen.choice is None or screen.choice == screen.choice.back():
        return session, ()
    return session.on(replace(screen, choice=screen.choice.back()).saying("dropped")), ()


def _begun_again(session: Session, screen: LessonScreen) -> Result:
    """All that was done is taken back."""
    if not screen.match.turns:
        return session, ()
    again = replace(LessonScreen.at(screen.game, screen.step, screen), cursor=screen.cursor)
    return session.on(again), (Focus("board"),)


# ------------------------------------------------------------------- playing


def _show_solution(session: Session, screen: LessonScreen, at_ms: float) -> Result:
    """What solves the step is played for the learner."""
    if screen.state == SOLVED:
        return session, ()
    if screen.state == WRONG:
        screen = LessonScreen.at(screen.game, screen.step, screen)
    action = screen.match.rules.parse_action(screen.step.solutions[0])
    return _play(session, screen, action, at_ms)


def _play_choice(session: Session, screen: LessonScreen, at_ms: float) -> Result:
    """What is chosen is played as it is; nothing happens while it cannot be."""
    choice = screen.choice
    if choice is None or choice.action is None:
        return session, ()
    return _play(session, screen, choice.action, at_ms)


def _play(session: Session, screen: LessonScreen, action: Any, at_ms: float) -> Result:
    """The learner acts, and is told what that was worth; raises IllegalActionError."""
    step = screen.step
    match = screen.match.play(step.seat, action)
    mistake = step.judge(match.turns[-1])
    screen = replace(
        screen,
        match=match,
        choice=None,
        state=SOLVED if mistake is None else WRONG,
        told=step.praise if mistake is None else mistake.answer,
        replies=step.replies if mistake is None else mistake.replies,
    ).saying("judged")
    session = session.on(_awaiting(screen, at_ms))
    effects: tuple[Effect, ...] = (Animate(match.turns[-1]),)
    if mistake is not None:
        return session, (*effects, Focus("lesson-again"))
    session, more = _solved(session, screen)
    return session, (*effects, *more)


def _solved(session: Session, screen: LessonScreen) -> Result:
    """It is noted, and the keyboard goes to what leads on."""
    before = session.device.progress
    progress = before.with_step(screen.game, screen.step.name)
    onward: tuple[Effect, ...] = (Focus("lesson-next"),)
    if progress is before:
        return session, onward
    device = replace(session.device, progress=progress)
    return replace(session, device=device), (Keep(progress), *onward)


def _awaiting(screen: LessonScreen, at_ms: float) -> LessonScreen:
    """The lesson while somebody is still to reply, if so."""
    match = screen.match
    is_forced = match.rules.automatic_action(match.position) is not None
    has_reply = not match.is_over and (is_forced or bool(screen.replies))
    return replace(screen, wake_ms=at_ms + REPLY_MS if has_reply else None)


def _wake(session: Session, screen: LessonScreen, at_ms: float) -> Result:
    """Time has passed: the next reply comes, where one was due."""
    if screen.wake_ms is None or at_ms < screen.wake_ms:
        return session, ()
    match, replies = screen.match, screen.replies
    forced = match.rules.automatic_action(match.position)
    if forced is not None:
        match = match.play(*forced)
    else:
        action = match.rules.parse_action(replies[0])
        match, replies = match.play(other_seat(screen), action), replies[1:]
    screen = replace(screen, match=match, replies=replies).saying("replied")
    return session.on(_awaiting(screen, at_ms)), (Animate(match.turns[-1]),)


# ------------------------------------------------------------------ the match


def _start_match(session: Session, screen: LessonScreen, seed: int, at_ms: float) -> Result:
    """The first match after the lessons: against the weakest bot."""
    info, course = catalog.game_of(screen.game).info, course_of(screen.game)
    setup = with_level(with_company(info.default_setup(), "alone"), FIRST_LEVEL)
    return start_match(session, replace(setup, options=course.options), seed, at_ms)
