"""Messages that branch off a match, or play back one that is over."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class BranchOff:
    """A new match is to begin with the first turns of the one on screen, which stays as it is.

    Attributes:
        ply: how many turns the new match begins with.
        at_ms: when.
    """

    ply: int
    at_ms: float = 0.0


@dataclass(frozen=True)
class PlayBack:
    """The playback of a match that is over starts at the moment on screen, or stops."""

    at_ms: float


ArchiveMessage: TypeAlias = BranchOff | PlayBack
