"""What can happen to a match that is over, and only to such a one."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class BranchOff:
    """A new match is to begin with the first turns of the one on screen, which stays as it is.

    Attributes:
        ply: with how many.
        at_ms: when.
    """

    ply: int
    at_ms: float = 0.0


@dataclass(frozen=True)
class PlayBack:
    """A match that is over is to be played back from the moment on screen, or no longer."""

    at_ms: float


ArchiveMessage: TypeAlias = BranchOff | PlayBack
