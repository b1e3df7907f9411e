"""The state of the list of kept matches, and what can happen to the matches that are kept."""

import re
from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import Annotated, Any, Self

from spieltisch.app.core.message import Frozen, Message
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.routes import Route
from spieltisch.games import catalog
from spieltisch.play.codec import (
    LinkError,
    LinkPart,
    format_query,
    known_game,
    parse_query,
    read_field,
)
from spieltisch.play.summary import MatchId
from spieltisch.table import Finish
from spieltisch.table.codec import members
from spieltisch.table.graphemes import cut
from spieltisch.table.marks import OPTIONAL, Between, Matching, OneOf, Then


class MatchList(StrEnum):
    """The matches in progress, and those that are over."""

    GOING = "going"
    ENDED = "ended"


DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
"""A day, as a date field writes it; sorted as texts, days are in order."""

LONGEST = 60
"""The longest text that can be searched for, in characters as people see them."""


_VARIANTS = tuple(name for game in catalog.GAMES.values() for name in game.info.variants)
_OPPONENT = re.compile("people|bot(:[0-9]{1,2})?")


class MatchFilter(Frozen):
    show: Annotated[MatchList | None, OPTIONAL] = None
    """The list that is shown whole; None for the beginning of both."""
    text: Annotated[str, Then(lambda text: cut(text, LONGEST, 4 * LONGEST))] = ""
    """What the name of the match, of a player or of the game contains."""
    game: Annotated[str, Then(known_game)] = ""
    variant: Annotated[str, OneOf(_VARIANTS)] = ""
    opponent: Annotated[str, Matching(_OPPONENT)] = ""
    """``people`` for no bot, ``bot`` for any bot, ``bot:3`` for one of that level."""
    result: Annotated[Finish | None, OPTIONAL] = None
    """From the side of the one person who played."""
    since: Annotated[str, Matching(DAY)] = ""
    until: Annotated[str, Matching(DAY)] = ""
    """The first and the last day on which it may have been played last, as ``2026-11-22``."""
    page: Annotated[int, Between(1, 99_999)] = 1
    """Which part of a long list, from 1."""

    @property
    def lists(self) -> tuple[MatchList, ...]:
        return (self.show,) if self.show else tuple(MatchList)

    @property
    def is_narrow(self) -> bool:
        """Whether any field but ``show`` and ``page`` leaves matches out."""
        return replace(self, show=None, page=1) != MatchFilter()

    def with_field(self, name: str, value: str) -> Self:
        """The filter with one field changed, back on the first page; raises LinkError."""
        if name not in _FIELDS:
            raise LinkError(LinkPart.FIELD, name)
        changes: dict[str, Any] = {"page": 1, name: read_field(_FIELDS[name], value)}
        if name == "game":
            # Another game has other variants.
            changes["variant"] = ""
        return replace(self, **changes)


class MatchesLink(Route):
    """The list of kept matches, or those of them that are wanted."""

    wanted: MatchFilter

    @property
    def text(self) -> str:
        query = format_filter(self.wanted)
        return f"#/matches?{query}" if query else "#/matches"


_FIELDS = {one.name: one for one in members(MatchFilter)}


def parse_filter(query: str) -> MatchFilter:
    """The filter that a link's query asks for; raises LinkError."""
    return MatchFilter(**parse_query(query, _FIELDS.values()))


def format_filter(wanted: MatchFilter) -> str:
    """The query for a filter, the inverse of parse_filter; empty for the whole library."""
    return format_query(wanted, _FIELDS.values())


class MatchesScreen(ScreenState):
    wanted: MatchFilter = field(default_factory=MatchFilter)

    now_ms: int = 0
    """When the list came on screen, in milliseconds since 1970."""

    renaming: MatchId | None = None
    """The match whose name is being edited, if any."""


class LibraryChanged(Message):
    """Kept matches are new, changed or gone: at the start all are new, later messages have those
    that another tab has changed."""

    kept: tuple[str, ...] = ()
    """Summaries as text."""
    gone: tuple[MatchId, ...] = ()
    """Matches that are no longer kept."""
    ids: tuple[MatchId, ...] = ()
    """Under which id each summary is kept; empty if that is to be read from their texts."""


class FoundLate(Message):
    """Storage has been read after the page had started without it, as the browser was slow.
    What is kept beside matches comes as text by its name; what is not there stays as it is."""

    kept: tuple[str, ...] = ()
    """Summaries as text."""
    values: Mapping[str, str | None] = field(default_factory=dict)
    ids: tuple[MatchId, ...] = ()
    """As in ``LibraryChanged``."""


class NotKept(Message):
    """Matches could not be written to storage, for instance for lack of room."""

    ids: tuple[MatchId, ...]


class ValuesChanged(Message):
    """What other tabs have made of values was merged with what this one has; they come as in
    ``FoundLate``."""

    values: Mapping[str, str | None] = field(default_factory=dict)


class StorageWorks(Message):
    """All that could not be read or written has been read and written."""


class RenameMatch(Message):
    match_id: MatchId
    name: str


class DeleteMatches(Message, do="delete"):
    """Kept matches are to be deleted; ``Command.UNDO_DELETE`` brings them back for a while."""

    ids: tuple[MatchId, ...]


class SetFilter(Message):
    """A field of the list's filter was changed; see MatchFilter.with_field."""

    field: str
    value: str


class EditName(Message, do="edit-name"):
    match_id: MatchId
