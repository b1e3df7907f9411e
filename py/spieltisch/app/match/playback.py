"""Playing back a match that is over: its moments come on screen by themselves, one after the
other, as if a person stepped through them."""

from dataclasses import replace

from spieltisch.app.match.browsing import look
from spieltisch.app.match.messages import PlayBack
from spieltisch.app.match.state import TableScreen
from spieltisch.app.message import Message
from spieltisch.app.news import OnTable
from spieltisch.app.session import At, Result, Session
from spieltisch.play.match import Match
from spieltisch.play.playback import can_play_back

KEYS = frozenset(("k", " "))
"""The keys that start and stop playback, unless they have another use."""

LATE_MS = 100.0
"""A page that wakes later than this was busy: what follows is put off rather than hurried."""


def key_message(session: Session, key: str, at_ms: float) -> Message | None:
    """The message for a key that has no other use where it was pressed; None if it does nothing."""
    at = At.of(session)
    is_offered = at is not None and is_possible(at.table, at.match)
    return PlayBack(at_ms) if is_offered and key.lower() in KEYS else None


def is_possible(table: TableScreen, match: Match) -> bool:
    """Whether the match on the table can be played back: not what is tried out in its place."""
    return table.variation is None and can_play_back(match)


def toggle(at: At, at_ms: float) -> Result:
    """Start the playback at the moment on screen, or from the beginning if that is the last one; or
    stop it."""
    session, table, match = at.session, at.table, at.match
    if table.playback_ms is not None:
        return session.on(replace(table, playback_ms=None).saying(OnTable.BROWSED)), ()
    is_seen = session.device.hidden_since_ms is None
    if not is_possible(table, match) or not is_seen:
        return session, ()
    is_at_end = at.seen.shown == match.shown
    return _show(at, 0, at_ms) if is_at_end else _step(at, at_ms)


def wake(at: At, at_ms: float) -> Result:
    """Time has passed: the next moment comes on screen, if it is due."""
    due_ms = at.session.board_wake_ms
    if due_ms is None or at_ms < due_ms:
        return at.session, ()
    return _step(at, due_ms if at_ms < due_ms + LATE_MS else at_ms)


def _step(at: At, at_ms: float) -> Result:
    return _show(at, at.seen.shown + 1, at_ms)


def _show(at: At, ply: int, at_ms: float) -> Result:
    """A moment comes on screen; after the last one nothing follows."""
    running_ms = at_ms if ply < at.match.shown else None
    return look(at.on(replace(at.table, playback_ms=running_ms)), ply, OnTable.PLAYED_BACK)
