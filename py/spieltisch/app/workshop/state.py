"""The state of the workshop, and what can happen there."""

from dataclasses import replace
from enum import Enum
from math import inf
from typing import Any, Self

from spieltisch.app.message import Message
from spieltisch.app.news import ScreenState
from spieltisch.app.own_things import ThingId
from spieltisch.app.workshop.bots import BotId, OwnBot
from spieltisch.app.workshop.league import League, Trial, TrialEnd
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import Failure, Series

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


class WorkshopScreen(ScreenState, kw_only=True):
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
    run_id: ThingId = ""
    """Under which it is kept; empty for one of the league's."""
    board: Match | str = ""
    """What lies on the board beside the file: a moment of a match, or a position as text; empty for
    the start."""
    board_ms: float = -inf
    """When a match of a series was put there last."""
    asked: Trial | None = None
    """What the bot was asked about the position on the board."""
    levels: frozenset[str] = frozenset()
    """Which bots of the house play in the league, by their names."""
    league: League | None = None
    league_id: ThingId = ""
    """Under which it is kept."""
    kept_ms: float = -inf
    """When what is being played was kept last."""
    made_room: int = 0
    """How many older series were given up for it."""
    deleted: tuple[BotId, OwnBot] | None = None
    """The bot that was deleted last, until another is changed."""
    examples: tuple[tuple[str, str], ...] | None = None
    """Names and files of bots to begin with; None until they are fetched."""

    @property
    def running(self) -> Trial | None:
        """What bots do now: answer a question, or play a series, the bot's own or the league's."""
        league = None if self.league is None else self.league.running
        own = (one for one in (self.asked, self.run) if one is not None and not one.ended)
        return next(own, league)

    @property
    def latest(self) -> Trial | None:
        """What the bot was asked to do last."""
        return self.asked or self.run

    def having(self, trial: Trial) -> Self:
        """The screen with what is being played in another state."""
        if trial.ask is not None:
            return replace(self, asked=trial)
        if self.running is self.run or self.league is None:
            return replace(self, run=trial)
        return replace(self, league=self.league.after(trial))

    def trial_of(self, series: Series) -> Trial | None:
        """The state of a series, unless it has been replaced by another."""
        league = () if self.league is None else self.league.trials
        shown = (one for one in (self.run, *league) if one is not None and one.series is series)
        return next(shown, None)

    @property
    def wrong(self) -> Failure | None:
        """What is wrong with the file as it is now, as far as a series has shown."""
        run = self.latest
        failure = None if run is None else run.failure
        if run is None or failure is None or failure.name != self.bot.name:
            return None
        source = self.bot.contestant.source
        is_same = any(one.source == source for one in run.series.contestants)
        return failure if is_same else None

    def on_run(self, **changes: Any) -> Self:
        """The screen with the series in another state; unchanged if none is being played."""
        run = self.running
        return self if run is None else self.having(replace(run, **changes))


class WorkshopCommand(Message, Enum):
    """What needs no details. The values are those of ``data-do``."""

    STOP = "stop-series"
    DELETE = "delete-bot"
    RESTORE = "restore-bot"
    """The bot that was deleted last is to come back."""
    TAKE_TEST = "take-test"
    """The position at which the bot has failed becomes a test in its file."""


class RunBot(Message):
    """A series is to be played."""

    seed: int


class AskHere(Message):
    """The bot is to be asked once what it would play in the position on the board."""

    seed: int


class RunLeague(Message):
    """All own bots and the chosen ones of the house are to play, each against each."""

    seed: int


class CheckStep(Message):
    """A series is to be played that shows whether a step of the course is done."""

    number: int
    seed: int


class EnterLevel(Message):
    """A bot of the house is to play in the league, or no longer."""

    name: str


class LookAtPair(Message):
    """The series of a pair of the league is to be looked at."""

    number: int


class TryBot(Message):
    """A person wants to play against the bot."""

    seed: int
    at_ms: float


class NewBot(Message):
    """A new bot is to be written, from an example or, if the name is empty, from the template."""

    example: str


class LookAtPlayed(Message):
    """A match of the series is to come on the board."""

    number: int


class OpenPlayed(Message):
    """The match on the board is to come on the table, beside the person's own."""

    at_ms: float


class LookAtSeries(Message):
    """A series or league that is kept is to be looked at."""

    series: ThingId


class BotTold(Message):
    """Where bots are confined something was told: events as a JSON list, as a stranger may have
    written it."""

    text: str
    at_ms: float = 0.0


class BotEnded(Message):
    """The worker of confined bots has ended."""

    why: TrialEnd


class ExamplesFetched(Message):
    """The examples have come, as JSON; None if they could not be fetched."""

    text: str | None
