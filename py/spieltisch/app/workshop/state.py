"""The state of the workshop, and what can happen there."""

from dataclasses import replace
from enum import Enum
from math import inf
from typing import Any, Self, TypeAlias

from spieltisch.app.board.form import OWN_BOT
from spieltisch.app.core.buttons import Seed
from spieltisch.app.core.message import Frozen, Message, TimedMessage
from spieltisch.app.core.news import Aside, ScreenState
from spieltisch.app.core.notice import Notice
from spieltisch.app.core.waits import WithText
from spieltisch.app.keeping.bots import BotId, OwnBot
from spieltisch.app.keeping.league import BotQuestion, League, Trial, TrialEnd
from spieltisch.app.keeping.own_things import ThingId
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import Failure
from spieltisch.table import AnyPosition

SERIES_LENGTHS = (2, 5, 10, 50, 200)
"""How long a series may be."""

LIMITS_S = (1, 5, 30)
"""How long a bot may think, in seconds."""

TEMPLATE = """\
import random


def choose(position, seat):
    return random.choice(position.legal_actions(seat))
"""
"""What a new bot begins with."""


class HouseRival(Frozen):
    """A bot of the house."""

    name: str

    @property
    def value(self) -> str:
        """What the list of rivals calls it."""
        return self.name


class OwnRival(Frozen):
    """Another bot of the person's own, which may have been deleted meanwhile."""

    bot_id: BotId

    @property
    def value(self) -> str:
        return f"{OWN_BOT}{self.bot_id}"


Rival: TypeAlias = HouseRival | OwnRival
"""Whom a bot plays against."""

RANDOM = HouseRival("random")


class WinMissed(Frozen):
    """A bot could have won at once."""

    action: str
    """With what, as text."""


class WinAllowed(Frozen):
    """A bot has let the other side win at once."""

    action: str
    """What would have prevented it, as text."""


class SkillNotShown(Frozen):
    """A bot has not shown what the step is about, which is a skill."""

    step: int
    """1 being the first."""


class NotWonYet(Frozen):
    """A bot has not won in as many actions as it may have."""


Lapse: TypeAlias = WinMissed | WinAllowed | SkillNotShown | NotWonYet
"""What was wrong with a turn."""


class Passed(Frozen):
    """A check has shown that its step is done."""

    step: int
    """1 being the first."""


class Lapsed(Frozen):
    """A check has not, and there is a turn that tells why."""

    match: int
    """Of the series, from 1 on."""
    turn: int
    """The number of the turn in that match."""
    lapse: Lapse


class NotYet(Frozen):
    """A check has not, for all of its games together."""


Verdict: TypeAlias = Passed | Lapsed | NotYet
"""What a check has shown."""


class WhereFailed(Frozen):
    """The position at which a bot has failed."""

    position: AnyPosition


Board: TypeAlias = Match | WhereFailed | None
"""What lies on the board beside a file: a moment of a match, or where a bot has failed; None for
the start."""


class BesideFile(Frozen):
    """What lies there, with what the bot has said about that: of what comes next it has not."""

    board: Board = None
    said: BotQuestion | None = None
    """The question about it that the bot was asked, which is over."""
    since_ms: float = -inf
    """When it came there, if it is a match of the series that is being played."""

    def at(self, match: Match) -> Self:
        """Another moment of the match that lies there."""
        return replace(self, board=match, said=None)


EMPTY_BOARD = BesideFile()


class PlayedTrial(Frozen):
    """A series that is over, the bot's own or that of a pair of the league."""

    trial: Trial
    verdict: Verdict | None = None
    """What it has shown as a check; None if it is none."""


Running: TypeAlias = BotQuestion | Trial | League
"""What bots do now: they do one thing at a time. A question is about what lies on the board, and a
series is the bot's own."""


class WorkshopScreen(ScreenState, kw_only=True):
    """A bot that is being written."""

    bot_id: BotId
    """Under which it is kept as soon as it is changed or run."""
    bot: OwnBot
    is_foreign: bool = False
    """Whether a link has brought it, and it was not run here."""
    asks_to_play: bool = False
    """Whether the person is asked if they want to play against a bot that came by link."""
    rival: Rival = RANDOM
    matches: int = SERIES_LENGTHS[2]
    limit_s: int = LIMITS_S[1]
    work: Running | None = None
    """What bots do now; once it is over it lies below, each kind in a place of its own."""
    played: PlayedTrial | None = None
    """The series that was played last, or that is looked at."""
    table: League | None = None
    """The league that was played last, or is stopped, or looked at."""
    on_board: BesideFile = EMPTY_BOARD
    """What lies on the board beside the file, and what the bot has said about it."""
    tries: int = 0
    """How often the step of the course that is next was checked in vain."""
    levels: frozenset[str] = frozenset()
    """Which bots of the house play in the league, by their names."""
    kept_ms: float = -inf
    """When what is being played was kept last."""
    made_room: int = 0
    """How many older series were given up for it."""
    is_deleted: bool = False
    """Whether the bot was deleted, here or in another tab; see ``DeckScreen``."""
    examples: tuple[tuple[str, str], ...] = ()
    """Names and files of bots to begin with, once they are fetched."""

    @property
    def thing(self) -> ThingId:
        return self.bot_id

    @property
    def deleted_thing(self) -> ThingId:
        return self.bot_id if self.is_deleted else ""

    @property
    def board(self) -> Board:
        return self.on_board.board

    @property
    def asked(self) -> BotQuestion | None:
        """What the bot is asked, or was, about what lies there."""
        return self.work if isinstance(self.work, BotQuestion) else self.on_board.said

    @property
    def trial(self) -> Trial | None:
        """The series that is shown, of the bot or of a pair of the league."""
        if isinstance(self.work, Trial):
            return self.work
        return None if self.played is None else self.played.trial

    @property
    def league(self) -> League | None:
        """The league that is shown."""
        return self.work if isinstance(self.work, League) else self.table

    @property
    def verdict(self) -> Verdict | None:
        """What the series on screen has shown as a check."""
        return None if self.played is None else self.played.verdict

    @property
    def running(self) -> Trial | BotQuestion | None:
        """What bots do now: answer a question, or play a series, the bot's own or the league's."""
        return self.work.running if isinstance(self.work, League) else self.work

    @property
    def shown_series(self) -> tuple[ThingId, ...]:
        """The ids under which the series and the league that are shown are kept."""
        trial = () if self.trial is None else (self.trial.kept_as,)
        return trial if self.league is None else (*trial, self.league.id)

    @property
    def latest(self) -> Trial | BotQuestion | None:
        """What the bot was asked to do last."""
        return self.asked or self.trial

    def at_work(self, work: Running) -> Self:
        """The screen as bots do this, in place of what they did; what is over is put where it
        lies."""
        match work:
            case BotQuestion(ended=None):
                return replace(self, work=work, on_board=replace(self.on_board, said=None))
            case BotQuestion():
                return replace(self, work=None, on_board=replace(self.on_board, said=work))
            case Trial(ended=None):
                return replace(self, work=work, played=None)
            case Trial():
                return replace(self, work=None, played=PlayedTrial(work))
            case League():
                is_over = work.running is None
                on, over = (None, work) if is_over else (work, None)
                return replace(self, work=on, table=over)

    def having(self, work: Trial | BotQuestion) -> Self:
        """The screen with what bots do now in another state."""
        if isinstance(self.work, League) and isinstance(work, Trial):
            return self.at_work(self.work.after(work))
        return self.at_work(work)

    def showing(self, trial: Trial) -> Self:
        """The screen with another series that is over, in place of the bot's own."""
        work = None if isinstance(self.work, Trial) else self.work
        return replace(self, work=work, played=PlayedTrial(trial))

    def laying(self, on_board: BesideFile) -> Self:
        """The screen with something else beside the file: about that the bot is not asked."""
        work = None if isinstance(self.work, BotQuestion) else self.work
        return replace(self, work=work, on_board=on_board)

    def without_bots_own(self) -> Self:
        """The screen without what its bot has done: a league is of all bots."""
        work = self.work if isinstance(self.work, League) else None
        return replace(self, work=work, played=None, on_board=EMPTY_BOARD)

    def is_trial(self, trial: Trial) -> bool:
        """Whether a series is the one that is shown, in whatever state."""
        return self.trial is not None and self.trial.is_same(trial)

    def now(self, trial: Trial) -> Trial | None:
        """A series as it is now, unless it has been replaced by another."""
        league = () if self.league is None else self.league.trials
        known = (one for one in (self.trial, *league) if one is not None and one.is_same(trial))
        return next(known, None)

    @property
    def wrong(self) -> Failure | None:
        """What is wrong with the file as it is now, as far as a series has shown."""
        work = self.latest
        failure = None if work is None else work.failure
        if work is None or failure is None or failure.name != self.bot.name:
            return None
        source = self.bot.contestant.source
        is_same = any(one.source == source for one in work.contestants)
        return failure if is_same else None

    def on_work(self, **changes: Any) -> Self:
        """The screen with the series in another state; unchanged if none is being played."""
        work = self.running
        return self if work is None else self.having(replace(work, **changes))


class LeftLeague(Aside, kw_only=True):
    """The workshop as it was left with a league in it, which goes on beside what is on screen."""

    workshop: WorkshopScreen
    is_end_told: bool = False
    """Whether somebody who is elsewhere was told that the league is over."""
    trouble: Notice | None = None
    """What they are yet to be told of it there."""


class WorkshopCommand(Message, Enum):
    """What needs no details. The values are those of ``data-do``."""

    STOP = "stop-series"
    GO_ON = "resume-league"
    """The league on screen was stopped, and is to go on."""
    DELETE = "delete-bot"
    ACCEPT = "accept-bot"
    """The person has read the bot that a link has brought."""
    TAKE_TEST = "take-test"
    """The position at which the bot has failed becomes a test in its file."""


class BeginTrial(Message, do="run-series"):
    """A series is to be played."""

    seed: Seed


class AskHere(Message, do="ask-here"):
    """The bot is to be asked once what it would play in the position on the board."""

    seed: Seed


class BeginLeague(Message, do="run-league"):
    """All own bots and the chosen ones of the house are to play, each against each."""

    seed: Seed


class CheckStep(Message, do="check-step"):
    """A series is to be played that shows whether a step of the course is done."""

    number: int


class EnterLevel(Message, do="enter-level"):
    """A bot of the house is to play in the league, or no longer."""

    name: str


class LookAtPair(Message, do="look-at-pair"):
    """The series of a pair of the league is to be looked at."""

    number: int


class TryBot(TimedMessage, do={"try-bot": {"is_sure": False}, "try-sure": {"is_sure": True}}):
    """A person wants to play against the bot, and is asked first if it came by link."""

    seed: Seed
    at_ms: float
    is_sure: bool = False


class NewBot(Message, do="new-bot"):
    """A new bot is to be written, from an example or, if the name is empty, from the template."""

    example: str


class LookAtPlayed(Message, do="look-at-played"):
    """A match of the series is to come on the board."""

    number: int


class OpenPlayed(TimedMessage, do="open-played"):
    """The match on the board is to come on the table, beside the person's own."""

    at_ms: float


class LookAtSeries(Message, do="look-at-series"):
    """A series or league that is kept is to be looked at."""

    series: ThingId


class BotHeard(TimedMessage):
    """Where bots are confined something was told: events as a JSON list, as a stranger may have
    written it."""

    text: str
    at_ms: float


class AskAgain(Message, do="ask-again"):
    """The bot that has failed at the table is to be asked once more."""


class StandIn(TimedMessage, do="stand-in"):
    """The computer is to play on for it."""

    at_ms: float


class BotEnded(Message):
    """The worker of confined bots has ended."""

    why: TrialEnd


class ExamplesFetched(WithText):
    """The examples have come, as JSON; None if they could not be fetched."""
