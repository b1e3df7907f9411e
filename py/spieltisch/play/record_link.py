"""A match as a short text in the letters of a link (docs/rules.md, Links).

Links are untrusted. Every turn is stored as an index among those possible in its position, and what
was dealt is dealt anew, so that a link can hold nothing that cannot happen at a table. Errors raise
LinkError or SetupError.
"""

import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.code_text import codes_in, sealed
from spieltisch.play.codec import (
    LinkError,
    LinkPart,
    check_clock,
    check_players,
    clean_name,
    is_controller,
    known_game,
    linkable,
)
from spieltisch.play.digits import (
    DigitReader,
    DigitWriter,
    check_length,
    from_letters,
    read_turns,
    write_turns,
)
from spieltisch.play.replaying import Recipe, Replay
from spieltisch.play.summary import ID_LENGTH, MatchId, is_match_id
from spieltisch.table import (
    BY_LINK,
    HUMAN,
    Bot,
    Player,
    Record,
    ReplayError,
    Setup,
    SetupError,
    TimeControl,
    Turn,
    parse_record,
    replay,
)
from spieltisch.table.record import MAX_LENGTH

PACKED = "1"
"""The format that is written: the first letter of a code tells its format."""

TIMED = "2"
"""The format of a match with clocks: it also has these, and when every turn was played."""

SAID = "3"
"""The format of a match in which somebody has resigned, or said something about a draw: it also has
its clocks, if there are any."""

JSON = "e"
"""The format that was written before: compressed JSON, which always begins with this letter."""

PLACE = "/record/"
"""What precedes a code in a link, after the ``#``."""

MAX_CODE_LENGTH = 20_000
MAX_JSON_CODE_LENGTH = 200_000
"""Letters of a code of the old format, which takes some ten times as many."""

_ID_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_CHECK_BYTES = 4
_DEAL_CHECKS = 1 << 16
_DEALT, _USUAL, _TOLD = range(3)
"""Where the start comes from: dealt from the seed, the usual one before anybody arranges anything,
or told by the link."""


class NotWholeError(LinkError):
    """A code of which the check says that it is damaged or cut short."""

    def __init__(self, code: str) -> None:
        super().__init__(LinkPart.RECORD, code, "the link is damaged or cut short")


class LinkedMatch(NamedTuple):
    """What a link holds."""

    setup: Setup
    turns: tuple[Turn, ...]
    match_id: MatchId = ""
    """The name under which devices keep it; empty if the link has none."""

    @property
    def record(self) -> Record:
        return Record(self.setup, tuple(turn.entry for turn in self.turns))


class LinkReplay(NamedTuple):
    """What a link holds, before its turns are played: these may be many."""

    replay: Replay
    match_id: MatchId = ""

    def match(self) -> LinkedMatch:
        """All of it; raises LinkError for a turn that cannot be played."""
        return LinkedMatch(self.replay.setup, self.replay.items, self.match_id)


def encode_record(record: Record, match_id: str = "") -> str:
    """A record as a link's code; raises ValueError if it cannot be replayed, or if a link cannot
    hold it as it is: the players of a record from elsewhere are made fit by ``linkable`` first.
    Raises LinkError as encode_match.

    >>> from spieltisch.play.codec import parse_setup
    >>> from spieltisch.table import Entry
    >>> played = Record(parse_setup("yala", "seed=42"), (Entry(1, "a+"),))
    >>> code = encode_record(played)
    >>> code, decode_match(code).record == played
    ('1AS9kkTcAFsgBcA-QOwDhNFFjJC0', True)
    """
    setup = record.setup
    check_players(setup)
    rules = catalog.game_of(setup.game).rules
    turns = tuple(replay(rules, Record(setup, record.entries)))
    return encode_match(LinkedMatch(setup, turns, match_id))


def encode_match(match: LinkedMatch) -> str:
    """A match as a link's code, without those times that do not count (see digits.py).

    Raises LinkError if the code is too long, or the match is of a game that is not known by its
    name (catalog.register).
    """
    game = catalog.game_of(known_game(match.setup.game))
    if match.turns and match.turns[0].rules is not game.rules:
        why = f"it was played by other rules than those of {game.info.name} here"
        raise LinkError(LinkPart.RULES, match.setup.game, why)
    digits, clock = DigitWriter(), match.setup.clock
    has_said = any(turn.is_table_action for turn in match.turns)
    tag = SAID if has_said else PACKED if clock is None else TIMED
    if has_said:
        digits.digit(clock is not None, 2)
    if clock is not None:
        check_clock(match.setup)
        digits.number(clock.minutes)
        digits.number(clock.seconds)
    _write_setup(digits, match.setup)
    if match.match_id and not is_match_id(match.match_id):
        why = f"{match.match_id!r} is not twelve small letters and digits"
        raise LinkError(LinkPart.MATCH, match.match_id, why)
    digits.digit(bool(match.match_id), 2)
    for letter in match.match_id:
        digits.digit(_ID_LETTERS.index(letter), len(_ID_LETTERS))
    write_turns(digits, match.setup, match.turns, has_said=has_said)
    code = tag + sealed(bytes(digits), lambda number: number + _check(tag, number))
    if len(code) > MAX_CODE_LENGTH:
        raise _too_long(len(code))
    return code


def match_in(text: str) -> LinkedMatch:
    """The match of a link, or of a message that has one, however it was wrapped; raises LinkError
    or SetupError."""
    return replay_in(text).match()


def replay_in(text: str) -> LinkReplay:
    for code in codes_in(text, PLACE, PACKED + TIMED + SAID + JSON):
        with suppress(NotWholeError):
            return code_replay(code)
    raise NotWholeError(text.rpartition(PLACE)[2])


def decode_match(code: str) -> LinkedMatch:
    """What a link's code holds; raises LinkError or SetupError."""
    return code_replay(code).match()


def code_replay(code: str) -> LinkReplay:
    most = MAX_JSON_CODE_LENGTH if code.startswith(JSON) else MAX_CODE_LENGTH
    if len(code) > most:
        raise _too_long(len(code), most)
    match code[:1]:
        case "1" | "2" | "3":
            return _unpacked(code)
        case "e":
            return _from_json(code)
        case tag if tag.isascii() and tag.isdecimal():
            why = f"the link is of format {tag}; this program reads {PACKED} to {SAID}"
            raise LinkError(LinkPart.FORMAT, tag, why)
    raise NotWholeError(code)


def _check(tag: str, packed: bytes) -> bytes:
    return zlib.crc32(tag.encode() + packed).to_bytes(_CHECK_BYTES)


def _damaged(code: str) -> LinkError:
    return LinkError(LinkPart.RECORD, code, "the link is damaged or cut short")


def _too_long(length: int, most: int = MAX_CODE_LENGTH) -> LinkError:
    why = f"a link of {length} letters; the longest has {most}"
    return LinkError(LinkPart.SIZE, str(length), why)


def _unpacked(code: str) -> LinkReplay:
    try:
        checked = from_letters(code[1:])
    except ValueError as error:
        raise NotWholeError(code) from error
    packed, check = checked[:-_CHECK_BYTES], checked[-_CHECK_BYTES:]
    if check != _check(code[0], packed):
        raise NotWholeError(code)
    digits = DigitReader(packed)
    try:
        has_clock = code[0] == TIMED or (code[0] == SAID and bool(digits.digit(2)))
        clock = TimeControl(digits.number(), digits.number()) if has_clock else None
        setup = replace(_read_setup(digits), clock=clock)
        check_clock(setup)
        length, letters = ID_LENGTH * digits.digit(2), len(_ID_LETTERS)
        match_id = "".join(_ID_LETTERS[digits.digit(letters)] for _ in range(length))
        count = digits.number()
        check_length(count)
    except (LinkError, SetupError):
        raise
    except (ValueError, IndexError) as error:
        raise _damaged(code) from error
    turns = _Packed(code, digits.rest, setup, count)
    return LinkReplay(Replay.by(turns, setup, count), match_id)


@dataclass(frozen=True)
class _Packed(Recipe[Turn]):
    code: str
    rest: bytes
    """What its set-up is followed by."""
    setup: Setup
    count: int

    def things(self) -> Iterator[Turn]:
        return _turns(self.code, DigitReader(self.rest), self.setup, self.count)


def _turns(code: str, digits: DigitReader, setup: Setup, count: int) -> Iterator[Turn]:
    """The turns of a code, of which nothing may be left after them."""
    try:
        yield from read_turns(digits, setup, count, has_said=code[0] == SAID)
    except (LinkError, SetupError):
        raise
    except (ValueError, IndexError) as error:
        raise _damaged(code) from error
    if not digits.is_at_end:
        raise _damaged(code)


# --------------------------------------------------------------------- set-up


_PEOPLE = (HUMAN, BY_LINK)
"""Controllers that are no bots, by their numbers; the number of a bot is _BOTS plus its level."""

_BOTS = 8


def _write_setup(digits: DigitWriter, setup: Setup) -> None:
    game = catalog.game_of(setup.game)
    info = game.info
    info.check(setup)
    digits.text(setup.game)
    digits.number(info.rules_version)
    digits.number(info.variants.index(setup.variant))
    digits.number(info.editions.index(setup.edition))
    digits.number(len(setup.options))
    for place, option in enumerate(info.options):
        value = setup.option(option.name, "")
        if value:
            digits.number(place)
            digits.number(option.choices.index(value))
    digits.number(setup.seats)
    digits.digit(bool(setup.players), 2)
    for player in setup.players:
        who = player.controller
        digits.number(_BOTS + who.level if isinstance(who, Bot) else _PEOPLE.index(who))
        digits.text(player.name)
    _write_start(digits, game, setup)


def _read_setup(digits: DigitReader) -> Setup:
    name = digits.text()
    game = catalog.game_of(known_game(name))
    info, version = game.info, digits.number()
    if version != info.rules_version:
        why = f"it was played by rules {version} of {name}; this program knows {info.rules_version}"
        raise LinkError(LinkPart.RULES, str(version), why)
    variant, edition = info.variants[digits.number()], info.editions[digits.number()]
    options = {}
    for _ in range(digits.number()):
        option = info.options[digits.number()]
        if option.name in options:
            raise ValueError(f"{option.name} is there twice")
        options[option.name] = option.choices[digits.number()]
    setup = Setup(name, variant, edition, tuple(sorted(options.items())), digits.number())
    info.check(setup)
    players = []
    for _ in range(setup.seats if digits.digit(2) else 0):
        number = digits.number()
        controller = Bot(number - _BOTS) if number >= _BOTS else _PEOPLE[number]
        if not is_controller(setup, controller):
            raise LinkError(LinkPart.SEATS, str(controller))
        players.append(Player(clean_name(digits.text()), controller))
    return _read_start(digits, game, replace(setup, players=tuple(players)))


def _write_start(digits: DigitWriter, game: Game, setup: Setup) -> None:
    """The start is long: if it can be made anew, only a checksum of it is written. A seed that does
    not deal it is left out."""
    kind = _USUAL if setup.seed is None else _DEALT
    if setup.start != _made(game, setup, kind):
        kind = _TOLD
    digits.digit(kind, 3)
    if kind == _DEALT and setup.seed is not None:
        digits.number(setup.seed)
    if kind == _TOLD:
        digits.text(setup.start)
    else:
        digits.digit(_deal_check(setup.start), _DEAL_CHECKS)


def _read_start(digits: DigitReader, game: Game, setup: Setup) -> Setup:
    kind = digits.digit(3)
    if kind == _DEALT:
        setup = replace(setup, seed=digits.number())
    if kind == _TOLD:
        return replace(setup, start=digits.text())
    setup = replace(setup, start=_made(game, setup, kind))
    if digits.digit(_DEAL_CHECKS) != _deal_check(setup.start):
        raise _changed_deal(setup)
    return setup


def _made(game: Game, setup: Setup, kind: int) -> str:
    if kind == _USUAL:
        return game.rules.arrange(replace(setup, start=""), "")
    return game.rules.deal(setup, Random(setup.seed).shuffle)


def _deal_check(start: str) -> int:
    return zlib.crc32(start.encode()) % _DEAL_CHECKS


def _changed_deal(setup: Setup) -> LinkError:
    why = "the start of the match is not what is dealt for its set-up"
    return LinkError(LinkPart.DEAL, "" if setup.seed is None else str(setup.seed), why)


# --------------------------------------------------------------- the old format


def _from_json(code: str) -> LinkReplay:
    inflate = zlib.decompressobj()
    try:
        text = inflate.decompress(from_letters(code), MAX_LENGTH)
    except (ValueError, zlib.error) as error:
        raise NotWholeError(code) from error
    if not inflate.eof or inflate.unused_data:
        raise NotWholeError(code)
    try:
        record = parse_record(text.decode())
    except ValueError as error:
        raise _damaged(code) from error
    known_game(record.setup.game)
    check_length(len(record.entries))
    setup = linkable(record.setup)
    check_clock(setup)
    catalog.game_of(setup.game).rules.initial_position(setup)
    record = replace(record, setup=setup)
    return LinkReplay(Replay.by(_FromJson(record), setup, len(record.entries)))


@dataclass(frozen=True)
class _FromJson(Recipe[Turn]):
    record: Record

    def things(self) -> Iterator[Turn]:
        return _played(self.record)


def _played(record: Record) -> Iterator[Turn]:
    try:
        yield from replay(catalog.game_of(record.setup.game).rules, record)
    except ReplayError as error:
        raise LinkError(LinkPart.TURN, str(error.index + 1), str(error)) from error
