"""Messages about puzzles; see also messages.py."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class PackFetched:
    """A game's pack of puzzles has come; its text is None if it could not be fetched.

    Attributes:
        at_ms: when, by the page's clock.
    """

    game: str
    text: str | None
    at_ms: float = 0.0


@dataclass(frozen=True)
class TryMistake:
    """A mistake of the match under review is to be tried again, and to be remembered.

    Attributes:
        number: the number of its action, as in ShowTurningPoint.
        at_ms: when.
    """

    number: int
    at_ms: float


PuzzleMessage: TypeAlias = PackFetched | TryMistake
