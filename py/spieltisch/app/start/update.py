"""The start screen as the place where wrong links end."""

from dataclasses import replace

from spieltisch.app.effects import Focus, Go
from spieltisch.app.notice import Notice
from spieltisch.app.session import Result, Session
from spieltisch.app.start.state import StartScreen


def lost(session: Session, notice: Notice) -> Result:
    """There is nothing to go to: the start screen says why."""
    session = replace(session.on(StartScreen()), notice=notice)
    return session, (Go("#/", replaces=True), Focus("notice"))
