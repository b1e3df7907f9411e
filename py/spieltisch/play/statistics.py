"""What a person's matches add up to, from the summaries of those that are over.

Only matches in which one person played, against bots of the house or alone, count as won, lost or
drawn: if several people play at one device, a win of one is a loss of another.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import NamedTuple, Self

from spieltisch.games import catalog
from spieltisch.play.own_jobs import is_own_player
from spieltisch.play.summary import CallFigures, Summary, parse_figures
from spieltisch.table import Finish, Seat, TableEnd, bot_level

MOST_RECENT = 30
"""How many of the latest results are shown one by one."""


def chance_better(points: float, count: int, others: float, other_count: int) -> float:
    """How likely it is that who has made so many points in ``count`` matches makes more in the long
    run than another who has made ``others``, against the same rival. Before any match all shares
    are as likely, and what is known of them after it is taken to be normally distributed.

    >>> [round(chance_better(*told), 2) for told in ((7, 10, 3, 10), (3, 10, 7, 10), (5, 9, 5, 9))]
    [0.96, 0.04, 0.5]
    >>> round(chance_better(550, 1000, 500, 1000), 2)
    0.99
    """
    means, spread = [], 0.0
    for made, played in ((points, count), (others, other_count)):
        mean = (made + 1) / (played + 2)
        means.append(mean)
        spread += mean * (1 - mean) / (played + 3)
    return (1 + erf((means[0] - means[1]) / sqrt(2 * spread))) / 2


def interval(share: float, count: int) -> tuple[float, float]:
    """The bounds of the 95 % interval of a share of the points of ``count`` matches (Wilson, 1927),
    as if there were no draws; of no matches it can be any share.

    >>> [round(bound, 2) for bound in interval(1.0, 4)]
    [0.51, 1.0]
    """
    if not count:
        return 0.0, 1.0
    z = 1.96  # 95 % of a normal distribution lie within so many standard deviations.
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    whole = 1 + z * z / count
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


class Tally(NamedTuple):
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        return sum(self)

    def after(self, result: str) -> Self:
        return self._replace(**{result: getattr(self, result) + 1})


class Spread(NamedTuple):
    """The minimum, median and maximum of some numbers; of two in the middle the higher one."""

    least: int
    median: int
    most: int

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Self | None:
        ordered = sorted(numbers)
        return cls(ordered[0], ordered[len(ordered) // 2], ordered[-1]) if ordered else None


class CallTally(NamedTuple):
    word: str
    right: int
    wrong: int


class ReactionTimes(NamedTuple):
    """How long right calls of one kind took, in milliseconds."""

    kind: str
    """What they were about, see Shouts."""
    times_ms: tuple[int, ...]
    """Every time that is known, the shortest first; never empty."""

    @property
    def best_ms(self) -> int:
        return self.times_ms[0]

    @property
    def median_ms(self) -> int:
        return self.times_ms[len(self.times_ms) // 2]


@dataclass(frozen=True)
class GameStatistics:
    """What matches of one game add up to."""

    game: str
    total: Tally
    """All matches of one person."""
    by_level: tuple[tuple[int, Tally], ...]
    """Those matches by the level of the strongest bot; 0 for those played alone."""
    by_seat: tuple[tuple[Seat, Tally], ...]
    """Those against bots, by where the person sat."""
    streak: int
    """Wins in a row, up to now."""
    best_streak: int
    recent: tuple[str, ...]
    """The latest results, the last one last."""
    lengths: Spread | None
    """How many turns these matches had; None if there are no matches."""
    lasted_ms: Spread | None
    """How long they took, of those with times."""
    calls: tuple[CallTally, ...]
    reactions: tuple[ReactionTimes, ...]
    """Of kinds that have any."""
    resigned: tuple[int, int]
    """How many of these matches ended because the person resigned, and because somebody else did.
    """
    agreed: int
    """How many ended as a draw that all agreed on."""
    others: int
    """How many ended matches are left out: several people played, none, or bots of people's own,
    or it was by house rules."""


def result_of(summary: Summary) -> str | None:
    """How a match ended for the one person who played it; None if that cannot be said."""
    seat, outcome = summary.own_seat, summary.outcome
    if seat is None or outcome is None:
        return None
    return outcome.result_for(seat, summary.setup.seats)


def statistics_of(summaries: Iterable[Summary], since_ms: int = 0) -> tuple[GameStatistics, ...]:
    """The statistics of every game that has been played to an end, in the order of the menu;
    matches last played before ``since_ms``, in milliseconds since 1970, do not count."""
    ended: dict[str, list[Summary]] = defaultdict(list)
    for summary in summaries:
        if summary.outcome is not None and summary.played_ms >= since_ms:
            ended[summary.setup.game].append(summary)
    return tuple(_game_statistics(name, ended[name]) for name in catalog.GAMES if name in ended)


def _game_statistics(game: str, ended: Sequence[Summary]) -> GameStatistics:
    told = [
        (summary, seat, result)
        for summary in sorted(ended, key=lambda summary: (summary.played_ms, summary.id))
        if (seat := summary.own_seat) is not None and (result := result_of(summary))
        # A bot of somebody's own is as strong as it was written: of no level. House rules make
        # another game.
        if not any(map(is_own_player, summary.setup.all_players))
        and not catalog.game_of(game).info.has_house_rules(summary.setup)
    ]
    results = [result for _, _, result in told]
    by_level: dict[int, Tally] = defaultdict(Tally)
    by_seat: dict[Seat, Tally] = defaultdict(Tally)
    for summary, seat, result in told:
        levels = (bot_level(player.controller) for player in summary.setup.all_players)
        level = max(filter(None, levels), default=0)
        by_level[level] = by_level[level].after(result)
        if summary.setup.seats > 1:
            by_seat[seat] = by_seat[seat].after(result)
    streak = best_streak = 0
    for result in results:
        streak = streak + 1 if result == Finish.WON else 0
        best_streak = max(best_streak, streak)
    calls = [_figures(summary) for summary, _, _ in told if summary.calls]
    tallies, reactions, shouts = [], [], catalog.game_of(game).shouts
    for word in shouts.words if shouts is not None else ():
        verdicts = [one.verdicts[word] for one in calls if word in one.verdicts]
        if verdicts:
            right, wrong = map(sum, zip(*verdicts, strict=True))
            tallies.append(CallTally(word, right, wrong))
    for kind in shouts.kinds if shouts is not None else ():
        times = sorted(ms for one in calls for ms in one.times_ms.get(kind, ()))
        if times:
            reactions.append(ReactionTimes(kind, tuple(times)))
    return GameStatistics(
        game=game,
        total=Tally(*map(results.count, (Finish.WON, Finish.LOST, Finish.DRAWN))),
        by_level=tuple(sorted(by_level.items())),
        by_seat=tuple(sorted(by_seat.items())),
        streak=streak,
        best_streak=best_streak,
        recent=tuple(results[-MOST_RECENT:]),
        lengths=Spread.of(summary.length for summary, _, _ in told),
        lasted_ms=Spread.of(summary.lasted_ms for summary, _, _ in told if summary.lasted_ms),
        calls=tuple(tallies),
        reactions=tuple(reactions),
        resigned=(
            _ended_by(told, TableEnd.RESIGNED, Finish.LOST),
            _ended_by(told, TableEnd.RESIGNED, Finish.WON),
        ),
        agreed=_ended_by(told, TableEnd.AGREED, Finish.DRAWN),
        others=len(ended) - len(told),
    )


def _ended_by(told: Iterable[tuple[Summary, Seat, str]], reason: TableEnd, wanted: Finish) -> int:
    """How many matches ended with this result, for this reason."""
    return sum(
        summary.outcome is not None and summary.outcome.reason == reason and result == wanted
        for summary, _, result in told
    )


def _figures(summary: Summary) -> CallFigures:
    """A match's call figures; none if they are damaged."""
    try:
        return parse_figures(summary.calls)
    except ValueError:
        return CallFigures()
