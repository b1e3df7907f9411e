"""A series of matches that bots play, and a league, in which each plays each."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Annotated, NamedTuple, Self, TypeAlias

from spieltisch.app.keeping.own_things import ThingId
from spieltisch.play.own_jobs import (
    MOST_FAILURES,
    MOST_MATCHES,
    MOST_TURNS,
    Acted,
    AskBot,
    Contestant,
    Failure,
    FailureKind,
    MatchPlayed,
    Series,
)
from spieltisch.play.statistics import interval
from spieltisch.table.marks import Between, Length

MOST_PRINTED = 300
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


_ENDS = {
    FailureKind.TIME: TrialEnd.TIME,
    FailureKind.FILE_TIME: TrialEnd.TIME,
    FailureKind.SLEPT: TrialEnd.TIME,
    FailureKind.MATCH_TIME: TrialEnd.TIME,
    FailureKind.SERIES_TIME: TrialEnd.TIME,
    FailureKind.FLOOD: TrialEnd.FLOOD,
    FailureKind.DIED: TrialEnd.DIED,
}


def end_of(failure: Failure | None) -> TrialEnd:
    """How that ends which is over, and in which a bot may have failed."""
    return TrialEnd.DONE if failure is None else _ENDS.get(failure.kind, TrialEnd.FAILED)


@dataclass(frozen=True, kw_only=True)
class Work:
    """What bots do where they are confined."""

    limit_ms: int
    """How long a bot may think."""
    is_ready: bool = False
    """Whether Python has started there."""
    printed: tuple[str, ...] = ()
    failure: Failure | None = None
    """What a bot has failed with first, or the one that has failed too often; it has lost the match
    in which it did."""
    ended: TrialEnd | None = None
    """None while it goes on."""


@dataclass(frozen=True, kw_only=True)
class BotQuestion(Work):
    """A bot is asked once what it would play."""

    ask: AskBot
    said: Acted | None = None
    """What it has answered."""

    @property
    def job(self) -> AskBot:
        return self.ask

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        return (self.ask.bot,)


class LostMatch(NamedTuple):
    """A match that a bot has lost by failing."""

    number: Annotated[int, Between(0, MOST_MATCHES - 1)]
    """How many were played before it."""
    place: Annotated[int, Between(0, 1)]
    """The bot's among the two."""


LostMatches: TypeAlias = Annotated[tuple[LostMatch, ...], Length(0, MOST_MATCHES)]
"""Those of a series, in their order."""


@dataclass(frozen=True, kw_only=True)
class Trial(Work):
    """A series that is being played, or that has ended."""

    series: Series
    """Its ``job`` is of its own each time that it goes on: what is still told of the one that was
    stopped does not count."""
    kept_as: ThingId
    """The id under which it is kept, with all of its league."""
    number: int = 0
    """Which of its league's it is."""
    times: int = 0
    """How often it went on after a stop."""
    played: tuple[MatchPlayed, ...] = ()
    lost: LostMatches = ()
    """Those of them in which a bot has failed, and perhaps the next one."""
    firsts: tuple[Failure | None, ...] = field(default=(None, None), compare=False)
    """What each of the two has failed with first in this visit: of what was kept, ``failure`` alone
    is known."""

    @property
    def job(self) -> Series:
        return self.series

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        return self.series.contestants

    def resumed(self) -> Self:
        """A stopped one as it goes on, with the match after the last one that was played."""
        count, times = len(self.played), self.times + 1
        # A match that was not told any more is played anew.
        lost = tuple(one for one in self.lost if one.number < count)
        failures = tuple(sum(one.place == place for one in lost) for place in range(2))
        series = replace(
            self.series,
            job=job_of(self.kept_as, self.number, times),
            begun=count,
            failures=failures if lost else (),
        )
        return replace(self, series=series, times=times, lost=lost, is_ready=False, ended=None)

    def losing(self, failure: Failure, place: int) -> Self:
        """As a bot has failed in the next match. The first failure is told."""
        count = len(self.played)
        lost = (*(one for one in self.lost if one.number < count), LostMatch(count, place))
        both = enumerate(self.firsts)
        firsts = tuple(one or (failure if of == place else None) for of, one in both)
        return replace(self, failure=self.failure or failure, lost=lost, firsts=firsts)

    def done(self) -> Self:
        """As all is played that is played. Of a bot that has failed too often, and so has lost the
        rest, its own first failure is told, as far as that is known."""
        failure = self.failure
        if failure is not None and len(self.played) < self.series.matches:
            place = self.quitter
            is_its_own = failure.name == self.contestants[place].name
            failure = failure if is_its_own else self.firsts[place] or failure
        return replace(self, failure=failure, ended=end_of(failure))

    def is_same(self, other: Self) -> bool:
        """Whether it is another moment of the same series."""
        return self.series.job == other.series.job

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
    def unended(self) -> int:
        """How many matches were given up as draws, as they had no end."""
        return sum(not one.winners and one.turns >= MOST_TURNS for one in self.played)

    @property
    def given_up(self) -> int:
        """How many matches were not played, as a bot has failed too often: it has lost them."""
        is_over = self.ended not in (None, TrialEnd.STOPPED)
        is_lost = is_over and self.failure is not None
        return self.series.matches - len(self.played) if is_lost else 0

    @property
    def failed(self) -> tuple[int, ...]:
        """The places of those of the two that have failed."""
        places = {one.place for one in self.lost}
        if self.failure is not None and (self.given_up or not self.lost):
            # Its file is no bot; or an earlier version has kept it, with the first failure alone.
            places.add(self.quitter)
        return tuple(sorted(places))

    @property
    def quitter(self) -> int:
        """The place of the one of the two that has failed too often."""
        failures = [sum(one.place == place for one in self.lost) for place in range(2)]
        if max(failures) >= MOST_FAILURES:
            return failures.index(max(failures))
        # Its file is no bot.
        first = self.series.contestants[0].name
        return 0 if self.failure is not None and self.failure.name == first else 1

    @property
    def points(self) -> float:
        """What the first of the two has made, in all matches that are decided."""
        return self.wins + self.draws / 2 + (self.given_up if self.quitter else 0)

    @property
    def share(self) -> tuple[float, float, float]:
        """The bot's share of the points, and the bounds of its interval; some match must have been
        played.

        >>> first = MatchPlayed("1", 1, (1,), 9, "{}")
        >>> series = Series("1", "yala", (), 4, 1)
        >>> trial = Trial(series=series, kept_as="1", limit_ms=1000, played=(first,) * 4)
        >>> [round(bound, 2) for bound in trial.share]
        [1.0, 0.51, 1.0]
        """
        count = len(self.played)
        share = (self.wins + self.draws / 2) / count
        return share, *interval(share, count)


def job_of(kept_as: ThingId, number: int, times: int) -> str:
    """The name of a series' job. Each time that the series goes on it is another one, until the
    league is left: what is read again has begun anew to count, and of what was left no bot tells
    any more."""
    return f"{kept_as} {number} {times}"


MOST_ENTRANTS = 12
"""So many play at most."""

MOST_PAIRS = MOST_ENTRANTS * (MOST_ENTRANTS - 1) // 2


@dataclass(frozen=True)
class League:
    """A league that is being played, or that has ended; of two bots it is the series of one."""

    id: ThingId
    """Under which it is kept."""
    game: str
    entrants: tuple[Contestant, ...]
    matches: int
    """How many each pair plays."""
    seed: int
    limit_ms: int
    trials: tuple[Trial, ...] = ()
    """One for each pair so far, as ``pairs`` has them; none but the last goes on."""

    @classmethod
    def of(cls, trial: Trial) -> Self:
        """A bot's series, as a league of two."""
        series = trial.series
        known = series.game, series.contestants, series.matches, series.seed
        return cls(trial.kept_as, *known, trial.limit_ms, (trial,))

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
        job, seed = job_of(self.id, number, 0), self.seed + 10_000 * number
        series = Series(job, self.game, pair, self.matches, seed)
        trial = Trial(series=series, kept_as=self.id, number=number, limit_ms=self.limit_ms)
        return replace(self, trials=(*self.trials, trial))

    @property
    def is_stopped(self) -> bool:
        """Whether somebody has stopped it, so that it can go on."""
        return any(one.ended is TrialEnd.STOPPED for one in self.trials[-1:])

    def resumed(self) -> Self:
        """A stopped one as it goes on."""
        *others, last = self.trials
        return replace(self, trials=(*others, last.resumed()))

    def after(self, trial: Trial) -> Self:
        """With what is being played in another state. A bot that fails ends its pair's series, and
        the others play on."""
        league = replace(self, trials=(*self.trials[:-1], trial))
        return league.going_on() if trial.ended not in (None, TrialEnd.STOPPED) else league

    def points(self, row: int, column: int) -> tuple[float, int] | None:
        """What one has made against another, and in how many matches; None before the first."""
        pair = (min(row, column), max(row, column))
        number = self.pairs.index(pair)
        trial = self.trials[number] if number < len(self.trials) else None
        count = 0 if trial is None else len(trial.played) + trial.given_up
        if trial is None or not count:
            return None
        return (trial.points if row < column else count - trial.points), count

    @property
    def order(self) -> list[int]:
        """The entrants, who has most points first; of equal ones, as they came."""
        return sorted(range(len(self.entrants)), key=lambda row: -self.total(row)[0])

    def place(self, row: int) -> int:
        """An entrant's place by points, from 1 on, which equal ones share."""
        points = [self.total(one)[0] for one in range(len(self.entrants))]
        return 1 + sum(one > points[row] for one in points)

    def total(self, row: int) -> tuple[float, int]:
        """What one has made in all."""
        others = (place for place in range(len(self.entrants)) if place != row)
        made = [found for other in others if (found := self.points(row, other)) is not None]
        return sum(points for points, _ in made), sum(count for _, count in made)

    def bounds(self, row: int) -> tuple[float, float] | None:
        """Between what shares of the points one makes in the long run, most likely; None for one
        that has not played."""
        points, count = self.total(row)
        return interval(points / count, count) if count else None
