"""What has just happened on a board, for those who listen, and what all screens' states have of
it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Generic, Self, TypeAlias, TypeVar

from spieltisch.app.core.message import Frozen
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
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
    LEFT = auto()
    """What was tried out is left: the match is on screen again."""
    THINKING = auto()
    """Bots have been for a while, and people wait."""
    EVALUATED = auto()
    REVIEWING = auto()
    REVIEWED = auto()
    TURNING_POINT = auto()
    NO_TURNING_POINT = auto()
    PHOTO_FINISH = auto()
    """Two people have called almost at the same time."""


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
    """A choice on the board was dropped, or has become impossible."""

    in_vain: str | None = None


class ClocksAsked(Frozen):
    at_ms: float
    """When, by the page's clock."""


class TimeLeft(Frozen):
    at_ms: float
    """As of when, by the page's clock."""


class OnLines(Enum):
    """What has happened among people who play live."""

    CHANGED = auto()
    """Somebody has come or gone, or asks for something."""


class SignGiven(Frozen):
    """Somebody has given a sign to all who play live."""

    seat: Seat
    sign: str


BoardNews: TypeAlias = OnBoard | Asked | Chosen | Dropped
LiveNews: TypeAlias = OnLines | SignGiven
"""What live play tells, whatever is shown of the match."""
TableNews: TypeAlias = (
    BoardNews | OnTable | Played | TakenBack | Redone | ClocksAsked | TimeLeft | LiveNews
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


class Aside(Frozen):
    """What was left and goes on beside what is on screen, as a league does (workshop/aside.py)."""


class ScreenState(Frozen):
    """What is on screen. Leaving a screen drops its state, so that none is left over elsewhere."""

    news: News[Any] | None = field(default=None, kw_only=True)
    """What is to be heard of it; None where nothing happens but what a person does."""

    @property
    def deleted_thing(self) -> str:
        """The id of the thing of a person's own that is still shown though it was deleted; empty
        for none."""
        return ""

    @property
    def thing(self) -> str:
        """Of what its fields are, as they say themselves (``data-thing``): what is written in one
        may be told when another thing is on screen. Empty where they are of nothing else."""
        return ""

    @property
    def subject(self) -> object:
        """What it is about: a state about something else is another screen."""
        return type(self)

    @property
    def beneath(self) -> "ScreenState":
        """What it lies over, and what comes back when it is left; itself if that is nothing."""
        return self

    @property
    def is_carried_on(self) -> bool:
        """Whether the page goes on by itself with what is on the screen, as with an import."""
        return False

    @property
    def next_wake_ms(self) -> float | None:
        """When something happens on it by itself, by the page's clock; None for never."""
        return None

    @property
    def code_to_paste(self) -> str:
        """The answer to an invitation that it shows, for another tab; empty for none."""
        return ""

    @property
    def live_news(self) -> LiveNews | None:
        """What is to be heard of people who play live, where that has happened last."""
        return None

    @property
    def may_ask_bots(self) -> bool:
        """Whether it is worth having a worker ready, as bots may be asked soon."""
        return False

    def match_in(self, matches: Mapping[MatchId, Match]) -> Match | None:
        """The match that it shows, given those of this visit; None where it shows none."""
        return None

    def saying(self, what: TableNews | ExerciseNews) -> Self:
        return replace(self, news=News(what, 1 if self.news is None else self.news.serial + 1))


class StartScreen(ScreenState):
    """The menu of games, with which a session begins. What can be continued follows from the
    matches."""

    today: str = field(default="", compare=False)
    """The day on which it was opened; empty where that has not been told."""
