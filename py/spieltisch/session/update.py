"""The only way a session changes: a message in, the new session and its effects out.

Pure: storage, address and clock belong to the shell.
"""

from __future__ import annotations

from dataclasses import replace

from spieltisch.session import (
    analysis,
    hints,
    keyboard,
    places,
    playing,
    review,
    thinking,
    watching,
)
from spieltisch.session.messages import (
    Answered,
    Arrange,
    Ask,
    Bind,
    BotsAre,
    Cancel,
    Check,
    Confirm,
    Dismiss,
    Edit,
    Follow,
    Found,
    Hint,
    Hold,
    Know,
    Message,
    Pause,
    Play,
    Point,
    Press,
    Rehearse,
    ResetKeys,
    Restore,
    Resume,
    Settle,
    SetUp,
    Shout,
    Show,
    Start,
    Strike,
    Swap,
    Tell,
    Type,
    Wake,
)
from spieltisch.session.requests import (
    Analyse,
    GoOn,
    Halt,
    Judge,
    NextTurning,
    Review,
    Step,
    StopReview,
    TurnTo,
)
from spieltisch.session.session import Notice, Result, Session


def update(session: Session, message: Message) -> Result:  # noqa: C901 - one case a message
    """The session after a message, and what the shell has to do about it."""
    match message:
        case Follow(link):
            return places.follow(session, link)
        case Press():
            return playing.press(session, message)
        case Play(at_ms):
            return playing.play_chosen(session, at_ms)
        case Shout():
            return playing.shout(session, message)
        case Answered(answer, at_ms):
            return thinking.answered(session, answer, at_ms)
        case Found(answer):
            return thinking.found(session, answer), ()
        case BotsAre(bots):
            return replace(session, bots=bots), ()
        case Wake(at_ms):
            return playing.wake(session, at_ms)
        case Halt() | GoOn() | Step():
            return watching.watch(session, message)
        case Pause(at_ms):
            return playing.pause(session, at_ms)
        case Resume(at_ms):
            return playing.resume(session, at_ms)
        case Hint():
            return hints.hint(session)
        case Analyse():
            return analysis.toggle(session)
        case Judge():
            return analysis.judge(session)
        case Review():
            return review.review(session)
        case StopReview():
            return review.stop(session)
        case TurnTo() | NextTurning():
            return review.turn(session, message)
        case Check():
            return hints.check(session)
        case Bind(slot):
            return keyboard.wait_for_key(session, slot)
        case Strike():
            return keyboard.strike(session, message)
        case ResetKeys():
            return keyboard.reset(session)
        case Know(layout):
            return replace(session, layout=layout), ()
        case Rehearse(seats):
            return replace(session, rehearsal=session.rehearsal.with_seats(seats)), ()
        case Hold():
            return keyboard.hold(session, message)
        case Type(text, at_ms):
            return playing.type_action(session, text, at_ms)
        case Ask(key):
            return session.saying("asked", key), ()
        case Point(site):
            return replace(session, cursor=site), ()
        case Cancel():
            return playing.cancel(session)
        case Show(shown):
            return playing.show(session, shown)
        case Edit() | Arrange() | Swap():
            return places.edit(session, message)
        case Start(seed):
            return places.start(session, seed)
        case SetUp():
            return places.set_up_again(session)
        case Confirm():
            return places.confirm(session)
        case Dismiss():
            return replace(session, notice=None), ()
        case Settle(name, value):
            return keyboard.settle(session, session.settings.with_field(name, value))
        case Restore(game, text):
            return playing.restore(session, game, text)
        case Tell(kind, facts):
            return replace(session, notice=Notice(kind, facts)), ()
