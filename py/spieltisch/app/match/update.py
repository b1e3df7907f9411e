"""What each message does at the table."""

from dataclasses import replace

from spieltisch.app.effects import Clear, Focus, TakeOver, Wish
from spieltisch.app.match import (
    again,
    browsing,
    by_link,
    hints,
    offering,
    opening,
    playing,
    ready,
    review,
    thinking,
    variation,
)
from spieltisch.app.match.messages import (
    Answered,
    AskBoard,
    AskClocks,
    BranchOff,
    ClaimSeat,
    GoOn,
    LockChanged,
    LookAt,
    MakePuzzle,
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
    Say,
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
from spieltisch.app.match.review import make_puzzle
from spieltisch.app.match.state import TableScreen
from spieltisch.app.message import Message, Playback
from spieltisch.app.messages import Command
from spieltisch.app.news import ClocksAsked, OnBoard, OnTable, asked
from spieltisch.app.session import At, Result, Session
from spieltisch.app.settings.update import with_settings
from spieltisch.app.setup.update import set_up_again
from spieltisch.app.together.state import may_decide
from spieltisch.play.match import one_back, one_forth

UNDOING = {Command.TAKE_BACK: one_back, Command.REDO: one_forth}
"""How many turns count after each of these commands."""


def update(session: Session, table: TableScreen, message: Message) -> Result:
    """The session after a message to this screen. What it interrupts is stopped first, and who else
    has a say is asked."""
    at = At.table_of(session, table)
    traits, is_tried = message.traits, table.variation is not None
    if table.playback_ms is not None and traits.playback is not Playback.GOES_ON:
        at = at.on(replace(table, playback_ms=None))
        if traits.playback is Playback.STOPS_ONLY:
            # A press was meant for the moment that is seen, not for the present.
            return session.on(at.table.saying(OnTable.BROWSED)), ()
    live = session.live
    if live and not may_decide(live, table.match_id, message, is_tried=is_tried):
        return at.session, (Wish(message),)
    if is_tried and traits.is_about_match:
        at = variation.left(at)
    return _updated(at, message)


def _updated(at: At, message: Message) -> Result:
    session, table, held = at.session, at.table, at.match
    match message:
        # The board, and the clocks.
        case Press():
            return playing.press(at, message)
        case Shout():
            return playing.shout(at, message)
        case PlayChosen(at_ms):
            return playing.play_chosen(at, at_ms)
        case TypeAction(text) if offering.is_to_resign(session, text):
            session, effects = offering.update(at, Command.ASK_RESIGN)
            return session, (*effects, Clear("typed"))
        case TypeAction(text, at_ms):
            return playing.type_action(at, text, at_ms)
        case Say() | Command.ASK_RESIGN | Command.ASK_OFFER | Command.KEEP_PLAYING:
            return offering.update(at, message)
        case Command.CANCEL:
            return playing.cancel(at)
        case Wake(at_ms) if table.playback_ms is not None:
            return browsing.play_on(at, at_ms)
        case Wake(at_ms):
            return playing.wake(at, at_ms)
        case Ready() | PausePlay() if held.needs_others:
            return session, (Wish(message),)
        case Ready(at_ms):
            return ready.count_down(at, at_ms)
        case PausePlay(at_ms):
            return ready.pause(at, at_ms)
        case AskClocks(at_ms):
            return session.on(table.saying(ClocksAsked(at_ms))), ()
        case AskBoard(key, by):
            return session.on(table.saying(asked(table.news, key, by))), ()
        case Point(site):
            return session.on(replace(table, cursor=site)), ()
        # Going through the match.
        case Show(ply) | LookAt(ply):
            return browsing.look(at, ply)
        case Command.EARLIER | Command.LATER | Command.FIRST | Command.PRESENT:
            return browsing.step(at, message)
        case PlayFrom(ply):
            return browsing.play_from(at, ply)
        case Command.TAKE_BACK | Command.REDO:
            return browsing.play_from(at, UNDOING[message](held))
        case BranchOff(ply, at_ms):
            return again.branch_off(at, ply, at_ms)
        case PlayBack(at_ms):
            return browsing.toggle_playback(at, at_ms)
        # Trying out.
        case Command.TRY_OUT:
            return variation.try_out(at)
        case Command.LEAVE_VARIATION:
            return variation.leave(at)
        case Command.BOTS_ANSWER:
            return variation.toggle_bots(at)
        case ShowLine(count, other):
            return variation.show_line(at, count, other)
        case ShowBetter():
            return variation.show_better(at, message)
        # What bots find out.
        case Command.HINT:
            return hints.hint(at)
        case Command.CHECK_SOLVABLE:
            return hints.check(at)
        case ShowTurningPoint() | Command.NEXT_TURNING_POINT | Command.PREVIOUS_TURNING_POINT:
            return review.show_turning_point(at, message)
        case MakePuzzle():
            return make_puzzle(at, message)
        case TryMistake():
            return review.try_again(at, message)
        case RestoreReview():
            return review.restored(session, table, message)
        # The end, and the next match.
        case Command.SHOW_END | Command.CLOSE_END:
            return _show_end(at, message)
        case PlayAgain():
            return again.play_again(session, held, message)
        case Command.SET_UP_AGAIN:
            return set_up_again(session, held)
        # Where it is played.
        case LockChanged():
            return opening.lock_changed(session, table, message)
        case Command.PLAY_HERE if table.is_elsewhere:
            return session, (TakeOver(table.match_id), Focus("board"))
        case ClaimSeat(seat):
            return by_link.claim(at, seat)
        case Command.GIVE_UP_SEAT | Command.KEEP_OURS | Command.TAKE_THEIRS:
            return by_link.update(at, message)
        case Command.NEXT_SOUND:
            louder = session.settings.with_next_sound()
            return with_settings(session.on(table.saying(OnBoard.SOUND_CHANGED)), louder)
    # A review may end with any of these; what it has found is kept.
    after = _thought(at, message)
    return session.on(after), review.news_to_keep(table, after, held)


def _thought(at: At, message: Message) -> TableScreen:
    """The table after a message that is about what bots think, and changes no match."""
    table, held = at.table, at.match
    match message:
        case Command.HALT | GoOn() | StepOn():
            return thinking.watch(table, held, message)
        case Command.ANALYSE:
            return hints.toggle_analysis(table, held)
        case Command.EVALUATE:
            return hints.evaluate(table, held)
        case Command.REVIEW | Command.LOOK_BACK:
            is_shown = table.shows_end and message is Command.REVIEW
            return review.start(replace(table, shows_end=is_shown), held)
        case Command.STOP_REVIEW:
            return review.stop(table)
        case Answered(answer, at_ms):
            return thinking.answered(at, answer, at_ms)
        case Progressed(answer):
            return thinking.progressed(at, answer)
    return table


def _show_end(at: At, command: Command) -> Result:
    """Open the card that tells how the match ended, if it did, or close it."""
    is_shown = command is Command.SHOW_END and at.match.is_over
    table = at.table.looking_at(at.match, at.match.shown) if is_shown else at.table
    effects = () if is_shown else (Focus("board"),)
    return at.session.on(replace(table, shows_end=is_shown)), effects
