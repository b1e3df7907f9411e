"""Looking at other moments of a match, which changes nothing of it, and taking back, which does."""

from dataclasses import replace

from spieltisch.app.effects import Animate
from spieltisch.app.keeping import keep
from spieltisch.app.messages import Command
from spieltisch.app.runs import category_of
from spieltisch.app.session import Result, Session
from spieltisch.app.table.clocks import restarted
from spieltisch.app.table.state import TableScreen
from spieltisch.play.match import Match, fixed, latest, may_browse, may_take_back

# ------------------------------------------------------------------- looking


def step(session: Session, table: TableScreen, match: Match, command: Command) -> Result:
    """The moment before the one on screen, the one after it, the start, or the present."""
    shown = table.looked_at(match).shown
    goals = {Command.EARLIER: shown - 1, Command.LATER: shown + 1, Command.FIRST: 0}
    last = match.shown if table.variation is None else len(match.turns)
    return look(session, table, match, goals.get(command, last))


def look(
    session: Session, table: TableScreen, match: Match, ply: int, kind: str = "browsed"
) -> Result:
    """The moment after ``ply`` turns comes on screen; ``kind`` is what is said of it."""
    if not may_browse(match):
        return session, ()
    shown = table.looked_at(match).shown
    ply = max(0, min(ply, len(match.turns)))
    if ply == shown:
        return session, ()
    kind = "returned" if ply == match.shown and kind == "browsed" else kind
    if table.variation is None:
        session = session.on(table.looking_at(match, ply).saying(kind))
    else:
        # A variation loses nothing by this: one may play on from an earlier moment of it.
        session = session.with_table(table.saying(kind), match.show(ply))
    return session, (Animate(match.turns[shown], is_new=False),) if ply == shown + 1 else ()


def back_to_present(session: Session, table: TableScreen, match: Match) -> Result:
    """Show the present, without doing what the person wanted: that can be done only there, and only
    on what they then see."""
    return session.on(table.looking_at(match, match.shown).saying("returned")), ()


# --------------------------------------------------------------- taking back


def play_from(session: Session, table: TableScreen, match: Match, ply: int) -> Result:
    """The first ``ply`` turns count from now on: others are taken back or played again."""
    if table.is_elsewhere or not may_take_back(match):
        return session, ()
    if table.variation is not None:
        return look(session, table, match, ply)
    shown, moved = table.looked_at(match).shown, match.show(ply)
    if moved.shown == match.shown or not fixed(match) <= moved.shown <= latest(match):
        return session, ()
    turns = moved.shown - match.shown
    if turns < 0:
        moved = helped(moved)
    table = replace(restarted(table, match), browsing=None).saying(
        "taken-back" if turns < 0 else "redone", str(abs(turns))
    )
    session, effects = keep(session.with_table(table, moved), table.match_id)
    if moved.shown == shown + 1:
        return session, (*effects, Animate(moved.turns[shown]))
    return session, effects


def helped(match: Match) -> Match:
    """The match with one more help counted, where helps are counted."""
    return match if category_of(match) is None else replace(match, helps=match.helps + 1)
