"""Has bots of a person's own play, in a worker from which nothing else can be reached.

static/workshop/ starts the worker; a bot that thinks for too long ends with it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.bots import Actor, Entrant, TimedBot, parse_bot, play_match
from spieltisch.play.own_bot import OwnBotError, OwnBotFile, plain, shown
from spieltisch.play.own_jobs import (
    MAX_SAID,
    Acted,
    AskBot,
    Contestant,
    Done,
    Event,
    Failed,
    Failure,
    FailureKind,
    MatchPlayed,
    Printed,
    Series,
    format_job,
    own_player,
    parse_job,
)
from spieltisch.table import Player, format_record

BEGINS, ENDS = 1, 0
"""What the warden is told when code of a bot begins to run, and when it is done."""

MOST_PRINTED = 20_000
"""Letters that a job may print; more are not shown."""

MOST_MADE = 8
"""How many bots are kept for further questions: those that were asked last."""

GLANCE_MS = 2_500
"""When a bot acts that does not say how long it takes, in a game in which the faster one counts."""


def _sound(text: str) -> str:
    """A text without half characters, which nobody could read."""
    return text.encode("utf-8", "replace").decode()


@dataclass
class Output:
    """What bots print, a line at a time."""

    post: Callable[[str | int], None]
    left: int = MOST_PRINTED
    _line: str = ""

    def write(self, text: str) -> int:
        """Take what is printed, as a file does."""
        text = plain(text)
        *lines, self._line = (self._line + text[: self.left + 1]).split("\n")
        for line in lines:
            self._tell(line)
        return len(text)

    def flush(self) -> None:
        """Tell what is not yet a line, as a file does."""
        line, self._line = self._line, ""
        if line:
            self._tell(line)

    def _tell(self, line: str) -> None:
        if self.left <= 0:
            return
        self.left -= len(line) + 1
        cut = _sound(line) if self.left > 0 else "…"
        for start in range(0, max(1, len(cut)), MAX_SAID):
            self.post(format_job(Printed(cut[start : start + MAX_SAID])))


@dataclass
class Confined:
    """Does jobs, one after the other."""

    post: Callable[[str | int], None]
    """Tells the warden: an event as text, BEGINS or ENDS."""
    output: Output = field(init=False)
    _made: dict[str, Actor] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.output = Output(self.post)

    def run(self, text: str) -> None:
        """Do a job; whatever a bot does in it, the next one can be done."""
        self.output.left = MOST_PRINTED
        job = parse_job(text)
        try:
            if isinstance(job, Series):
                self._play(job)
            else:
                self._ask(job)
        except OwnBotError as error:
            self._fail(error.failure)
        except BaseException as error:
            names = [one.name for one in _contestants_of(job) if one.source]
            said = f"{type(error).__name__}: {shown(str, error)}"
            self._fail(Failure(names[0], FailureKind.RAISED, said))
        finally:
            self.output.flush()

    def _fail(self, failure: Failure) -> None:
        self.post(ENDS)
        self._tell(Failed(replace(failure, said=_sound(failure.said[:MAX_SAID]))))

    def _tell(self, event: Event) -> None:
        self.output.flush()
        self.post(format_job(event))

    def _tell_thinking(self, is_thinking: bool) -> None:
        self.post(BEGINS if is_thinking else ENDS)

    def _entrant(self, contestant: Contestant, game: Game) -> Entrant:
        if not contestant.source:
            return parse_bot(contestant.name, game)
        return OwnBotFile(contestant.name, contestant.source, self._tell_thinking)

    def _play(self, series: Series) -> None:
        game = catalog.game_of(series.game)
        entrants = [self._entrant(one, game) for one in series.contestants]
        count = len(entrants)
        setup = replace(game.info.default_setup(), players=(Player(),) * count)
        game.info.check(setup)
        for number in range(series.matches):
            seated = [entrants[(seat - number) % count] for seat in range(count)]
            seed = series.seed + number
            start = game.rules.deal(setup, Random(seed).shuffle)
            players = tuple(map(_player, seated))
            dealt = replace(setup, seed=seed, start=start, players=players)
            match = play_match(dealt, seated, Random(f"bots {seed}"))
            outcome = match.position.outcome
            winners = () if outcome is None or outcome.is_draw else tuple(sorted(outcome.winners))
            record = format_record(match.record)
            first = number % count + 1
            self._tell(MatchPlayed(series.job, first, winners, len(match.turns), record))
        self._tell(Done(series.job))

    def _ask(self, ask: AskBot) -> None:
        game = catalog.game_of(ask.game)
        position = game.rules.parse_position(ask.position)
        bot = self._bot(ask, game)
        delay_ms = 0.0
        if isinstance(bot, TimedBot):
            reaction = bot.react(position, ask.seat)
            action = None if reaction is None else reaction.action
            delay_ms = 0.0 if reaction is None else reaction.delay_ms
        else:
            action = bot.choose(position, ask.seat)
            delay_ms = 0.0 if game.reaction_bots is None else GLANCE_MS
        text = "" if action is None else game.rules.format_action(action)
        self._tell(Acted(ask.ticket, text, delay_ms))

    def _bot(self, ask: AskBot, game: Game) -> Actor:
        bot = self._made.pop(ask.memory, None)
        if bot is None:
            bot = self._entrant(ask.bot, game).make(game, Random(ask.seed))
        self._made[ask.memory] = bot
        if len(self._made) > MOST_MADE:
            del self._made[next(iter(self._made))]
        return bot


def _player(bot: Entrant) -> Player:
    return own_player(bot.name) if isinstance(bot, OwnBotFile) else Player(str(bot), bot.controller)


def _contestants_of(job: Series | AskBot) -> tuple[Contestant, ...]:
    return job.contestants if isinstance(job, Series) else (job.bot,)
