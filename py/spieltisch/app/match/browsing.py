"""Looking at other moments of a match, which changes nothing of it, one by one or as they come by
themselves; and taking back, which does change it."""

from dataclasses import replace

from spieltisch.app.effects import Animate
from spieltisch.app.keeping import keep
from spieltisch.app.match.clocks import restarted
from spieltisch.app.match.messages import PlayBack
from spieltisch.app.match.state import TableScreen
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.news import OnTable, Redone, TakenBack
from spieltisch.app.runs import category_of
from spieltisch.app.session import At, Result, Session
from spieltisch.play.match import Match, fixed, latest, may_browse, may_take_back
from spieltisch.play.timing import can_play_back

# ------------------------------------------------------------------- looking


def step(at: At, command: Command) -> Result:
    """The moment before the one on screen, the one after it, the start, or the present."""
    shown, match = at.seen.shown, at.match
    goals = {Command.EARLIER: shown - 1, Command.LATER: shown + 1, Command.FIRST: 0}
    last = match.shown if at.table.variation is None else len(match.turns)
    return look(at, goals.get(command, last))


def look(at: At, ply: int, what: OnTable = OnTable.BROWSED) -> Result:
    """The moment after ``ply`` turns comes on screen; ``what`` is said of it."""
    session, table, match = at.session, at.table, at.match
    if not may_browse(match):
        return session, ()
    shown = at.seen.shown
    ply = max(0, min(ply, len(match.turns)))
    if ply == shown:
        return session, ()
    if ply == match.shown and what is OnTable.BROWSED:
        what = OnTable.RETURNED
    if table.variation is None:
        session = session.on(table.looking_at(match, ply).saying(what))
    else:
        # A variation loses nothing by this: one may play on from an earlier moment of it.
        session = session.with_table(table.saying(what), match.show(ply))
    return session, (Animate(match.turns[shown], is_new=False),) if ply == shown + 1 else ()


def back_to_present(at: At) -> Result:
    """Show the present, without doing what the person wanted: that can be done only there, and only
    on what they then see."""
    table = at.table.looking_at(at.match, at.match.shown)
    return at.session.on(table.saying(OnTable.RETURNED)), ()


# --------------------------------------------------------------- taking back


def play_from(at: At, ply: int) -> Result:
    """The first ``ply`` turns count from now on: others are taken back or played again."""
    session, table, match = at.session, at.table, at.match
    if table.is_elsewhere or not may_take_back(match):
        return session, ()
    if table.variation is not None:
        return look(at, ply)
    shown, moved = at.seen.shown, match.show(ply)
    if moved.shown == match.shown or not fixed(match) <= moved.shown <= latest(match):
        return session, ()
    turns = moved.shown - match.shown
    if turns < 0:
        moved = helped(moved)
    table = replace(restarted(table, match), browsing=None).saying(
        TakenBack(-turns) if turns < 0 else Redone(turns)
    )
    session, effects = keep(session.with_table(table, moved), table.match_id)
    if moved.shown == shown + 1:
        return session, (*effects, Animate(moved.turns[shown]))
    return session, effects


def helped(match: Match) -> Match:
    """The match with one more help counted, where helps are counted."""
    return match if category_of(match) is None else replace(match, helps=match.helps + 1)


# -------------------------------------------------------------- playing back


PLAYBACK_KEYS = frozenset(("k", " "))
"""The keys that start and stop playback, unless they have another use."""

LATE_MS = 100.0
"""A page that wakes later than this was busy: what follows is put off rather than hurried."""


def playback_message(session: Session, key: str, at_ms: float) -> Message | None:
    """The message for a key that has no other use where it was pressed; None if it does nothing."""
    at = At.of(session)
    is_offered = at is not None and offers_playback(at.table, at.match)
    return PlayBack(at_ms) if is_offered and key.lower() in PLAYBACK_KEYS else None


def offers_playback(table: TableScreen, match: Match) -> bool:
    """Whether the match on the table can be played back: not what is tried out in its place."""
    return table.variation is None and can_play_back(match)


def toggle_playback(at: At, at_ms: float) -> Result:
    """Start the playback at the moment on screen, or from the beginning if that is the last one; or
    stop it."""
    session, table, match = at.session, at.table, at.match
    if table.playback_ms is not None:
        return session.on(replace(table, playback_ms=None).saying(OnTable.BROWSED)), ()
    is_seen = session.device.hidden_since_ms is None
    if not offers_playback(table, match) or not is_seen:
        return session, ()
    is_at_end = at.seen.shown == match.shown
    return _show(at, 0, at_ms) if is_at_end else _next(at, at_ms)


def play_on(at: At, at_ms: float) -> Result:
    """Time has passed: the next moment comes on screen, if it is due."""
    due_ms = at.session.board_wake_ms
    if due_ms is None or at_ms < due_ms:
        return at.session, ()
    return _next(at, due_ms if at_ms < due_ms + LATE_MS else at_ms)


def _next(at: At, at_ms: float) -> Result:
    return _show(at, at.seen.shown + 1, at_ms)


def _show(at: At, ply: int, at_ms: float) -> Result:
    """A moment comes on screen; after the last one nothing follows."""
    running_ms = at_ms if ply < at.match.shown else None
    return look(at.on(replace(at.table, playback_ms=running_ms)), ply, OnTable.PLAYED_BACK)
