"""The only way a session changes: a message in, the new session and its effects out.

Pure: storage, address and clock belong to the shell.
"""

from dataclasses import replace
from typing import Any

from spieltisch.app import keeping, messages, reading, restoring
from spieltisch.app.damaged import update as damaged
from spieltisch.app.damaged.state import DamageMessage
from spieltisch.app.deck.state import DeckScreen
from spieltisch.app.editor.state import EditPosition
from spieltisch.app.effects import Effect, Report
from spieltisch.app.files.state import ImportFiles
from spieltisch.app.late.screen import AwaitedScreen, awaiting
from spieltisch.app.match import clocks
from spieltisch.app.match.state import AT_ONCE, CHUNK
from spieltisch.app.matches import screen as matches
from spieltisch.app.matches import state as kept
from spieltisch.app.message import Message
from spieltisch.app.messages import Command, Permission
from spieltisch.app.names import addressed
from spieltisch.app.puzzle.state import PackFetched
from spieltisch.app.routes import Link
from spieltisch.app.screens import SCREENS, navigate
from spieltisch.app.session import Heard, Result, Session
from spieltisch.app.settings import update as preferences
from spieltisch.app.together.messages import LiveMessage
from spieltisch.app.workshop import at_table
from spieltisch.app.workshop.state import BotEnded, BotTold, WorkshopScreen
from spieltisch.play.match import Match, may_browse
from spieltisch.play.study_text import is_study


def update(session: Session, message: Message) -> Result:
    """The session after a message, and what the shell has to do about it."""
    screen = session.screen
    if isinstance(screen, AwaitedScreen) and message == messages.ScreensFetched(are_there=True):
        return _whole_update(session.on(screen.before), screen.wanted)
    try:
        after, effects = _whole_update(session, message)
    except ModuleNotFoundError as missing:
        if not (missing.name or "").startswith("spieltisch.app."):
            raise
        after, effects = awaiting(session, message)
    after, more = SCREENS[type(screen)].afterwards(after, screen, message)
    return after, (*effects, *more)


def _whole_update(session: Session, message: Message) -> Result:
    before = session
    if isinstance(message, LiveMessage):
        from spieltisch.app.together.update import update as live_update

        session, effects = live_update(session, message)
    elif isinstance(message, DamageMessage):
        session, effects = damaged.update(session, message)
    else:
        session, effects = _updated(session, message)
    if session.live is None:
        # Nobody is to be told of what is reported.
        effects = tuple(one for one in effects if not isinstance(one, Report))
    else:
        from spieltisch.app.together.update import answer

        session, effects = answer(before, session, message, effects)
    if session.library.removed:
        session, more = keeping.settled(session)
        effects = (*effects, *more)
    if session.damage.removed:
        session, more = damaged.settled(session)
        effects = (*effects, *more)
    if type(session.screen) is not type(before.screen):
        # What is shown next has to be here.
        _ = SCREENS[type(session.screen)]
    return _with_moves_to_draw(before, _with_news(before, session)), effects


def _with_news(before: Session, session: Session) -> Session:
    """The session with its news to be heard, if there are any."""
    if session.settings.language != before.settings.language:
        # What was said before is not said again in another language.
        return replace(session, heard=None)
    news = session.screen.news
    if news == before.screen.news:
        return session
    heard = None if news is None else Heard(replace(session, heard=None))
    return replace(session, heard=heard, heard_count=session.heard_count + 1)


def _with_moves_to_draw(before: Session, session: Session) -> Session:
    """The session when another match has come on the table, or most lines of a long list of moves
    have changed: the last moves are drawn at once, and those before them bit by bit."""
    table, new = session.table, session.match
    if table is None or new is None or len(new.turns) <= AT_ONCE:
        return session
    was, old = before.table, before.match
    if was is not None and old is not None and was.match_id == table.match_id:
        changed = max(abs(old.shown - new.shown), abs(len(old.turns) - len(new.turns)))
        is_same = _told_by_all(before, old) == _told_by_all(session, new)
        if is_same and changed <= AT_ONCE:
            return session
    played = session.matches[table.match_id]
    return replace(session, undrawn=(table.match_id, max(0, len(played.turns) - AT_ONCE)))


def _told_by_all(session: Session, match: Match) -> tuple[object, ...]:
    """What every move of a list depends on: words, names, who is spoken to, and whether it can be
    looked at."""
    return session.settings.language, match.setup, addressed(match.people), may_browse(match)


def _updated(session: Session, message: Message) -> Result:
    """What means the same on every screen comes first; all else is the screen's."""
    match message:
        case messages.Navigate(link, at_ms):
            return navigate(session, link, at_ms)
        case messages.ReadOn():
            return reading.read_on(session, message)
        case messages.DrawOn(count):
            match_id, left = session.undrawn
            return replace(session, undrawn=(match_id, max(0, left - CHUNK * count))), ()
        case Command.STOP_READING:
            return _stop_reading(session)
        case Command.DISMISS:
            return replace(session, notice=None), ()
        case messages.Tell(notice):
            return replace(session, notice=notice), ()
        case messages.SetSetting(name, value, is_kept):
            settings = session.settings.with_field(name, value)
            if is_kept:
                return replace(session, settings=settings), ()
            return preferences.with_settings(session, settings)
        case preferences.SettingsChanged(settings):
            return replace(session, settings=settings), ()
        case preferences.KeyLabelsLoaded(labels):
            return _on_device(session, key_labels=labels), ()
        case preferences.KeyShown(code, label):
            return preferences.learn(session, code, label)
        case messages.WorkerChanged(state):
            return _on_device(session, worker=state), ()
        case messages.OfflineChanged(state):
            return _on_device(session, offline=state), ()
        case messages.Notifying(state):
            # Who has closed the question without an answer is not asked again in this visit.
            is_asked_before = state is session.device.notifies is Permission.UNASKED
            return _on_device(session, notifies=Permission.DENIED if is_asked_before else state), ()
        case messages.SetClock(zero_ms, zone):
            return _on_device(session, zero_ms=zero_ms, zone=zone), ()
        case messages.Pause(at_ms):
            return _paused(session, at_ms), ()
        case messages.Resume(at_ms):
            return _resumed(session, at_ms), ()
        # What is kept.
        case kept.LibraryChanged():
            return restoring.library_changed(session, message)
        case kept.FoundLate():
            return restoring.found_late(session, message)
        case kept.ValuesChanged():
            return restoring.values_changed(session, message)
        case kept.StorageWorks():
            return restoring.storage_works(session), ()
        case kept.Restore(match_id, text):
            session, effects = restoring.restored(session, match_id, text)
            # An import may have asked for the match, to find out whether it is kept already.
            screen = session.screen
            session, more = SCREENS[type(screen)].update(session, screen, message)
            return session, (*effects, *more)
        case kept.Adopt():
            return restoring.adopt(session, message)
        case kept.RenameMatch():
            return matches.rename(session, message)
        case kept.DeleteMatches():
            return matches.delete(session, message)
        case Command.UNDO_DELETE:
            return (damaged.restore if session.damage.removed else keeping.undo_delete)(session)
        case kept.NotKept(ids):
            return keeping.not_kept(session, ids), ()
        case Command.DELETE_DAMAGED:
            return damaged.delete(session)
        case BotTold() | BotEnded() if session.table is not None:
            return at_table.told(session, message)
        case Command.STUDY:
            from spieltisch.app.study.update import open_study

            return open_study(session, Link("table"), 0.0)
        case ImportFiles(sources) if sources and all(is_study(text) for _, text in sources):
            from spieltisch.app.study.update import open_study

            # All are kept, and the last one comes on screen.
            effects = ()
            for _, text in sources:
                session, more = open_study(session, Link("import", text=text), 0.0)
                effects = (*effects, *more)
            return session, effects
        case ImportFiles() if not isinstance(session.screen, WorkshopScreen | DeckScreen):
            from spieltisch.app.files.screen import begin

            return begin(session, message)
        # Live play, and puzzles that have come.
        case Command.STOP_LIVE | Command.GRANT_BACK | Command.DECLINE_BACK if session.live is None:
            return session, ()
        case Command.STOP_LIVE:
            from spieltisch.app.together.joining import leave

            return leave(session)
        case Command.GRANT_BACK | Command.DECLINE_BACK:
            from spieltisch.app.together.exchange import say_here

            return say_here(session, message)
        case EditPosition():
            from spieltisch.app.editor.update import edit_position

            return edit_position(session)
        case PackFetched():
            from spieltisch.app.puzzle.opening import fetched

            return fetched(session, message)
    return SCREENS[type(session.screen)].update(session, session.screen, message)


def _stop_reading(session: Session) -> Result:
    """Nobody wants to wait for a long match: back to the start. A host whose match it is is left,
    too."""
    hung_up: tuple[Effect, ...] = ()
    if reading.is_for(session, reading.FROM_HOST):
        from spieltisch.app.together.joining import hang_up

        session, hung_up = hang_up(session)
    session, effects = reading.stop(session)
    return session, (*hung_up, *effects)


def _on_device(session: Session, **changes: Any) -> Session:
    return replace(session, device=replace(session.device, **changes))


def _paused(session: Session, at_ms: float) -> Session:
    """The page is hidden: clocks and bots stop, unless somebody on another device waits."""
    if session.device.hidden_since_ms is not None:
        return session
    session = _on_device(session, hidden_since_ms=at_ms)
    screen, match = session.table, session.kept_match
    if screen is None or (match is not None and match.runs_unseen):
        return session
    timing = screen.timing.paused(at_ms).not_counting()
    return session.on(replace(screen, timing=timing, playback_ms=None))


def _resumed(session: Session, at_ms: float) -> Session:
    """The page is seen again: all goes on where it stopped, as if no time had passed."""
    screen = session.table
    if session.device.hidden_since_ms is None:
        return session
    session = _on_device(session, hidden_since_ms=None)
    # Behind a gate, time waits until people are ready.
    is_gated = screen is not None and screen.timing.gate is not None
    return session if screen is None or is_gated else session.on(clocks.going_on(screen, at_ms))
