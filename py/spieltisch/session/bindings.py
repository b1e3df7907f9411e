"""Which keys are whose: two a seat, bound to places on the keyboard rather than to letters.

A key is named by ``event.code``, so that it is the same one on every layout.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from spieltisch.games.aya.rules.shouts import SHOUTS
from spieltisch.table import Seat

MAX_SEATS = 6

Slot = str
"""What a key is for: a seat and one of its words, ``2:oye``."""

Keys = Mapping[Slot, str]
"""The code of every slot's key."""

SLOTS: tuple[Slot, ...] = tuple(
    f"{seat}:{shout}" for seat in range(1, MAX_SEATS + 1) for shout in SHOUTS
)

_PAIRS = (
    ("KeyQ", "KeyA"),
    ("KeyP", "Semicolon"),
    ("KeyC", "KeyV"),
    ("KeyT", "KeyG"),
    ("KeyU", "KeyJ"),
    ("KeyM", "Comma"),
)

DEFAULT_KEYS: Keys = dict(zip(SLOTS, (code for pair in _PAIRS for code in pair), strict=True))
"""Left, right, and then between them, as far apart as six pairs of hands can be."""

_MOVING = {f"{row}{ball}" for row in ("Digit", "Numpad") for ball in range(1, 6)}
_MOVING |= {f"Arrow{way}" for way in ("Left", "Right", "Up", "Down")} | {"KeyL", "KeyR"}
_PAGE = {"Enter", "NumpadEnter", "Space", "Tab", "Escape", "Backspace", "CapsLock", "NumLock"}
_PAGE |= {key + side for key in ("Shift", "Control", "Alt", "Meta") for side in ("Left", "Right")}

RESERVED = frozenset(_MOVING | _PAGE)
"""Keys that roll balls or work the page: no word can be on them."""

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


def shout_of(slot: Slot) -> str:
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
    """``1:aya=KeyQ 1:oye=KeyA ...``."""
    return " ".join(f"{slot}={keys[slot]}" for slot in SLOTS)


# Every drawing asks for them.
@lru_cache(maxsize=2)
def parse_keys(text: str) -> Keys:
    """The inverse of format_keys; raises ValueError for what would be no keys for six seats."""
    pairs = [word.partition("=") for word in text.split(" ")]
    keys = {slot: code for slot, _, code in pairs}
    codes = set(keys.values())
    is_whole = tuple(keys) == SLOTS and len(pairs) == len(codes) == len(SLOTS)
    if not is_whole or codes & RESERVED or not all(map(_CODE.fullmatch, codes)):
        raise ValueError(f"{text!r} does not name a key of its own for each of {SLOTS}")
    return keys


def label(code: str, layout: Mapping[str, str]) -> str:
    """What is printed on a key.

    Args:
        code: its place.
        layout: what is known of this keyboard, by place; elsewhere the American one is assumed.
    """
    if code in layout:
        return layout[code]
    for prefix in ("Key", "Digit"):
        if code.startswith(prefix) and len(code) == len(prefix) + 1:
            return code[-1]
    return _US_LABELS.get(code) or re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", code)
