"""The start screen as the place where wrong links end."""

from dataclasses import replace

from spieltisch.app.core.effects import Focus, Go
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadLink, BadSetup, Notice
from spieltisch.app.core.session import Result, Session
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
