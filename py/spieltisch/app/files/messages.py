"""Messages about files of matches and about statistics; see also messages.py."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class ImportFiles:
    """Files were given, to import matches from.

    Attributes:
        sources: the name and the text of each; the name of a pasted text is empty.
    """

    sources: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ImportOn:
    """``count`` more pieces of the files are to be read."""

    count: int
    at_ms: float = 0.0


@dataclass(frozen=True)
class EraseStatistics:
    """Statistics are to count only what is played from now on."""

    at_ms: float = 0.0


FileMessage: TypeAlias = ImportFiles | ImportOn | EraseStatistics
