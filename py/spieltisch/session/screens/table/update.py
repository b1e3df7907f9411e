"""What each message does at the table."""

from dataclasses import replace

from spieltisch.play.match import Match, one_back, one_forth
from spieltisch.session import messages, navigation
from spieltisch.session.effects import Focus
from spieltisch.session.messages import Command, Message
from spieltisch.session.screens.settings import with_settings
from spieltisch.session.screens.table import analysis, hints, playing, thinking
from spieltisch.session.screens.table.opening import open_match
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.session import Result, Session


def update(session: Session, table: TableScreen, message: Message) -> Result:
    """The session after a message to this screen."""
    held = session.matches[table.game]
    match message:
        case Command():
            return _obey(session, table, held, message)
        case messages.Press():
            return playing.press(session, table, held, message)
        case messages.PlayChosen(at_ms):
            return playing.play_chosen(session, table, held, at_ms)
        case messages.Shout():
            return playing.shout(session, table, held, message)
        case messages.TypeAction(text, at_ms):
            return playing.type_action(session, table, held, text, at_ms)
        case messages.Show(ply):
            return playing.show(session, table, held, ply)
        case messages.Wake(at_ms):
            return playing.wake(session, table, held, at_ms)
        case messages.ShowTurningPoint():
            return analysis.show_turning_point(session, table, held, message)
    return session.on(_in_place(session, table, held, message)), ()


def _obey(session: Session, table: TableScreen, held: Match, command: Command) -> Result:
    match command:
        case Command.CANCEL:
            return playing.cancel(session, table)
        case Command.CONFIRM:
            return _confirm(session, table)
        case Command.TAKE_BACK:
            return playing.show(session, table, held, one_back(held))
        case Command.REDO:
            return playing.show(session, table, held, one_forth(held))
        case Command.SET_UP_AGAIN:
            return navigation.set_up_again(session, held)
        case Command.NEXT_SOUND:
            return with_settings(
                session.on(table.saying("sound")), session.settings.with_next_sound()
            )
        case Command.HINT:
            return hints.hint(session, table, held)
        case Command.CHECK_SOLVABLE:
            return hints.check(session, table, held)
        case Command.NEXT_TURNING_POINT | Command.PREVIOUS_TURNING_POINT:
            return analysis.show_turning_point(session, table, held, command)
    return session.on(_in_place(session, table, held, command)), ()


def _in_place(session: Session, table: TableScreen, held: Match, message: Message) -> TableScreen:
    """The table after a message that changes neither the match nor anything outside."""
    match message:
        case messages.AskBoard(key):
            return table.saying("asked", key)
        case messages.Point(site):
            return replace(table, cursor=site)
        case Command.HALT | messages.GoOn() | messages.StepOn():
            return thinking.watch(table, held, message)
        case Command.ANALYSE:
            return analysis.toggle(table, held)
        case Command.EVALUATE:
            return analysis.evaluate(table, held)
        case Command.REVIEW:
            return analysis.review(table, held)
        case Command.STOP_REVIEW:
            return analysis.stop_review(table)
        case messages.Answered(answer, at_ms):
            return thinking.answered(session, table, held, answer, at_ms)
        case messages.Progressed(answer):
            return thinking.progressed(session, table, held, answer)
    return table


def _confirm(session: Session, table: TableScreen) -> Result:
    """The person throws the match in progress away for the one asked about."""
    if table.replacement is None:
        return session, ()
    session, effects = open_match(session, table.replacement)
    return session, (*effects, Focus("board"))
