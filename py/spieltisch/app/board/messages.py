"""What can happen at a board: to a match, a lesson or a puzzle."""

from enum import StrEnum

from spieltisch.app.core.buttons import Seed
from spieltisch.app.core.message import (
    ABOUT_MATCH,
    DURING_PLAYBACK,
    NEEDS_REST,
    STOPS_PLAYBACK,
    Agreement,
    Message,
    TimedMessage,
    Traits,
)
from spieltisch.app.core.waits import WithText
from spieltisch.play.service import SearchAnswer
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat, TableAction


class Press(TimedMessage, traits=STOPS_PLAYBACK):
    """A token of the board was chosen."""

    token: str
    """A site or whatever else the game's choice takes."""
    at_ms: float
    """When, in milliseconds of the page's clock, by the event's time stamp."""
    seat: Seat | None = None
    """For whom, where several may act; None for the person whose choice is open."""
    heard_ms: float | None = None
    """When it reached us, if that may be later, as on a busy page: a seat's, which may be a
    call."""


class PlayChosen(TimedMessage, do="play", traits=STOPS_PLAYBACK):
    """The choice is to be played as it is, though it could go on."""

    at_ms: float


class Shout(TimedMessage, traits=STOPS_PLAYBACK):
    """A seat's word was called, with a key or a button."""

    seat: Seat
    word: str
    """Which of the words; what it means depends on the position."""
    at_ms: float
    heard_ms: float
    """Both moments as in Press."""


class TypeAction(TimedMessage):
    """An action was typed in the game's notation."""

    text: str
    at_ms: float


class Show(Message, do="show"):
    """The moment after ``ply`` turns is to be looked at; the match stays as it is."""

    ply: int


class LookAt(Message, do="look-at", traits=ABOUT_MATCH):
    """A moment of the match itself is to be shown; what is tried out is left for it."""

    ply: int


class PlayFrom(Message, do="play-from", traits=Traits(agreement=Agreement.TURNS)):
    """The first ``ply`` turns of the match are to count: others are taken back or played again."""

    ply: int


class ClaimSeat(Message, do="claim", traits=Traits(is_about_match=True, agreement=Agreement.SEATS)):
    """In a match by link: a person on this device acts for a seat from now on."""

    seat: Seat


class ChooseWay(
    Message, do={"take-theirs": {"is_theirs": True}, "keep-ours": {"is_theirs": False}}
):
    """A match by link has gone two ways: the one that was sent is to count, or the one here."""

    is_theirs: bool
    fork: str = ""
    """The name of the fork that was on screen; empty for whichever it is."""


class Rematch(StrEnum):
    """How another match differs from the one before it."""

    SAME = "rematch"
    SWAPPED = "swap-sides"
    """Everybody sits one seat further."""
    HARDER = "next-level"
    EASIER = "easier"


class PlayAgain(
    TimedMessage,
    do={kind.value: {"kind": kind} for kind in Rematch},
    traits=Traits(is_about_match=True, agreement=Agreement.HOST),
):
    """Another match is to begin after one that is over."""

    kind: Rematch
    seed: Seed
    at_ms: float


class Say(
    TimedMessage,
    do={action.value: {"action": action} for action in TableAction},
    traits=ABOUT_MATCH,
):
    """Somebody resigns, or says something about a draw."""

    action: TableAction
    seat: Seat
    """Whose word it is."""
    at_ms: float
    offer: int = 0
    """Of an answer: which turn has made the offer that was on screen, counted from 1; 0 for
    whichever it is."""


class AskBoard(TimedMessage, traits=DURING_PLAYBACK):
    """A person who listens asks about the board with a letter key; see GameView.answer."""

    key: str
    by: int
    """1 for the next of several things that a letter tells one by one, -1 for the one before."""
    at_ms: float


class Listened(TimedMessage, do="listened", traits=DURING_PLAYBACK):
    """Somebody has heard what was said: computers that wait for that go on."""

    at_ms: float


class Point(Message, traits=DURING_PLAYBACK):
    """The keyboard went to a site of the board."""

    site: str


class Wake(TimedMessage, traits=DURING_PLAYBACK):
    """Time has passed; see Session.next_wake_ms."""

    at_ms: float


class GoOn(TimedMessage, do="go-on"):
    """Bots that were halted are to go on."""

    at_ms: float


class StepOn(TimedMessage, do="step"):
    """One of the halted bots is to move."""

    at_ms: float


class Ready(TimedMessage, do="ready"):
    """Everybody is ready for a race to begin, or to go on after a pause."""

    at_ms: float


class PausePlay(TimedMessage, do="pause"):
    """Time is to stand still until everybody is ready again."""

    at_ms: float


class ShowTurningPoint(Message, do="turning-point", traits=ABOUT_MATCH):
    """A turning point is to be shown: the action with this number, counted from 1."""

    number: int


class ShowVariation(Message, do="line", traits=NEEDS_REST):
    """``count`` actions of what was found for the position on screen are to be shown."""

    count: int
    other: int = 0
    """Of which prospect: the best one is 0."""


class MakePuzzle(TimedMessage, do="make-puzzle"):
    """The position that is looked at is to be a puzzle."""

    at_ms: float


class ShowBetter(Message, do="better", traits=Traits(is_about_match=True, is_late=True)):
    """The variation that would have been better at a turning point is to be shown."""

    number: int
    """Which turning point, as in ShowTurningPoint."""
    count: int


class ShowSolution(TimedMessage, do="show-solution"):
    """The solution of a lesson's step or a puzzle is to be shown."""

    at_ms: float


class Answered(TimedMessage, traits=DURING_PLAYBACK):
    """The worker has finished thinking."""

    answer: SearchAnswer
    at_ms: float


class Progressed(Message, traits=DURING_PLAYBACK):
    """What the worker has found so far; it is still thinking."""

    answer: SearchAnswer


class AskClocks(TimedMessage, do="ask-clocks", traits=DURING_PLAYBACK):
    """Somebody asks how much time everybody has, at ``at_ms`` of the page's clock."""

    at_ms: float


class BranchOff(TimedMessage, do="branch-off"):
    """A new match is to begin with the first turns of the one on screen, which stays as it is."""

    ply: int
    """How many turns the new match begins with."""
    at_ms: float


class PlayBack(TimedMessage, do="play-back", traits=DURING_PLAYBACK):
    """The playback of a match that is over starts at the moment on screen, or stops."""

    at_ms: float


class TryMistake(TimedMessage, do="try-mistake", traits=ABOUT_MATCH):
    """A mistake of the match under review is to be tried again, and to be remembered."""

    number: int
    """The number of its action, as in ShowTurningPoint."""
    at_ms: float


class RestoreReview(WithText, traits=DURING_PLAYBACK):
    """The kept review of a match has been read; the text is None if there is none."""


class LockChanged(Message):
    """This tab has become the one that plays a match, or is no longer."""

    match_id: MatchId
    is_ours: bool
