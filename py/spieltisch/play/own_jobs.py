"""What a page has the bots of its own do where they are confined, and what comes back.

A job is a JSON text, and so is each event. Events come from where code of a stranger may have run:
one that is not exactly as written down raises ValueError.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

from spieltisch.table import Bot, Player, Seat
from spieltisch.table.codec import codec, read_whole, typed
from spieltisch.table.json_text import compact, parse_json
from spieltisch.table.marks import COUNT, Between, Length, MisfitError
from spieltisch.table.record import MAX_LENGTH, MAX_SEATS

LONGEST_MS = 600_000
"""Nobody looks at a board for longer."""

MAX_SOURCE = 100_000
"""Letters of a bot's file."""

MAX_NAME = 24
"""Letters of a bot's name."""

SUFFIX = ".py"
"""How a bot's file ends, and the name of a computer that is such a bot."""

MOST_MATCHES = 1_000
"""How many matches a series has at most."""

MAX_SAID = 2_000
"""Letters of what a bot has said, or what Python says of it."""

MAX_EVENT = 500_000
"""Letters of an event: a match fits, told at length."""


def own_player(name: str) -> Player:
    """The player that is a person's own bot of a name. Records know no other computers than the
    house's: what it is stands in its name, and where nobody has such a bot the first level plays.

    >>> str(own_player("Zeno").name)
    'Zeno.py'
    """
    return Player(f"{name[: MAX_NAME - len(SUFFIX)]}{SUFFIX}", Bot(1))


def is_own_player(player: Player) -> bool:
    """Whether a player is a bot of somebody's own."""
    return isinstance(player.controller, Bot) and player.name.endswith(SUFFIX)


class FailureKind(StrEnum):
    """What went wrong with a bot; the values are those of an event."""

    RAISED = "raised"
    """The file has raised an exception, which ``said`` tells; or Python cannot read it."""
    EXIT = "exit"
    """It has called exit."""
    FUNCTIONS = "functions"
    """It has none of the functions of a bot, or several: ``said``."""
    EVALUATE = "evaluate"
    """``evaluate`` does not play the game ``said``."""
    SEE = "see"
    """``see`` does not play the game ``said``."""
    ILLEGAL_CHOICE = "illegal-choice"
    """``choose`` gave ``said``, which the seat may not play."""
    ILLEGAL_SIGHT = "illegal-sight"
    """``see`` gave ``said``, which the seat may not play."""
    NO_NUMBER = "no-number"
    """``evaluate`` gave ``said``."""
    NO_SIGHTING = "no-sighting"
    """``see`` gave ``said``."""
    TOO_LONG = "too-long"
    """``see`` took ``said`` milliseconds."""


Said = Annotated[str, Length(0, MAX_SAID)]
BotName = Annotated[str, Length(1, MAX_NAME)]


@dataclass(frozen=True)
class Failure:
    """A bot has failed."""

    name: BotName
    """The bot's: its file's name without ``.py``."""
    kind: FailureKind
    said: Annotated[str, Length(0, MAX_EVENT)] = ""
    line: Annotated[int, COUNT] = 0
    """Of its file; 0 if that is not known."""
    seat: Annotated[Seat, Between(0, MAX_SEATS)] = 0
    """Whom it acted for; 0 where that does not matter."""
    position: Annotated[str, Length(0, MAX_EVENT)] = ""
    """As text; empty if there was none."""

    def __str__(self) -> str:
        where = f"{self.name}.py, line {self.line}" if self.line else f"{self.name}.py"
        at = f"; position: {self.position}" if self.position else ""
        return f"{where}: {self._why}{at}"

    @property
    def _why(self) -> str:
        said = self.said
        match self.kind:
            case FailureKind.RAISED:
                return said
            case FailureKind.EXIT:
                return "it has called exit"
            case FailureKind.FUNCTIONS:
                has = f"has {said}" if said else "has none"
                return f"a bot has one of choose, evaluate, see; this {has}"
            case FailureKind.EVALUATE:
                several = "in which several may act at once: write choose or see"
                return f"evaluate does not play {said}, {several}"
            case FailureKind.SEE:
                nobody = "in which nobody is first: write choose or evaluate"
                return f"see does not play {said}, {nobody}"
            case FailureKind.ILLEGAL_CHOICE:
                return f"choose gave {said}, which seat {self.seat} may not play"
            case FailureKind.ILLEGAL_SIGHT:
                return f"see gave {said}, which seat {self.seat} may not play"
            case FailureKind.NO_NUMBER:
                return f"evaluate gave {said}, which is no number"
            case FailureKind.NO_SIGHTING:
                return f"see gave {said}, which is not a call, its moves and milliseconds"
            case FailureKind.TOO_LONG:
                return f"see took {said} milliseconds; 0 to {LONGEST_MS} are possible"


@dataclass(frozen=True)
class Contestant:
    """Who plays in a series."""

    name: BotName
    """Of a bot of a person's own; for one of the house, its name on the command line."""
    source: Annotated[str, Length(0, MAX_SOURCE)] = ""
    """The file; empty for one of the house."""


@dataclass(frozen=True)
class Series:
    """Matches to be played, all sides in turn: ``MatchPlayed`` tells each, and ``Done`` the end."""

    job: Annotated[str, Length(1, MAX_NAME)]
    """Comes back with its events."""
    game: str
    contestants: tuple[Contestant, ...]
    """Who plays: seat 1 of the first match first, who goes to the next seat in each match."""
    matches: Annotated[int, Between(1, MOST_MATCHES)]
    seed: Annotated[int, COUNT]


@dataclass(frozen=True)
class AskBot:
    """What a bot does at a position: ``Acted`` tells it."""

    ticket: str
    """Comes back with the answer."""
    game: str
    position: str
    """What the seat observes, as text."""
    seat: Annotated[Seat, Between(1, MAX_SEATS)]
    bot: Contestant
    memory: str
    """Of whom: the bot of the same match and seat is asked again, and remembers."""
    seed: str
    """Of its random numbers."""


@dataclass(frozen=True)
class WorkerReady:
    """Python runs: what was given to do is done now."""


@dataclass(frozen=True)
class Printed:
    """A bot has printed something."""

    text: Said


@dataclass(frozen=True)
class MatchPlayed:
    """A match of a series has ended."""

    job: Annotated[str, Length(1, MAX_NAME)]
    first: Annotated[Seat, Between(1, MAX_SEATS)]
    """The seat of the first of the contestants."""
    winners: Annotated[tuple[Annotated[Seat, Between(1, MAX_SEATS)], ...], Length(0, MAX_SEATS)]
    """Seats; none in a draw."""
    turns: Annotated[int, COUNT]
    record: Annotated[str, Length(1, MAX_LENGTH)]
    """The whole match."""


@dataclass(frozen=True)
class Done:
    """A series has been played to its end."""

    job: Annotated[str, Length(1, MAX_NAME)]


@dataclass(frozen=True)
class Acted:
    """What a bot does."""

    ticket: Annotated[str, Length(1, MAX_SAID)]
    action: Annotated[str, Length(0, MAX_SAID)]
    """As text; empty if it does nothing."""
    delay_ms: Annotated[float, Between(0, LONGEST_MS)] = 0.0
    """How long after the position came up; 0 where nobody is faster."""


@dataclass(frozen=True)
class Failed:
    """A bot has failed, and with it what it was to do."""

    failure: Failure


Job: TypeAlias = Series | AskBot
Event: TypeAlias = WorkerReady | Printed | MatchPlayed | Done | Acted | Failed

_JOBS: dict[str, type[Job]] = {"series": Series, "ask": AskBot}
_EVENTS: dict[str, type[Event]] = {
    "ready": WorkerReady,
    "printed": Printed,
    "played": MatchPlayed,
    "done": Done,
    "acted": Acted,
    "failed": Failed,
}
_CODECS = {kind: codec(kind) for kind in (*_JOBS.values(), *_EVENTS.values())}
_KINDS = {kind: name for name, kind in (*_JOBS.items(), *_EVENTS.items())}


def format_job(job: Job | Event) -> str:
    return compact({"kind": _KINDS[type(job)], **_CODECS[type(job)].write(job)})


def parse_job(text: str) -> Job:
    """The inverse of format_job; raises ValueError."""
    job: Job = _parsed(json.loads(text), _JOBS)
    return job


def parse_event(text: str) -> Event:
    """The inverse of format_job for an event; raises ValueError for anything else.

    >>> parse_event('{"kind":"printed","text":"hello"}')
    Printed(text='hello')
    >>> parse_event('{"kind":"printed","text":7}')
    Traceback (most recent call last):
        ...
    spieltisch.table.marks.MisfitError: text is not a string
    """
    event: Event = _parsed(parse_json(text, MAX_EVENT), _EVENTS)
    return event


def parse_events(text: str, most: int) -> tuple[Event, ...]:
    """The events of a list of texts; raises ValueError."""
    return tuple(parse_event(typed(one, str)) for one in typed(parse_json(text, most), list))


def _parsed(value: object, kinds: Mapping[str, type]) -> Any:
    told = dict(typed(value, dict))
    kind = kinds.get(str(told.pop("kind", None)))
    if kind is None:
        raise MisfitError("is of no kind that is known", "event")
    return read_whole(told, _CODECS[kind], "event")
