"""Bots that people write: a Python file with ``choose``, ``evaluate`` or ``see`` (docs/bots.md).

The file is run as it is, with all that this Python can do: only run what you would run anyway. The
page runs it where it can do nothing else but play (confined.py).
"""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from random import Random
from types import CodeType, ModuleType, TracebackType
from typing import Any, TypeVar

from spieltisch.games.contract import Game, Reaction, Sighting
from spieltisch.play.bots import Actor, TimedBot
from spieltisch.play.own_jobs import LONGEST_MS, Failure, FailureKind
from spieltisch.search import think
from spieltisch.search.game import HIGHEST_EVALUATION, ODDS_UNIT, WIN, Level, Root, SearchGame
from spieltisch.table import AnyPosition, AnyRules, Bot, Seat

T = TypeVar("T")

CONTRACTS = ("choose", "evaluate", "see")
"""The functions by which a file is a bot; it has exactly one of them."""

SEARCHED = Level(nodes=300)
"""How far the house's search goes with a person's own evaluation."""


class OwnBotError(ValueError):
    """A bot of a person's own has failed; the message names its file, the line and what went wrong,
    and the position as text if there was one."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


@dataclass(frozen=True)
class OwnBotFile:
    """A bot as it was written. Every seat that it plays for runs the file anew.

    >>> from spieltisch.games import catalog
    >>> yala = catalog.game_of("yala")
    >>> bot = OwnBotFile("first", "def choose(position, seat):\\n    return 'a+'")
    >>> ring = "ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl "
    >>> str(bot.make(yala, Random(1)).choose(yala.rules.parse_position(ring + "d"), 1))
    'a+'
    >>> bot.make(yala, Random(1)).choose(yala.rules.parse_position(ring + "l"), 2)
    Traceback (most recent call last):
        ...
    spieltisch.play.own_bot.OwnBotError: first.py: choose gave 'a+', which seat 2 may not play; \
position: ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl l
    """

    name: str
    """What it is called: the file's name without ``.py``."""
    source: str
    """The file."""
    tell_thinking: Callable[[bool], None] = lambda is_thinking: None
    """Told when code of the file begins to run, and when it is done."""

    def __str__(self) -> str:
        return self.name

    @property
    def controller(self) -> Bot:
        """The controller of its seat: records know no other bots than the house's."""
        return Bot(1)

    def make(self, game: Game, rng: Random) -> Actor:
        """The bot, ready to play; raises OwnBotError if the file does not run or is no bot. ``rng``
        seeds the file's ``random``, so that the same match can be played again."""
        random.seed(rng.random())
        program = _Program(self.name, game.rules, self.tell_thinking)
        module = program.run(self.source)
        # Not getattr: a file may have a __getattr__ of its own.
        found = [name for name in CONTRACTS if callable(vars(module).get(name))]
        if len(found) != 1:
            raise program.failure(FailureKind.FUNCTIONS, " and ".join(found))
        (contract,) = found
        function = vars(module)[contract]
        if contract == "choose":
            return _Chooser(program, function)
        if contract == "evaluate":
            if game.search_bots is None:
                raise program.failure(FailureKind.EVALUATE, game.info.name)
            return _Evaluator(program, function, rng)
        if game.reaction_bots is None:
            raise program.failure(FailureKind.SEE, game.info.name)
        return _Seer(program, function, game.reaction_bots.act_on)


@dataclass(frozen=True)
class _Program:
    """A bot's file while it runs: what goes wrong in it becomes an OwnBotError."""

    name: str
    rules: AnyRules
    tell_thinking: Callable[[bool], None]

    @property
    def file(self) -> str:
        return f"{self.name}.py"

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """While code of the file may run."""
        self.tell_thinking(True)
        try:
            yield
        finally:
            self.tell_thinking(False)

    def run(self, source: str) -> ModuleType:
        module = ModuleType(f"own_bot_{self.name}")
        linecache.cache[self.file] = (len(source), None, source.splitlines(True), self.file)
        with self.thinking():
            code = self._compiled(source)
            self.guarded(None, lambda: exec(code, vars(module)))
        return module

    def _compiled(self, source: str) -> CodeType:
        try:
            return compile(source, self.file, "exec")
        except SyntaxError as error:
            said = f"{error.msg}"
            raise self.failure(FailureKind.RAISED, said, None, error.lineno) from None
        except Exception as error:
            raise self._raised(error, None) from error

    def ask(self, function: Callable[[AnyPosition, Seat], Any], position: Any, seat: Seat) -> Any:
        """What a function of the file says of a position."""
        return self.guarded(position, lambda: function(position, seat))

    def guarded(self, position: AnyPosition | None, work: Callable[[], T]) -> T:
        """What comes of work in which code of the file may run: also what its classes say of what
        they are equal to, or count as."""
        try:
            return work()
        except KeyboardInterrupt:
            raise
        except SystemExit as error:
            line = _last_line(error.__traceback__, self.file)
            raise self.failure(FailureKind.EXIT, "", position, line) from None
        except BaseException as error:
            raise self._raised(error, position) from error

    def _raised(self, error: BaseException, position: AnyPosition | None) -> OwnBotError:
        said = f"{type(error).__name__}: {shown(str, error)}"
        line = _last_line(error.__traceback__, self.file)
        return self.failure(FailureKind.RAISED, said, position, line)

    def failure(
        self,
        kind: FailureKind,
        said: str,
        position: AnyPosition | None = None,
        line: int | None = None,
        seat: Seat = 0,
    ) -> OwnBotError:
        """What to tell the person who wrote the file."""
        text = "" if position is None else self.rules.format_position(position)
        return OwnBotError(Failure(self.name, kind, said, line or 0, seat, text))

    def legal(self, said: Any, by: str, position: AnyPosition, seat: Seat) -> Any:
        """The legal action that was meant: itself, or its text."""

        def found() -> Any:
            for action in position.legal_actions(seat):
                if said == action or said == self.rules.format_action(action):
                    return action
            return None

        meant = self.guarded(position, found)
        if meant is None:
            kind = FailureKind.ILLEGAL_CHOICE if by == "choose" else FailureKind.ILLEGAL_SIGHT
            raise self.failure(kind, shown(repr, said), position, seat=seat)
        return meant


def shown(show: Callable[[Any], str], value: Any) -> str:
    """A value of a bot's as text, or its class where that fails: it may be of one of the bot's, or
    a number of too many digits."""
    try:
        return plain(show(value))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"<{type(value).__name__}>"


plain: Callable[[str], str] = str.__str__
"""A text as Python's own; the class of a text of a bot's may be the bot's, and do anything when it
is cut or put into another."""


def _last_line(traceback: TracebackType | None, file: str) -> int | None:
    """The line of a file that was being run last."""
    line = None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


@dataclass(frozen=True)
class _Chooser:
    """Plays what ``choose(position, seat)`` gives."""

    program: _Program
    function: Callable[[AnyPosition, Seat], Any]

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        with self.program.thinking():
            said = self.program.ask(self.function, position, seat)
            return self.program.legal(said, "choose", position, seat)


@dataclass(frozen=True)
class _Evaluator(SearchGame[Any, Any]):
    """Looks ahead with the house's search, by ``evaluate(position, seat)``: above 0 is good for the
    seat, and 1 more makes the odds of winning e times as good. Nodes are positions, with their
    past. Among three, who else acts and for whom is not known, so it looks one action ahead.
    """

    program: _Program
    function: Callable[[AnyPosition, Seat], Any]
    rng: Random

    levels: Sequence[Level] = (SEARCHED,)
    best: Level = SEARCHED
    breadth: int = 1_000
    futility_margin: int = 0
    slice_nodes: int = 100

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        with self.program.thinking():
            return self._chosen(position, seat)

    def _chosen(self, position: AnyPosition, seat: Seat) -> Any:
        if _takes_turns_with_one(position, seat):
            return think(self, position, seat, SEARCHED, self.rng).action
        candidates = self.expand(position)
        self.rng.shuffle(candidates)
        return max(candidates, key=lambda candidate: candidate[0])[1]

    def root(self, position: AnyPosition) -> Root:
        return Root(position)

    def expand(self, node: AnyPosition) -> list[tuple[int, Any, AnyPosition]]:
        if node.outcome is not None:
            # A draw goes on as itself, and the search takes a repetition for a draw.
            return [(0, None, node)]
        (seat,) = node.active_seats
        reached = [(action, node.apply(seat, action)) for action in node.legal_actions(seat)]
        return [(self._value(after, seat), action, after) for action, after in reached]

    def action(self, position: AnyPosition, move: Any) -> Any:
        return move

    def _value(self, position: AnyPosition, seat: Seat) -> int:
        if position.outcome is not None:
            if position.outcome.is_draw:
                return 0
            return WIN if seat in position.outcome.winners else 1 - WIN
        said = self.program.ask(self.function, position, seat)
        number = self.program.guarded(position, lambda: _finite(said))
        if number is None:
            raise self.program.failure(FailureKind.NO_NUMBER, shown(repr, said), position)
        return round(max(-HIGHEST_EVALUATION, min(HIGHEST_EVALUATION, number * ODDS_UNIT)))


def _finite(said: Any) -> int | float | None:
    """What is said as a number of Python's own; a whole one may be larger than any float."""
    if isinstance(said, int):
        return int(said)
    number = float(said) if isinstance(said, float) else None
    return number if number is not None and isfinite(number) else None


def _takes_turns_with_one(position: AnyPosition, seat: Seat) -> bool:
    """Whether it is the seat's turn again once it and one other have acted."""
    for action in position.legal_actions(seat):
        after = position.apply(seat, action)
        for other in after.active_seats:
            answered = after.apply(other, after.legal_actions(other)[0])
            if answered.active_seats:
                return other != seat and answered.active_seats == {seat}
    return True


@dataclass(frozen=True)
class _Seer(TimedBot):
    """Plays what ``see(position, seat)`` says it has seen, and when."""

    program: _Program
    function: Callable[[AnyPosition, Seat], Any]
    act_on: Callable[[AnyPosition, Seat, Sighting], Reaction | None]

    def react(self, position: AnyPosition, seat: Seat) -> Reaction | None:
        """What it does and after what time; None if its seat owes nothing."""
        with self.program.thinking():
            return self._reaction(position, seat)

    def _reaction(self, position: AnyPosition, seat: Seat) -> Reaction | None:
        said = self.program.ask(self.function, position, seat)
        seen = self.program.guarded(position, lambda: _sighting(said))
        if seen is None:
            raise self.program.failure(FailureKind.NO_SIGHTING, shown(repr, said), position)
        sighting, delay = seen
        if not 0 <= sighting.delay_ms <= LONGEST_MS:
            raise self.program.failure(FailureKind.TOO_LONG, delay, position)
        reaction = self.act_on(position, seat, sighting)
        if reaction is not None:
            self.program.legal(reaction.action, "see", position, seat)
        return reaction


def _sighting(said: Any) -> tuple[Sighting, str] | None:
    """What is said to have been seen, and the time that it took as it was said."""
    try:
        call, moves, delay_ms = said
        found = tuple(plain(str(move)) for move in moves)
        return Sighting(plain(str(call)), found, float(delay_ms)), shown(repr, delay_ms)
    except (TypeError, ValueError, OverflowError):
        return None
