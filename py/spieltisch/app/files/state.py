"""The state of the screen on which matches come from files, and what can happen there."""

from spieltisch.app.message import Message
from spieltisch.app.news import ScreenState
from spieltisch.play.importing import Import


class ImportScreen(ScreenState):
    job: Import | None = None
    """The import of the files that were given, running or over; None before any were given."""


class ImportFiles(Message):
    sources: tuple[tuple[str, str], ...]
    """The name and the text of each; the name of a pasted text is empty."""


class ImportOn(Message):
    """``count`` more pieces of the files are to be read."""

    count: int
    at_ms: float = 0.0
