"""A message as it works on a page that has the time to read all that the message leads to."""

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import DrawOn, ReadOn
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.waiting import turns_of
from spieltisch.app.update import update


def whole_step(session: Session, message: Message) -> Result:
    """The session after a message, with every long match replayed that it has led to, and its list
    of moves drawn."""
    session, effects = update(session, message)
    while turns_of(session) is not None:
        session, more = update(session, ReadOn(1_000))
        effects = (*effects, *more)
    while session.is_drawing:
        session, _ = update(session, DrawOn(20))
    return session, effects
