"""A match is played in one tab at a time; the others show it, and take it over when asked to.

The tab that holds the match's lock plays it. If the browser has no locks, no tab is told that
another one has it, and every tab may play.
"""

from dataclasses import replace

from spieltisch.app.effects import Focus, Read, TakeOver
from spieltisch.app.match.messages import LockChanged
from spieltisch.app.match.state import TableScreen
from spieltisch.app.session import Result, Session
from spieltisch.play.summary import MatchId


def lock_changed(session: Session, table: TableScreen, message: LockChanged) -> Result:
    """Another tab has begun to play the match on the table, or plays it no longer."""
    home, match_id, is_ours = table.home, message.match_id, message.is_ours
    if match_id != table.match_id:
        return session, ()
    if not is_ours and home.is_coming:
        # It was ours for a moment, and is taken again: what is still being read is for the eye.
        return session.on(_with_home(table, is_elsewhere=True)), ()
    if home.is_elsewhere is not is_ours or home.is_coming:
        return session, ()
    if table.variation is not None:
        # A variation is this tab's alone, so it goes on.
        table = _with_home(table, is_elsewhere=not is_ours)
        return session.on(table), (Read(match_id),) if is_ours else ()
    if not is_ours:
        return session.on(left_to_others(table)), ()
    # The other tab may have played more than is known here, so the match is read again first.
    return session.on(replace(table, is_coming=True)), (Read(match_id),)


def come(session: Session, match_id: MatchId) -> tuple[Session, bool]:
    """The session after a match was read, and whether it was read because this tab plays it now:
    then it comes on the table anew."""
    table = session.table
    if table is None or table.match_id != match_id or not table.home.is_coming:
        return session, False
    session = session.on(_with_home(table, is_elsewhere=False))
    return session, table.variation is None


def play_here(session: Session, table: TableScreen) -> Result:
    """This tab is to play the match; the other one is told to stop."""
    if not table.is_elsewhere:
        return session, ()
    return session, (TakeOver(table.match_id), Focus("board"))


def left_to_others(table: TableScreen) -> TableScreen:
    """The table of a match that another tab plays: nothing is begun on it, and no time passes."""
    timing = replace(table.timing.afresh(), gate=None)
    return replace(table, is_elsewhere=True, choice=None, help=None, timing=timing)


def _with_home(table: TableScreen, *, is_elsewhere: bool) -> TableScreen:
    """The table when it is clear which tab plays the match itself."""
    return table.with_home(replace(table.home, is_elsewhere=is_elsewhere, is_coming=False))
