"""Races in tests: they begin when somebody says that everybody is ready."""

from spieltisch.app.board.messages import Ready, Wake
from spieltisch.app.core.session import Session
from spieltisch.app.update import update
from spieltisch.play.timing import COUNTDOWN_MS


def counted_down(session: Session, at_ms: float = 0.0) -> Session:
    """The session after its countdown, whose end comes at that time; the same where none waits."""
    session, _ = update(session, Ready(at_ms - COUNTDOWN_MS))
    while session.table is not None and session.table.timing.gate is not None:
        wanted_ms = session.next_wake_ms
        assert wanted_ms is not None
        session, _ = update(session, Wake(wanted_ms))
    return session
