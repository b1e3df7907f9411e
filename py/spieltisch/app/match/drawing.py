"""Drawing the list of moves of a long match bit by bit.

Nobody plays so many moves, but a link may hold them. What is looked at and what was played last
comes first; the chunks before it follow by ``DrawOn``, which the shell sends while it has time.
"""

from dataclasses import replace

from spieltisch.app.messages import DrawOn
from spieltisch.app.names import addressed
from spieltisch.app.session import Result, Session
from spieltisch.play.match import Match, may_browse
from spieltisch.play.summary import MatchId

CHUNK = 60
"""How many moves are drawn together. Any number of seats up to six divides it, so that every chunk
begins with the same seat."""

AT_ONCE = 300
"""Of more moves, so many of the last are drawn at once, and the others bit by bit."""


def begin(session: Session, match_id: MatchId) -> Session:
    """The session as a match comes on the table: its last moves are drawn with it."""
    table = session.table
    if table is not None and table.match_id == match_id == session.undrawn[0]:
        return session
    return _begun(session, match_id)


def _begun(session: Session, match_id: MatchId) -> Session:
    left = max(0, len(session.matches[match_id].turns) - AT_ONCE)
    return replace(session, undrawn=(match_id, left))


def follow(before: Session, session: Session) -> Session:
    """The session after a message: a long list of which most moves change is drawn anew, bit by bit
    as well."""
    table, new = session.table, session.match
    if table is None or new is None or len(new.turns) <= AT_ONCE:
        return session
    old = before.match
    if before.table is None or old is None or table.match_id != before.table.match_id:
        return session
    changed = max(abs(old.shown - new.shown), abs(len(old.turns) - len(new.turns)))
    is_other = _told_by_all(before, old) != _told_by_all(session, new)
    return _begun(session, table.match_id) if is_other or changed > AT_ONCE else session


def _told_by_all(session: Session, match: Match) -> tuple[object, ...]:
    """What every move of a list depends on: words, names, who is spoken to, and whether it can be
    looked at."""
    return session.settings.language, match.setup, addressed(match.people), may_browse(match)


def is_to_go_on(session: Session) -> bool:
    """Whether the list that is on screen is still to be completed."""
    match_id, left = session.undrawn
    return left >= CHUNK and session.table is not None and session.table.match_id == match_id


def draw_on(session: Session, message: DrawOn) -> Result:
    """Draw so many chunks more, from the end towards the beginning."""
    match_id, left = session.undrawn
    return replace(session, undrawn=(match_id, max(0, left - CHUNK * message.count))), ()
