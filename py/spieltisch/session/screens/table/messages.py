"""What can happen at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.play.service import Answer
from spieltisch.table import Seat

# ------------------------------------------------------------- playing


@dataclass(frozen=True)
class Press:
    """A token of the board was chosen.

    Attributes:
        token: a site or whatever else the game's choice takes.
        at_ms: when, in milliseconds of the page's clock, by the event's time stamp.
        seat: for whom, where several may act; None for the person whose choice is open.
        now_ms: when it reached us, which is later on a busy page.
    """

    token: str
    at_ms: float = 0.0
    seat: Seat | None = None
    now_ms: float = 0.0


@dataclass(frozen=True)
class PlayChosen:
    """What is chosen is to be played as it is, though it could go on."""

    at_ms: float = 0.0


@dataclass(frozen=True)
class Shout:
    """A seat's word was called, with a key or a button.

    Attributes:
        seat, word: whose word, and which; what it means depends on the position.
        at_ms, now_ms: as in Press.
    """

    seat: Seat
    word: str
    at_ms: float = 0.0
    now_ms: float = 0.0


@dataclass(frozen=True)
class TypeAction:
    """An action was typed in the game's notation."""

    text: str
    at_ms: float = 0.0


@dataclass(frozen=True)
class Cancel:
    """What is half chosen is dropped; an open question is answered with no."""


@dataclass(frozen=True)
class Confirm:
    """The open question is answered with yes."""


@dataclass(frozen=True)
class Show:
    """So many turns of the match shall count: takes back or plays again."""

    ply: int


@dataclass(frozen=True)
class TakeBack:
    """One action of a person is taken back."""


@dataclass(frozen=True)
class Redo:
    """What was taken back last is played again."""


@dataclass(frozen=True)
class SetUpAgain:
    """Another match like this one is wanted: the form opens, filled in."""


@dataclass(frozen=True)
class AskBoard:
    """A listening person asks about the board with a letter key; see GameView.answer."""

    key: str


@dataclass(frozen=True)
class Point:
    """The keyboard went to a site of the board."""

    site: str


# ---------------------------------------------------------------- time


@dataclass(frozen=True)
class Wake:
    """Time has passed; see Session.next_wake_ms."""

    at_ms: float


@dataclass(frozen=True)
class Halt:
    """Bots that are watched are to wait."""


@dataclass(frozen=True)
class GoOn:
    """Bots that were made to wait are to go on."""

    at_ms: float


@dataclass(frozen=True)
class StepOn:
    """One of the bots that were made to wait is to move."""

    at_ms: float


# ------------------------------------------------- help, and the worker


@dataclass(frozen=True)
class Hint:
    """A person wants help: a step more of it each time."""


@dataclass(frozen=True)
class CheckSolvable:
    """Somebody who plays alone wants to know whether there is still a way."""


@dataclass(frozen=True)
class Analyse:
    """The position on screen is to be evaluated from now on, or no longer."""


@dataclass(frozen=True)
class Evaluate:
    """A person wants to hear how the position on screen is evaluated."""


@dataclass(frozen=True)
class Review:
    """The match that is over is to be looked back at."""


@dataclass(frozen=True)
class StopReview:
    """No more is to be found out about the match that is over."""


@dataclass(frozen=True)
class ShowTurningPoint:
    """A turning point is to be shown: the action with this number, counted from 1."""

    number: int


@dataclass(frozen=True)
class NextTurningPoint:
    """The next turning point is to be shown, or the one before."""

    is_back: bool = False


@dataclass(frozen=True)
class Answered:
    """The worker has made up its mind."""

    answer: Answer
    at_ms: float


@dataclass(frozen=True)
class Progressed:
    """What the worker has found so far about what it still thinks about."""

    answer: Answer


TableMessage: TypeAlias = (
    Press
    | PlayChosen
    | Shout
    | TypeAction
    | Cancel
    | Confirm
    | Show
    | TakeBack
    | Redo
    | SetUpAgain
    | AskBoard
    | Point
    | Wake
    | Halt
    | GoOn
    | StepOn
    | Hint
    | CheckSolvable
    | Analyse
    | Evaluate
    | Review
    | StopReview
    | ShowTurningPoint
    | NextTurningPoint
    | Answered
    | Progressed
)
