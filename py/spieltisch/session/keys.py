"""Which keys call whose words: bound to places on the keyboard rather than to letters.

A key is named by ``event.code``, so that it is the same one on every layout. The words are those of
all games that are shouted.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from spieltisch.games import catalog
from spieltisch.games.contract import Shouts
from spieltisch.table import Seat

Slot = str
"""What a key is for: a seat and one of its words, with a colon between them (``2:<word>``)."""

Keys = Mapping[Slot, str]
"""The code of every slot's key."""

_SHOUTED: tuple[Shouts, ...] = tuple(
    game.shouts for game in catalog.GAMES.values() if game.shouts is not None
)

MAX_SEATS = max((len(codes) for shouts in _SHOUTED for codes in shouts.keys.values()), default=0)
"""So many seats have keys."""

DEFAULT_KEYS: Keys = {
    f"{seat}:{word}": shouts.keys[word][seat - 1]
    for shouts in _SHOUTED
    for seat in range(1, MAX_SEATS + 1)
    for word in shouts.words
    if seat <= len(shouts.keys[word])
}

SLOTS: tuple[Slot, ...] = tuple(DEFAULT_KEYS)

HELD_WORD = next((shouts.words[0] for shouts in _SHOUTED), "")
"""Of a seat's words the one whose key is held at the keyboard test."""

_PAGE = {"Enter", "NumpadEnter", "Space", "Tab", "Escape", "Backspace", "CapsLock", "NumLock"}
_PAGE |= {key + side for key in ("Shift", "Control", "Alt", "Meta") for side in ("Left", "Right")}

RESERVED = frozenset(_PAGE).union(*(shouts.reserved for shouts in _SHOUTED))
"""Keys that work the page or play on a board: no word can be on them."""

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]{1,23}")

_US_LABELS = {
    "Semicolon": ";",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
    "Backslash": "\\",
    "Quote": "'",
    "BracketLeft": "[",
    "BracketRight": "]",
    "Minus": "-",
    "Equal": "=",
    "Backquote": "`",
    "IntlBackslash": "<",
}


@dataclass(frozen=True)
class Refusal:
    """Why a key cannot be bound: ``taken`` by another slot, or ``reserved``."""

    why: str
    code: str
    slot: Slot = ""


def seat_of(slot: Slot) -> Seat:
    """Whose key it is."""
    return int(slot.partition(":")[0])


def word_of(slot: Slot) -> str:
    """Which of the seat's words it is for."""
    return slot.partition(":")[2]


def slot_of(keys: Keys, code: str) -> Slot | None:
    """What a key is bound to; None for one that is bound to nothing."""
    return next((slot for slot, bound in keys.items() if bound == code), None)


def bind(keys: Keys, slot: Slot, code: str) -> Keys | Refusal:
    """The keys with one bound to another place, or why it cannot be."""
    if code in RESERVED or slot not in keys or not _CODE.fullmatch(code):
        return Refusal("reserved", code)
    holder = slot_of(keys, code)
    if holder is not None and holder != slot:
        return Refusal("taken", code, holder)
    return {**keys, slot: code}


def format_keys(keys: Keys) -> str:
    """``1:<word>=KeyQ 1:<word>=KeyA ...``, in the order of SLOTS."""
    return " ".join(f"{slot}={keys[slot]}" for slot in SLOTS)


def parse_keys(text: str) -> Keys:
    """The inverse of format_keys; raises ValueError for what would be no keys for every seat."""
    pairs = [word.partition("=") for word in text.split(" ")]
    keys = {slot: code for slot, _, code in pairs}
    codes = set(keys.values())
    is_whole = tuple(keys) == SLOTS and len(pairs) == len(codes) == len(SLOTS)
    if not is_whole or codes & RESERVED or not all(map(_CODE.fullmatch, codes)):
        raise ValueError(f"{text!r} does not name a key of its own for each of {SLOTS}")
    return keys


# Every drawing asks for all of them.
@lru_cache(maxsize=64)
def us_label(code: str) -> str:
    """What is printed on a key of an American keyboard."""
    for prefix in ("Key", "Digit"):
        if code.startswith(prefix) and len(code) == len(prefix) + 1:
            return code[-1]
    return _US_LABELS.get(code) or re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", code)
