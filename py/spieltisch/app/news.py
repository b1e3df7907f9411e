"""What has just happened on a board, for those who listen, and what all screens' states have of
it."""

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Generic, Self, TypeAlias, TypeVar

from spieltisch.app.message import Frozen
from spieltisch.table import Seat


class OnBoard(Enum):
    HELPED = auto()
    SOUND_CHANGED = auto()


class OnTable(Enum):
    STARTED = auto()
    RESUMED = auto()
    READY = auto()
    """Everybody is: the countdown begins."""
    BEGUN = auto()
    """The countdown is over."""
    PAUSED = auto()
    BROWSED = auto()
    """Another moment has come on screen."""
    PLAYED_BACK = auto()
    """So it has in a playback."""
    RETURNED = auto()
    """The present is on screen again."""
    TRIED = auto()
    """A variation has begun, or another line has come into it."""
    LEFT = auto()
    MEANWHILE = auto()
    """The match itself has gone on elsewhere, while a variation of it is on screen."""
    ANSWERING = auto()
    """Bots answer in the variation from now on, or no longer."""
    THINKING = auto()
    """Bots have been for a while, and people wait."""
    EVALUATED = auto()
    REVIEWING = auto()
    REVIEWED = auto()
    TURNING_POINT = auto()
    NO_TURNING_POINT = auto()
    PHOTO_FINISH = auto()
    """Somebody else has called hardly later than who did first."""
    LIVE = auto()
    """Somebody has come or gone."""


class InExercise(Enum):
    SET = auto()
    JUDGED = auto()
    FOUND = auto()
    """The next action of a solution was found."""
    REPLIED = auto()
    SHOWN = auto()


class Played(Frozen):
    count: int = 1
    """How many turns, of which the last is on screen."""


class TakenBack(Frozen):
    count: int


class Redone(Frozen):
    count: int


class Asked(Frozen):
    """What lies on the board was asked for."""

    key: str
    step: int = 0
    """How many steps on it was asked again, or back if negative: a game may tell one thing after
    another. Only the first time is 0."""


class Chosen(Frozen):
    """Something was chosen on the board, but no action yet."""

    in_vain: str | None = None
    """The token that was pressed, if it led nowhere."""


class Dropped(Frozen):
    """What was chosen on the board is so no more."""

    in_vain: str | None = None


class ClocksAsked(Frozen):
    at_ms: float
    """When, by the page's clock."""


class TimeLeft(Frozen):
    at_ms: float
    """As of when, by the page's clock."""


class SignGiven(Frozen):
    """Somebody has given a sign to all who play live."""

    seat: Seat
    sign: str


BoardNews: TypeAlias = OnBoard | Asked | Chosen | Dropped
TableNews: TypeAlias = (
    BoardNews | OnTable | Played | TakenBack | Redone | ClocksAsked | TimeLeft | SignGiven
)
ExerciseNews: TypeAlias = BoardNews | InExercise

N = TypeVar("N")


@dataclass(frozen=True)
class News(Generic[N]):
    what: N
    serial: int
    """Counts up, so that the same words are said again."""


def asked(before: News[Any] | None, key: str, by: int) -> Asked:
    """The question after other news; asked again it goes ``by`` 1 on, or by -1 back."""
    if before is not None and isinstance(before.what, Asked) and before.what.key == key:
        return Asked(key, before.what.step + by or by)
    return Asked(key)


class ScreenState(Frozen):
    """What is on screen. Leaving a screen drops its state, so that none is left over elsewhere."""

    news: News[Any] | None = field(default=None, kw_only=True)
    """What is to be heard of it; None where nothing happens but what a person does."""

    @property
    def is_wait(self) -> bool:
        """Whether what was on screen before may stay for a moment, so that nothing flashes."""
        return False

    def saying(self, what: TableNews | ExerciseNews) -> Self:
        return replace(self, news=News(what, 1 if self.news is None else self.news.serial + 1))
