"""A bot of a person's own, in a Python of its own from which nothing else can be reached.

static/workshop/ starts it, hands it questions, and ends it when it thinks for too long or has
failed. The rules that count are those of whoever asks (judge.py, or the page): what a bot does to
its own Python changes nothing but its own thoughts.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from inspect import currentframe
from random import Random
from types import CodeType, FrameType
from typing import Any

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.bots import TimedBot
from spieltisch.play.own_bot import (
    OwnActor,
    OwnBotError,
    OwnBotFile,
    Stopped,
    last_line,
    line_in,
    plain,
    raised,
)
from spieltisch.play.own_jobs import (
    MAX_SAID,
    MOST_AT_ONCE,
    SUFFIX,
    Acted,
    AskBot,
    Failed,
    Failure,
    FailureKind,
    Made,
    MakeBot,
    Series,
    format_job,
    parse_job,
)
from spieltisch.table import AnyPosition

PRINTED, ANSWERED, FAILED, AT_LINE = 1, 2, 3, 4
"""What the warden is told: a line that was printed; an answer (``Made``, ``Acted``, ``Failed``);
that the bot was stopped, and needs another Python; which line of its file is run, for what does not
let itself be stopped. static/workshop/warden.js has the same
numbers."""

Post = Callable[[int, str], None]
"""Tells the warden one of these, and the text that belongs to it."""

MOST_PRINTED = 20_000
"""Letters that are shown of what a bot prints in a job; more are not told."""

GLANCE_MS = 2_500
"""When a bot acts that does not say how long it takes, in a game in which the faster one counts."""


TOOL = 4
"""As what lines are watched, of the six tools that Python has places for."""


TIMES = 4
"""So often a line is told: in a loop, that of the last round."""

MOST_TOLD = 100_000
"""So many lines are told while a bot is asked one thing, however long its file is. The warden's own
bound is twice that, and ends only what tells them by itself."""

TOLD_AGAIN_AFTER_S = 0.05
TOLD_AGAIN_FACTOR = 1.25
"""When a line of a bot that goes on thinking is told again: after so long, and then each time that
it has thought for so many times as long."""


def _all_code(code: CodeType) -> Iterator[CodeType]:
    """Code with that of all functions in it."""
    rest = [code]
    while rest:
        code = rest.pop()
        yield code
        rest += [one for one in code.co_consts if isinstance(one, CodeType)]


def _sound(text: str) -> str:
    """A text without half characters, which nobody could read."""
    return text.encode("utf-8", "replace").decode()


@dataclass
class Output:
    """What bots print, a line at a time."""

    post: Post
    flood: Callable[[FrameType | None], None] = lambda frame: None
    """Called where a bot prints more at once than anybody reads."""
    left: int = MOST_PRINTED
    _at_once: int = 0
    _line: str = ""

    def begin(self) -> None:
        """The bot thinks anew."""
        self._at_once = 0

    def write(self, text: str) -> int:
        """Take what is printed, as a file does."""
        text = plain(text)
        *lines, self._line = (self._line + text[: self.left + 1]).split("\n")
        for line in lines:
            self._tell(line)
        self._at_once += len(text)
        if self._at_once > MOST_AT_ONCE:
            self.flood(currentframe())
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
            self.post(PRINTED, cut[start : start + MAX_SAID])


@dataclass
class Stopwatch:
    """How long code of a bot's own has run since it was asked."""

    now_s: Callable[[], float]
    """A clock."""
    limit_s: float = 0.0
    used_s: float = 0.0
    since_s: float | None = None
    """When it began to run; None while it does not."""

    def begin(self, limit_s: float) -> None:
        """The bot is asked something."""
        self.limit_s, self.used_s, self.since_s = limit_s, 0.0, None

    @contextmanager
    def charged(self) -> Iterator[None]:
        """While its code may run; from within it, nothing is counted twice."""
        if self.since_s is not None:
            yield
            return
        self.since_s = self.now_s()
        try:
            yield
        finally:
            self.used_s += self.now_s() - self.since_s
            self.since_s = None

    @property
    def spent_s(self) -> float:
        """How long its code has run."""
        return self.used_s + (0.0 if self.since_s is None else self.now_s() - self.since_s)

    @property
    def is_over(self) -> bool:
        return self.since_s is not None and self.spent_s > self.limit_s


@dataclass
class Confined:
    """Answers questions, one after the other."""

    post: Post
    now_s: Callable[[], float]
    """A clock."""
    monitoring: Any = None
    """Python's ``sys.monitoring``; None before Python 3.12, where no line can be told."""
    output: Output = field(init=False)
    _watch: Stopwatch = field(init=False)
    _made: tuple[str, OwnActor] | None = None
    """Who sits here, and under which memory."""
    _known: AnyPosition | None = None
    """The position that it was asked about last."""
    _asked: MakeBot | AskBot | None = None
    _is_asleep: bool = False
    _code: tuple[CodeType, ...] = ()
    """Of the file that sits here, and of its functions."""
    _lines_s: float = 0.0
    """When lines that were told are told again."""
    _lines_left: int = MOST_TOLD
    """How many more are told before the bot is asked something else."""

    def __post_init__(self) -> None:
        self.output = Output(self.post, self._flood)
        self._watch = Stopwatch(self.now_s)

    def run(self, text: str, limit_ms: float) -> None:
        """Answer a question; the bot's own code may run for so long."""
        asked = parse_job(text)
        assert not isinstance(asked, Series)
        self._asked = asked
        self._watch.begin(limit_ms / 1000)
        self.output.begin()
        self._lines_s, self._lines_left = TOLD_AGAIN_AFTER_S, MOST_TOLD
        self._tell_lines()
        try:
            said = self._make(asked) if isinstance(asked, MakeBot) else self._ask(asked)
        except Stopped:
            return
        except OwnBotError as error:
            # Memory that was taken once is not given back.
            is_full = error.failure.kind is FailureKind.MEMORY
            self._fail(error.failure, FAILED if is_full else ANSWERED)
        except BaseException as error:
            line = last_line(error.__traceback__, f"{asked.bot.name}{SUFFIX}") or 0
            self._fail(Failure(asked.bot.name, FailureKind.RAISED, raised(error), line))
        else:
            self.output.flush()
            self.post(ANSWERED, format_job(said))

    def tick(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Look at the watch, while code may run: a bot that has thought for too long is stopped
        where it is. Takes what a signal's handler does."""
        if self._watch.is_over:
            kind = FailureKind.SLEPT if self._is_asleep else FailureKind.TIME
            if kind is FailureKind.TIME and self._known is None:
                kind = FailureKind.FILE_TIME
            self._stop(kind, f"{self._watch.limit_s:g}", frame)
        elif self._watch.spent_s >= self._lines_s:
            self._lines_s = TOLD_AGAIN_FACTOR * self._watch.spent_s
            self._tell_lines()

    def _watched(self, code: CodeType) -> None:
        """Take the code of a file, of which no line has been run."""
        self._code = tuple(_all_code(code))
        self._tell_lines()

    def _tell_lines(self) -> None:
        """Have each line of the file told as it is run next, a few times, after which it costs
        nothing more: what is done below Python, as by ``sum``, lets nobody look at the watch before
        it is over."""
        monitoring = self.monitoring
        if monitoring is None or self._lines_left <= 0:
            return

        times = Counter[int]()

        def told(code: CodeType, line: int) -> Any:
            if self._lines_left <= 0:
                return monitoring.DISABLE
            times[line] += 1
            self._lines_left -= 1
            self.post(AT_LINE, str(line))
            return monitoring.DISABLE if times[line] >= TIMES else None

        with suppress(ValueError):
            # The bot may have taken the place of it.
            if monitoring.get_tool(TOOL) is None:
                monitoring.use_tool_id(TOOL, SUFFIX)
            monitoring.register_callback(TOOL, monitoring.events.LINE, told)
            for one in self._code:
                # What was told is told again by an event that is new.
                monitoring.set_local_events(TOOL, one, 0)
                monitoring.set_local_events(TOOL, one, monitoring.events.LINE)

    def sleep(self, seconds: float) -> None:
        """What ``time.sleep`` is to a bot: it goes on counting, and can be stopped."""
        until_s, self._is_asleep = self.now_s() + seconds, True
        try:
            while self.now_s() < until_s:
                self.tick(frame=currentframe())
        finally:
            self._is_asleep = False

    def _flood(self, frame: FrameType | None) -> None:
        self._stop(FailureKind.FLOOD, "", frame)

    def _stop(self, kind: FailureKind, said: str, frame: FrameType | None) -> None:
        """Tell that the bot is stopped, whatever it makes of that: it gets another Python."""
        asked = self._asked
        assert asked is not None
        line = line_in(frame, f"{asked.bot.name}{SUFFIX}")
        self._fail(Failure(asked.bot.name, kind, said, line), FAILED)
        raise Stopped

    def _fail(self, failure: Failure, kind: int = ANSWERED) -> None:
        asked = self._asked
        if isinstance(asked, AskBot) and not failure.seat:
            failure = replace(failure, seat=asked.seat)
        self.output.flush()
        failure = replace(failure, said=_sound(failure.said[:MAX_SAID]))
        self.post(kind, format_job(Failed(failure)))

    def _make(self, asked: MakeBot) -> Made:
        self._known = None
        game = catalog.game_of(asked.game)
        bot = self._file(asked).seeded(game, asked.seed)
        self._made = asked.memory, bot
        return Made(bot.contract)

    def _file(self, asked: MakeBot | AskBot) -> OwnBotFile:
        return OwnBotFile(asked.bot.name, asked.bot.source, self._watch.charged, self._watched)

    def _ask(self, asked: AskBot) -> Acted:
        game = catalog.game_of(asked.game)
        bot = self._bot(asked, game)
        self._known = position = self._position(asked, game)
        delay_ms = 0.0
        if isinstance(bot, TimedBot):
            reaction = bot.react(position, asked.seat)
            action = None if reaction is None else reaction.action
            delay_ms = 0.0 if reaction is None else reaction.delay_ms
        else:
            action = bot.choose(position, asked.seat)
            delay_ms = 0.0 if game.reaction_bots is None else GLANCE_MS
        text = "" if action is None else game.rules.format_action(action)
        return Acted(asked.ticket, text, delay_ms)

    def _position(self, asked: AskBot, game: Game) -> Any:
        if asked.position:
            return game.rules.parse_position(asked.position)
        position = self._known
        assert position is not None
        for seat, action in asked.since:
            position = position.apply(seat, game.rules.parse_action(action))
        return position

    def _bot(self, asked: AskBot, game: Game) -> OwnActor:
        if self._made is None or self._made[0] != asked.memory:
            self._known = None
            self._made = asked.memory, self._file(asked).make(game, Random(asked.seed))
        return self._made[1]
