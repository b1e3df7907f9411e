"""What a page has the bots of its own do where they are confined, and what comes back.

A job is a JSON text, and so is each event. Events come from where code of a stranger may have run:
one that is not exactly as written down raises ValueError.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

from spieltisch.table import Bot, Fact, Kind, Player, Seat
from spieltisch.table.codec import codec, read_whole, typed
from spieltisch.table.fact import gettext_noop, ngettext_noop
from spieltisch.table.json_text import compact, parse_json
from spieltisch.table.marks import COUNT, OPTIONAL, Between, Length, MisfitError
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

MOST_TURNS = 10_000
"""A match of a series that is longer counts as a draw."""

MOST_FAILURES = 3
"""In so many matches of a series a bot may fail; then it has lost the rest."""

MOST_AT_ONCE = 50_000
"""Letters that a bot may print while it thinks once."""


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
    NOTHING = "nothing"
    """The function ``said`` gave None."""
    SIGNATURE = "signature"
    """The function ``said`` does not take a position and a seat."""
    ASYNC = "async"
    """The function ``said`` gives what still has to be awaited, or a generator."""
    NO_MODULE = "no-module"
    """It has imported ``said``, which is not there."""
    NO_NETWORK = "no-network"
    """It has imported ``said``, which reaches other computers."""
    NO_WAY_OUT = "no-way-out"
    """It has imported ``said``, which reaches what is not the game."""
    TIME = "time"
    """It has thought for longer than ``said`` seconds."""
    FILE_TIME = "file-time"
    """The same, before it was asked anything: its file does not come to its end."""
    SLEPT = "slept"
    """The same, and it was sleeping."""
    MATCH_TIME = "match-time"
    """It has thought for longer than ``said`` seconds in one match."""
    SERIES_TIME = "series-time"
    """It has thought for longer than ``said`` seconds in one series."""
    MEMORY = "memory"
    """It wanted more memory than there is."""
    FLOOD = "flood"
    """It has printed, or told, too much."""
    DIED = "died"
    """Its Python has ended."""


class FailureReason(Kind):
    """The same, in sentences."""

    RAISED = "{what}"
    EXIT = gettext_noop("It called exit.")
    FUNCTIONS = gettext_noop(
        "A bot has exactly one of the functions choose, evaluate and see. This one has {what}."
    )
    NO_FUNCTION = gettext_noop(
        "A bot has exactly one of the functions choose, evaluate and see. This one has none."
    )
    EVALUATE = gettext_noop("In this game several players may act at once. Write choose or see.")
    SEE = gettext_noop("In this game nobody calls. Write choose or evaluate.")
    ILLEGAL_CHOICE = gettext_noop("choose returned {what}, but seat {seat} may not play that.")
    ILLEGAL_SIGHT = gettext_noop("see returned {what}, but seat {seat} may not play that.")
    NO_NUMBER = gettext_noop("evaluate returned {what}, which is not a number.")
    NO_SIGHTING = gettext_noop(
        "see returned {what}, but it has to return a call, its moves and the milliseconds."
    )
    TOO_LONG = gettext_noop("see took {what} milliseconds. Only 0 to {most} are possible.")
    NOTHING = gettext_noop("{what} returned nothing. Is there a way through it without return?")
    SIGNATURE = gettext_noop("{what} is called with a position and a seat: {what}(position, seat).")
    ASYNC = gettext_noop(
        "{what} gives no answer, but something that is yet to run. Leave out async and yield."
    )
    NO_MODULE = gettext_noop("There is no {what} here, only Python’s own library.")
    NO_NETWORK = gettext_noop("{what} wants a network. A bot has none.")
    NO_WAY_OUT = gettext_noop("{what} leads out of Python. A bot reaches nothing but the game.")
    TIME = ngettext_noop(
        "It thought for longer than a second. Is this a loop that never ends, or is there too much"
        " to look at?",
        "It thought for longer than {what} seconds. Is this a loop that never ends, or is there too"
        " much to look at?",
    )
    FILE_TIME = ngettext_noop(
        "The file itself ran for longer than a second, before the bot was asked anything.",
        "The file itself ran for longer than {what} seconds, before the bot was asked anything.",
    )
    SLEPT = ngettext_noop(
        "It slept until its second was over. Leave out sleep.",
        "It slept until its {what} seconds were over. Leave out sleep.",
    )
    MATCH_TIME = gettext_noop("It thought for longer than {what} seconds in this game.")
    SERIES_TIME = gettext_noop("It thought for longer than {what} seconds in this test run.")
    MEMORY = gettext_noop("It wanted more memory than there is. What does it keep?")
    FLOOD = gettext_noop("It printed more than {letters} characters at once.")
    DIED = gettext_noop("Its Python came to an end: for lack of memory, or as it wanted to.")


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
    turn: Annotated[int, COUNT, OPTIONAL] = 0
    """The turn of the match that it was to play, from 1 on; 0 if that is not known."""
    may: Annotated[str, Length(0, MAX_SAID), OPTIONAL] = ""
    """Where it gave what it may not play: what it may play."""

    def __str__(self) -> str:
        where = f"{self.name}.py, line {self.line}" if self.line else f"{self.name}.py"
        told = f"{where}: {self.why}"
        told = f"{told} It may play {self.may}" if self.may else told
        return f"{told.removesuffix('.')}; position: {self.position}" if self.position else told

    @property
    def why(self) -> Fact:
        kind = FailureReason[self.kind.name]
        if kind is FailureReason.FUNCTIONS and not self.said:
            kind = FailureReason.NO_FUNCTION
        # Of any text but this, also of one and a half, there are seconds.
        n = 1 if self.said == "1" else 2
        facts = {"what": self.said, "seat": self.seat, "most": LONGEST_MS, "letters": MOST_AT_ONCE}
        return kind(n=n, **facts)


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
    begun: Annotated[int, COUNT, OPTIONAL] = 0
    """How many of them were played before, after which it goes on."""
    failures: Annotated[tuple[Annotated[int, COUNT], ...], Length(0, MAX_SEATS), OPTIONAL] = ()
    """In how many of those each of the contestants has failed; none if nobody has."""


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
    since: Annotated[tuple[tuple[Seat, str], ...], OPTIONAL] = ()
    """Where ``position`` is empty: the actions since the position that the bot was asked about
    last, which it saw all of."""


@dataclass(frozen=True)
class MakeBot:
    """A bot is to sit down for a match: ``Made`` tells that it has."""

    game: str
    bot: Contestant
    memory: str
    """Under which it is asked."""
    seed: float
    """Of its random numbers, from 0 to 1."""


@dataclass(frozen=True)
class Made:
    """A bot has sat down."""

    contract: Annotated[str, Length(1, MAX_NAME)]
    """Which of the functions of a bot its file has."""


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


@dataclass(frozen=True)
class Lost:
    """A bot has failed in a match of a series, and resigns it; what was played comes next."""

    job: Annotated[str, Length(1, MAX_NAME)]
    failure: Failure
    place: Annotated[int, Between(0, MAX_SEATS - 1), OPTIONAL] = 0
    """The bot's among the contestants."""


Job: TypeAlias = Series | AskBot | MakeBot
Event: TypeAlias = WorkerReady | Printed | MatchPlayed | Done | Made | Acted | Failed | Lost

_JOBS: dict[str, type[Job]] = {"series": Series, "ask": AskBot, "make": MakeBot}
_EVENTS: dict[str, type[Event]] = {
    "ready": WorkerReady,
    "printed": Printed,
    "played": MatchPlayed,
    "done": Done,
    "made": Made,
    "acted": Acted,
    "failed": Failed,
    "lost": Lost,
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
