"""Which puzzles a person wants to solve one after another: of a theme, of a level, failed ones."""

from collections.abc import Sequence
from typing import Annotated

from spieltisch.app.message import Frozen
from spieltisch.app.puzzle.log import GameLog
from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, LinkPart, format_query, parse_query
from spieltisch.play.puzzle import BANDS, Puzzle
from spieltisch.table.codec import Codec, members
from spieltisch.table.marks import Between, Named, OneOf

_FAILED = Codec(lambda told: bool(OneOf(("failed",)).take(told)), lambda _: "failed")


class PuzzleFilter(Frozen):
    """All puzzles of a game by default."""

    theme: str = ""
    """Only those with this theme; empty for all."""
    band: Annotated[int, Named("level"), Between(1, BANDS)] = 0
    """Only those of this level; 0 for all."""
    is_failed: Annotated[bool, Named("only"), _FAILED] = False
    """Only those whose latest attempt failed."""

    def of(self, pack: Sequence[Puzzle], log: GameLog) -> tuple[Puzzle, ...]:
        """The puzzles of a pack that are wanted, in its order."""
        return tuple(
            one
            for one in pack
            if not one.retired
            and (not self.theme or self.theme in one.themes)
            and (not self.band or self.band == one.band)
            and (not self.is_failed or log.has_failed(one.id))
        )


ALL = PuzzleFilter()

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
    if wanted.theme not in ("", *puzzles.themes):
        raise LinkError(LinkPart.PUZZLE, wanted.theme)
    return wanted
