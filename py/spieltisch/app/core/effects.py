"""What a session asks the shell to do. Reports are for live play, which may have a part in what a
screen has done or wants: it answers them in app/together/update.py, so that screens need not know
who is connected."""

from collections.abc import Sequence
from typing import Any

from spieltisch.app.core.damage import EntryKey
from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.library import KeptMatch, KeptName
from spieltisch.app.core.message import Frozen, Message
from spieltisch.app.core.notice import CopiedKind
from spieltisch.app.core.settings import Settings
from spieltisch.app.core.waits import Need
from spieltisch.play.reviews import KeptReview
from spieltisch.play.summary import MatchId, Summary
from spieltisch.play.timing import Call, PlannedAction
from spieltisch.table import Seat, Tie, Turn


class Effect(Frozen, is_kind=True):
    """What the shell is asked to do, or a report."""


class Hear(Effect):
    """The session is to hear this message next. Screens know each other by addresses and messages
    alone: what belongs to another one is said so."""

    message: Message


class StorageEffect(Effect, is_kind=True):
    """Something to be done with what is kept."""


class Report(Effect, is_kind=True):
    """Something that has happened to a match on this device, or is wanted there."""


class Change(Report):
    """A match is no longer as it was: something was played or taken back, its seats are others', or
    it was read anew."""

    match_id: MatchId


class NextMatch(Report):
    """Another match has begun after one that is over."""

    after: MatchId
    match_id: MatchId
    moved: int
    """By how many seats everybody has moved on."""


class Decision(Report):
    """It is decided who was first; arguments as ``Timing.settled`` gives them."""

    acts: Sequence[Call | PlannedAction]
    tie: Tie | None


class Wish(Report):
    """A person wants what is not theirs alone to decide: the others are asked, or tell."""

    message: Message


class Proposal(Report):
    """A person has chosen what to do in a match that another device leads: it says whether that
    counts."""

    seat: Seat
    action: Any
    at_ms: float


class BrokenWord(Report):
    """The device that leads a match tells another start than it had sealed."""


class Keep(StorageEffect):
    """Write to storage, as text: a match with its summary, its name, a summary alone, a review,
    the settings, or a value that is kept beside matches."""

    kept: KeptMatch | KeptName | Summary | KeptReview | Settings | KeptValue


class Forget(StorageEffect):
    """Erase all that is kept of these matches."""

    ids: tuple[MatchId, ...]


class Discard(StorageEffect):
    """Erase damaged entries, and with a match or its summary all that is kept of the match."""

    places: tuple[EntryKey, ...]


class SetAside(StorageEffect):
    """Copy a damaged entry under another name, where it stays when its place is written anew."""

    store: str
    key: str
    name: str
    """The copy's, among the values."""


class Survey(StorageEffect):
    """Look through all of storage for entries that have a wrong form; ``Surveyed`` tells them."""


class Fetch(Effect):
    """Get what somebody waits for; ``Came`` brings it. Of answers for the same need, that to the
    latest question counts."""

    need: Need


class TakeOver(StorageEffect):
    """Play in this tab a match that another tab plays; ``LockChanged`` tells when that is done."""

    match_id: MatchId


class Go(Effect):
    """Change the address to this link."""

    link: str
    replaces: bool = False
    """Whether the old address leaves the history, so that no step back leads to it."""


class Animate(Effect):
    turn: Turn
    is_new: bool = True
    """Whether it has just been played; if not, it is only looked at, and the end of the match is
    not told again."""


class Focus(Effect):
    """Move the keyboard to the node with this id; on the ``board``, to the board's one tab stop."""

    node_id: str


class Clear(Effect):
    """Empty the field with this id: what was typed into it has been done."""

    node_id: str


class SaveFile(Effect):
    name: str
    text: str


class GiveKept(Effect):
    """Save a file of what is kept, all of which is known."""

    what: str
    arg: str


class GiveText(Effect):
    """Give somebody a text: by the share sheet of a device that is touched, else copied."""

    text: str
    what: CopiedKind


class CopyLink(Effect):
    """Copy a link to a place in the site, or show it to be copied."""

    link: str
    what: CopiedKind
