"""A match is played in one tab at a time; the others show it, and take it over when asked to.

The tab that holds the match's lock plays it. If the browser has no locks, no tab is told that
another one has it, and every tab may play.
"""

from dataclasses import replace

from spieltisch.app.effects import Focus, Read, TakeOver
from spieltisch.app.matches.messages import LockChanged
from spieltisch.app.session import Result, Session
from spieltisch.app.table.state import TableScreen


def lock_changed(session: Session, table: TableScreen, message: LockChanged) -> Result:
    """Another tab has begun to play the match on the table, or plays it no longer."""
    home, match_id, is_ours = table.home, message.match_id, message.is_ours
    if match_id != table.match_id or home.is_elsewhere is not is_ours:
        return session, ()
    if table.variation is not None:
        # A variation is this tab's alone, so it goes on.
        home = replace(home, is_elsewhere=not is_ours)
        table = replace(table, variation=replace(table.variation, home=home))
        return session.on(table), (Read(match_id),) if is_ours else ()
    if not is_ours:
        return session.on(_left_to_others(table)), ()
    # The other tab may have played more than is known here, so the match is read again first.
    return replace(session, awaited=match_id), (Read(match_id),)


def play_here(session: Session, table: TableScreen) -> Result:
    """This tab is to play the match; the other one is told to stop."""
    if not table.is_elsewhere:
        return session, ()
    return session, (TakeOver(table.match_id), Focus("board"))


def _left_to_others(table: TableScreen) -> TableScreen:
    """The table with nothing begun on it, and no time passing."""
    timing = replace(table.timing.afresh(), gate=None)
    return replace(table, is_elsewhere=True, choice=None, help=None, timing=timing)
