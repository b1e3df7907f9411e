"""Which puzzles a person wants to solve one after another: of a theme, of a level, failed ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from spieltisch.app.puzzle.log import GameLog
from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.puzzle import BANDS, Puzzle

FAILED_ONLY = "failed"


@dataclass(frozen=True)
class PuzzleFilter:
    """All puzzles of a game by default."""

    theme: str = ""
    """Only those with this theme; empty for all."""
    band: int = 0
    """Only those of this level; 0 for all."""
    is_failed: bool = False
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


def format_wanted(wanted: PuzzleFilter) -> str:
    """The query of an address; empty for all puzzles.

    >>> format_wanted(PuzzleFilter(theme="wall", band=2))
    'theme=wall&level=2'
    """
    parts = {
        "theme": wanted.theme,
        "level": wanted.band or "",
        "only": FAILED_ONLY if wanted.is_failed else "",
    }
    return urlencode({name: value for name, value in parts.items() if value})


def parse_wanted(query: str, game: str) -> PuzzleFilter:
    """The inverse of ``format_wanted``; raises LinkError for what no puzzle of the game has."""
    puzzles, wanted = catalog.game_of(game).puzzles, dict(parse_qsl(query))
    if puzzles is None:
        return ALL
    theme, level, only = (wanted.get(name, "") for name in ("theme", "level", "only"))
    for value, known in (
        (theme, puzzles.themes),
        (level, tuple(map(str, range(1, BANDS + 1)))),
        (only, (FAILED_ONLY,)),
    ):
        if value and value not in known:
            raise LinkError(LinkPart.PUZZLE, value)
    return PuzzleFilter(theme, int(level or 0), bool(only))
