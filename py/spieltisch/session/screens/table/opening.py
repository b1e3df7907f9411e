"""How a match comes on the table, and the question before it takes the place of another."""

from dataclasses import replace

from spieltisch.play.match import Match
from spieltisch.play.timing import Timing
from spieltisch.session.effects import Go, Keep
from spieltisch.session.routes import Link, format_link
from spieltisch.session.screens.table.ready import gate_for
from spieltisch.session.screens.table.state import TableScreen, fresh_choice
from spieltisch.session.session import Result, Session


def open_link(session: Session, wanted: Match) -> Result:
    """A link has led to a match: the kept one, if it is that; else the wanted one."""
    kept = session.matches.get(wanted.setup.game)
    is_same = kept is not None and kept.is_same_setup(wanted.setup)
    if kept is not None and is_same and wanted.record.entries in ((), kept.record.entries):
        # A reload loses nothing, also of a match that is over.
        return open_match(session, kept)
    return open_or_ask(session, wanted)


def open_or_ask(session: Session, wanted: Match, *, replaces: bool = True) -> Result:
    """Put a match in place of the kept one; a person who is in the middle of that is asked.

    Args:
        session: as it is.
        wanted: the match.
        replaces: whether no step back shall lead to the address before.
    """
    kept = session.matches.get(wanted.setup.game)
    if kept is None or kept.is_over or not kept.turns:
        return open_match(session, wanted, replaces=replaces)
    # The match in progress stays on screen, and in the address, until the person has answered.
    table = replace(_table_for(session, kept), replacement=wanted)
    return session.on(table), (Go(link_to(kept), replaces),)


def open_match(session: Session, match: Match, *, replaces: bool = True) -> Result:
    """Put a match on the table."""
    table = _table_for(session, match).saying("resumed" if match.turns else "started")
    session = session.with_match(match).on(table)
    return session, (Go(link_to(match), replaces), Keep(match))


def link_to(match: Match) -> str:
    """The link that opens a match, and its kept state on this device."""
    return format_link(Link("play", match.setup.game, match.setup))


def _table_for(session: Session, match: Match) -> TableScreen:
    """The table as a match comes on it. What was said last stays, so that what is said next is
    something new to those who listen."""
    news = session.table.news if session.table else None
    timing = Timing(paused_at_ms=session.device.hidden_since_ms, gate=gate_for(match))
    return TableScreen(match.setup.game, fresh_choice(match), news=news, timing=timing)
