"""The only way a session changes: a message in, the new session and its effects out.

Pure: storage, address and clock belong to the shell.
"""

from dataclasses import replace
from typing import Any

from spieltisch.games import catalog
from spieltisch.play.match import parse_match
from spieltisch.session import messages, navigation
from spieltisch.session.messages import Command, Message
from spieltisch.session.notice import Notice
from spieltisch.session.screens import settings, setup
from spieltisch.session.screens.key_test import KeyTestScreen
from spieltisch.session.screens.lesson import update as lesson
from spieltisch.session.screens.lesson.state import LessonScreen
from spieltisch.session.screens.settings import with_settings
from spieltisch.session.screens.table import ready
from spieltisch.session.screens.table import update as table
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.session import Result, Session, SettingsScreen, SetupScreen, StartScreen


def update(session: Session, message: Message) -> Result:
    """The session after a message, and what the shell has to do about it."""
    match message:
        case messages.Navigate(link):
            return navigation.navigate(session, link)
        case Command.DISMISS:
            return replace(session, notice=None), ()
        case messages.Tell(kind, facts):
            return replace(session, notice=Notice(kind, facts)), ()
        case messages.SetSetting(name, value):
            return with_settings(session, session.settings.with_field(name, value))
        case messages.KeyLabelsLoaded(labels):
            return _on_device(session, key_labels=labels), ()
        case messages.WorkerChanged(state):
            return _on_device(session, worker=state), ()
        case messages.Restore(game, text):
            return _restored(session, game, text), ()
        case messages.Pause(at_ms):
            return _paused(session, at_ms), ()
        case messages.Resume(at_ms):
            return _resumed(session, at_ms), ()
    return _update_screen(session, message)


def _update_screen(session: Session, message: Message) -> Result:
    """What means something on one screen alone."""
    match session.screen:
        case StartScreen():
            return _update_start(session, message)
        case TableScreen() as screen:
            return table.update(session, screen, message)
        case LessonScreen() as screen:
            return lesson.update(session, screen, message)
        case SetupScreen() as screen:
            return setup.update(session, screen, message)
        case SettingsScreen() as screen:
            return settings.update(session, screen, message)
        case KeyTestScreen() as screen:
            return session.on(screen.after(message)), ()
    return session, ()


def _update_start(session: Session, message: Message) -> Result:
    """From the menu a match begins in one press."""
    if isinstance(message, messages.PlayNow) and message.game in catalog.GAMES:
        return navigation.play_now(session, message.game, message.seed)
    return session, ()


def _on_device(session: Session, **changes: Any) -> Session:
    return replace(session, device=replace(session.device, **changes))


def _paused(session: Session, at_ms: float) -> Session:
    """Nobody looks: clocks and bots stop."""
    if session.device.hidden_since_ms is not None:
        return session
    session = _on_device(session, hidden_since_ms=at_ms)
    screen = session.table
    if screen is None:
        return session
    return session.on(replace(screen, timing=screen.timing.paused(at_ms).not_counting()))


def _resumed(session: Session, at_ms: float) -> Session:
    """The page is seen again: all goes on where it stopped, as if no time had passed."""
    screen = session.table
    if session.device.hidden_since_ms is None:
        return session
    session = _on_device(session, hidden_since_ms=None)
    # Where people have paused, time waits for them.
    is_gated = screen is not None and screen.timing.gate is not None
    return session if screen is None or is_gated else session.on(ready.going_on(screen, at_ms))


def _restored(session: Session, game: str, text: str) -> Session:
    """A kept match is taken up, or another tab went on with it.

    One that cannot be read is left where it is and named; it is overwritten only by a new match.
    """
    try:
        kept = parse_match(text)
    except ValueError as error:
        return replace(session, notice=Notice("damaged", (game, str(error))))
    if kept.setup.game != game:
        return replace(session, notice=Notice("damaged", (game, kept.setup.game)))
    screen = session.table
    if screen is None or screen.game != game:
        return session.with_match(kept)
    news = replace(screen.home, browsing=None, news=screen.news)
    return session.with_table(news.saying("resumed"), kept)
