"""A page whose bots answer what a test wants them to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch.app.board.messages import Answered, Progressed
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.news import Played
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.play.service import SearchAnswer
from spieltisch.table import Prospect, Seat
from tests.unit.markup_check import Node, read
from tests.unit.whole_step import whole_step

PEOPLE = "#/play/yala?seats=human,human&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"


def after(*messages: Any, session: Session | None = None) -> Session:
    """The session after messages; a session may also be given before them."""
    if messages and isinstance(messages[0], Session):
        session, *messages = messages
    session = session or Session()
    for message in messages:
        session, _ = whole_step(session, message)
    return session


def told(
    session: Session,
    line: Sequence[str],
    expected: float = 0.6,
    ends_in: int | None = None,
    *,
    is_whole: bool = True,
) -> Session:
    """The session after what it asked was answered, or after something was found so far."""
    asked = wanted_thought(session)
    assert asked is not None
    answer = SearchAnswer(asked.ticket, (Prospect(expected, ends_in, tuple(line)),), 3, 9)
    return after(Answered(answer, 5.0) if is_whole else Progressed(answer), session=session)


def with_turn(session: Session, seat: Seat, action: Any) -> Session:
    """The session after an action of a seat, be it a bot's or a person's."""
    table, match = session.table, session.match
    assert table is not None
    assert match is not None
    return session.with_table(table.saying(Played()), match.play(seat, action))


def seen(session: Session) -> Node:
    """The page."""
    return read(page_of(session))


def said(session: Session) -> str:
    """What the live region says."""
    return " ".join(node.text for node in seen(session).all("role", "status")).strip()
