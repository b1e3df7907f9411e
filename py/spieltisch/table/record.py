"""Records: a match as its set-up and its actions, and their JSON text.

A record carries what chance dealt, not only the seed, so it opens for ever.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, Self, TypeVar

from spieltisch.table.position import Seat
from spieltisch.table.time_control import MOST_MINUTES, MOST_SECONDS, TimeControl

FORMAT = 1
MAX_NUMBER = 2**53 - 1
"""The largest whole number that every JSON reader holds exactly."""
MAX_SEED = MAX_NUMBER
MAX_SEATS = 6

_KINDS = {dict: "an object", list: "a list", str: "a string", int: "a whole number"}
"""Types by their JSON names, for messages."""

MAX_NESTING = 16
"""None of our JSON texts is nested deeper."""
MAX_DIGITS = 30
"""None of our numbers is longer."""

MAX_LENGTH = 400_000
"""Letters of a record from outside: room for 12,000 actions, told at length."""

# Also a string without an end, so that its end is not looked for once more from each quote in it.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKETS = re.compile(r"[^\[\]{}]+")
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}
_SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")
_NAME = re.compile("[a-z][a-z0-9-]*")
_BOT = re.compile("bot:([1-9][0-9]?)")

T = TypeVar("T")


def parse_json(text: str, most: int) -> Any:
    """A JSON value of at most so many letters; raises ValueError. Takes time in proportion to the
    text's length, whatever it is.

    Also refused is what other readers would read differently, or not at all (RFC 7493): members of
    the same name, half characters, overlong numbers; and a value nested deeper than MAX_NESTING.
    The standard reader recurses, and in the browser a text of brackets alone would crash Python for
    good, as the stack is smaller there than Python believes.
    """
    if len(text) > most:
        raise ValueError(f"longer than {most} letters")
    brackets = _NO_BRACKETS.sub("", _STRING.sub("", text))
    if max(accumulate(map(_DEEPER.__getitem__, brackets)), default=0) > MAX_NESTING:
        raise ValueError(f"nested deeper than {MAX_NESTING}")
    value = json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction)
    if _SURROGATE.search(text):
        _check_characters(value)
    return value


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) < len(members):
        counts = Counter(name for name, _ in members)
        twice = next(name for name, count in counts.items() if count > 1)
        raise ValueError(f"{twice!r} is there more than once")
    return found


def _integer(digits: str) -> int:
    return int(_checked_digits(digits))


def _fraction(digits: str) -> float:
    return float(_checked_digits(digits))


def _checked_digits(digits: str) -> str:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return digits


def _check_characters(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise ValueError(f"{half!r} is half a character") from None


class SetupError(ValueError):
    """A set-up that cannot be played: names the field, the value and the choices, or says why.

    >>> str(SetupError("variant", "chess", ("standard", "turbo")))
    "variant 'chess' is not possible; choose from standard, turbo"
    """

    def __init__(
        self, field_name: str, value: str, choices: Sequence[str] = (), why: str = ""
    ) -> None:
        known = f"; choose from {', '.join(choices)}" if choices else ""
        told = f"{field_name}: {why}" if why else f"{field_name} {value!r} is not possible{known}"
        super().__init__(told)
        self.field = field_name
        self.value = value
        self.choices = tuple(choices)


class RecordError(ValueError):
    """A text that is no record: the message says what is wrong and where."""


HUMAN = "human"
"""The controller of a seat that a person acts for at this device."""

BY_LINK = "link"
"""The controller of a seat that a person acts for on whichever device claims it."""


def bot_controller(level: int) -> str:
    """The controller of a seat that a bot of a level acts for: ``bot:3``."""
    return f"bot:{level}"


def bot_level(controller: str) -> int | None:
    """The level of the bot that a controller names; None where it names no bot.

    >>> bot_level(bot_controller(3)), bot_level(HUMAN)
    (3, None)
    """
    named = _BOT.fullmatch(controller)
    return int(named[1]) if named else None


@dataclass(frozen=True)
class Player:
    """Who sits on a seat. Never an input to a rule.

    Attributes:
        name: as typed; empty if none was given.
        controller: HUMAN, BY_LINK, or a bot with its level, see bot_controller.
    """

    name: str = ""
    controller: str = HUMAN


@dataclass(frozen=True)
class Setup:
    """How a match begins.

    Attributes:
        game, variant, edition: names from the game's GameInfo.
        options: pairs of names and values, sorted by name.
        seats: how many seats take part.
        seed: what the start was dealt from; None if it was arranged by hand.
        start: what was dealt or arranged, as text; empty if nothing was.
        players: who sits where, seat 1 first; empty if nobody is named.
        clock: how much time each seat has; None for unlimited time.

    >>> setup = Setup("yala", options=(("repetition", "no-repeat"),), seed=42)
    >>> setup.option("repetition", "draw"), setup.option("begins", "dark")
    ('no-repeat', 'dark')
    >>> len(setup.all_players), sorted(setup.people)
    (2, [1, 2])
    """

    game: str
    variant: str = "standard"
    edition: str = "standard"
    options: tuple[tuple[str, str], ...] = ()
    seats: int = 2
    seed: int | None = None
    start: str = ""
    players: tuple[Player, ...] = ()
    clock: TimeControl | None = None

    @property
    def all_players(self) -> tuple[Player, ...]:
        """Who sits where; if nobody is named, a nameless person on every seat."""
        return self.players or (Player(),) * self.seats

    @property
    def people(self) -> frozenset[Seat]:
        """The seats whose controller is HUMAN."""
        seats = enumerate(self.all_players, start=1)
        return frozenset(seat for seat, player in seats if player.controller == HUMAN)

    def option(self, name: str, default: str) -> str:
        """The chosen value of an option, or the default."""
        return dict(self.options).get(name, default)


@dataclass(frozen=True)
class Entry:
    """One action as it was played.

    Attributes:
        seat: who acted; CLOCK for the clock.
        action: the action as text.
        at_ms: milliseconds since the match began; clocks depend on it, elsewhere it is evidence
            and no input to a rule.
    """

    seat: Seat
    action: str
    at_ms: int = 0


@dataclass(frozen=True)
class Record:
    """A set-up and all that was done since: replaying it gives every position.

    >>> record = Record(Setup("yala", seed=42), (Entry(1, "a+", 900), Entry(2, "a-", 2100)))
    >>> record.cut(1).entries
    (Entry(seat=1, action='a+', at_ms=900),)
    """

    setup: Setup
    entries: tuple[Entry, ...] = ()

    def cut(self, length: int) -> Self:
        """The record of the first entries only."""
        return replace(self, entries=self.entries[:length])


def format_record(record: Record) -> str:
    """The record as one JSON object on one line (schema: ``record.schema.json``)."""
    return json.dumps(record_to_json(record), ensure_ascii=False, separators=(",", ":"))


def parse_record(text: str, most: int = MAX_LENGTH) -> Record:
    """A record from its JSON text of at most so many letters; raises RecordError. Replaying tells
    whether it is legal.

    >>> record = Record(Setup("yala", seed=42), (Entry(1, "a+", 1500),))
    >>> parse_record(format_record(record)) == record
    True
    >>> parse_record('{"format": 1, "entries": []}')
    Traceback (most recent call last):
        ...
    spieltisch.table.record.RecordError: the record lacks setup
    """
    try:
        whole = parse_json(text, most)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    return record_from_json(whole)


def record_to_json(record: Record) -> dict[str, object]:
    """The record as a JSON object, to be part of a larger one.

    >>> record_to_json(Record(Setup("yala", seed=42), (Entry(1, "a+", 1500),)))["entries"]
    [[1, 'a+', 1500]]
    """
    entries = [[entry.seat, entry.action, entry.at_ms] for entry in record.entries]
    return {"format": FORMAT, "setup": setup_to_json(record.setup), "entries": entries}


def record_from_json(value: object) -> Record:
    """The inverse of record_to_json; raises RecordError."""
    top = members_of(value, "the record", {"format", "setup", "entries"})
    if top["format"] != FORMAT or isinstance(top["format"], bool):
        raise RecordError(f"format is {top['format']!r}; this program reads {FORMAT}")
    entries = typed(top["entries"], list, "entries")
    return Record(
        setup_from_json(top["setup"]),
        tuple(_entry(item, index) for index, item in enumerate(entries)),
    )


def setup_to_json(setup: Setup) -> dict[str, object]:
    """The set-up as a JSON object, as it stands in a record."""
    fields: dict[str, object] = {
        "game": setup.game,
        "variant": setup.variant,
        "edition": setup.edition,
        "options": dict(setup.options),
        "seats": setup.seats,
        "seed": setup.seed,
        "start": setup.start,
    }
    if setup.players:
        fields["players"] = [{"name": p.name, "controller": p.controller} for p in setup.players]
    if setup.clock is not None:
        fields["clock"] = {"minutes": setup.clock.minutes, "seconds": setup.clock.seconds}
    return fields


def setup_from_json(value: object) -> Setup:
    """The inverse of setup_to_json; raises RecordError."""
    required = {"game", "variant", "edition", "options", "seats", "seed", "start"}
    fields = members_of(value, "setup", required, frozenset({"players", "clock"}))
    options = typed(fields["options"], dict, "setup.options")
    players = tuple(
        _player(item, f"setup.players[{index}]")
        for index, item in enumerate(typed(fields.get("players", []), list, "setup.players"))
    )
    seats = whole_number(fields["seats"], "setup.seats", 1, MAX_SEATS)
    if players and len(players) != seats:
        raise RecordError(f"setup.players names {len(players)} players for {seats} seats")
    return Setup(
        game=_name(fields["game"], "setup.game"),
        variant=_filled(fields["variant"], "setup.variant"),
        edition=_filled(fields["edition"], "setup.edition"),
        options=tuple(
            sorted(
                (typed(name, str, "setup.options"), typed(text, str, f"setup.options.{name}"))
                for name, text in options.items()
            )
        ),
        seats=seats,
        seed=None
        if fields["seed"] is None
        else whole_number(fields["seed"], "setup.seed", 0, MAX_SEED),
        start=typed(fields["start"], str, "setup.start"),
        players=players,
        clock=_clock(fields["clock"]) if "clock" in fields else None,
    )


def _clock(value: object) -> TimeControl:
    fields = members_of(value, "setup.clock", {"minutes", "seconds"})
    minutes = whole_number(fields["minutes"], "setup.clock.minutes", 0, MOST_MINUTES)
    seconds = whole_number(fields["seconds"], "setup.clock.seconds", 0, MOST_SECONDS)
    if not minutes + seconds:
        raise RecordError("setup.clock has no time at all")
    return TimeControl(minutes, seconds)


def _player(value: object, where: str) -> Player:
    fields = members_of(value, where, {"name", "controller"})
    return Player(
        typed(fields["name"], str, f"{where}.name"),
        typed(fields["controller"], str, f"{where}.controller"),
    )


def _entry(value: object, index: int) -> Entry:
    # Of tens of thousands of entries, most are sound, and need no words for what is wrong.
    if isinstance(value, list) and list(map(type, value)) == [int, str, int]:
        seat, action, at_ms = value
        if 0 <= seat <= MAX_NUMBER and 0 <= at_ms <= MAX_NUMBER:
            return Entry(seat, action, at_ms)
    where = f"entries[{index}]"
    items = typed(value, list, where)
    if len(items) != 3:
        raise RecordError(f"{where} has {len(items)} members, not seat, action and at_ms")
    return Entry(
        whole_number(items[0], f"{where}[0]", 0, MAX_NUMBER),
        typed(items[1], str, f"{where}[1]"),
        whole_number(items[2], f"{where}[2]", 0, MAX_NUMBER),
    )


def members_of(
    value: object, where: str, required: set[str], optional: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The members of a JSON object; raises RecordError, saying where, if these do not fit."""
    members = typed(value, dict, where)
    missing = required - members.keys()
    if missing:
        raise RecordError(f"{where} lacks {', '.join(sorted(missing))}")
    unknown = members.keys() - required - optional
    if unknown:
        raise RecordError(f"{where} has unknown members: {', '.join(sorted(unknown))}")
    return members


def typed(value: object, kind: type[T], where: str) -> T:
    """A JSON value of a kind; raises RecordError, saying where."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError(f"{where} is not {_KINDS[kind]}")
    return value


def whole_number(value: object, where: str, least: int, most: int) -> int:
    """A number between bounds; raises RecordError, saying where.

    JSON has one kind of number, so 2.0 counts as a whole number, as in the schema.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    number = typed(value, int, where)
    if not least <= number <= most:
        raise RecordError(f"{where} is {value}, not from {least} to {most}")
    return number


def real_number(value: object, where: str, least: float, most: float) -> float:
    """A number between bounds, whole or not; raises RecordError, saying where."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RecordError(f"{where} is not a number")
    if not least <= value <= most:
        raise RecordError(f"{where} is {value}, not from {least} to {most}")
    return float(value)


def _filled(value: object, where: str) -> str:
    text = typed(value, str, where)
    if not text:
        raise RecordError(f"{where} is empty")
    return text


def _name(value: object, where: str) -> str:
    name = typed(value, str, where)
    if not _NAME.fullmatch(name):
        raise RecordError(f"{where} {name!r} is no name: small letters, digits and dashes")
    return name
