"""Replaying long matches a few turns at a time, wherever they come from: an address, storage, or
somebody elsewhere.

Short ones, as nearly all are, are replayed at once. Others wait in ``Session.readings`` and are
replayed by ``ReadOn``, which the shell sends while it has time.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spieltisch.app.effects import Focus, Go
from spieltisch.app.messages import ReadOn
from spieltisch.app.session import Reading, Result, Session
from spieltisch.app.start.state import StartScreen
from spieltisch.app.start.update import refused
from spieltisch.play.codec import LinkError
from spieltisch.play.replaying import Wait
from spieltisch.table import SetupError

AT_ONCE = 20
"""So many turns are replayed without a pause: a tenth of a second, where one takes longest."""

IS_LONG = 400
"""With so many turns a person has to wait, and is told how long."""

TO_TABLE = "table"
"""The key of what is to come on the table, as the address says."""

FROM_HOST = "host"
"""The key of what the host of a match has told."""


def read(
    session: Session, key: str, replay: Wait[Any], then: Callable[[Session], Result]
) -> Result:
    """Replay a match, and go on then: at once, if it is short."""
    session = without(session, key)
    begun = replay.on(AT_ONCE)
    if begun.is_over:
        return then(session)
    reading = Reading(key, begun, then)
    return replace(session, readings=(*session.readings, reading)), ()


def without(session: Session, *keys: str) -> Session:
    """The session once nobody waits any more for what is read for these."""
    left = tuple(one for one in session.readings if one.key not in keys)
    return session if len(left) == len(session.readings) else replace(session, readings=left)


def is_for(session: Session, key: str) -> bool:
    return any(one.key == key for one in session.readings)


def long_one(session: Session) -> Wait[Any] | None:
    """What a person has to wait for, if it is long."""
    first = session.readings[0].replay if session.readings else None
    return None if first is None or first.total < IS_LONG else first


def is_read(session: Session) -> bool:
    """Whether all turns of the match that is being read are replayed: what it is wanted for is what
    comes next."""
    return bool(session.readings) and session.readings[0].replay.is_over


def is_read_soon(session: Session) -> bool:
    """Whether the match that the address leads to is still being read, and will soon be there."""
    is_coming = session.awaited is not None or is_for(session, TO_TABLE)
    return is_coming and long_one(session) is None


def read_on(session: Session, message: ReadOn) -> Result:
    """Replay so many turns more of the match that is being read."""
    if not session.readings:
        return session, ()
    first, *others = session.readings
    if not first.replay.is_over:
        reading = replace(first, replay=first.replay.on(message.count))
        return replace(session, readings=(reading, *others)), ()
    # In a step of its own: it may take as long as one that replays.
    session = replace(session, readings=tuple(others))
    try:
        return first.then(session)
    except (LinkError, SetupError) as error:
        return refused(session, error, first.replay.game)


def stop(session: Session) -> Result:
    """Nobody wants to wait for it: back to the start."""
    session = replace(session, readings=())
    return session.on(StartScreen()), (Go("#/", replaces=True), Focus("main"))
