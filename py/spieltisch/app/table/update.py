"""What each message does at the table."""

from dataclasses import replace

from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.session import Result, Session
from spieltisch.app.settings.update import with_settings
from spieltisch.app.setup.update import set_up_again
from spieltisch.app.table import (
    again,
    analysis,
    branching,
    browsing,
    by_link,
    clocks,
    elsewhere,
    hints,
    mistakes,
    playback,
    playing,
    ready,
    review,
    thinking,
    variation,
)
from spieltisch.app.table.messages import (
    Answered,
    AskBoard,
    AskClocks,
    BranchOff,
    ClaimSeat,
    GoOn,
    LockChanged,
    LookAt,
    PausePlay,
    PlayAgain,
    PlayBack,
    PlayChosen,
    PlayFrom,
    Point,
    Press,
    Progressed,
    Ready,
    RestoreReview,
    Shout,
    Show,
    ShowBetter,
    ShowLine,
    ShowTurningPoint,
    StepOn,
    TryMistake,
    TypeAction,
    Wake,
)
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together import refereeing, taking_back
from spieltisch.app.together.rights import may_decide
from spieltisch.play.match import Match, one_back, one_forth

UNDOING = {Command.TAKE_BACK: one_back, Command.REDO: one_forth}
"""How many turns count after each of these commands."""

ASKING = {Command.HINT: hints.hint, Command.CHECK_SOLVABLE: hints.check}
"""What answers each of these commands."""


def update(session: Session, table: TableScreen, message: Message) -> Result:
    """The session after a message to this screen."""
    session, table, is_spent = playback.interrupted(session, table, message)
    if is_spent:
        return session, ()
    if not may_decide(session.live, table, message):
        if message is Command.TAKE_BACK or message is Command.REDO:
            return taking_back.obey(session, message)
        return session, ()
    return _updated(session, table, message)


def _updated(session: Session, table: TableScreen, message: Message) -> Result:
    session, table, held = variation.concerned(session, table, message)
    match message:
        case Command.TRY_OUT | Command.LEAVE_VARIATION | Command.BOTS_ANSWER:
            return variation.obey(session, table, held, message)
        case Command():
            return _obey(session, table, held, message)
        case Press() | Shout():
            return _called(session, table, held, message)
        case PlayChosen(at_ms):
            return playing.play_chosen(session, table, held, at_ms)
        case TypeAction(text, at_ms):
            return playing.type_action(session, table, held, text, at_ms)
        case LockChanged() | ClaimSeat():
            return _played_here(session, table, held, message)
        case Show() | LookAt() | PlayFrom() | BranchOff() | PlayAgain():
            return _go(session, table, held, message)
        case Wake() | Ready() | PausePlay() | PlayBack() | AskClocks():
            return _pass_time(session, table, held, message)
        case ShowTurningPoint() | ShowLine() | ShowBetter() | TryMistake():
            return _look_back(session, table, held, message)
    return _stay(session, table, held, message)


def _stay(session: Session, table: TableScreen, held: Match, message: Message) -> Result:
    """Messages that change neither the match nor the moment on screen; a review that they end is
    kept."""
    if isinstance(message, RestoreReview):
        return review.restored(session, table, held, message)
    after = _in_place(session, table, held, message)
    return session.on(after), review.news_to_keep(table, after, held)


def _called(session: Session, table: TableScreen, held: Match, message: Press | Shout) -> Result:
    if isinstance(message, Press):
        return playing.press(session, table, held, message)
    return playing.shout(session, table, held, message)


def _played_here(
    session: Session,
    table: TableScreen,
    held: Match,
    message: Command | LockChanged | ClaimSeat,
) -> Result:
    """Messages about where the match is played: in which tab, and on which device."""
    match message:
        case LockChanged():
            return elsewhere.lock_changed(session, table, message)
        case ClaimSeat(seat):
            return by_link.claim(session, table, held, seat)
        case Command.PLAY_HERE:
            return elsewhere.play_here(session, table)
    return by_link.obey(session, table, held, message)


def _pass_time(
    session: Session,
    table: TableScreen,
    held: Match,
    message: Wake | Ready | PausePlay | PlayBack | AskClocks,
) -> Result:
    match message:
        case AskClocks(at_ms):
            return session.on(clocks.asked(table, at_ms)), ()
        case PlayBack(at_ms):
            return playback.toggle(session, table, held, at_ms)
        case Wake(at_ms) if table.playback_ms is not None:
            return playback.wake(session, table, held, at_ms)
        case Wake(at_ms):
            return playing.wake(session, table, held, at_ms)
    if held.needs_others:
        return refereeing.obey(session, table, held, message)
    return ready.obey(session, table, held, message)


def _go(
    session: Session,
    table: TableScreen,
    held: Match,
    message: Show | LookAt | PlayFrom | BranchOff | PlayAgain,
) -> Result:
    """Messages that lead to another moment, or to another match."""
    match message:
        case Show(ply) | LookAt(ply):
            return browsing.look(session, table, held, ply)
        case PlayFrom(ply):
            return browsing.play_from(session, table, held, ply)
        case BranchOff(ply, at_ms):
            return branching.branch_off(session, table, held, ply, at_ms)
        case PlayAgain():
            return again.play_again(session, held, message)


def _obey(session: Session, table: TableScreen, held: Match, command: Command) -> Result:
    match command:
        case Command.CANCEL:
            return playing.cancel(session, table, held)
        case Command.PLAY_HERE | Command.GIVE_UP_SEAT | Command.KEEP_OURS | Command.TAKE_THEIRS:
            return _played_here(session, table, held, command)
        case Command.TAKE_BACK | Command.REDO:
            return browsing.play_from(session, table, held, UNDOING[command](held))
        case Command.EARLIER | Command.LATER | Command.FIRST | Command.PRESENT:
            return browsing.step(session, table, held, command)
        case Command.SHOW_END | Command.CLOSE_END:
            return _show_end(session, table, held, command)
        case Command.SET_UP_AGAIN:
            return set_up_again(session, held)
        case Command.NEXT_SOUND:
            return with_settings(
                session.on(table.saying("sound")), session.settings.with_next_sound()
            )
        case Command.HINT | Command.CHECK_SOLVABLE:
            return ASKING[command](session, table, held)
        case Command.NEXT_TURNING_POINT | Command.PREVIOUS_TURNING_POINT:
            return review.show_turning_point(session, table, held, command)
    return _stay(session, table, held, command)


def _look_back(
    session: Session,
    table: TableScreen,
    held: Match,
    message: ShowTurningPoint | ShowLine | ShowBetter | TryMistake,
) -> Result:
    """Show on the board what the bots have found."""
    match message:
        case ShowTurningPoint():
            return review.show_turning_point(session, table, held, message)
        case TryMistake():
            return mistakes.try_again(session, table, held, message)
    return variation.show(session, table, held, message)


def _show_end(session: Session, table: TableScreen, held: Match, command: Command) -> Result:
    """Open the card that tells how the match ended, if it did, or close it."""
    is_shown = command is Command.SHOW_END and held.is_over
    table = table.looking_at(held, held.shown) if is_shown else table
    return session.on(replace(table, shows_end=is_shown)), ()


def _in_place(session: Session, table: TableScreen, held: Match, message: Message) -> TableScreen:
    """The table after a message that changes neither the match nor anything outside."""
    match message:
        case AskBoard(key):
            return table.saying("asked", key)
        case Point(site):
            return replace(table, cursor=site)
        case Command.HALT | GoOn() | StepOn():
            return thinking.watch(table, held, message)
        case Command.ANALYSE:
            return analysis.toggle(table, held)
        case Command.EVALUATE:
            return analysis.evaluate(table, held)
        case Command.REVIEW | Command.LOOK_BACK:
            is_shown = table.shows_end and message is Command.REVIEW
            return review.start(replace(table, shows_end=is_shown), held)
        case Command.STOP_REVIEW:
            return review.stop(table)
        case Answered(answer, at_ms):
            return thinking.answered(session, table, held, answer, at_ms)
        case Progressed(answer):
            return thinking.progressed(session, table, held, answer)
    return table
