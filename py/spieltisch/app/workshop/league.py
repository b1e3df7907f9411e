"""A league: each plays each; and how what was played is packed to be kept."""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Self

from spieltisch.app.workshop.trial import ENDINGS, MOST_LINES, Trial
from spieltisch.play.own_jobs import (
    MOST_MATCHES,
    Contestant,
    Failure,
    MatchPlayed,
    Said,
    Series,
)
from spieltisch.table.codec import codec, parse
from spieltisch.table.json_text import compact
from spieltisch.table.marks import COUNT, Between, Length

MOST_ENTRANTS = 12
"""So many play at most: there are 66 pairs then."""


@dataclass(frozen=True)
class League:
    """A league that is being played, or that has ended."""

    game: str
    entrants: tuple[Contestant, ...]
    matches: int
    """How many each pair plays."""
    seed: int
    limit_ms: int
    trials: tuple[Trial, ...] = ()
    """One for each pair so far, as ``pairs`` has them; none but the last goes on."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """By their places among the entrants."""
        return tuple(combinations(range(len(self.entrants)), 2))

    @property
    def running(self) -> Trial | None:
        """What is being played."""
        return next((one for one in self.trials[-1:] if not one.ended), None)

    def going_on(self) -> Self:
        """With the next pair's series, unless all have played."""
        number = len(self.trials)
        if number == len(self.pairs):
            return self
        pair = tuple(self.entrants[place] for place in self.pairs[number])
        job, seed = f"{self.seed} {number}", self.seed + 10_000 * number
        series = Series(job, self.game, pair, self.matches, seed)
        return replace(self, trials=(*self.trials, Trial(series, self.limit_ms)))

    def after(self, trial: Trial) -> Self:
        """With what is being played in another state. A bot that fails ends its pair's series, and
        the others play on."""
        league = replace(self, trials=(*self.trials[:-1], trial))
        return league.going_on() if trial.ended not in ("", "stopped") else league

    def points(self, row: int, column: int) -> tuple[float, int] | None:
        """What one has made against another, and in how many matches; None before the first."""
        pair = (min(row, column), max(row, column))
        number = self.pairs.index(pair)
        if number >= len(self.trials) or not self.trials[number].played:
            return None
        trial = self.trials[number]
        points = trial.wins + trial.draws / 2
        count = len(trial.played)
        return (points if row < column else count - points), count

    def total(self, row: int) -> tuple[float, int]:
        """What one has made in all."""
        others = (place for place in range(len(self.entrants)) if place != row)
        made = [found for other in others if (found := self.points(row, other)) is not None]
        return sum(points for points, _ in made), sum(count for _, count in made)


MAX_UNPACKED = 8_000_000
"""Letters of what is packed; twelve who play each other two hundred times may have played more."""


@dataclass(frozen=True)
class _Pair:
    """What a pair has played."""

    played: Annotated[tuple[MatchPlayed, ...], Length(0, MOST_MATCHES)]
    printed: Annotated[tuple[Said, ...], Length(0, MOST_LINES)]
    failure: Failure | None
    ended: str


@dataclass(frozen=True)
class _Packed:
    entrants: Annotated[tuple[Contestant, ...], Length(2, MOST_ENTRANTS)]
    matches: Annotated[int, Between(1, MOST_MATCHES)]
    seed: Annotated[int, COUNT]
    limit_ms: Annotated[int, COUNT]
    pairs: tuple[_Pair, ...]


_PACKED = codec(_Packed)


def packed(league: League) -> str | None:
    """A league as letters, also of two bots alone, whose series it is then; None if it is too
    large."""
    pairs = tuple(_Pair(one.played, one.printed, one.failure, one.ended) for one in league.trials)
    whole = _Packed(league.entrants, league.matches, league.seed, league.limit_ms, pairs)
    text = compact(_PACKED.write(whole))
    return None if len(text) > MAX_UNPACKED else b64encode(zlib.compress(text.encode())).decode()


@lru_cache(maxsize=4)
def unpacked(game: str, letters: str) -> League:
    """The inverse; what was still being played has been stopped. Raises ValueError."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(b64decode(letters, validate=True), 4 * MAX_UNPACKED).decode()
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof:
        raise ValueError("it is cut short, or unpacks to far more")
    whole = parse(text, MAX_UNPACKED, _PACKED, "series")
    league = League(game, whole.entrants, whole.matches, whole.seed, whole.limit_ms)
    for pair in whole.pairs[: len(league.pairs)]:
        league = league.going_on()
        trial = replace(
            league.trials[-1],
            is_ready=True,
            played=pair.played,
            printed=pair.printed,
            failure=pair.failure,
            ended=pair.ended if pair.ended in ENDINGS else "stopped",
        )
        league = replace(league, trials=(*league.trials[:-1], trial))
    return league
