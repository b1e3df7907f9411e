"""Which of the kept matches a list shows, as the query of its address.

``#/matches?show=ended&game=<game>&result=won&page=2``: a missing field has its default.
"""

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Self
from urllib.parse import parse_qsl, quote

from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, LinkPart, ended, known_game
from spieltisch.table import Finish
from spieltisch.table.graphemes import cut


class MatchList(StrEnum):
    """The matches in progress, and those that are over."""

    GOING = "going"
    ENDED = "ended"


DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
"""A day, as a date field writes it; sorted as texts, days are in order."""

LONGEST = 60
"""The longest text that can be searched for, in characters as people see them."""


@dataclass(frozen=True)
class MatchFilter:
    show: MatchList | None = None
    """The list that is shown whole; None for the beginning of both."""
    text: str = ""
    """What the name of the match, of a player or of the game contains."""
    game: str = ""
    variant: str = ""
    opponent: str = ""
    """``people`` for no bot, ``bot`` for any bot, ``bot:3`` for one of that level."""
    result: Finish | None = None
    """From the side of the one person who played."""
    since: str = ""
    until: str = ""
    """The first and the last day on which it may have been played last, as ``2026-11-22``."""
    page: int = 1
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
        changes: dict[str, Any] = {"page": 1, name: _known(name, value)}
        if name == "game":
            # Another game has other variants.
            changes["variant"] = ""
        return replace(self, **changes)


NAMES = frozenset(field.name for field in fields(MatchFilter))
"""The fields that a query may have."""


def parse_filter(query: str) -> MatchFilter:
    """The filter that a link's query asks for; raises LinkError."""
    found = MatchFilter()
    pairs = dict(parse_qsl(query, keep_blank_values=True))
    for name in sorted(pairs.keys() - NAMES):
        raise LinkError(LinkPart.FIELD, name)
    for field in fields(MatchFilter):
        if field.name in pairs:
            found = found.with_field(field.name, pairs[field.name])
    return found


def format_filter(wanted: MatchFilter) -> str:
    """The query for a filter, the inverse of parse_filter; empty for the whole library."""
    chosen = [
        (field.name, getattr(wanted, field.name))
        for field in fields(MatchFilter)
        if getattr(wanted, field.name) != field.default
    ]
    return ended("&".join(f"{name}={quote(str(value), safe=':')}" for name, value in chosen))


def _known(name: str, value: str) -> str | int | None:
    """What a field's text says, if the field may say so; else raises LinkError."""
    if name == "text":
        return cut(value, LONGEST, 4 * LONGEST)
    if not value and name in NAMES - {"page"}:
        return None if name in ("show", "result") else value
    match name:
        case "game":
            return known_game(value)
        case "variant" if any(value in game.info.variants for game in catalog.GAMES.values()):
            return value
        case "opponent" if value in ("people", "bot") or _is_bot(value):
            return value
        case "show" if value in [*MatchList]:
            return MatchList(value)
        case "result" if value in [*Finish]:
            return Finish(value)
        case "since" | "until" if DAY.fullmatch(value):
            return value
        case "page" if value.isascii() and value.isdecimal() and 0 < len(value) < 6 and int(value):
            return int(value)
    raise LinkError(LinkPart.FIELD, f"{name}={value}")


def _is_bot(value: str) -> bool:
    kind, _, level = value.partition(":")
    return kind == "bot" and level.isascii() and level.isdecimal() and len(level) < 3
