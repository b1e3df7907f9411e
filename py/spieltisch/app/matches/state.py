"""The state of the list of kept matches, and what can happen to the matches that are kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from spieltisch.app.matches.filters import MatchFilter
from spieltisch.app.message import Message
from spieltisch.app.news import ScreenState
from spieltisch.play.summary import MatchId


@dataclass(frozen=True)
class MatchesScreen(ScreenState):
    wanted: MatchFilter = field(default_factory=MatchFilter)
    """Which of them are listed."""

    now_ms: int = 0
    """When the list came on screen, in milliseconds since 1970."""

    renaming: MatchId | None = None
    """The match whose name is being edited, if any."""


@dataclass(frozen=True)
class LibraryChanged(Message):
    """Kept matches are new, changed or gone: at the start all are new, later messages have those
    that another tab has changed."""

    kept: tuple[str, ...] = ()
    """Summaries as text."""
    gone: tuple[MatchId, ...] = ()
    """Matches that are no longer kept."""
    ids: tuple[MatchId, ...] = ()
    """Under which id each summary is kept; () where their texts tell."""


@dataclass(frozen=True)
class FoundLate(Message):
    """Storage has been read after the page had started without it, as the browser was slow.
    What is kept beside matches comes as text by its name; what is not there stays as it is."""

    kept: tuple[str, ...] = ()
    """Summaries as text."""
    values: Mapping[str, str | None] = field(default_factory=dict)
    ids: tuple[MatchId, ...] = ()
    """As in ``LibraryChanged``."""


@dataclass(frozen=True)
class NotKept(Message):
    """Matches could not be written to storage, for instance for lack of room."""

    ids: tuple[MatchId, ...]


@dataclass(frozen=True)
class ValuesChanged(Message):
    """What other tabs have made of values was merged with what this one has; they come as in
    ``FoundLate``."""

    values: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True)
class StorageWorks(Message):
    """All that could not be read or written has been read and written."""


@dataclass(frozen=True)
class Restore(Message):
    """A kept match has been read; the text is None if it is no longer kept."""

    match_id: MatchId
    text: str | None


@dataclass(frozen=True)
class Adopt(Message):
    """A match was found that an earlier version kept, which had one match of each game."""

    match_id: MatchId
    """The id that the match gets."""
    game: str
    """The game that it should be of."""
    text: str
    at_ms: float = 0.0


@dataclass(frozen=True)
class RenameMatch(Message):
    """A kept match is to get this name."""

    match_id: MatchId
    name: str


@dataclass(frozen=True)
class DeleteMatches(Message):
    """Kept matches are to be deleted; ``Command.UNDO_DELETE`` brings them back for a while."""

    ids: tuple[MatchId, ...]


@dataclass(frozen=True)
class SetFilter(Message):
    """A field of the list's filter was changed; see MatchFilter.with_field."""

    field: str
    value: str


@dataclass(frozen=True)
class EditName(Message):
    match_id: MatchId
