"""What a session asks the shell to do."""

from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.play.summary import MatchId, Summary
from spieltisch.session.library import KeptMatch
from spieltisch.session.live_effects import LiveEffect
from spieltisch.session.progress import Progress
from spieltisch.session.puzzle_log import PuzzleLog
from spieltisch.session.reviews import KeptReview
from spieltisch.session.runs import Runs
from spieltisch.session.settings import Settings
from spieltisch.table import Turn


@dataclass(frozen=True)
class Keep:
    """A match, what lists show of one, its review, the settings, the best runs, the progress with
    lessons or how puzzles went are to be written to storage, as text."""

    kept: KeptMatch | Summary | KeptReview | Settings | Runs | Progress | PuzzleLog


@dataclass(frozen=True)
class Forget:
    """All that is kept of these matches is to be erased."""

    ids: tuple[MatchId, ...]


@dataclass(frozen=True)
class Read:
    """A kept match is to be read from storage; ``Restore`` brings it."""

    match_id: MatchId


@dataclass(frozen=True)
class ReadReview:
    """What is kept of the review of a match is to be read; ``RestoreReview`` brings it."""

    match_id: MatchId


@dataclass(frozen=True)
class FetchPack:
    """A game's puzzles are to be fetched; ``PackFetched`` brings them."""

    game: str


@dataclass(frozen=True)
class TakeOver:
    """A match that another tab plays is to be played in this one; ``LockChanged`` tells when."""

    match_id: MatchId


@dataclass(frozen=True)
class Go:
    """The address is to become this link.

    Attributes:
        replaces: no step back leads to the address before.
    """

    link: str
    replaces: bool = False


@dataclass(frozen=True)
class Animate:
    """A turn is to be seen happening.

    Attributes:
        turn: which.
        is_new: whether it has just been played; else it is only looked at, and how the match ended
            is not told again.
    """

    turn: Turn
    is_new: bool = True


@dataclass(frozen=True)
class Focus:
    """The keyboard is to go to the node with this id; on the ``board``, to the place where it is
    there."""

    node_id: str


@dataclass(frozen=True)
class Clear:
    """The field with this id is to be empty: what was typed into it has been done."""

    node_id: str


StorageEffect: TypeAlias = Keep | Forget | Read | ReadReview | TakeOver
Effect: TypeAlias = StorageEffect | FetchPack | LiveEffect | Go | Animate | Focus | Clear
