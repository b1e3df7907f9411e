"""What can happen to the matches that are kept; see also messages.py."""

from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.play.summary import MatchId


@dataclass(frozen=True)
class LibraryChanged:
    """Matches are kept that were not, or otherwise: at the start all that there are, later those
    that another tab has changed.

    Attributes:
        kept: summaries as text.
        gone: the ids of matches that are no longer kept.
    """

    kept: tuple[str, ...] = ()
    gone: tuple[MatchId, ...] = ()


@dataclass(frozen=True)
class FoundLate:
    """What is kept has been read when the page had begun without it: its browser was slow.

    Attributes:
        kept: summaries as text.
        runs, progress, puzzles: the best runs, how far lessons have come and how puzzles went, as
            text.
    """

    kept: tuple[str, ...] = ()
    runs: str | None = None
    progress: str | None = None
    puzzles: str | None = None


@dataclass(frozen=True)
class Restore:
    """A kept match has been read; its text is None where there is none any more."""

    match_id: MatchId
    text: str | None


@dataclass(frozen=True)
class Adopt:
    """What the page kept when it kept one match of each game.

    Attributes:
        match_id: the id that the match gets.
        game: of which game it should be.
        text: as for ``Restore``.
        at_ms: when it was found.
    """

    match_id: MatchId
    game: str
    text: str
    at_ms: float = 0.0


@dataclass(frozen=True)
class RenameMatch:
    """A kept match is to be called something."""

    match_id: MatchId
    name: str


@dataclass(frozen=True)
class DeleteMatches:
    """Kept matches are to be deleted; ``Command.UNDO_DELETE`` brings them back for a while."""

    ids: tuple[MatchId, ...]


@dataclass(frozen=True)
class RestoreReview:
    """What was kept of the review of a match has been read; None where nothing was."""

    match_id: MatchId
    text: str | None


@dataclass(frozen=True)
class SetFilter:
    """The list of matches is to show others; see MatchFilter.with_field."""

    field: str
    value: str


@dataclass(frozen=True)
class EditName:
    """What a match in the list is called is to be changed."""

    match_id: MatchId


@dataclass(frozen=True)
class LockChanged:
    """Whether this tab is the one that plays a match."""

    match_id: MatchId
    is_ours: bool


LibraryMessage: TypeAlias = (
    LibraryChanged | FoundLate | Restore | Adopt | RenameMatch | DeleteMatches | RestoreReview
    | SetFilter | EditName | LockChanged
)  # fmt: skip
