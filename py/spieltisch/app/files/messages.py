"""Messages about files of matches and about statistics; see also messages.py."""

from dataclasses import dataclass

from spieltisch.app.message import Message


@dataclass(frozen=True)
class ImportFiles(Message):
    """Files were given, to import matches from."""

    sources: tuple[tuple[str, str], ...]
    """The name and the text of each; the name of a pasted text is empty."""


@dataclass(frozen=True)
class ImportOn(Message):
    """``count`` more pieces of the files are to be read."""

    count: int
    at_ms: float = 0.0
