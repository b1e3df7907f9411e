"""Which of the kept matches a list shows, as the query of its address.

``#/matches?show=ended&game=<game>&result=won&page=2``: a missing field has its default.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Self

from spieltisch.games import catalog
from spieltisch.play.codec import (
    LinkError,
    LinkPart,
    format_query,
    known_game,
    parse_query,
    read_field,
)
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


@dataclass(frozen=True)
class MatchFilter:
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


_FIELDS = {one.name: one for one in members(MatchFilter)}


def parse_filter(query: str) -> MatchFilter:
    """The filter that a link's query asks for; raises LinkError."""
    return MatchFilter(**parse_query(query, _FIELDS.values()))


def format_filter(wanted: MatchFilter) -> str:
    """The query for a filter, the inverse of parse_filter; empty for the whole library."""
    return format_query(wanted, _FIELDS.values())
