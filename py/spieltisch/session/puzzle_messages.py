"""What can happen to puzzles; see also messages.py."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class PackFetched:
    """A game's pack of puzzles has come; its text is None where it could not be had.

    Attributes:
        at_ms: when, by the page's clock.
    """

    game: str
    text: str | None
    at_ms: float = 0.0


PuzzleMessage: TypeAlias = PackFetched
