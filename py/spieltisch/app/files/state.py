"""The state of the screen on which matches come from files, and what can happen there."""

from spieltisch.app.core.message import TimedMessage
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.session import Session
from spieltisch.app.core.waiting import is_carried_on
from spieltisch.play.importing import Import


class ImportScreen(ScreenState):
    job: Import | None = None
    """The import of the files that were given, running or over; None before any were given."""

    @property
    def is_carried_on(self) -> bool:
        return self.job is not None and not self.job.is_read


class ImportOn(TimedMessage):
    """``count`` more pieces of the files are to be read."""

    count: int
    at_ms: float


def importing(session: Session) -> Import | None:
    """The import, if more of it can be read now."""
    screen = session.on_screen(ImportScreen)
    return None if screen is None or not is_carried_on(session) else screen.job
