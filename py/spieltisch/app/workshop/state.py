"""The state of the workshop, and what can happen there."""

from dataclasses import dataclass, replace
from typing import Any, Self

from spieltisch.app.message import Message
from spieltisch.app.news import ScreenState
from spieltisch.app.workshop.bots import BotId, OwnBot
from spieltisch.play.own_jobs import Failure, MatchPlayed, Series
from spieltisch.play.statistics import interval

MATCHES = (2, 10, 50, 200)
"""How long a series may be."""

LIMITS_S = (1, 5, 30)
"""How long a bot may think, in seconds."""

TEMPLATE = """\
import random


def choose(position, seat):
    return random.choice(position.legal_actions(seat))
"""
"""What a new bot begins with."""

MOST_LINES = 300
"""How many of the printed lines are shown: the last ones."""


@dataclass(frozen=True)
class Trial:
    """A series that is being played, or that has ended."""

    series: Series
    limit_ms: int
    """How long a bot may think."""
    is_ready: bool = False
    """Whether Python has started where the bots are confined."""
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


@dataclass(frozen=True, kw_only=True)
class WorkshopScreen(ScreenState):
    """A bot that is being written."""

    bot_id: BotId
    """Under which it is kept as soon as it is changed or run."""
    bot: OwnBot
    is_foreign: bool = False
    """Whether a link has brought it, and it was not run here."""
    rival: str = "random"
    """Whom it plays against: a bot of the house by its name, or OWN_BOT and an id."""
    matches: int = MATCHES[1]
    limit_s: int = LIMITS_S[0]
    run: Trial | None = None
    deleted: tuple[BotId, OwnBot] | None = None
    """The bot that was deleted last, until another is changed."""
    examples: tuple[tuple[str, str], ...] | None = None
    """Names and files of bots to begin with; None until they are fetched."""

    @property
    def running(self) -> Trial | None:
        """The series, if it is being played."""
        return None if self.run is None or self.run.ended else self.run

    @property
    def wrong(self) -> Failure | None:
        """What is wrong with the file as it is now, as far as a series has shown."""
        failure = None if self.run is None else self.run.failure
        if self.run is None or failure is None or failure.name != self.bot.name:
            return None
        has_changed = all(one.source != self.bot.source for one in self.run.series.contestants)
        return None if has_changed else failure

    def on_run(self, **changes: Any) -> Self:
        """The screen with the series in another state; unchanged if none is being played."""
        run = self.running
        return self if run is None else replace(self, run=replace(run, **changes))


@dataclass(frozen=True)
class RunBot(Message):
    """A series is to be played."""

    seed: int


@dataclass(frozen=True)
class TryBot(Message):
    """A person wants to play against the bot."""

    seed: int
    at_ms: float


@dataclass(frozen=True)
class StopBot(Message):
    """The series is to end."""


@dataclass(frozen=True)
class NewBot(Message):
    """A new bot is to be written, from an example or, if the name is empty, from the template."""

    example: str


@dataclass(frozen=True)
class DeleteBot(Message):
    """The bot on screen is to be deleted."""


@dataclass(frozen=True)
class RestoreBot(Message):
    """The bot that was deleted last is to come back."""


@dataclass(frozen=True)
class TakeAsTest(Message):
    """The position at which the bot has failed becomes a test in its file."""


@dataclass(frozen=True)
class LookAtPlayed(Message):
    """A match of the series is to be looked at."""

    number: int
    at_ms: float


@dataclass(frozen=True)
class BotTold(Message):
    """Where bots are confined something was told: events as a JSON list, as a stranger may have
    written it."""

    text: str
    at_ms: float = 0.0


@dataclass(frozen=True)
class BotEnded(Message):
    """The worker of confined bots has ended; see Trial.ended."""

    why: str


@dataclass(frozen=True)
class ExamplesFetched(Message):
    """The examples have come, as JSON; None if they could not be fetched."""

    text: str | None
