"""A series of matches that bots play."""

from dataclasses import dataclass

from spieltisch.play.own_jobs import Acted, AskBot, Failure, MatchPlayed, Series
from spieltisch.play.statistics import interval

MOST_LINES = 300
"""How many of the printed lines are shown: the last ones."""

ENDINGS = ("done", "failed", "stopped", "time", "flood", "died")
"""Why a series may end, see Trial.ended."""


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
    ended: str = ""
    """Why it has ended: ``done``, ``failed``, ``stopped``, ``time`` if a bot has thought for too
    long, ``flood`` if it has told too much, ``died`` if its worker is gone; empty while it goes
    on."""

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
