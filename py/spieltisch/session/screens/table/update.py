"""What each message does at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from spieltisch.session.effects import Focus
from spieltisch.session.screens.table import analysis, hints, messages, playing, thinking
from spieltisch.session.screens.table.messages import TableMessage
from spieltisch.session.screens.table.opening import open_match
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.takeback import one_back, one_forth

if TYPE_CHECKING:
    from spieltisch.play.match import Match
    from spieltisch.session.session import Result, Session


def update(  # noqa: C901 - one case a message
    session: Session, table: TableScreen, message: TableMessage
) -> Result:
    """The session after a message to this screen."""
    held = session.matches[table.game]
    match message:
        case messages.Press():
            return playing.press(session, table, held, message)
        case messages.PlayChosen(at_ms):
            return playing.play_chosen(session, table, held, at_ms)
        case messages.Shout():
            return playing.shout(session, table, held, message)
        case messages.TypeAction(text, at_ms):
            return playing.type_action(session, table, held, text, at_ms)
        case messages.Cancel():
            return playing.cancel(session, table)
        case messages.Confirm():
            return _confirm(session, table)
        case messages.Show(ply):
            return playing.show(session, table, held, ply)
        case messages.TakeBack():
            return playing.show(session, table, held, one_back(held))
        case messages.Redo():
            return playing.show(session, table, held, one_forth(held))
        case messages.Wake(at_ms):
            return playing.wake(session, table, held, at_ms)
        case messages.Hint():
            return hints.hint(session, table, held)
        case messages.CheckSolvable():
            return hints.check(session, table, held)
        case messages.ShowTurningPoint() | messages.NextTurningPoint():
            return analysis.show_turning_point(session, table, held, message)
        case _:
            return session.on(_in_place(session, table, held, message)), ()


def _in_place(
    session: Session, table: TableScreen, held: Match, message: TableMessage
) -> TableScreen:
    """The table after a message that changes neither the match nor anything outside."""
    match message:
        case messages.AskBoard(key):
            return table.saying("asked", key)
        case messages.Point(site):
            return replace(table, cursor=site)
        case messages.Halt() | messages.GoOn() | messages.StepOn():
            return thinking.watch(table, held, message)
        case messages.Analyse():
            return analysis.toggle(table, held)
        case messages.Evaluate():
            return analysis.evaluate(table, held)
        case messages.Review():
            return analysis.review(table, held)
        case messages.StopReview():
            return analysis.stop_review(table)
        case messages.Answered(answer, at_ms):
            return thinking.answered(session, table, held, answer, at_ms)
        case messages.Progressed(answer):
            return thinking.progressed(session, table, held, answer)
        case _:
            return table


def _confirm(session: Session, table: TableScreen) -> Result:
    """The person throws the match in progress away for the one asked about."""
    if table.replacement is None:
        return session, ()
    session, effects = open_match(session, table.replacement)
    return session, (*effects, Focus("board"))
