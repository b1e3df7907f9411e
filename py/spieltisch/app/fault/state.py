"""What becomes of a session when code of ours fails."""

from dataclasses import replace

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import DrawOn, Navigate, ReadOn
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.notice import FaultNotice
from spieltisch.app.core.session import Session
from spieltisch.app.core.waiting import is_carried_on, turns_of
from spieltisch.app.core.waits import Came, WaitScreen


class FaultScreen(ScreenState):
    """What was to be opened cannot be. The address stays as the person wants it."""


def failed(session: Session, message: Message) -> Session:
    """The session when ``update`` has raised for a message: nothing that it asked for was done.

    A place that cannot be opened has a screen that says so; elsewhere people go on where they were.
    What the page repeats by itself until it is done is given up.
    """
    if isinstance(message, ReadOn | Came):
        session = given_up(session, message)
    if isinstance(message, DrawOn):
        session = replace(session, undrawn=("", 0))
    # What the page carries on is carried on for as long as its screen is shown.
    is_lost = isinstance(session.screen, WaitScreen) or is_carried_on(session)
    if isinstance(message, Navigate) or is_lost:
        return replace(session.on(FaultScreen()), notice=None)
    return replace(session, notice=FaultNotice())


def given_up(session: Session, message: ReadOn | Came) -> Session:
    """The session without the wait for what has failed."""
    first = turns_of(session)
    need = message.need if isinstance(message, Came) else first and first.need
    return replace(session, waits=tuple(one for one in session.waits if one.need != need))


def is_elsewhere(session: Session, drawn: Session) -> bool:
    """Whether a session shows something else than the one that was drawn last: then nothing of
    that can stay on screen in its place."""
    screen, before = session.screen, drawn.screen
    if type(screen) is not type(before):
        return True
    table, other = session.table, drawn.table
    return table is not None and other is not None and table.match_id != other.match_id
