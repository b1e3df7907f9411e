"""A series of matches that bots play, and a league, in which each plays each."""

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Self

from spieltisch.play.own_jobs import Acted, AskBot, Contestant, Failure, MatchPlayed, Series
from spieltisch.play.statistics import interval

MOST_LINES = 300
"""How many of the printed lines are shown: the last ones."""


class TrialEnd(StrEnum):
    """Why a series may end, or the wait for an answer."""

    DONE = "done"
    FAILED = "failed"
    """A bot has failed."""
    STOPPED = "stopped"
    TIME = "time"
    """A bot has thought for too long."""
    FLOOD = "flood"
    """It has told too much, or what is no answer."""
    DIED = "died"
    """Its worker is gone."""


@dataclass(frozen=True)
class Trial:
    """A series that is being played, or that has ended; or a question that a bot is asked."""

    series: Series
    limit_ms: int
    """How long a bot may think."""
    is_ready: bool = False
    """Whether Python has started where the bots are confined."""
    ask: AskBot | None = None
    """What it is asked, in place of a series."""
    said: Acted | None = None
    """What it has answered."""
    played: tuple[MatchPlayed, ...] = ()
    printed: tuple[str, ...] = ()
    failure: Failure | None = None
    """Why it has ended, if a bot has failed."""
    ended: TrialEnd | None = None
    """None while it goes on."""

    @property
    def wins(self) -> int:
        return sum(one.winners == (one.first,) for one in self.played)

    @property
    def draws(self) -> int:
        return sum(len(one.winners) != 1 for one in self.played)

    @property
    def losses(self) -> int:
        return len(self.played) - self.wins - self.draws

    @property
    def share(self) -> tuple[float, float, float]:
        """The bot's share of the points, and the bounds of its interval; some match must have been
        played.

        >>> first = MatchPlayed("1", 1, (1,), 9, "{}")
        >>> run = Trial(Series("1", "yala", (), 4, 1), 1000, played=(first,) * 4)
        >>> [round(bound, 2) for bound in run.share]
        [1.0, 0.51, 1.0]
        """
        count = len(self.played)
        share = (self.wins + self.draws / 2) / count
        return share, *interval(share, count)


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
        return league.going_on() if trial.ended not in (None, TrialEnd.STOPPED) else league

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
