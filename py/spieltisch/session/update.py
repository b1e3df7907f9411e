"""The only way a session changes: a message in, the new session and its effects out.

Pure: storage, address and clock belong to the shell.
"""

from __future__ import annotations

from dataclasses import replace

from spieltisch.session import places, playing
from spieltisch.session.messages import (
    Arrange,
    Ask,
    Cancel,
    Confirm,
    Dismiss,
    Edit,
    Follow,
    KeepSettings,
    Message,
    Play,
    Point,
    Press,
    Restore,
    Settle,
    SetUp,
    Show,
    Start,
    Swap,
    Tell,
    Type,
    Wake,
)
from spieltisch.session.session import Notice, Result, Session
from spieltisch.session.settings import Settings, format_settings


def update(session: Session, message: Message) -> Result:  # noqa: C901 - one case a message
    """The session after a message, and what the shell has to do about it."""
    match message:
        case Follow(link):
            return places.follow(session, link)
        case Press():
            return playing.press(session, message)
        case Play(at_ms):
            return playing.play_chosen(session, at_ms)
        case Wake(at_ms):
            return playing.wake(session, at_ms)
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
            return _settle(session, session.settings.with_field(name, value))
        case Restore(game, text):
            return playing.restore(session, game, text)
        case Tell(kind, facts):
            return replace(session, notice=Notice(kind, facts)), ()


def _settle(session: Session, settings: Settings) -> Result:
    return replace(session, settings=settings), (KeepSettings(format_settings(settings)),)
