"""What a session asks the shell to do. Reports are for live play, which may have a part in what a
screen has done or wants: it answers them in app/together/update.py, so that screens need not know
who is connected."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from spieltisch.app.damaged.state import Place
from spieltisch.app.kept_values import KeptValue
from spieltisch.app.library import KeptMatch, KeptName
from spieltisch.app.message import Message
from spieltisch.app.settings.settings import Settings
from spieltisch.app.together.effects import LiveEffect
from spieltisch.play.reviews import KeptReview
from spieltisch.play.summary import MatchId, Summary
from spieltisch.play.timing import Call, PlannedAction
from spieltisch.table import Seat, Tie, Turn


class Report:
    """Something that has happened to a match on this device, or is wanted there."""


@dataclass(frozen=True)
class Change(Report):
    """A match is no longer as it was: something was played or taken back, its seats are others', or
    it was read anew."""

    match_id: MatchId


@dataclass(frozen=True)
class NextMatch(Report):
    """Another match has begun after one that is over."""

    after: MatchId
    match_id: MatchId
    moved: int
    """By how many seats everybody has moved on."""


@dataclass(frozen=True)
class Decision(Report):
    """It is decided who was first; arguments as ``Timing.settled`` gives them."""

    acts: Sequence[Call | PlannedAction]
    tie: Tie | None


@dataclass(frozen=True)
class Wish(Report):
    """A person wants what is not theirs alone to decide: the others are asked, or tell."""

    message: Message


@dataclass(frozen=True)
class Proposal(Report):
    """A person has chosen what to do in a match that another device leads: it says whether that
    counts."""

    seat: Seat
    action: Any
    at_ms: float


@dataclass(frozen=True)
class BrokenWord(Report):
    """The device that leads a match tells another start than it had sealed."""


@dataclass(frozen=True)
class Keep:
    """Write to storage, as text: a match with its summary, its name, a summary alone, a review,
    the settings, or a value that is kept beside matches."""

    kept: KeptMatch | KeptName | Summary | KeptReview | Settings | KeptValue


@dataclass(frozen=True)
class Forget:
    """Erase all that is kept of these matches."""

    ids: tuple[MatchId, ...]


@dataclass(frozen=True)
class Discard:
    """Erase damaged entries, and with a match or its summary all that is kept of the match."""

    places: tuple[Place, ...]


@dataclass(frozen=True)
class SetAside:
    """Copy a damaged entry under another name, where it stays when its place is written anew."""

    store: str
    key: str
    """Where it is in that store."""
    name: str
    """The copy's, among the values."""


@dataclass(frozen=True)
class Survey:
    """Look through all of storage for entries that have a wrong form; ``Surveyed`` tells them."""


@dataclass(frozen=True)
class Read:
    """Read a kept match from storage; ``Restore`` brings it."""

    match_id: MatchId


@dataclass(frozen=True)
class ReadReview:
    """Read the kept review of a match from storage; ``RestoreReview`` brings it."""

    match_id: MatchId


@dataclass(frozen=True)
class FetchPack:
    """Fetch a game's puzzles; ``PackFetched`` brings them."""

    game: str


@dataclass(frozen=True)
class FetchExamples:
    """Fetch the examples of bots; ``ExamplesFetched`` brings them."""


@dataclass(frozen=True)
class FetchScreens:
    """Fetch the screens that come late; ``ScreensFetched`` tells that they are there."""


@dataclass(frozen=True)
class TakeOver:
    """Play in this tab a match that another tab plays; ``LockChanged`` tells when that is done."""

    match_id: MatchId


@dataclass(frozen=True)
class Go:
    """Change the address to this link."""

    link: str
    replaces: bool = False
    """Whether the old address leaves the history, so that no step back leads to it."""


@dataclass(frozen=True)
class Animate:
    """Show a turn happening."""

    turn: Turn
    is_new: bool = True
    """Whether it has just been played; if not, it is only looked at, and the end of the match is
    not told again."""


@dataclass(frozen=True)
class Focus:
    """Move the keyboard to the node with this id; on the ``board``, to the board's one tab stop."""

    node_id: str


@dataclass(frozen=True)
class Clear:
    """Empty the field with this id: what was typed into it has been done."""

    node_id: str


@dataclass(frozen=True)
class SaveFile:
    """Save a text as a file of this name."""

    name: str
    text: str


@dataclass(frozen=True)
class CopyLink:
    """Copy a link to a place in the site, or show it to be copied."""

    link: str


StorageEffect: TypeAlias = (
    Keep | Forget | Discard | SetAside | Survey | Read | ReadReview | TakeOver
)
Effect: TypeAlias = (
    StorageEffect
    | FetchPack
    | FetchExamples
    | FetchScreens
    | LiveEffect
    | Go
    | Animate
    | Focus
    | Clear
    | SaveFile
    | CopyLink
    | Report
)
