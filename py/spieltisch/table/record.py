"""Records: a match as its set-up and its actions, and their JSON text.

A record carries what chance dealt, not only the seed, so it opens for ever.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Self, TypeAlias

from spieltisch.table.codec import Codec, codec, parse, typed
from spieltisch.table.fact import Fact
from spieltisch.table.json_text import compact
from spieltisch.table.marks import (
    AS_LIST,
    AS_OBJECT,
    COUNT,
    MAX_NUMBER,
    OPTIONAL,
    Between,
    Length,
    Matching,
    MisfitError,
)
from spieltisch.table.position import Seat

MOST_MINUTES = 180
MOST_SECONDS = 180

_TEXT = re.compile(r"(\d{1,3})\+(\d{1,3})", re.ASCII)


@dataclass(frozen=True)
class TimeControl:
    """A time for each seat, and an increment after each of its turns (Fischer's clock).

    >>> TimeControl(minutes=5, seconds=3).initial_ms, TimeControl(0, 10).initial_ms
    (300000, 10000)
    """

    minutes: Annotated[int, Between(0, MOST_MINUTES)]
    """What each seat begins with; if 0, it begins with one increment."""
    seconds: Annotated[int, Between(0, MOST_SECONDS)]
    """The increment, what each turn adds."""

    def __post_init__(self) -> None:
        is_known = 0 <= self.minutes <= MOST_MINUTES and 0 <= self.seconds <= MOST_SECONDS
        if not is_known or not self.minutes + self.seconds:
            raise ValueError(f"no clock has {self.minutes} minutes and {self.seconds} seconds")

    @property
    def initial_ms(self) -> int:
        return (60 * self.minutes or self.seconds) * 1000

    @property
    def increment_ms(self) -> int:
        return self.seconds * 1000


def parse_time_control(text: str) -> TimeControl:
    """A time control as people write it, ``5+3``; raises ValueError.

    >>> parse_time_control("5+3")
    TimeControl(minutes=5, seconds=3)
    >>> parse_time_control("five minutes")
    Traceback (most recent call last):
        ...
    ValueError: 'five minutes' is not minutes + seconds, such as 5+3
    """
    found = _TEXT.fullmatch(text)
    control = TimeControl(int(found[1]), int(found[2])) if found else None
    if control is None or format_time_control(control) != text:
        raise ValueError(f"{text!r} is not minutes + seconds, such as 5+3")
    return control


def format_time_control(control: TimeControl) -> str:
    return f"{control.minutes}+{control.seconds}"


NO_CLOCK = "none"
OWN = "own"
"""What may be chosen at set-up besides PRESETS: no clock, or a time of one's own."""

PRESETS = (
    TimeControl(1, 0),
    TimeControl(3, 2),
    TimeControl(5, 3),
    TimeControl(10, 5),
    TimeControl(15, 10),
)
"""The usual time controls, the quickest first."""


MAX_SEED = MAX_NUMBER
MAX_SEATS = 6

MAX_LENGTH = 400_000
"""Letters of a record from outside: room for 12,000 actions, told at length."""

_NAME = re.compile("[a-z][a-z0-9-]*")
_CONTROLLER = re.compile("human|link|bot:([1-9][0-9]?)")


class SetupError(ValueError):
    """A set-up that cannot be played: names the field, the value and the choices, or says why.

    >>> str(SetupError("variant", "chess", ("standard", "turbo")))
    "variant 'chess' is not possible; choose from standard, turbo"
    """

    def __init__(
        self,
        field_name: str,
        value: str,
        choices: Sequence[str] = (),
        why: str = "",
        flaw: Fact | None = None,
    ) -> None:
        why = why if flaw is None else str(flaw)
        known = f"; choose from {', '.join(choices)}" if choices else ""
        told = f"{field_name}: {why}" if why else f"{field_name} {value!r} is not possible{known}"
        super().__init__(told)
        self.field = field_name
        self.value = value
        self.choices = tuple(choices)
        self.flaw = flaw


@dataclass(frozen=True)
class Human:
    """A person acts for the seat at this device."""

    def __str__(self) -> str:
        return "human"


@dataclass(frozen=True)
class ByLink:
    """A person acts for the seat on whichever device claims it."""

    def __str__(self) -> str:
        return "link"


@dataclass(frozen=True)
class Bot:
    """A bot acts for the seat."""

    level: int

    def __str__(self) -> str:
        return f"bot:{self.level}"


Controller: TypeAlias = Human | ByLink | Bot
"""Who acts for a seat; ``str`` gives its text in records and links."""

HUMAN, BY_LINK = Human(), ByLink()


def parse_controller(text: str) -> Controller:
    """The inverse of ``str``; raises ValueError.

    >>> parse_controller("bot:3"), parse_controller("link")
    (Bot(level=3), ByLink())
    >>> parse_controller("robot")
    Traceback (most recent call last):
        ...
    spieltisch.table.marks.MisfitError: 'robot' acts for no seat
    """
    named = _CONTROLLER.fullmatch(text)
    if named is None:
        raise MisfitError(f"{text!r} acts for no seat")
    if named[1]:
        return Bot(int(named[1]))
    return HUMAN if text == str(HUMAN) else BY_LINK


def bot_level(controller: Controller | None) -> int | None:
    return controller.level if isinstance(controller, Bot) else None


_AS_TEXT: Codec[Controller] = Codec(
    lambda value: parse_controller(typed(value, str)),
    str,
    {"type": "string", "pattern": _CONTROLLER.pattern},
)


@dataclass(frozen=True)
class Player:
    """Who sits on a seat. Never an input to a rule."""

    name: str = ""
    """As typed; empty if none was given."""
    controller: Annotated[Controller, _AS_TEXT] = HUMAN
    """Who acts for the seat: ``human``, ``link`` for a person on another device, or a bot with its
    level, such as ``bot:3``."""


@dataclass(frozen=True)
class Setup:
    """How a match begins. Names are from the game's GameInfo. Where nobody is named, it is the same
    whether that is told by nameless people or by nobody at all.

    >>> setup = Setup("yala", options=(("repetition", "no-repeat"),), seed=42)
    >>> setup.option("repetition", "draw"), setup.option("begins", "dark")
    ('no-repeat', 'dark')
    >>> len(setup.all_players), sorted(setup.people)
    (2, [1, 2])
    """

    game: Annotated[str, Matching(_NAME, "is no name: small letters, digits and dashes")]
    variant: Annotated[str, Length(1)] = "standard"
    edition: Annotated[str, Length(1)] = "standard"
    options: Annotated[tuple[tuple[str, str], ...], AS_OBJECT] = ()
    """Pairs of names and values, sorted by name; an option that is not named has its default."""
    seats: Annotated[int, Between(1, MAX_SEATS)] = 2
    seed: Annotated[int, Between(0, MAX_SEED)] | None = None
    """What the start was dealt from; None if it was arranged by hand."""
    start: str = ""
    """What was dealt or arranged, as text, so that the seed is not needed; empty if nothing was."""
    players: Annotated[tuple[Player, ...], OPTIONAL] = field(default=(), hash=False)
    """Who sits where, seat 1 first; empty if nobody is named."""
    clock: Annotated[TimeControl | None, OPTIONAL] = None
    """How much time each seat has; None for unlimited time."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return NotImplemented
        mine, others = ({**vars(one), "players": one.all_players} for one in (self, other))
        return mine == others

    def check(self) -> None:
        """Raise ValueError unless every seat has a player, or none has."""
        if self.players and len(self.players) != self.seats:
            why = f"names {len(self.players)} players for {self.seats} seats"
            raise MisfitError(why, ".players")

    def check_seats(self, some: Iterable[Seat], way: str) -> None:
        """Raise ValueError for a seat that there is not; the way leads to them, see MisfitError."""
        for seat in some:
            if not 1 <= seat <= self.seats:
                raise MisfitError(f"is {seat}, not from 1 to {self.seats}", way)

    @property
    def all_players(self) -> tuple[Player, ...]:
        """Who sits where; if nobody is named, a nameless person on every seat."""
        return self.players or (Player(),) * self.seats

    @property
    def people(self) -> frozenset[Seat]:
        """The seats of people at this device."""
        seats = enumerate(self.all_players, start=1)
        return frozenset(seat for seat, player in seats if player.controller == HUMAN)

    def option(self, name: str, default: str) -> str:
        return dict(self.options).get(name, default)


@dataclass(frozen=True)
class Entry:
    """One action as it was played."""

    seat: Annotated[Seat, COUNT]
    """Who acted; CLOCK for the clock."""
    action: str
    """The action as text."""
    at_ms: Annotated[int, COUNT] = 0
    """Milliseconds since the match began, never falling; clocks depend on it, elsewhere it is
    evidence and no input to a rule."""


@dataclass(frozen=True)
class Record:
    """A set-up and all that was done since: replaying it gives every position.

    >>> record = Record(Setup("yala", seed=42), (Entry(1, "a+", 900), Entry(2, "a-", 2100)))
    >>> record.cut(1).entries
    (Entry(seat=1, action='a+', at_ms=900),)
    """

    FORMAT: ClassVar = 1

    setup: Setup
    entries: tuple[Annotated[Entry, AS_LIST], ...] = ()

    def cut(self, length: int) -> Self:
        return replace(self, entries=self.entries[:length])


RECORD = codec(Record)


def format_record(record: Record) -> str:
    """The record as one JSON object on one line (schema: ``record.schema.json``)."""
    return compact(RECORD.write(record))


def parse_record(text: str, most: int = MAX_LENGTH) -> Record:
    """A record from its JSON text of at most so many letters; raises RecordError. Replaying tells
    whether it is legal.

    >>> record = Record(Setup("yala", seed=42), (Entry(1, "a+", 1500),))
    >>> parse_record(format_record(record)) == record
    True
    >>> parse_record('{"format": 1, "entries": []}')
    Traceback (most recent call last):
        ...
    spieltisch.table.marks.MisfitError: the record lacks setup
    """
    return parse(text, most, RECORD, "the record")
