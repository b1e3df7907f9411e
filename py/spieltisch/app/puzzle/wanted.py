"""Which puzzles a person wants to solve one after another: of a theme, of a level, failed ones."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from spieltisch.app.core.message import Frozen
from spieltisch.app.core.routes import Link
from spieltisch.app.keeping.puzzle_log import ContestKind, GameLog
from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, LinkPart, format_query, parse_query
from spieltisch.play.puzzle import BANDS, Puzzle
from spieltisch.table.codec import Codec, members
from spieltisch.table.marks import Between, Matching, Named, OneOf

_FAILED = Codec(lambda told: bool(OneOf(("failed",)).take(told)), lambda _: "failed")


_AMONG = re.compile(r"(?:[a-z0-9]{6}(?:\.[a-z0-9]{6}){0,9})?")


class PuzzleFilter(Frozen):
    """All puzzles of a game by default."""

    theme: str = ""
    """Only those with this theme; empty for all."""
    band: Annotated[int, Named("level"), Between(1, BANDS)] = 0
    """Only those of this level; 0 for all."""
    is_failed: Annotated[bool, Named("only"), _FAILED] = False
    """Only those whose latest attempt failed."""

    among: Annotated[str, Matching(_AMONG)] = ""
    """Only these, by their ids; empty for all. The misses of a run are so few."""

    def of(self, pack: Sequence[Puzzle], log: GameLog) -> tuple[Puzzle, ...]:
        """The puzzles of a pack that are wanted, in its order."""
        return tuple(
            one
            for one in pack
            if not one.retired
            and (not self.theme or self.theme in one.themes)
            and (not self.band or self.band == one.band)
            and (not self.is_failed or log.has_failed(one.id))
            and (not self.among or one.id in self.among.split("."))
        )


ALL = PuzzleFilter()

NEXT = "next"
"""In the place of a name: the next puzzle of a game's own skill for this person."""


def link_to_next_of_skill(game: str) -> str:
    return Link(ContestKind.SPOT, game, section=NEXT).text


class PuzzleLink(Link):
    """One puzzle, or the next of those that are wanted."""

    wanted: PuzzleFilter = ALL

    @property
    def text(self) -> str:
        query = format_wanted(self.wanted)
        return f"{super().text}?{query}" if query else super().text


_FIELDS = members(PuzzleFilter)


def format_wanted(wanted: PuzzleFilter) -> str:
    """The query of an address; empty for all puzzles.

    >>> format_wanted(PuzzleFilter(theme="wall", band=2))
    'theme=wall&level=2'
    """
    return format_query(wanted, _FIELDS)


def parse_wanted(query: str, game: str) -> PuzzleFilter:
    """The inverse of ``format_wanted``; raises LinkError for what no puzzle of the game has."""
    puzzles = catalog.game_of(game).puzzles
    if puzzles is None:
        return ALL
    try:
        wanted = PuzzleFilter(**parse_query(query, _FIELDS, ignores_more=True))
    except LinkError as error:
        raise LinkError(LinkPart.PUZZLE, error.value.partition("=")[2]) from None
    wanted = replace(wanted, theme=puzzles.former_themes.get(wanted.theme, wanted.theme))
    if wanted.theme not in ("", *puzzles.themes):
        raise LinkError(LinkPart.PUZZLE, wanted.theme)
    return wanted
