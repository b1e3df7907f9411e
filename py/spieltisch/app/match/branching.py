"""Branching off: another match begins with the turns up to some moment of one that stays."""

from dataclasses import replace

from spieltisch.app.effects import Focus
from spieltisch.app.match.at import At
from spieltisch.app.match.browsing import helped
from spieltisch.app.match.opening import begin
from spieltisch.app.match.state import TableScreen
from spieltisch.app.session import Result
from spieltisch.play.match import Match


def can_branch_off(table: TableScreen, match: Match, ply: int) -> bool:
    """Whether a new match can begin with the first ``ply`` turns of the one on screen: of a match
    that is over, or of a variation. A match that is not over is taken back instead."""
    is_open = 0 <= ply <= len(match.turns) and match.position_at(ply).outcome is None
    return is_open and (table.variation is not None or match.is_over)


def branch_off(at: At, ply: int, at_ms: float) -> Result:
    """Begin the new match, with the same players; after a variation, with people on all seats or
    with bots that answer, as was chosen there."""
    if not can_branch_off(at.table, at.match, ply):
        return at.session, ()
    ours = at.match.show(ply)
    # It counts as help: a person who plays alone knows by now what will come.
    ours = helped(replace(ours, turns=ours.turns.cut(ply)))
    session, effects = begin(at.session, ours, at_ms, replaces=False)
    return session, (*effects, Focus("board"))
