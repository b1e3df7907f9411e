"""Another match after this one: the same anew, from the other side, a harder or an easier one, or
one that branches off."""

from dataclasses import replace
from itertools import pairwise

from spieltisch.app.effects import Focus, NextMatch
from spieltisch.app.match.browsing import helped
from spieltisch.app.match.messages import Again, PlayAgain
from spieltisch.app.match.opening import begin
from spieltisch.app.match.state import TableScreen
from spieltisch.app.names import addressed
from spieltisch.app.session import At, Result, Session
from spieltisch.app.setup.update import another, to_play
from spieltisch.app.together.state import role_at
from spieltisch.play.by_link import seated, seen_from_here
from spieltisch.play.match import Match, is_race
from spieltisch.table import Bot, Controller, Finish, Setup


def swapped(match: Match) -> Setup | None:
    """The set-up with everybody one seat further; None if that changes nothing, or in a race, where
    all seats are alike."""
    setup = seen_from_here(match)
    players = setup.all_players
    moved = players[-1:] + players[:-1]
    return None if moved == players or is_race(match) else replace(setup, players=moved)


def _at_other_levels(match: Match, *, has_won: bool) -> Setup | None:
    """Stronger bots for the one person who has beaten these, weaker ones for who has lost to them;
    None where there are none."""
    setup, outcome, bots = seen_from_here(match), match.last_position.outcome, match.game.bots
    own = addressed(match.people)
    if outcome is None or bots is None or own is None:
        return None
    if outcome.result_for(own, setup.seats) != (Finish.WON if has_won else Finish.LOST):
        return None
    levels = sorted(bots.levels, reverse=not has_won)
    next_one: dict[Controller, Controller] = {Bot(a): Bot(b) for a, b in pairwise(levels)}
    players = tuple(
        replace(player, controller=next_one.get(player.controller, player.controller))
        for player in setup.all_players
    )
    return None if players == setup.all_players else replace(setup, players=players)


def next_setup(match: Match, kind: Again) -> Setup | None:
    """The set-up of another match after this one; None if there is no such match."""
    match kind:
        case Again.SAME:
            return seen_from_here(match)
        case Again.SWAPPED:
            return swapped(match)
        case Again.HARDER | Again.EASIER:
            return _at_other_levels(match, has_won=kind is Again.HARDER)


def play_again(session: Session, match: Match, wanted: PlayAgain) -> Result:
    """Begin the match that is wanted after one that is over."""
    setup = next_setup(match, wanted.kind)
    if setup is None or match.last_position.outcome is None:
        return session, ()
    before = session.table
    assert before is not None
    begun = seated(to_play(another(setup), wanted.seed))
    if role_at(session.live, before.match_id, match):
        # As before, all play on devices of their own.
        begun = replace(begun, here=match.here)
    session, effects = begin(session, begun, wanted.at_ms)
    assert session.table is not None
    moved = 1 if wanted.kind is Again.SWAPPED else 0
    report = NextMatch(before.match_id, session.table.match_id, moved)
    return session, (*effects, report, Focus("board"))


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
