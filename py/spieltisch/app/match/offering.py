"""Resigning and draws: what people on this device say to the others at the table."""

from dataclasses import replace

from spieltisch.app.effects import Focus
from spieltisch.app.frame import language_of
from spieltisch.app.match.messages import Say
from spieltisch.app.match.playing import say
from spieltisch.app.match.state import TableScreen
from spieltisch.app.messages import Command
from spieltisch.app.session import At, Result, Session
from spieltisch.app.together.state import is_played
from spieltisch.kit.words import words_of
from spieltisch.play.match import Match, is_race
from spieltisch.table import Seat, TableAction

QUESTIONS = {Command.ASK_RESIGN: TableAction.RESIGN, Command.ASK_OFFER: TableAction.OFFER}
"""What people are asked to confirm, or who of them says it, by the command."""


def speakers(match: Match, action: TableAction) -> tuple[Seat, ...]:
    """The seats of people on this device who may say something now. Where they take turns at one
    device, whoever is to act has the word."""
    able = [seat for seat in sorted(match.people) if action in match.table_actions(seat)]
    to_act = match.position.active_seats.intersection(match.people)
    is_answer = action in (TableAction.ACCEPT, TableAction.DECLINE)
    if not is_answer and not is_race(match) and len(to_act) == 1:
        return tuple(to_act.intersection(able))
    return tuple(able)


def is_heard(session: Session, table: TableScreen, match: Match) -> bool:
    """Whether what people say here reaches the match: not from another tab, and not while the
    device that leads it is out of reach."""
    is_reached = not match.needs_others or is_played(session.live, table.match_id)
    return not table.is_elsewhere and table.variation is None and is_reached


def is_to_resign(session: Session, text: str) -> bool:
    """Whether what was typed says so, in English or in the person's language."""
    word = words_of(language_of(session)).gettext("Resign").casefold()
    return text.strip().casefold() in ("resign", word)


def update(at: At, message: Say | Command) -> Result:
    """Something is said, or a question about it is asked or dropped."""
    session, table = at.session, at.table
    match message:
        case Say(action, seat, at_ms):
            is_possible = is_heard(session, table, at.match) and seat in speakers(at.match, action)
            at = at.on(replace(table, asks=None))
            return say(at, seat, action, at_ms) if is_possible else (at.session, ())
        case Command.ASK_RESIGN | Command.ASK_OFFER:
            action = QUESTIONS[message]
            if not is_heard(session, table, at.match) or not speakers(at.match, action):
                return session, ()
            return session.on(replace(table, asks=action)), (Focus("saying"),)
        case _:
            return session.on(replace(table, asks=None)), (Focus("saying"),)
