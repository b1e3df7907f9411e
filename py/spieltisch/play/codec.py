"""The queries of links: set-ups as short texts, and what else is told by the fields of a class.

A set-up's text always deals the same start, so a link is enough to play the same match. Links are
untrusted: errors raise LinkError or SetupError, and names are cleaned before they are shown.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from spieltisch.games import catalog
from spieltisch.table import (
    HUMAN,
    MAX_SEED,
    SEALED,
    Bot,
    ByLink,
    Controller,
    GameInfo,
    Human,
    Player,
    Setup,
    SetupError,
    format_time_control,
    parse_controller,
    parse_time_control,
)
from spieltisch.table.codec import Member, unmarked
from spieltisch.table.graphemes import JOINERS, cut, is_tag
from spieltisch.table.record import MAX_SEATS

MAX_NAME_LENGTH = 24
MAX_POSITION_LENGTH = 4_000
MAX_NAME_CODES = 120
"""Code points of a name: a family of emoji is one character of up to eleven."""

MAX_NAME_READ = 1_000
"""Code points of a text that a name is taken from."""

BLACK_FLAG = "\U0001f3f4"
"""Before tags, which spell whose flag it is."""


class LinkPart(StrEnum):
    """What may be wrong with a link."""

    PAGE = "page"
    GAME = "game"
    SEATS = "seats"
    NAMES = "names"
    CLOCK = "clock"
    SEED = "seed"
    FIELD = "field"
    PUZZLE = "puzzle"
    MATCH = "match"
    RECORD = "record"
    FORMAT = "format"
    RULES = "rules"
    DEAL = "deal"
    TURN = "turn"
    SIZE = "size"
    CODE = "code"
    OTHER_VERSION = "other-version"
    POSITION = "position"
    BOT = "bot"
    STUDY = "study"
    SENT_PUZZLE = "sent-puzzle"
    """One that is all in the link."""


MOST_TOLD = 200
"""Letters of what is wrong that an error has."""


class LinkError(ValueError):
    """A link that cannot be opened: which part of it is wrong, and what stands there."""

    def __init__(self, part: LinkPart, value: str, why: str = "") -> None:
        # Many readings of a long text may be refused.
        self.value = value[:MOST_TOLD]
        super().__init__(why or f"the link's {part} is {self.value!r}")
        self.part = part


def parse_setup(game: str, query: str) -> Setup:
    """A set-up from a link's query; the start is dealt from the seed if none is given.
    Without a seed, too, it has none: whoever opens the link deals one.

    >>> setup = parse_setup("myra", "seats=human,bot:2,bot:5&names=Ada&seed=1")
    >>> setup.seats, setup.players[0].name, setup.players[2].controller
    (3, 'Ada', Bot(level=5))
    """
    with _quoted_as_typed(query):
        return _parsed_setup(known_game(game), query)


def _parsed_setup(game: str, query: str) -> Setup:
    info = catalog.game_of(game).info
    known = ("seats", "names", *_READ, *(option.name for option in info.options))
    fields: dict[str, str] = {}
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name not in known or name in fields:
            raise LinkError(LinkPart.FIELD, name)
        fields[name] = text
    players = _players(info, fields.pop("seats", None), fields.pop("names", ""))
    if fields.get("start"):
        fields.pop("seed", None)
    is_undealt = not fields.get("start") and "seed" not in fields
    if is_undealt:
        fields["seed"] = "0"
    try:
        setup = setup_of_texts(game, fields, players)
    except SetupError as error:
        raise LinkError(LinkPart(error.field), error.value) from None
    if not all(is_controller(setup, player.controller) for player in players):
        who = ",".join(str(player.controller) for player in players)
        raise LinkError(LinkPart.SEATS, who)
    dealt = complete_setup(setup)
    return replace(setup, seed=None) if is_undealt else dealt


@contextmanager
def _quoted_as_typed(query: str) -> Iterator[None]:
    """Have what is refused of a query quoted as it was typed: a plus sign is read as a space."""
    try:
        yield
    except (LinkError, SetupError) as error:
        # A start is read once more, for what is wrong with it.
        if not (isinstance(error, SetupError) and error.field == "start"):
            typed = _as_typed(error.value, query)
            error.args = (str(error).replace(repr(error.value), repr(typed)),)
            error.value = typed
        raise


def _as_typed(read: str, query: str) -> str:
    """What was typed where a query reads so: a field, its name or what it says."""
    for field in query.split("&"):
        for text in (field, *field.partition("=")):
            typed = unquote(text)[:MOST_TOLD]
            if typed != read and unquote(text.replace("+", " "))[:MOST_TOLD] == read:
                return typed
    return read


def _players(info: GameInfo, seats: str | None, names: str) -> tuple[Player, ...]:
    """Who sits where, as a query says it; raises LinkError."""
    count = info.default_setup().seats
    try:
        who = [HUMAN] * count if seats is None else [*map(parse_controller, seats.split(","))]
    except ValueError:
        raise LinkError(LinkPart.SEATS, str(seats)) from None
    called = names.split(",") if names else []
    if len(called) > len(who):
        raise LinkError(LinkPart.NAMES, names)
    called += [""] * (len(who) - len(called))
    return tuple(map(Player, map(clean_name, called), who))


def setup_texts(setup: Setup) -> dict[str, str]:
    """A set-up as texts, but for its game and who plays: by the names of its fields and options, in
    the order in which links and studies tell them. What it has not is left out.

    >>> setup_texts(Setup("yala", options=(("ring", "8"),), seed=7))
    {'variant': 'standard', 'edition': 'standard', 'ring': '8', 'seats': '2', 'seed': '7'}
    """
    told = {
        "variant": setup.variant,
        "edition": setup.edition,
        **dict(setup.options),
        "seats": str(setup.seats),
        "seed": "" if setup.seed is None else str(setup.seed),
        "start": setup.start,
        "clock": "" if setup.clock is None else format_time_control(setup.clock),
    }
    return {name: text for name, text in told.items() if text}


def setup_of_texts(game: str, texts: Mapping[str, str], players: tuple[Player, ...] = ()) -> Setup:
    """The inverse of setup_texts, with whoever plays; raises SetupError for a field whose text says
    nothing. Whether the game has what is asked for is told by ``GameInfo.check``."""
    usual = catalog.game_of(game).info.default_setup()
    fields: dict[str, Any] = {"seats": len(players) or usual.seats}
    options: list[tuple[str, str]] = []
    for name, text in texts.items():
        if name not in _READ:
            options.append((name, text))
            continue
        try:
            fields[name] = _READ[name](text)
        except ValueError:
            raise SetupError(name, text) from None
    if players and len(players) != fields["seats"]:
        raise SetupError("players", ",".join(player.name for player in players))
    return replace(usual, **fields, options=tuple(sorted(options)), players=players)


_READ: Mapping[str, Callable[[str], Any]] = {
    "variant": str,
    "edition": str,
    "seats": lambda text: _whole(text, MAX_SEATS),
    "seed": lambda text: _whole(text, MAX_SEED),
    "start": str,
    # parse_qsl reads a plus sign as a space.
    "clock": lambda text: parse_time_control(text.replace(" ", "+")) if text else None,
}
"""How the text of each field of a set-up is read; all others are options."""


def _whole(text: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,16}", text) or int(text) > most:
        raise ValueError(f"{text!r} is no whole number up to {most}")
    return int(text)


def complete_setup(setup: Setup) -> Setup:
    """The set-up with its start dealt; raises SetupError if it cannot be played."""
    game = catalog.game_of(setup.game)
    game.info.check(setup)
    check_clock(setup)
    if not setup.start and setup.seed is not None:
        setup = replace(setup, start=game.rules.deal(setup, Random(setup.seed).shuffle))
    game.rules.initial_position(setup)
    return setup


def format_setup(setup: Setup) -> str:
    """A link's query for a set-up, the inverse of parse_setup.

    >>> format_setup(parse_setup("yala", "seed=7&repetition=no-repeat&clock=5+3"))
    'seats=human,human&repetition=no-repeat&seed=7&clock=5+3'
    """
    info = catalog.game_of(setup.game).info
    players = setup.all_players
    fields = {
        "seats": ",".join(str(player.controller) for player in players),
        "names": ",".join(player.name for player in players),
    }
    fields |= {name: text for name, text in setup_texts(setup).items() if name not in fields}
    if setup.seed is not None:
        fields.pop("start", None)
    clock = fields.pop("clock", "")
    usual = {
        "names": "," * (len(players) - 1),
        "variant": info.variants[0],
        "edition": info.editions[0],
    }
    query = ended(
        "&".join(
            f"{name}={quote(text, safe='/:|,*')}"
            for name, text in fields.items()
            if text and text != usual.get(name)
        )
    )
    return f"{query}&clock={clock}" if clock else query


def format_draft(setup: Setup) -> str:
    """A link's query for a position that is set up, with the kind of match that it is of.

    >>> format_draft(Setup("myra", seats=2, start="Qa1 r25 / Qk11 r25 ; 1"))
    'position=Qa1%20r25%20/%20Qk11%20r25%20%3B%201'
    """
    seats, *fields = format_setup(replace(setup, start="", players=())).split("&")
    if setup.seats != catalog.game_of(setup.game).info.default_setup().seats:
        fields.insert(0, seats)
    return ended("&".join((*fields, f"position={quote(setup.start, safe='/:|,*')}")))


def ended(query: str) -> str:
    """A link's query with a letter or a digit at its end: programs that find links in a text leave
    out other signs there."""
    if query[-1:].isalnum() or not query:
        return query
    return f"{query[:-1]}%{ord(query[-1]):02X}"


def linkable(setup: Setup) -> Setup:
    """The set-up with players that a link can carry: a record may hold others. Names are made fit
    to be shown, and a seat by link where there can be none is a person's here. Raises SetupError
    for a bot that the game does not have."""
    return replace(setup, players=tuple(_linkable(setup, player) for player in setup.players))


def _linkable(setup: Setup, player: Player) -> Player:
    who = player.controller
    if not is_controller(setup, who):
        if isinstance(who, Bot):
            bots = catalog.game_of(setup.game).bots
            known = (str(Bot(level)) for level in (() if bots is None else bots.levels))
            raise SetupError("seats", str(who), (str(HUMAN), *known))
        who = HUMAN
    return Player(clean_name(player.name), who)


def check_players(setup: Setup) -> None:
    """Raise SetupError for players that would not be the same in a match: ``linkable`` makes them
    so, without a word.

    >>> check_players(Setup("yala", players=(Player("Ada, or Ben"), Player())))
    Traceback (most recent call last):
        ...
    spieltisch.table.record.SetupError: names: 'Ada, or Ben' would be 'Ada or Ben': a name has at \
most 24 characters, and no commas
    """
    for told, kept in zip(setup.players, linkable(setup).players, strict=True):
        if told.controller != kept.controller:
            why = "such a match cannot be played on several devices"
            raise SetupError("seats", str(told.controller), why=why)
        if told.name != kept.name:
            why = (
                f"{told.name[:MOST_TOLD]!r} would be {kept.name!r}: a name has at most"
                f" {MAX_NAME_LENGTH} characters, and no commas"
            )
            raise SetupError("names", told.name[:MOST_TOLD], why=why)


def clean_name(text: str) -> str:
    """A name fit to be shown: at most MAX_NAME_LENGTH characters as people see them, without
    commas. Kept are joiners behind visible characters and the tags of a flag; other unseen signs,
    such as those that turn the direction of what follows, count as spaces."""
    kept = ""
    for character in text[:MAX_NAME_READ]:
        if character in JOINERS:
            kept += character * (kept[-1:] not in ("", " ", *JOINERS))
        elif is_tag(character):
            kept += character * (kept[-1:] == BLACK_FLAG or is_tag(kept[-1:] or " "))
        else:
            kept += character if character.isprintable() and character != "," else " "
    return cut(" ".join(kept.split()), MAX_NAME_LENGTH, MAX_NAME_CODES).rstrip()


def is_controller(setup: Setup, controller: Controller) -> bool:
    """Whether this may act for a seat in such a match: a person, one of the game's bots, or
    somebody by link if the match may be played on several devices."""
    match controller:
        case Human():
            return True
        case ByLink():
            return may_be_by_link(setup) or may_be_live(setup)
        case Bot(level):
            bots = catalog.game_of(setup.game).bots
            return bots is not None and level in bots.levels


def may_be_by_link(setup: Setup) -> bool:
    """Whether a match may be played by people who send it to each other as a link: one seat after
    the other acts, no clock runs, and nothing is hidden that the link would reveal.

    >>> may_be_by_link(Setup("yala")), may_be_by_link(Setup("aya", "aya-oye", "zoch"))
    (True, False)
    """
    kind = _kind(setup)
    return setup.clock is None and kind.is_in_turns and kind.is_open


def may_be_live(setup: Setup) -> bool:
    """Whether a match may be played by people on several connected devices: all of them see the
    same, and what nobody sees can be sealed."""
    return _kind(setup).is_shared


def may_have_clock(setup: Setup) -> bool:
    """Whether each seat can have a clock of its own in a match: one seat after the other acts, and
    the game has no clocks of its own."""
    return _kind(setup).is_in_turns


@dataclass(frozen=True)
class _Kind:
    """What matches of several seats have in common that differ only in deal, players and clock."""

    is_in_turns: bool = False
    """Whether one seat after the other acts, while no clock of the game runs."""
    is_open: bool = False
    """Whether everybody sees everything."""
    is_shared: bool = False
    """Whether all see the same, and what nobody sees can be sealed."""


def _kind(setup: Setup) -> _Kind:
    return _kind_of(replace(setup, seed=0, start="", players=(), clock=None))


@lru_cache(maxsize=64)
def _kind_of(setup: Setup) -> _Kind:
    game = catalog.game_of(setup.game)
    try:
        dealt = complete_setup(setup)
    except SetupError:
        return _Kind()
    if setup.seats < 2:
        return _Kind()
    position = game.rules.initial_position(dealt)
    is_timed = game.rules.time_limit(dealt, position) is not None
    seen = position.observe(None)
    is_same = all(position.observe(seat) == seen for seat in range(1, setup.seats + 1))
    is_open = is_same and seen == position
    return _Kind(
        is_in_turns=game.shouts is None and len(position.active_seats) == 1 and not is_timed,
        is_open=is_open,
        is_shared=is_open or (is_same and bool(game.rules.sealable(dealt.start))),
    )


def is_sealed(start: str) -> bool:
    """Whether a start has sealed words, which only another device knows (live/sealed.py)."""
    return SEALED.search(start) is not None


def check_clock(setup: Setup) -> None:
    """Raise SetupError if a set-up has clocks that it cannot have. Seats by link are allowed: such
    a match is played live, as people who send links take the time they like."""
    if setup.clock is not None and not may_have_clock(setup):
        why = "only matches that are taken in turns have clocks"
        raise SetupError("clock", format_time_control(setup.clock), why=why)


def known_game(game: str) -> str:
    """The name, if it is a game's; raises LinkError."""
    if game not in catalog.GAMES:
        raise LinkError(LinkPart.GAME, game)
    return game


def read_field(member: Member, text: str) -> Any:
    """What a field's text says; raises LinkError. An empty text is the default, unless that is a
    number; a whole number is read from its digits."""
    base, _ = unmarked(member.kind)
    is_number = base is int and text.isascii() and text.isdecimal() and len(text) < 16
    if not text and not member.default:
        return member.default
    try:
        return member.codec.read(int(text) if is_number else text)
    except LinkError:
        raise
    except ValueError:
        raise LinkError(LinkPart.FIELD, f"{member.name}={text}") from None


def parse_query(
    query: str, members: Iterable[Member], *, ignores_more: bool = False
) -> dict[str, Any]:
    """The fields of a class that a query tells; raises LinkError, also for fields that there are
    not, unless it ignores them."""
    given = dict(parse_qsl(query, keep_blank_values=True))
    with _quoted_as_typed(query):
        told = {
            one.field: read_field(one, given.pop(one.name)) for one in members if one.name in given
        }
        if given and not ignores_more:
            raise LinkError(LinkPart.FIELD, min(given))
        return told


def format_query(whole: object, members: Iterable[Member]) -> str:
    """The inverse of parse_query: a field that has its default is left out."""
    values = [(one, getattr(whole, one.field)) for one in members]
    told = [(one, one.codec.write(value)) for one, value in values if value != one.default]
    return ended("&".join(f"{one.name}={quote(str(text), safe=':')}" for one, text in told))
