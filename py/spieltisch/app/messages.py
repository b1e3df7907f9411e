"""All that can happen to a session.

A message for a screen that is not shown came too late, after the person has gone elsewhere: it
changes nothing.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from spieltisch.app.files.messages import FileMessage
from spieltisch.app.matches.messages import LibraryMessage
from spieltisch.app.puzzle.messages import PuzzleMessage
from spieltisch.app.settings.messages import KeyMessage
from spieltisch.app.table.archive_messages import ArchiveMessage
from spieltisch.app.table.clock_messages import AskClocks
from spieltisch.app.together.messages import LiveMessage
from spieltisch.play.service import Answer
from spieltisch.table import Seat
from spieltisch.table.calendar import UTC, Zone


class Command(Enum):
    """What a person wants, where no details are needed. The values are those of ``data-do``."""

    DISMISS = "dismiss"
    """The notice has been read."""

    SWAP = "swap"
    """Setting a match up: the players change seats."""
    RESET_KEYS = "reset-keys"
    """In the settings: every slot is to have its default key."""

    UNDO_DELETE = "undo-delete"
    """The matches that were deleted last are to come back."""

    STOP_IMPORT = "stop-import"
    """No more matches are to be taken from files."""
    RESTORE_STATISTICS = "restore-statistics"
    """The statistics that have just been erased are to come back."""

    FETCH_AGAIN = "fetch-again"
    """Puzzles that could not be fetched are to be fetched once more."""

    CANCEL = "cancel"
    """At the table: what is half chosen is dropped."""
    GIVE_UP_SEAT = "give-up-seat"
    """In a match by link: this device is to act for no seat any more."""
    KEEP_OURS = "keep-ours"
    """A match by link has gone two ways: the one of this device is to count."""
    TAKE_THEIRS = "take-theirs"
    """A match by link has gone two ways: the one that was sent is to count."""
    GRANT_BACK = "grant-back"
    """In live play: somebody's wish to take back is granted."""
    DECLINE_BACK = "decline-back"
    """In live play: somebody's wish to take back is declined."""
    STOP_LIVE = "stop-live"
    """All connections are to end; the match goes on by link."""
    PLAY_HERE = "play-here"
    """The match is to be played in this tab, not in the other one."""
    EARLIER = "earlier"
    """The moment before the one on screen is to be looked at; the match stays as it is."""
    LATER = "later"
    """The moment after the one on screen is to be looked at."""
    FIRST = "first"
    """The start of the match is to be looked at."""
    PRESENT = "present"
    """Back from looking at another moment to the present."""
    TAKE_BACK = "take-back"
    """One action of a person is taken back; in a lesson, all that was done; in a puzzle, what was
    wrong."""
    REDO = "redo"
    """What was taken back last is played again."""
    SHOW_END = "show-end"
    """How the match ended is to be seen again."""
    CLOSE_END = "close-end"
    """The person has seen how the match ended."""
    NEXT_SOUND = "sound"
    """The next loudness is wanted: soft, full, off."""
    SET_UP_AGAIN = "again"
    """Another match like this one is wanted: the form opens, filled in."""
    HALT = "halt"
    """The bots of a match that is only watched are to wait."""
    HINT = "hint"
    """A person wants help: a step more of it each time."""
    CHECK_SOLVABLE = "check"
    """Somebody who plays alone wants to know whether the position can still be solved."""
    ANALYSE = "analyse"
    """Evaluating the position on screen is to begin, or to stop."""
    EVALUATE = "evaluate"
    """A person wants to hear how the position on screen is evaluated."""
    REVIEW = "review"
    """The match that is over is to be reviewed."""
    LOOK_BACK = "look-back"
    """The same, and the card that tells how the match ended is closed."""
    STOP_REVIEW = "stop-review"
    """The review of the match is to stop."""
    TRY_OUT = "try-out"
    """Moves are to be tried out from the moment on screen; the match stays as it is."""
    LEAVE_VARIATION = "leave-variation"
    """Back from the variation to the match."""
    BOTS_ANSWER = "bots-answer"
    """In the variation, the bots are to begin answering, or to stop."""
    NEXT_TURNING_POINT = "next-turning-point"
    """The next turning point is to be shown."""
    PREVIOUS_TURNING_POINT = "previous-turning-point"
    """The previous turning point is to be shown."""


# ---------------------------------------------------------- on any screen


@dataclass(frozen=True)
class Navigate:
    """The address says where to go: on arrival, by a link, by the back button."""

    link: str
    at_ms: float = 0.0


@dataclass(frozen=True)
class Tell:
    """The shell has something to tell; kind and facts as in Notice."""

    kind: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class SetSetting:
    """A setting of the site was changed; see Settings.with_field."""

    field: str
    value: str


@dataclass(frozen=True)
class WorkerChanged:
    """The state of the bots' worker: ``starting`` at first, then ``ready`` or ``failed``."""

    state: str


@dataclass(frozen=True)
class SetClock:
    """When the page's clock stood at 0, in milliseconds since 1970, and the time zone of the place.
    The first changes, as the two clocks run apart while a device sleeps."""

    zero_ms: float
    zone: Zone = UTC


@dataclass(frozen=True)
class Pause:
    """Nobody sees the page any more: no time passes."""

    at_ms: float


@dataclass(frozen=True)
class Resume:
    """The page is seen again."""

    at_ms: float


# -------------------------------------------------- at the start, setting up


@dataclass(frozen=True)
class PlayNow:
    """A match begins at once, as the game's last one was set up; chance deals from the seed."""

    game: str
    seed: int
    at_ms: float = 0.0


@dataclass(frozen=True)
class Edit:
    """A field of the form was changed; see ``edited`` in screens/setup.py."""

    field: str
    value: str


@dataclass(frozen=True)
class Arrange:
    """A token of the hand-arranged start was pressed."""

    token: str


@dataclass(frozen=True)
class StartMatch:
    """The match that was set up begins; chance deals from the seed."""

    seed: int
    at_ms: float = 0.0


# -------------------------------------------------------------- at the table


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
    """The choice is to be played as it is, though it could go on."""

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
class Show:
    """The moment after ``ply`` turns is to be looked at; the match stays as it is."""

    ply: int


@dataclass(frozen=True)
class LookAt:
    """The same in the match itself; a variation is left for it."""

    ply: int


@dataclass(frozen=True)
class PlayFrom:
    """The first ``ply`` turns of the match are to count: others are taken back or played again."""

    ply: int


@dataclass(frozen=True)
class ClaimSeat:
    """In a match by link: a person on this device acts for a seat from now on."""

    seat: Seat


@dataclass(frozen=True)
class PlayAgain:
    """Another match is to begin after one that is over.

    Attributes:
        kind: which, see ``KINDS`` in screens/table/again.py.
        seed: for chance.
        at_ms: when.
    """

    kind: str
    seed: int
    at_ms: float = 0.0


@dataclass(frozen=True)
class AskBoard:
    """A person who listens asks about the board with a letter key; see GameView.answer."""

    key: str


@dataclass(frozen=True)
class Point:
    """The keyboard went to a site of the board."""

    site: str


@dataclass(frozen=True)
class Wake:
    """Time has passed; see Session.next_wake_ms."""

    at_ms: float


@dataclass(frozen=True)
class GoOn:
    """Bots that were halted are to go on."""

    at_ms: float


@dataclass(frozen=True)
class StepOn:
    """One of the halted bots is to move."""

    at_ms: float


@dataclass(frozen=True)
class Ready:
    """Everybody is ready for a race to begin, or to go on after a pause."""

    at_ms: float


@dataclass(frozen=True)
class PausePlay:
    """A race is to pause until everybody is ready again."""

    at_ms: float


@dataclass(frozen=True)
class ShowTurningPoint:
    """A turning point is to be shown: the action with this number, counted from 1."""

    number: int


@dataclass(frozen=True)
class ShowLine:
    """``count`` actions of the best line for the position on screen are to be shown, not played."""

    count: int


@dataclass(frozen=True)
class ShowBetter:
    """The line that would have been better at a turning point is to be shown.

    Attributes:
        number: which turning point, as in ShowTurningPoint.
        count: how many actions of the line.
    """

    number: int
    count: int


@dataclass(frozen=True)
class ShowSolution:
    """The solution of a lesson's step or a puzzle is to be shown."""

    at_ms: float


@dataclass(frozen=True)
class Answered:
    """The worker has finished thinking."""

    answer: Answer
    at_ms: float


@dataclass(frozen=True)
class Progressed:
    """What the worker has found so far; it is still thinking."""

    answer: Answer


Message: TypeAlias = (
    Command | Navigate | Tell | SetSetting | WorkerChanged | SetClock | Pause | Resume
    | ArchiveMessage | LibraryMessage | FileMessage | KeyMessage | LiveMessage | PuzzleMessage
    | PlayNow | Edit | Arrange | StartMatch | Press | PlayChosen | Shout | TypeAction | Show
    | LookAt | PlayFrom | ClaimSeat | PlayAgain | AskBoard | AskClocks | Point | Wake | GoOn
    | StepOn | Ready | PausePlay | ShowTurningPoint | ShowLine | ShowBetter | ShowSolution
    | Answered | Progressed
)  # fmt: skip
