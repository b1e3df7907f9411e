"""Which keys call which seat's words: places on the keyboard rather than letters.

A key is named by ``event.code``, so that it is the same one on every layout. The words are those of
all games with shouts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

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
"""How many seats have keys."""

DEFAULT_KEYS: Keys = {
    f"{seat}:{word}": shouts.keys[word][seat - 1]
    for shouts in _SHOUTED
    for seat in range(1, MAX_SEATS + 1)
    for word in shouts.words
    if seat <= len(shouts.keys[word])
}

SLOTS: tuple[Slot, ...] = tuple(DEFAULT_KEYS)

HELD_WORD = next((shouts.words[0] for shouts in _SHOUTED), "")
"""The word whose key each seat holds in the keyboard test."""

_PAGE = {"Enter", "NumpadEnter", "Space", "Tab", "Escape", "Backspace", "CapsLock", "NumLock"}
_PAGE |= {"ScrollLock", "Fn", "FnLock", "ContextMenu", "Unidentified"}
_PAGE |= {
    key + side for key in ("Shift", "Control", "Alt", "Meta", "OS") for side in ("Left", "Right")
}

RESERVED = frozenset(_PAGE).union(*(shouts.reserved for shouts in _SHOUTED))
"""Keys that operate the page or play on a board: no word can be bound to them."""

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]{1,23}")


@dataclass(frozen=True)
class ReservedKey:
    """The key cannot be bound at all."""


@dataclass(frozen=True)
class TakenKey:
    """The key is another slot's."""

    slot: Slot


def seat_of(slot: Slot) -> Seat:
    return int(slot.partition(":")[0])


def word_of(slot: Slot) -> str:
    return slot.partition(":")[2]


def label_of(slot: Slot) -> str:
    word = word_of(slot)
    return next(shouts.label(word) for shouts in _SHOUTED if word in shouts.words)


def slot_of(keys: Keys, code: str) -> Slot | None:
    """The slot that a key is bound to; None for a key that is not bound."""
    return next((slot for slot, bound in keys.items() if bound == code), None)


def bind(keys: Keys, slot: Slot, code: str) -> Keys | ReservedKey | TakenKey:
    """The keys with another one for a slot, or why it cannot be bound."""
    if code in RESERVED or slot not in keys or not _CODE.fullmatch(code):
        return ReservedKey()
    holder = slot_of(keys, code)
    if holder is not None and holder != slot:
        return TakenKey(holder)
    return {**keys, slot: code}


def format_keys(keys: Keys) -> str:
    """``1:<word>=KeyQ 1:<word>=KeyA ...``, in the order of SLOTS."""
    return " ".join(f"{slot}={keys[slot]}" for slot in SLOTS)


def parse_keys(text: str) -> Keys:
    """The inverse of format_keys; raises ValueError unless every slot has a key of its own."""
    pairs = [word.partition("=") for word in text.split(" ")]
    keys = {slot: code for slot, _, code in pairs}
    codes = set(keys.values())
    is_whole = tuple(keys) == SLOTS and len(pairs) == len(codes) == len(SLOTS)
    if not is_whole or codes & RESERVED or not all(map(_CODE.fullmatch, codes)):
        raise ValueError(f"{text!r} does not name a key of its own for each of {SLOTS}")
    return keys
