"""Going through a match: looking at other moments of it, one by one or as they come by themselves,
which changes nothing; and taking back, which does."""

from dataclasses import replace

from spieltisch.app.board.clocks import restarted
from spieltisch.app.board.messages import PlayBack
from spieltisch.app.core.effects import Animate
from spieltisch.app.core.keys import keys_of
from spieltisch.app.core.message import Message
from spieltisch.app.core.news import OnTable, Redone, TakenBack
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.keeping.solitaires import category_of
from spieltisch.app.keeping.writing import keep
from spieltisch.games.contract import Game
from spieltisch.play.match import Match, fixed, latest, may_browse, may_take_back
from spieltisch.play.timing import can_play_back
from spieltisch.table.marks import MAX_NUMBER

# ------------------------------------------------------------------- looking


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
    session = session.on(table.looking_at(match, ply).saying(what))
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
    shown, moved = at.seen.shown, match.show(ply)
    if moved.shown == match.shown or not fixed(match) <= moved.shown <= latest(match):
        return session, ()
    turns = moved.shown - match.shown
    if turns < 0:
        moved = helped(moved)
    table = restarted(replace(table, browsing=None), match)
    table = table.saying(TakenBack(-turns) if turns < 0 else Redone(turns))
    session, effects = keep(session.with_table(table, moved), table.match_id)
    if moved.shown == shown + 1:
        return session, (*effects, Animate(moved.turns[shown]))
    return session, effects


def helped(match: Match) -> Match:
    """The match with one more help counted, where helps are counted."""
    if category_of(match) is None:
        return match
    return replace(match, helps=min(match.helps + 1, MAX_NUMBER))


# -------------------------------------------------------------- playing back


PLAYBACK_KEYS = keys_of("play-back")
"""The keys that start and stop playback, unless they have another use."""

LATE_MS = 100.0
"""A page that wakes later than this was busy: what follows is put off rather than hurried."""


def playback_message(session: Session, key: str, at_ms: float) -> Message | None:
    """The message for a key that has no other use where it was pressed; None if it does nothing."""
    at = At.of(session)
    is_offered = at is not None and can_play_back(at.match)
    return PlayBack(at_ms) if is_offered and key.lower() in PLAYBACK_KEYS else None


def toggle_playback(at: At, at_ms: float) -> Result:
    """Start the playback at the moment on screen, or from the beginning if that is the last one; or
    stop it."""
    session, table, match = at.session, at.table, at.match
    if table.playback_ms is not None:
        return session.on(replace(table, playback_ms=None).saying(OnTable.BROWSED)), ()
    is_seen = session.device.hidden_since_ms is None
    if not can_play_back(match) or not is_seen:
        return session, ()
    shown = at.seen.shown
    return _show(at, 0 if shown == match.shown else shown + 1, at_ms)


def play_on(at: At, at_ms: float) -> Result:
    """Time has passed: the next moment comes on screen, if it is due."""
    due_ms = at.session.board_wake_ms
    if due_ms is None or at_ms < due_ms:
        return at.session, ()
    return _show(at, at.seen.shown + 1, due_ms if at_ms < due_ms + LATE_MS else at_ms)


def _show(at: At, ply: int, at_ms: float) -> Result:
    """A moment comes on screen; after the last one nothing follows."""
    running_ms = at_ms if ply < at.match.shown else None
    return look(at.on(replace(at.table, playback_ms=running_ms)), ply, OnTable.PLAYED_BACK)


# --------------------------------------------------------------- studying


def has_studies(game: Game) -> bool:
    """Whether moves of a game can be tried out: it needs bots that look ahead, as those play any
    position."""
    return game.search_bots is not None


def can_study(match: Match) -> bool:
    """Whether moves can be tried out in a match: those of its game can be, no help is counted, no
    clock waits, and nobody sits at another device."""
    is_timed = match.setup.clock is not None and match.last_position.outcome is None
    if match.is_contested or is_timed:
        return False
    return has_studies(match.game) and category_of(match) is None


def can_try(match: Match) -> bool:
    return can_study(match) and not match.is_over
