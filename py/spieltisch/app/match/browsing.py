"""Looking at other moments of a match, which changes nothing of it, and taking back, which does."""

from dataclasses import replace

from spieltisch.app.effects import Animate
from spieltisch.app.keeping import keep
from spieltisch.app.match.clocks import restarted
from spieltisch.app.messages import Command
from spieltisch.app.news import OnTable, Redone, TakenBack
from spieltisch.app.runs import category_of
from spieltisch.app.session import At, Result
from spieltisch.play.match import Match, fixed, latest, may_browse, may_take_back

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
