"""Bots that people write: a Python file with ``choose``, ``evaluate`` or ``see`` (docs/bots.md).

The file is run as it is, with all that this Python can do: only run what you would run anyway. The
page runs it where it can do nothing else but play (confined.py).
"""

from __future__ import annotations

import ast
import inspect
import linecache
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import isfinite
from random import Random
from types import (
    AsyncGeneratorType,
    CodeType,
    CoroutineType,
    FrameType,
    GeneratorType,
    ModuleType,
    TracebackType,
)
from typing import Any, Protocol, TypeVar

from spieltisch.games.contract import Game, Reaction, Sighting
from spieltisch.play.bots import Actor, TimedBot
from spieltisch.play.own_jobs import LONGEST_MS, MAX_SAID, SUFFIX, Failure, FailureKind
from spieltisch.play.pasted_source import meant_source
from spieltisch.search import think
from spieltisch.search.game import HIGHEST_EVALUATION, ODDS_UNIT, WIN, Level, Root, SearchGame
from spieltisch.table import AnyPosition, AnyRules, Bot, Seat

T = TypeVar("T")

CONTRACTS = ("choose", "evaluate", "see")
"""The functions by which a file is a bot; it has exactly one of them."""

SEARCHED = Level(nodes=300)
"""How far the house's search goes with a person's own evaluation."""

ALIKE = 0.75
"""From how like a function's name is to one of these on, it is taken to be meant."""
SHORT, ALIKE_IF_SHORT = 4, 0.9
"""A name of so many letters has to be more like it."""

MOST_NAMED = 12
"""So many of the actions that a seat may play are told."""

NETWORKED = frozenset(("_socket", "_ssl", "socket", "socketserver", "ssl"))
_PYODIDE = ("_pyodide", "_pyodide_core", "pyodide", "pyodide_js")
OUTSIDE = frozenset((*_PYODIDE, "_ctypes", "ctypes", "js", "polyscript", "pyscript"))
"""Modules that are not there where a bot is confined, though this Python has them."""

_YET_TO_RUN = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR | inspect.CO_GENERATOR
_HALF_RUN = (CoroutineType, AsyncGeneratorType, GeneratorType)
"""What such code gives when it is called."""

_CONTRACT_OF = {
    FailureKind.ILLEGAL_CHOICE: "choose",
    FailureKind.NO_NUMBER: "evaluate",
    FailureKind.NO_SIGHTING: "see",
    FailureKind.ILLEGAL_SIGHT: "see",
}
"""Which function has given what is no answer."""


class Stopped(BaseException):
    """A bot is stopped, and why has been told: it goes through all of a file's code, as far as the
    file lets it."""


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
    spieltisch.play.own_bot.OwnBotError: first.py, line 1: choose returned 'a+', but seat 2 may \
not play that. It may play b+, b-, d+, d-, f+, f-, h+, h-, j+, j-, l+, l-; position: \
ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl l
    """

    name: str
    """What it is called: the file's name without ``.py``."""
    source: str
    """The file."""
    charged: Callable[[], AbstractContextManager[object]] = nullcontext
    """Entered while code of the file may run, and not while the house's search does."""
    watched: Callable[[CodeType], None] = lambda code: None
    """Called with the file's code before any of it runs."""

    def __str__(self) -> str:
        return self.name

    @property
    def controller(self) -> Bot:
        """The controller of its seat: records know no other bots than the house's."""
        return Bot(1)

    def make(self, game: Game, rng: Random) -> OwnActor:
        """The bot, ready to play; raises OwnBotError if the file does not run or is no bot. One
        number of ``rng`` seeds what it draws, so that the same match can be played again."""
        return self.seeded(game, rng.random())

    def seeded(self, game: Game, seed: float) -> OwnActor:
        """The same, given that number."""
        program = _Program(self.name, game.rules, self.charged, self.watched, _Chance(seed))
        module = program.run(self.source)
        # Not getattr: a file may have a __getattr__ of its own.
        found = [name for name in CONTRACTS if callable(vars(module).get(name))]
        if len(found) != 1:
            line = program.line_of(vars(module)[found[-1]]) if found else meant_line(self.source)
            raise program.failure(FailureKind.FUNCTIONS, " and ".join(found), line=line)
        (contract,) = found
        function = vars(module)[contract]
        program.check(function, contract)
        if contract == "choose":
            return _Chooser(program, function)
        if contract == "evaluate":
            if game.search_bots is None:
                raise program.failure(FailureKind.EVALUATE, game.info.name)
            return _Evaluator(program, function, Random(f"search {seed}"))
        if game.reaction_bots is None:
            raise program.failure(FailureKind.SEE, game.info.name)
        return _Seer(program, function, game.reaction_bots.act_on)


_MODULUS = 2**61 - 1
"""What numbers are hashed by where Python has 64 bits (``sys.hash_info``)."""


class _Chance:
    """What ``random`` draws for a file, apart from what it draws for others and for the caller."""

    def __init__(self, seed: float) -> None:
        # A float seeds by its hash, which is another one where Python has 32 bits, as in a page.
        # This is the one of 64 bits, so that a seed draws the same everywhere.
        numerator, denominator = seed.as_integer_ratio()
        self._state = Random(numerator * pow(denominator, -1, _MODULUS) % _MODULUS).getstate()

    @contextmanager
    def drawn(self) -> Iterator[None]:
        """While ``random`` draws for the file."""
        before = random.getstate()
        random.setstate(self._state)
        try:
            yield
        finally:
            self._state = random.getstate()
            random.setstate(before)


@dataclass(frozen=True)
class _Program:
    """A bot's file while it runs: what goes wrong in it becomes an OwnBotError."""

    name: str
    rules: AnyRules
    charged: Callable[[], AbstractContextManager[object]]
    watched: Callable[[CodeType], None]
    chance: _Chance

    @property
    def file(self) -> str:
        return f"{self.name}{SUFFIX}"

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """While the bot thinks, by itself or with the house's search."""
        with self.chance.drawn():
            yield

    def check(self, function: Any, contract: str) -> None:
        """Raise OwnBotError for a function that cannot be what a bot has."""
        line = self.line_of(function)
        code = getattr(function, "__code__", None)
        if isinstance(code, CodeType) and code.co_flags & _YET_TO_RUN:
            raise self.failure(FailureKind.ASYNC, contract, line=line)
        try:
            self.guarded(None, lambda: inspect.signature(function)).bind(None, 1)
        except OwnBotError:
            # It is of a kind that does not say what it takes: it is called all the same.
            return
        except TypeError:
            raise self.failure(FailureKind.SIGNATURE, contract, line=line) from None

    def line_of(self, function: Any) -> int | None:
        """Where a function of the file begins."""
        code = getattr(function, "__code__", None)
        is_here = isinstance(code, CodeType) and code.co_filename == self.file
        return code.co_firstlineno if is_here and code is not None else None

    def run(self, source: str) -> ModuleType:
        module = ModuleType(f"own_bot_{self.name}")
        linecache.cache[self.file] = (len(source), None, source.splitlines(True), self.file)
        with self.thinking():
            code = self._compiled(source)
            self.watched(code)
            self.guarded(None, lambda: exec(code, vars(module)))
        return module

    def _compiled(self, source: str) -> CodeType:
        try:
            try:
                return compile(source, self.file, "exec")
            except SyntaxError:
                # Without what is no line of it: Python names its last one where more was to come.
                return compile(meant_source(source).rstrip(), self.file, "exec")
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
            with self.charged():
                return work()
        except (KeyboardInterrupt, Stopped):
            raise
        except SystemExit as error:
            line = last_line(error.__traceback__, self.file)
            raise self.failure(FailureKind.EXIT, "", position, line) from None
        except BaseException as error:
            raise self._raised(error, position) from error

    def _raised(self, error: BaseException, position: AnyPosition | None) -> OwnBotError:
        line = last_line(error.__traceback__, self.file)
        kind, said = FailureKind.RAISED, raised(error)
        if isinstance(error, MemoryError):
            kind, said = FailureKind.MEMORY, ""
        elif isinstance(error, ModuleNotFoundError) and isinstance(error.name, str):
            kind, said = _missing(plain(error.name))
            if kind is not FailureKind.NO_MODULE:
                said = _asked_for(error.__traceback__, self.file) or said
        return self.failure(kind, said, position, line)

    def failure(
        self,
        kind: FailureKind,
        said: str,
        position: AnyPosition | None = None,
        line: int | None = None,
        seat: Seat = 0,
        may: str = "",
    ) -> OwnBotError:
        """What to tell the person who wrote the file."""
        text = "" if position is None else self.rules.format_position(position)
        return OwnBotError(Failure(self.name, kind, said, line or 0, seat, text, may=may))

    def legal(
        self, said: Any, kind: FailureKind, function: Any, position: AnyPosition, seat: Seat
    ) -> Any:
        """The legal action that was meant by what a function has given: itself, or its text; or a
        failure of a kind."""

        def found() -> Any:
            for action in position.legal_actions(seat):
                if said == action or said == self.rules.format_action(action):
                    return action
            return None

        meant = self.guarded(position, found)
        if meant is None:
            may = may_play(self.rules, position, seat)
            raise self.no_answer(said, kind, function, position, seat, may)
        return meant

    def no_answer(
        self,
        said: Any,
        kind: FailureKind,
        function: Any,
        position: AnyPosition,
        seat: Seat,
        may: str = "",
    ) -> OwnBotError:
        """What to tell of what a function has given that is no answer: a failure of a kind, unless
        there is more to say."""
        line, what = self.line_of(function), shown(repr, said)
        if said is None:
            kind, what, may = FailureKind.NOTHING, _CONTRACT_OF[kind], ""
        elif type(said) in _HALF_RUN:
            # Python would warn that nobody has awaited it, as if the bot had printed that.
            self.guarded(position, getattr(said, "close", int))
            kind, what, may = FailureKind.ASYNC, _CONTRACT_OF[kind], ""
        return self.failure(kind, what, position, line, seat, may)


class OwnActor(Actor, Protocol):
    """A bot of a person's own that plays a match."""

    @property
    def contract(self) -> str:
        """Which of CONTRACTS its file has."""


def may_play(rules: AnyRules, position: AnyPosition, seat: Seat) -> str:
    """What a seat may play, as far as anybody wants to read it."""
    legal = list(map(rules.format_action, position.legal_actions(seat)))
    told = ", ".join(legal[:MOST_NAMED]) + (" …" if len(legal) > MOST_NAMED else "")
    return told[:MAX_SAID]


def _missing(name: str) -> tuple[FailureKind, str]:
    """What a module is that could not be imported."""
    root = name.partition(".")[0]
    if root in NETWORKED:
        return FailureKind.NO_NETWORK, name
    return (FailureKind.NO_WAY_OUT if root in OUTSIDE else FailureKind.NO_MODULE), name


def shown(show: Callable[[Any], str], value: Any) -> str:
    """A value of a bot's as text, or its class where that fails: it may be of one of the bot's, or
    a number of too many digits."""
    try:
        return plain(show(value))
    except (KeyboardInterrupt, Stopped):
        raise
    except BaseException:
        return f"<{type(value).__name__}>"


def raised(error: BaseException) -> str:
    """An exception as Python tells it."""
    told = shown(str, error)
    return f"{type(error).__name__}: {told}" if told else type(error).__name__


plain: Callable[[str], str] = str.__str__
"""A text as Python's own; the class of a text of a bot's may be the bot's, and do anything when it
is cut or put into another."""


def last_line(traceback: TracebackType | None, file: str) -> int | None:
    """The line of a file that was being run last."""
    line = None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def _asked_for(traceback: TracebackType | None, file: str) -> str:
    """The module in which a file's last line has got to what failed; empty if that was the file
    itself. Who calls ``asyncio.run`` has not named the module that it would need."""
    name = ""
    while traceback is not None:
        code, known = traceback.tb_frame.f_code, traceback.tb_frame.f_globals
        if code.co_filename == file:
            name = ""
        elif not name:
            found = known.get("__name__")
            name = plain(found).partition(".")[0] if isinstance(found, str) else ""
        traceback = traceback.tb_next
    return "" if name in ("importlib", "spieltisch") else name


def meant_line(source: str) -> int | None:
    """The line of a file that may be meant to be what makes it a bot: of a function that is called
    almost so, of one in a class, or of a name that is given something else."""
    try:
        try:
            tree = ast.parse(source)
        except SyntaxError:
            # It was run as it was meant.
            tree = ast.parse(meant_source(source))
    except (SyntaxError, RecursionError, MemoryError):
        return None
    found = list[tuple[float, int]]()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.append((_likeness(name.lower()), node.lineno))
            case ast.Name(id=name, ctx=ast.Store()) if name.lower() in CONTRACTS:
                found.append((1.0, node.lineno))
    # Of several the last one, which has taken the place of those before it.
    likeness, line = max(found, default=(0.0, 0))
    return line if likeness >= ALIKE else None


def _likeness(name: str) -> float:
    """How like a name is to one of a bot's functions, from 0 to 1."""
    if name not in CONTRACTS and any(f"{one}_" in name for one in CONTRACTS):
        return ALIKE
    likeness = max(SequenceMatcher(None, name, one).ratio() for one in CONTRACTS)
    # ``seed`` and ``seen`` are words of their own, and no ``see``.
    return likeness if len(name) > SHORT or likeness >= ALIKE_IF_SHORT else 0.0


def line_in(frame: FrameType | None, file: str) -> int:
    """The line of a file that is being run in a frame, or in what has called it; 0 if none is."""
    while frame is not None:
        if frame.f_code.co_filename == file:
            return frame.f_lineno
        frame = frame.f_back
    return 0


@dataclass(frozen=True)
class _Chooser:
    """Plays what ``choose(position, seat)`` gives."""

    program: _Program
    function: Callable[[AnyPosition, Seat], Any]
    contract = "choose"

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        with self.program.thinking():
            said = self.program.ask(self.function, position, seat)
            kind = FailureKind.ILLEGAL_CHOICE
            return self.program.legal(said, kind, self.function, position, seat)


@dataclass(frozen=True)
class _Evaluator(SearchGame[Any, Any]):
    """Looks ahead with the house's search, by ``evaluate(position, seat)``: above 0 is good for the
    seat, and 1 more makes the odds of winning e times as good. Nodes are positions, with their
    past. Among three, who else acts and for whom is not known, so it looks one action ahead.
    """

    program: _Program
    function: Callable[[AnyPosition, Seat], Any]
    rng: Random
    contract = "evaluate"

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
        candidates = [*self.expand(position)]
        self.rng.shuffle(candidates)
        return max(candidates, key=lambda candidate: candidate[0])[1]

    def root(self, position: AnyPosition) -> Root:
        return Root(position)

    def expand(self, node: AnyPosition) -> Iterator[tuple[int, Any, AnyPosition]]:
        """One action after the other: what a search does not come to, nobody evaluates."""
        if node.outcome is not None:
            # A draw goes on as itself, and the search takes a repetition for a draw.
            yield 0, None, node
            return
        (seat,) = node.active_seats
        for action in node.legal_actions(seat):
            after = node.apply(seat, action)
            yield self._value(after, seat), action, after

    def action(self, position: AnyPosition, move: Any) -> Any:
        return move

    def _value(self, position: AnyPosition, seat: Seat) -> int:
        if position.outcome is not None:
            if position.outcome.is_draw:
                return 0
            return WIN if seat in position.outcome.winners else 1 - WIN
        said, number = self.program.guarded(position, lambda: self._evaluated(position, seat))
        if number is None:
            kind = FailureKind.NO_NUMBER
            raise self.program.no_answer(said, kind, self.function, position, seat)
        return round(max(-HIGHEST_EVALUATION, min(HIGHEST_EVALUATION, number * ODDS_UNIT)))

    def _evaluated(self, position: AnyPosition, seat: Seat) -> tuple[Any, int | float | None]:
        said = self.function(position, seat)
        return said, _finite(said)


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
    contract = "see"

    def react(self, position: AnyPosition, seat: Seat) -> Reaction | None:
        """What it does and after what time; None if its seat owes nothing."""
        with self.program.thinking():
            return self._reaction(position, seat)

    def _reaction(self, position: AnyPosition, seat: Seat) -> Reaction | None:
        said = self.program.ask(self.function, position, seat)
        seen = self.program.guarded(position, lambda: _sighting(said))
        if seen is None:
            kind = FailureKind.NO_SIGHTING
            raise self.program.no_answer(said, kind, self.function, position, seat)
        sighting, delay = seen
        if not 0 <= sighting.delay_ms <= LONGEST_MS:
            line = self.program.line_of(self.function)
            raise self.program.failure(FailureKind.TOO_LONG, delay, position, line, seat)
        reaction = self.act_on(position, seat, sighting)
        if reaction is not None:
            kind = FailureKind.ILLEGAL_SIGHT
            self.program.legal(reaction.action, kind, self.function, position, seat)
        return reaction


def _sighting(said: Any) -> tuple[Sighting, str] | None:
    """What is said to have been seen, and the time that it took as it was said."""
    try:
        call, moves, delay_ms = said
        if isinstance(moves, str):
            # Its letters are no moves.
            return None
        found = tuple(plain(str(move)) for move in moves)
        return Sighting(plain(str(call)), found, float(delay_ms)), shown(repr, delay_ms)
    except (TypeError, ValueError, OverflowError):
        return None
