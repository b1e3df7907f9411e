"""All that can happen to a session.

A message for a screen that is not shown came too late, after the person has gone elsewhere: it
changes nothing.
"""

from enum import Enum, StrEnum, auto

from spieltisch.app.core.buttons import Seed
from spieltisch.app.core.dates import UTC, Zone
from spieltisch.app.core.message import (
    ABOUT_MATCH,
    DURING_PLAYBACK,
    NEEDS_REST,
    PLAIN,
    STOPS_PLAYBACK,
    Agreement,
    Message,
    TimedMessage,
    Traits,
)
from spieltisch.app.core.notice import Notice
from spieltisch.kit.scene import Worker
from spieltisch.table import Setup


class Command(Message, Enum):
    """What a person wants, where no details are needed. The values are those of ``data-do``."""

    DISMISS = "dismiss"

    SWAP = "swap"
    """Setting a match up: the players change seats."""
    RESET_KEYS = "reset-keys"
    """In the settings: every slot is to have its default key."""

    UNDO_DELETE = "undo-delete"
    """What was deleted last is to come back, see deleting.py."""
    LET_GO = "let-go"
    """What was deleted need not come back: it is told of no more."""
    KEEP_AGAIN = "keep-again"
    """The thing on screen, which was deleted, is to be kept as it is now."""
    DELETE_DAMAGED = "delete-damaged"
    """All damaged entries of storage are to be deleted."""

    STOP_READING = "stop-reading"
    """What a person waits for is not to come any more."""
    STOP_IMPORT = "stop-import"
    RESTORE_STATISTICS = "restore-statistics"
    """The statistics that have just been erased are to come back."""

    FETCH_AGAIN = "fetch-again"
    """What could not be fetched is to be fetched once more."""

    CANCEL = "cancel"
    """At the table: what is half chosen is dropped."""
    GIVE_UP_SEAT = "give-up-seat"
    """In a match by link: this device is to act for no seat any more."""
    STOP_LIVE = "stop-live"
    """All connections are to end; the match goes on by link."""
    PLAY_HERE = "play-here"
    """The match is to be played in this tab, not in the other one."""
    EARLIER = "earlier"
    """The moment before the one on screen is to be looked at; the match stays as it is."""
    LATER = "later"
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
    ASK_RESIGN = "ask-resign"
    """Somebody may want to resign, and is asked whether."""
    ASK_OFFER = "ask-offer"
    """One of several people wants to offer a draw, and is asked who."""
    KEEP_PLAYING = "keep-playing"
    """Such a question is dropped."""
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
    LOOK_BACK = "look-back"
    """The match is to be reviewed, without the card that tells how it ended."""
    STOP_REVIEW = "stop-review"
    STUDY = "study"
    """A study of the match on the table, or of the position that is set up, is to begin."""
    TRY_OUT = "try-out"
    """Moves are to be tried out from the moment on screen; the match stays as it is."""
    LEAVE_VARIATION = "leave-variation"
    """What is tried out is left: the match comes back."""
    BOTS_ANSWER = "bots-answer"
    """The bots are to begin answering what is tried out, or to stop."""
    NEXT_TURNING_POINT = "next-turning-point"
    PREVIOUS_TURNING_POINT = "previous-turning-point"

    @property
    def traits(self) -> Traits:
        return _TRAITS.get(self, PLAIN)


_TRAITS = {
    **dict.fromkeys(
        (
            Command.NEXT_TURNING_POINT,
            Command.PREVIOUS_TURNING_POINT,
            Command.REVIEW,
            Command.LOOK_BACK,
            Command.STOP_REVIEW,
            Command.SET_UP_AGAIN,
            Command.ASK_RESIGN,
            Command.ASK_OFFER,
            Command.SHOW_END,
            Command.CLOSE_END,
        ),
        ABOUT_MATCH,
    ),
    **dict.fromkeys((Command.TAKE_BACK, Command.REDO), Traits(agreement=Agreement.TURNS)),
    Command.GIVE_UP_SEAT: Traits(is_about_match=True, agreement=Agreement.SEATS),
    Command.CANCEL: STOPS_PLAYBACK,
    Command.STUDY: NEEDS_REST,
    Command.TRY_OUT: NEEDS_REST,
    Command.NEXT_SOUND: DURING_PLAYBACK,
}
"""What sets some commands apart."""


class ReadOn(Message):
    """``count`` more turns of a long match are to be replayed."""

    count: int


class TellWait(Message):
    """What a person waits for takes so long that they are told."""


class TakeUp(Message):
    """The Python is here that what was tried out in the match on the table needs."""


class DrawOn(Message):
    """``count`` more chunks of a long list of moves are to be drawn."""

    count: int


class Navigate(TimedMessage):
    """The address says where to go: on arrival, by a link, by the back button."""

    link: str
    at_ms: float


class Tell(Message):
    notice: Notice


class Introduce(Message, do="who"):
    """Somebody wants to know who a bot at the table is."""

    level: int
    name: str


class SetSetting(Message):
    """A setting of the site was changed; see Settings.with_field."""

    field: str
    value: str
    is_kept: bool = False
    """Whether it is kept already, as another tab has changed it."""


class WorkerChanged(Message):
    state: Worker


class OfflineState(StrEnum):
    """Whether the whole game is kept on this device, as static/offline/register.js tells."""

    KEPT = "kept"
    REFUSED = "refused"
    """Kept, but a newer build could not be fetched whole."""
    FAILED = "failed"
    """No build could be fetched whole."""
    WAITING = "waiting"
    """Data is to be saved."""
    OFF = "off"
    UNABLE = "unable"
    """The browser keeps none."""


class OfflineChanged(Message):
    state: OfflineState


class Permission(StrEnum):
    """Whether the browser may notify people, in the browsers' words."""

    UNASKED = "default"
    GRANTED = "granted"
    DENIED = "denied"


class Notifying(Message):
    state: Permission


class SetClock(Message):
    """When the page's clock stood at 0, in milliseconds since 1970, and the time zone of the place.
    The first changes, as the two clocks run apart while a device sleeps."""

    zero_ms: float
    zone: Zone = UTC


class HostState(Enum):
    """What the host of the site has, when a part of this page could not be fetched."""

    SAME = auto()
    """This very build, as far as is known."""
    NEWER = auto()
    """Another build, which may lack what this one has."""
    AWAY = auto()
    """Nothing: it does not answer, or something else does in its place."""


class PartMissing(Message):
    """A part of the page could not be fetched that nobody waits for on a screen of its own."""

    usual: Notice | None = None
    """What is told if the host has it; None where the page does without it."""

    @property
    def misses_part(self) -> bool:
        return True


class Pause(TimedMessage):
    """Nobody sees the page any more: no time passes."""

    at_ms: float


class Resume(TimedMessage):
    at_ms: float


class ImportFiles(TimedMessage, traits=NEEDS_REST):
    """Files were given, or a text was pasted: what becomes of them follows from what they are."""

    sources: tuple[tuple[str, str], ...]
    """The name and the text of each; the name of a pasted text is empty."""
    at_ms: float

    @property
    def about(self) -> object:
        # One import is made at a time: of those given meanwhile it is the last.
        return ""


class ImportMatches(TimedMessage, traits=NEEDS_REST):
    """Files are to be read as files of matches, on a screen that tells what becomes of each."""

    sources: tuple[tuple[str, str], ...]
    at_ms: float


class SaveKept(Message, traits=DURING_PLAYBACK):
    """A file is to be saved that may have all that is kept."""

    what: str
    """Which, as the button says that saves it."""
    arg: str
    """Of what, as the button's details say."""


class PlayNow(TimedMessage, do="play-now"):
    """A match begins at once, as the game's last one was set up; chance deals from the seed."""

    game: str
    seed: Seed
    at_ms: float


class StudyFrom(Message, traits=NEEDS_REST):
    """A study is to begin with a position, or a chapter of one that there is."""

    setup: Setup
    into: str = ""
    """That study; empty for a new one."""


class Edit(Message):
    """A field of the form was changed; see ``edited`` in board/form.py."""

    field: str
    value: str
    thing: str = ""
    """Of what the field is (``ScreenState.thing``), with a part of that after a slash; empty for
    what is on screen."""


class SetUp(Message):
    """The form for a match comes on screen, filled in."""

    setup: Setup


class StartMatch(TimedMessage, do="start"):
    """The match that was set up begins; chance deals from the seed."""

    seed: Seed
    at_ms: float
