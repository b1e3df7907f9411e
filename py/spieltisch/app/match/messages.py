"""What can happen at a board: to a match, a lesson or a puzzle."""

from enum import StrEnum

from spieltisch.app.message import (
    ABOUT_MATCH,
    DURING_PLAYBACK,
    STOPS_PLAYBACK,
    Agreement,
    Message,
    TimedMessage,
    Traits,
)
from spieltisch.play.service import Answer
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat, TableAction


class Press(Message, traits=STOPS_PLAYBACK):
    """A token of the board was chosen."""

    token: str
    """A site or whatever else the game's choice takes."""
    at_ms: float = 0.0
    """When, in milliseconds of the page's clock, by the event's time stamp."""
    seat: Seat | None = None
    """For whom, where several may act; None for the person whose choice is open."""
    now_ms: float = 0.0
    """When it reached us, which is later on a busy page."""


class PlayChosen(Message, traits=STOPS_PLAYBACK):
    """The choice is to be played as it is, though it could go on."""

    at_ms: float = 0.0


class Shout(Message, traits=STOPS_PLAYBACK):
    """A seat's word was called, with a key or a button."""

    seat: Seat
    word: str
    """Which of the words; what it means depends on the position."""
    at_ms: float = 0.0
    now_ms: float = 0.0
    """Both moments as in Press."""


class TypeAction(Message):
    """An action was typed in the game's notation."""

    text: str
    at_ms: float = 0.0


class Show(Message):
    """The moment after ``ply`` turns is to be looked at; the match stays as it is."""

    ply: int


class LookAt(Message, traits=ABOUT_MATCH):
    """A moment of the match itself is to be shown; a variation is left for it."""

    ply: int


class PlayFrom(Message, traits=Traits(agreement=Agreement.TURNS)):
    """The first ``ply`` turns of the match are to count: others are taken back or played again."""

    ply: int


class ClaimSeat(Message, traits=Traits(is_about_match=True, agreement=Agreement.SEATS)):
    """In a match by link: a person on this device acts for a seat from now on."""

    seat: Seat


class Again(StrEnum):
    """How another match differs from the one before it."""

    SAME = "rematch"
    SWAPPED = "swap-sides"
    """Everybody sits one seat further."""
    HARDER = "next-level"
    EASIER = "easier"


class PlayAgain(Message, traits=Traits(is_about_match=True, agreement=Agreement.HOST)):
    """Another match is to begin after one that is over."""

    kind: Again
    seed: int
    at_ms: float = 0.0


class Say(Message, traits=ABOUT_MATCH):
    """Somebody resigns, or says something about a draw."""

    action: TableAction
    seat: Seat
    """Whose word it is."""
    at_ms: float = 0.0


class AskBoard(Message, traits=DURING_PLAYBACK):
    """A person who listens asks about the board with a letter key; see GameView.answer."""

    key: str
    by: int = 1
    """1 for the next of several things that a letter tells one by one, -1 for the one before."""


class Point(Message, traits=DURING_PLAYBACK):
    """The keyboard went to a site of the board."""

    site: str


class Wake(TimedMessage, traits=DURING_PLAYBACK):
    """Time has passed; see Session.next_wake_ms."""


class GoOn(TimedMessage):
    """Bots that were halted are to go on."""


class StepOn(TimedMessage):
    """One of the halted bots is to move."""


class Ready(TimedMessage):
    """Everybody is ready for a race to begin, or to go on after a pause."""


class PausePlay(TimedMessage):
    """Time is to stand still until everybody is ready again."""


class ShowTurningPoint(Message, traits=ABOUT_MATCH):
    """A turning point is to be shown: the action with this number, counted from 1."""

    number: int


class ShowLine(Message):
    """``count`` actions of the best line for the position on screen are to be shown, not played."""

    count: int
    other: int = 0
    """Of which line: the best one is 0."""


class MakePuzzle(TimedMessage):
    """The position that is looked at is to be a puzzle."""


class ShowBetter(Message, traits=ABOUT_MATCH):
    """The line that would have been better at a turning point is to be shown."""

    number: int
    """Which turning point, as in ShowTurningPoint."""
    count: int


class ShowSolution(TimedMessage):
    """The solution of a lesson's step or a puzzle is to be shown."""


class Answered(Message, traits=DURING_PLAYBACK):
    """The worker has finished thinking."""

    answer: Answer
    at_ms: float


class Progressed(Message, traits=DURING_PLAYBACK):
    """What the worker has found so far; it is still thinking."""

    answer: Answer


class AskClocks(Message, traits=DURING_PLAYBACK):
    """Somebody asks how much time everybody has, at ``at_ms`` of the page's clock."""

    at_ms: float = 0.0


class BranchOff(Message):
    """A new match is to begin with the first turns of the one on screen, which stays as it is."""

    ply: int
    """How many turns the new match begins with."""
    at_ms: float = 0.0


class PlayBack(TimedMessage, traits=DURING_PLAYBACK):
    """The playback of a match that is over starts at the moment on screen, or stops."""


class TryMistake(Message, traits=ABOUT_MATCH):
    """A mistake of the match under review is to be tried again, and to be remembered."""

    number: int
    """The number of its action, as in ShowTurningPoint."""
    at_ms: float


class RestoreReview(Message, traits=DURING_PLAYBACK):
    """The kept review of a match has been read; the text is None if there is none."""

    match_id: MatchId
    text: str | None


class LockChanged(Message):
    """This tab has become the one that plays a match, or is no longer."""

    match_id: MatchId
    is_ours: bool
