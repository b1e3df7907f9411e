"""The start screen as the place where wrong links end."""

from dataclasses import replace

from spieltisch.app.effects import Focus, Go
from spieltisch.app.notice import BadLink, BadSetup, Notice
from spieltisch.app.session import Result, Session
from spieltisch.app.start.state import StartScreen
from spieltisch.play.codec import LinkError
from spieltisch.table import SetupError


def lost(session: Session, notice: Notice) -> Result:
    """There is nothing to go to: the start screen says why."""
    session = replace(session.on(StartScreen()), notice=notice)
    return session, (Go("#/", replaces=True), Focus("notice"))


def refused(session: Session, error: LinkError | SetupError, game: str) -> Result:
    """An address leads to what cannot be: a match of ``game``, if it names one."""
    if isinstance(error, SetupError):
        return lost(session, BadSetup.of(error, game))
    return lost(session, BadLink(error.part, error.value))
