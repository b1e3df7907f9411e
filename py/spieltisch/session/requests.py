"""What a person may want of bots that look ahead, beside their playing: messages of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Analyse:
    """The position on screen is to be judged from now on, or no longer."""


@dataclass(frozen=True)
class Judge:
    """A person wants to hear how the position on screen is judged."""


@dataclass(frozen=True)
class Review:
    """The match that is over is to be looked back at."""


@dataclass(frozen=True)
class StopReview:
    """No more is to be found out about the match that is over."""


@dataclass(frozen=True)
class TurnTo:
    """A turning point is to be shown: the action with this number, counted from 1."""

    number: int


@dataclass(frozen=True)
class NextTurning:
    """The next turning point is to be shown, or the one before."""

    is_back: bool = False


@dataclass(frozen=True)
class Halt:
    """Whoever watches bots wants them to wait."""


@dataclass(frozen=True)
class GoOn:
    """Bots that were made to wait are to go on."""

    at_ms: float


@dataclass(frozen=True)
class Step:
    """One of the bots that were made to wait is to move."""

    at_ms: float


Request: TypeAlias = (
    Analyse | Judge | Review | StopReview | TurnTo | NextTurning | Halt | GoOn | Step
)
