"""Texts that are made to take long, and the doors by which text comes in from outside.

The tests and ``make bench PART=text`` measure them.
"""

import json
import zlib
from collections.abc import Callable

from spieltisch.app.dates import parse_day
from spieltisch.app.lesson.state import parse_progress
from spieltisch.app.library import parse_runs
from spieltisch.app.matches.state import parse_filter
from spieltisch.app.puzzle.log import parse_puzzle_log
from spieltisch.app.screens import understood
from spieltisch.app.settings.keys import parse_keys
from spieltisch.app.settings.settings import parse_settings
from spieltisch.games import catalog
from spieltisch.live.codes import parse_code
from spieltisch.live.description import parse_description, parse_stun
from spieltisch.live.protocol import parse_message
from spieltisch.play.archive_file import parse_piece
from spieltisch.play.codec import clean_name
from spieltisch.play.digits import to_letters
from spieltisch.play.importing import Source, splitting
from spieltisch.play.match import parse_kept
from spieltisch.play.puzzle import parse_pack
from spieltisch.play.replaying import replay_of
from spieltisch.play.summary import parse_figures, parse_summary
from spieltisch.table import parse_record, parse_time_control
from spieltisch.table.json_text import parse_json


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


def packed(make: Callable[[int], str]) -> Callable[[int], str]:
    """The same in a link of the old format, which is compressed."""
    return lambda letters: "#/record/" + to_letters(zlib.compress(make(letters).encode()))


def linked(text: str) -> object:
    _, link = understood(text)
    return link.replay and link.replay.match()


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


DOORS: dict[str, Callable[[str], object]] = {
    "json": lambda text: parse_json(text, 10**9),
    "record": parse_record,
    "link": linked,
    "list of matches": lambda text: parse_filter(text),
    "pasted": lambda text: splitting([Source("", text)]).items,
    "piece": parse_piece,
    "kept match": kept,
    "kept record": in_match,
    "summary": parse_summary,
    "settings": parse_settings,
    "keys": parse_keys,
    "runs": parse_runs,
    "progress": parse_progress,
    "puzzle log": parse_puzzle_log,
    "pack": parse_pack,
    "message": parse_message,
    "live code": parse_code,
    "description": parse_description,
    "STUN server": parse_stun,
    "figures": parse_figures,
    "name": clean_name,
    "clock": parse_time_control,
    "day": parse_day,
    **_positions(),
    **_actions(),
}
