"""Texts that are made to take long, and the doors by which text comes in from outside.

The tests and ``make -f lab/Makefile measure PART=text`` measure them.
"""

import json
import zlib
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from functools import cache, partial
from io import StringIO

from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core.dates import parse_day
from spieltisch.app.core.kept import ValueKind
from spieltisch.app.core.keys import parse_keys
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Edit, ImportFiles, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import parse_settings
from spieltisch.app.core.table import parse_tried
from spieltisch.app.core.waits import Came, Written
from spieltisch.app.files.state import ImportOn, importing
from spieltisch.app.keeping.kinds import KINDS
from spieltisch.app.keeping.packing import unpacked
from spieltisch.app.match.screen import ReplayLink
from spieltisch.app.matches.state import SetFilter, parse_filter
from spieltisch.app.screens import page_of, understood
from spieltisch.app.study.trying import parse_noted
from spieltisch.app.together.messages import TakeCode
from spieltisch.app.update import update
from spieltisch.cli import main
from spieltisch.games import catalog
from spieltisch.live.codes import parse_code, parse_relay, parse_room
from spieltisch.live.description import parse_description, parse_stun
from spieltisch.live.protocol import parse_message
from spieltisch.play.archive_file import parse_piece
from spieltisch.play.code_text import pack_text
from spieltisch.play.codec import clean_name, complete_setup
from spieltisch.play.digits import to_letters
from spieltisch.play.importing import Source, splitting
from spieltisch.play.match import Match, parse_kept
from spieltisch.play.own_jobs import MAX_SOURCE, parse_event, parse_events
from spieltisch.play.pasted_source import meant_source
from spieltisch.play.puzzle import parse_pack
from spieltisch.play.record_link import match_in
from spieltisch.play.replaying import replay_of
from spieltisch.play.reviews import parse_review
from spieltisch.play.service import parse_answer
from spieltisch.play.summary import parse_figures, parse_summary
from spieltisch.shell.address import scrolled_of
from spieltisch.table import parse_record, parse_time_control
from spieltisch.table.json_text import parse_json
from spieltisch.table.typed import text_of


def many(part: str, *, begin: str = "", end: str = "") -> Callable[[int], str]:
    return lambda letters: begin + part * (letters // len(part)) + end


def names(letters: int) -> str:
    told = ",".join(f'"{number}":0' for number in range(letters // 9))
    return f'{{{told},"0":1}}'


TEXTS = {
    "an escaped quote each": many(r"\"", begin='"'),
    "quotes": many('"'),
    "backslashes": many("\\", begin='"'),
    "other names": names,
    "equal names": many('"a":0,', begin="{", end='"a":1}'),
    "brackets without an end": many("["),
    "braces without an end": many('{"a":'),
    "ends of brackets": many("]"),
    "empty lists": many("[],", begin="[", end="[]]"),
    "empty texts": many('"",', begin="[", end='""]'),
    "halves of characters": many(r"\ud83d", begin='["', end='"]'),
    "a long number": many("9"),
    "a long fraction": many("9", begin="0."),
    "a long exponent": many("9", begin="1e"),
    "space": many(" "),
    "lines": many("\n", begin="{", end="}"),
    "records that are cut": many('{"format":1,\n'),
    "objects in a line": many('{"a":[1,"x"]},', begin="[", end="{}]"),
    "matches in a line": many("{},", begin='{"format":1,"matches":[', end="{}]}"),
    "a match a line": many("{},\n", begin='{"format":1,"matches":[\n', end="]}"),
    "entries": many(
        '[1,"",0],',
        begin='{"format":1,"setup":{"game":"yala","variant":"standard","edition":"standard",'
        '"options":{},"seats":2,"seed":1,"start":"x"},"entries":[',
        end='[1,"",0]]}',
    ),
    "letters": many("a"),
    "digits and signs": many("1-"),
    "slashes": many("/"),
    "towers": many("dl/"),
    "boards": many("dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d | "),
    "fields": many(" ; "),
    "cards": many(" bbbyy*", begin="bb|bbbyy|yy ; turbo zoch seats=2 ; call ; stock"),
    "words": many("a=1 ", begin="bb|bbbyy|yy ; turbo zoch seats=2 ; call "),
    "pieces": many("1a1,", begin="Qa1,"),
    "chains": many("a1>b1>"),
    "figures": many("1,", begin="aya=", end="1"),
    "parts of a query": many("&", begin="#/play/yala?"),
    "fields of a query": many("seed=1&", begin="#/play/yala?"),
    "seats": many("human,", begin="#/play/myra?seats="),
    "names of players": many("a,", begin="#/play/myra?names="),
    "marks of percent": many("%41", begin="#/play/yala?seed=1&names="),
    "a name": many("x", begin="#/play/yala?seats=human,human&seed=1&names="),
    "a code": many("A", begin="#/record/1"),
    "an old code": many("A", begin="#/record/e"),
    "a live code": many("A", begin="#/live/2"),
    "parts of an address": many("a.", begin="stun:"),
    "lines of a description": many("a=candidate:1 1 udp 1 1.1.1.1 1\n"),
    "one line of a description": many("a ", begin="a=candidate:"),
    "joiners": many("\u200d"),
    "marks": many("\u0301", begin="a"),
    "flags": many("\U0001f1e9"),
    "families": many("👨\u200d"),
}


@cache
def bomb(sign: str, letters: int) -> str:
    """A code of very many equal letters: a hundred thousand times what it has itself."""
    return pack_text(sign * (400 * letters))


@cache
def packed_names(letters: int) -> str:
    return pack_text(names(letters))


def packed(make: Callable[[int], str]) -> Callable[[int], str]:
    """The same in a link of the old format, which is compressed."""
    return lambda letters: "#/record/" + to_letters(zlib.compress(make(letters).encode()))


def linked(text: str) -> object:
    _, _, link = understood(text)
    return link.link.match() if isinstance(link, ReplayLink) else link.text


def kept(text: str) -> object:
    found = parse_kept(text)
    return found.match(replay_of(found.record))


def in_match(text: str) -> object:
    return kept(json.dumps({"shown": 0, "record": text}))


def _positions() -> dict[str, Callable[[str], object]]:
    return {
        f"position of {name}": game.rules.parse_position for name, game in catalog.GAMES.items()
    }


def _actions() -> dict[str, Callable[[str], object]]:
    return {f"action of {name}": game.rules.parse_action for name, game in catalog.GAMES.items()}


PLACES = (
    "#/record/",
    "#/live/",
    "#/room/a.example/",
    "#/bot/yala/",
    "#/study/",
    "#/escape/yala/",
    "#/dealt/aya/",
    "#/play/yala?seed=1&names=",
    "#/play/myra?start=",
    "#/play/aya?start=",
    "#/editor/yala?position=",
    "#/editor/myra?position=",
    "#/editor/aya?position=",
    "#/puzzle/yala?",
    "#/puzzle/yala/",
    "#/mistakes/yala/",
    "#/daily/yala/",
    "#/puzzles/yala/",
    "#/run/yala/",
    "#/duel/aya/",
    "#/spot/aya",
    "#/match/",
    "#/matches?",
    "#/matches?text=",
    "#/rules/yala/",
    "#/learn/yala/",
    "#/setup/yala/",
    "#/workshop/yala/",
    "#/deck/aya/",
    "#/statistics",
    "#/settings",
    "#/keys",
    "#/key-test",
    "#/import",
    "#/",
)
"""What the addresses of each kind begin with."""


def _addresses() -> dict[str, Callable[[str], object]]:
    def door(place: str) -> Callable[[str], object]:
        return lambda text: linked(place + text)

    return {f"address {place}": door(place) for place in PLACES}


def there(place: str) -> Session:
    """A session on a screen."""
    return update(Session(), Navigate(place, 0.0))[0]


def said(place: str, message: Callable[[str], Message]) -> Callable[[str], object]:
    """A text that a person types, pastes or opens on a screen, and the page that says what came of
    it."""
    before: list[Session] = []

    def door(text: str) -> object:
        if not before:
            before.append(there(place))
        session, _ = update(before[0], message(text))
        return page_of(session)

    return door


HAS_ALL = Came(Written(), True, 0.0)
"""Storage has all that it was given."""


def imported(text: str) -> object:
    """A text in the field where games are imported: its beginning, and some of what is done while
    the page goes on answering."""
    session, _ = update(there("#/import"), ImportFiles((("", text),), 0.0))
    for _ in range(20):
        session, _ = update(session, ImportOn(8, 0.0))
    return page_of(update(session, HAS_ALL)[0])


def imported_whole(text: str) -> object:
    """The same to its end, with the report about it."""
    session, _ = update(there("#/import"), ImportFiles((("", text),), 0.0))
    while importing(session) is not None:
        session, _ = update(session, ImportOn(8, 0.0))
    return page_of(update(session, HAS_ALL)[0])


def commanded(*before: str) -> Callable[[str], object]:
    """An argument of the command line."""

    def door(text: str) -> object:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()), suppress(SystemExit):
            return main([*before, text])
        return None

    return door


def read_as_file(text: str) -> object:
    return text_of(text.encode("utf-8", "surrogatepass"))


def _rows() -> dict[str, Callable[[str], object]]:
    """What is kept beside matches, as its rows in storage, and as a file brings it."""

    def door(kind: ValueKind) -> Callable[[str], object]:
        return lambda text: kind.parse(text, [])

    return {f"row {name}": door(kind) for name, kind in KINDS.items()}


_SETUP = complete_setup(replace(catalog.GAMES["yala"].info.default_setup(), seed=1))
_NO_MATCH = Match.of_turns(_SETUP, ())

DOORS: dict[str, Callable[[str], object]] = {
    # Addresses and links, whole or in a text.
    "link": linked,
    **_addresses(),
    "code of a game": match_in,
    "live code": parse_code,
    "room": parse_room,
    "relay": parse_relay,
    "STUN server": parse_stun,
    # What is typed and pasted on the page.
    "pasted": lambda text: splitting([Source("", text)]).items,
    "import field": imported,
    "code field": said("#/", lambda text: TakeCode(text, 0.0)),
    "typed move": said("#/play/yala?seats=human,human&seed=1", lambda text: TypeAction(text, 0.0)),
    "pasted position of yala": said("#/editor/yala", lambda text: Edit("position", text)),
    "pasted position of myra": said("#/editor/myra", lambda text: Edit("position", text)),
    "pasted position of aya": said("#/editor/aya", lambda text: Edit("position", text)),
    "own cards": said("#/deck/aya", lambda text: Edit("cards", text)),
    "deck's file": said("#/deck/aya", lambda text: ImportFiles((("a.txt", text),), 0.0)),
    "bot": said("#/workshop/yala", lambda text: Edit("source", text)),
    "bot's name": said("#/workshop/yala", lambda text: Edit("name", text)),
    "bot's file": said("#/workshop/yala", lambda text: ImportFiles((("a.py", text),), 0.0)),
    "study": said("#/", lambda text: ImportFiles((("a", f'[Game "yala"]\n\n{text}'),), 0.0)),
    "search": said("#/matches", lambda text: SetFilter("text", text)),
    "name": clean_name,
    "day": parse_day,
    "clock": parse_time_control,
    "list of matches": lambda text: parse_filter(text),
    # Files.
    "file": read_as_file,
    "piece": parse_piece,
    "record": parse_record,
    "json": lambda text: parse_json(text, 10**9),
    **_positions(),
    **_actions(),
    # What bots are and what they tell.
    "bot's source": meant_source,
    "bot's events": lambda text: parse_events(text, MAX_SOURCE),
    "bot's event": parse_event,
    "worker's answer": parse_answer,
    "packed series": lambda text: unpacked("one", "yala", text),
    # What peers say.
    "message": parse_message,
    "description": parse_description,
    # What is kept.
    "kept match": kept,
    "kept record": in_match,
    "review": lambda text: parse_review(text, _NO_MATCH),
    "summary": parse_summary,
    "settings": parse_settings,
    "keys": parse_keys,
    **_rows(),
    "variation": lambda text: parse_noted(text, _NO_MATCH, _SETUP),
    "what is tried out": parse_tried,
    "how far it was scrolled": scrolled_of,
    "pack": parse_pack,
    "figures": parse_figures,
    # The command line.
    "argument: link": commanded("open"),
    "argument: position": commanded("legal", "yala"),
}
"""Every door by which a text comes in from outside."""

FILLERS = ("", "A", "-", " ", "%41", "\n> ")


_OF_ADDRESSES = ("lines", "space", "letters", "slashes", "fields", "marks", "boards", "cards")


def texts_of(name: str) -> dict[str, Callable[[int], str]]:
    """What is tried at a door; at an address what repeats what is looked for there, and what is
    packed at its place."""
    if not name.startswith("address "):
        return TEXTS
    place = name.removeprefix("address ")
    _, _, marker = place.rpartition("#")
    texts = {f"{marker} again and again": many(marker), f"{place} again and again": many(place)}
    for filler in FILLERS[1:]:
        texts[f"{marker} with {filler!r}"] = many(marker + filler * 7)
    texts.update((one, TEXTS[one]) for one in _OF_ADDRESSES)
    texts["a bomb"] = partial(bomb, "a")
    texts["a bomb of brackets"] = partial(bomb, "[")
    texts["what is packed of other letters"] = packed_names
    return texts
