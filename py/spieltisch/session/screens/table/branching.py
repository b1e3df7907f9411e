"""Going another way: a match of its own begins with the turns up to some moment of another one."""

from dataclasses import replace

from spieltisch.play.match import Match
from spieltisch.session.effects import Focus
from spieltisch.session.screens.table.browsing import helped
from spieltisch.session.screens.table.opening import begin
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.session import Result, Session


def can_branch_off(table: TableScreen, match: Match, ply: int) -> bool:
    """Whether a new match can begin with so many turns of the one on screen, which stays as it is:
    one that is over, or what is tried out in the place of one. As long as a match goes on, it is
    the match itself that goes on from an earlier moment."""
    is_open = 0 <= ply <= len(match.turns) and match.position_at(ply).outcome is None
    return is_open and (table.variation is not None or match.is_over)


def branch_off(
    session: Session, table: TableScreen, match: Match, ply: int, at_ms: float
) -> Result:
    """The new match begins, with those at the table who sat there: in what is tried out, with
    people for all, or bots who answer, as was chosen."""
    if not can_branch_off(table, match, ply):
        return session, ()
    ours = match.show(ply)
    # Who plays alone knows by now what will come.
    ours = helped(replace(ours, turns=ours.turns.cut(ply)))
    session, effects = begin(session, ours, at_ms, replaces=False)
    return session, (*effects, Focus("board"))
