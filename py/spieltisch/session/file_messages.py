"""What can happen to files of matches, and to what matches add up to; see also messages.py."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class ImportFiles:
    """Files were given to take matches from.

    Attributes:
        sources: the name of each, empty for what was pasted, and its text.
    """

    sources: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ImportOn:
    """So many more matches of the files are to be read."""

    count: int
    at_ms: float = 0.0


@dataclass(frozen=True)
class EraseStatistics:
    """What was played until now is not to be counted any more."""

    at_ms: float = 0.0


FileMessage: TypeAlias = ImportFiles | ImportOn | EraseStatistics
