"""What keys do: those of the table, which do what buttons do, and those with which seats call.

``TABLE_KEYS`` has what a key does and how that is told. Its keys are named as ``key_name`` has them
(shell/keyboard.py): by what they write.

Keys that call are places on the keyboard rather than letters: they are named by ``event.code``, so
that they are the same ones on every layout. The words are those of all games with shouts.
"""

import re
from collections.abc import Collection, Mapping
from enum import Enum, auto
from functools import cache, lru_cache
from typing import NamedTuple

from spieltisch.app.core.buttons import pressed
from spieltisch.app.core.message import Frozen, Message
from spieltisch.games import catalog
from spieltisch.games.contract import Shouts
from spieltisch.table import Seat
from spieltisch.table.fact import gettext_noop

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


class Needs(Enum):
    """Where a key of the table means something."""

    CHOICE = auto()
    """Where a person chooses what to do."""
    HINT = auto()
    """Where hints are given."""
    BOTS = auto()
    """With bots that look ahead."""
    CLOCKS = auto()
    """Where seats have clocks."""
    GATE = auto()
    """Where everybody has to be ready before time passes."""
    RACE = auto()
    """Where computers wait for who listens."""
    LINE = auto()
    """Where earlier moves can be looked at."""
    PLAYBACK = auto()
    """Where a finished match can be played back."""
    UNDO = auto()
    """Where what was done can be taken back."""
    REDO = auto()
    """Where what was taken back can be played again."""


class Stroke(NamedTuple):
    """A key, and what it does."""

    key: str
    do: str
    """What the button of this name does, see buttons.py."""
    arg: str = ""
    """The button's details."""
    modifier: str = ""
    """What is held with it: "Shift", "Ctrl", "Ctrl+Shift"."""
    is_on_board: bool = False
    """Whether it does so on the board alone."""


class KeyRow(NamedTuple):
    """Keys that are told together."""

    shown: str
    """What they are called, in English."""
    told: str
    """What they do, in English."""
    strokes: tuple[Stroke, ...]
    needs: Needs | None = None


TABLE_KEYS = (
    KeyRow(
        "Esc, ⌫",
        gettext_noop("undo the last step of your choice"),
        (Stroke("Escape", "cancel"), Stroke("Backspace", "cancel", is_on_board=True)),
        Needs.CHOICE,
    ),
    KeyRow(
        "?",
        gettext_noop("hint (press again for a bigger one)"),
        (Stroke("?", "hint"),),
        Needs.HINT,
    ),
    KeyRow(
        "B",
        gettext_noop("what the computer thinks of the position, and its best line"),
        (Stroke("b", "evaluate"), Stroke("b", "evaluate", modifier="Shift")),
        Needs.BOTS,
    ),
    KeyRow(
        "N",
        gettext_noop("after a review, the next turning point; with Shift, the one before"),
        (
            Stroke("n", "next-turning-point"),
            Stroke("n", "previous-turning-point", modifier="Shift"),
        ),
        Needs.BOTS,
    ),
    KeyRow(
        gettext_noop("← →, outside the board"),
        gettext_noop("look at earlier and later moves"),
        (Stroke("ArrowLeft", "earlier"), Stroke("ArrowRight", "later")),
        Needs.LINE,
    ),
    KeyRow(
        gettext_noop("Home, End, outside the board"),
        gettext_noop("look at the start, or go back to the current position"),
        (Stroke("Home", "first"), Stroke("End", "present")),
        Needs.LINE,
    ),
    KeyRow(
        gettext_noop("K or the space bar, outside the board"),
        gettext_noop("play back a finished game"),
        (Stroke("k", "play-back"), Stroke(" ", "play-back")),
        Needs.PLAYBACK,
    ),
    KeyRow(
        gettext_noop("Enter or the space bar"),
        gettext_noop("say that everybody is ready"),
        (Stroke("Enter", "ready"), Stroke(" ", "ready")),
        Needs.GATE,
    ),
    KeyRow(
        gettext_noop("P or Esc"),
        gettext_noop("pause, and go on after a pause"),
        (Stroke("p", "pause"), Stroke("Escape", "pause")),
        Needs.GATE,
    ),
    KeyRow(
        "F",
        gettext_noop("you have heard everything: computers need not wait any longer"),
        (Stroke("f", "listened"),),
        Needs.RACE,
    ),
    KeyRow(
        gettext_noop("Shift + M"),
        gettext_noop("sound soft, full or off; outside the board, just M"),
        (Stroke("m", "sound"), Stroke("m", "sound", modifier="Shift")),
    ),
    KeyRow(
        gettext_noop("Ctrl + Z"),
        gettext_noop("take a move back"),
        (Stroke("z", "take-back", modifier="Ctrl"),),
        Needs.UNDO,
    ),
    KeyRow(
        gettext_noop("Ctrl + Shift + Z"),
        gettext_noop("redo a move that was taken back"),
        (Stroke("z", "redo", modifier="Ctrl+Shift"), Stroke("y", "redo", modifier="Ctrl")),
        Needs.REDO,
    ),
    KeyRow("C", gettext_noop("the clocks"), (Stroke("c", "ask-clocks"),), Needs.CLOCKS),
)
"""The keys of a table, beside those that its game's view knows. Which of them mean something where
they are pressed is said by who hears them (board_keys.py, shell/events.py, board/clocks.py,
board/browsing.py)."""


def message_of(stroke: Stroke) -> Message:
    """What a key does: what the button of that name does, at any time and without chance."""
    made = pressed(stroke.do, stroke.arg, 0.0, lambda _: 0)
    assert made is not None
    return made


def keys_of(do: str) -> frozenset[str]:
    """The keys of the table that do what a button does, when nothing is held with them."""
    strokes = (one for row in TABLE_KEYS for one in row.strokes)
    return frozenset(one.key for one in strokes if one.do == do and not one.modifier)


@cache
def shortcuts(do: str) -> str:
    """The keys of the table that do what a button does, as ``aria-keyshortcuts`` names them. Only
    such buttons have them whose keys do so whatever letters are set to do."""
    strokes = (one for row in TABLE_KEYS for one in row.strokes if one.do == do)
    strokes = (one for one in strokes if not one.is_on_board)
    return " ".join(
        "+".join(filter(None, (one.modifier.replace("Ctrl", "Control"), _called(one.key))))
        for one in strokes
    )


def _called(key: str) -> str:
    """A key as it is called; that of a letter by the capital that is printed on it."""
    return key.upper() if len(key) == 1 else key


def stroke_of(key: str, modifier: str, dos: Collection[str]) -> Stroke | None:
    """What a key of the table does, if that is one of ``dos``; with Shift, what it does without
    where it does nothing of its own then."""
    strokes = [one for row in TABLE_KEYS for one in row.strokes if one.key == key and one.do in dos]
    by_modifier = {one.modifier: one for one in strokes}
    return by_modifier.get(modifier) or (by_modifier.get("") if modifier == "Shift" else None)


_PAGE = {"NumpadEnter", "Tab", "CapsLock", "NumLock"}
_PAGE |= {"ScrollLock", "Fn", "FnLock", "ContextMenu", "Unidentified"}
_PAGE |= {
    one.key.replace(" ", "Space")
    for row in TABLE_KEYS
    for one in row.strokes
    if one.do in ("cancel", "ready")
}
_PAGE |= {
    key + side for key in ("Shift", "Control", "Alt", "Meta", "OS") for side in ("Left", "Right")
}

RESERVED = frozenset(_PAGE).union(*(shouts.reserved for shouts in _SHOUTED))
"""Keys that operate the page or play on a board: no word can be bound to them. Others of the table
call where a word is bound to them, which comes first."""

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]{1,23}")


class ReservedKey(Frozen):
    """The key cannot be bound at all."""


class TakenKey(Frozen):
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


Labels = Mapping[str, str]
"""What is printed on keys, by code."""

_PRINTED = (
    ("Backquote", "Minus", "Equal"),
    ("KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI", "KeyO", "KeyP"),
    ("BracketLeft", "BracketRight", "Backslash"),
    ("KeyA", "KeyS", "KeyD", "KeyF", "KeyG", "KeyH", "KeyJ", "KeyK", "KeyL"),
    ("Semicolon", "Quote"),
    ("KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyN", "KeyM"),
    ("Comma", "Period", "Slash"),
)
"""The keys that differ from layout to layout, from the upper left to the lower right."""

_CODES = tuple(code for part in _PRINTED for code in part)


def _layout(printed: str) -> Labels:
    return dict(zip(_CODES, printed.replace(" ", ""), strict=True))


LAYOUTS: Mapping[str, Labels] = {
    "qwerty": _layout(r"`-= QWERTYUIOP []\ ASDFGHJKL ;' ZXCVBNM ,./"),
    "qwertz": _layout("^ß´ QWERTZUIOP Ü+# ASDFGHJKL ÖÄ YXCVBNM ,.-"),
    "azerty": _layout("²)= AZERTYUIOP ^$* QSDFGHJKL MÙ WXCVBN, ;:!"),
    "spanish": _layout("º'¡ QWERTYUIOP `+Ç ASDFGHJKL Ñ´ ZXCVBNM ,.-"),
    "portuguese": _layout("'-= QWERTYUIOP ´[] ASDFGHJKL Ç~ ZXCVBNM ,.;"),
    "dvorak": _layout(r"`[] ',.PYFGCRL /=\ AOEUIDHTN S- ;QJKXBM WVZ"),
    "colemak": _layout(r"`-= QWFPGJLUY; []\ ARSTDHNEI O' ZXCVBKM ,./"),
}

USUAL: Mapping[str, str] = {
    "de": "qwertz",
    "fr": "azerty",
    "es": "spanish",
    "pt": "portuguese",
}
"""The layout that most people of a language have; ``qwerty`` for all others."""

LETTERED = frozenset({"IntlBackslash", "IntlRo", "IntlYen", *_CODES})
"""The keys whose labels differ from keyboard to keyboard; all others are called as they are."""


@lru_cache(maxsize=8)
def fitting(learnt: frozenset[tuple[str, str]], language: str) -> str:
    """The layout that fits best with what keys have shown, as pairs of code and label; the usual
    one of the language if several do."""
    usual = USUAL.get(language, "qwerty")
    names = sorted(LAYOUTS, key=lambda name: name != usual)
    return max(names, key=lambda name: len(learnt & LAYOUTS[name].items()))


# Every drawing asks for the labels of all keys.
@lru_cache(maxsize=256)
def label_in(layout: str, code: str) -> str:
    """What is printed on a key in a layout; the key's own name if a layout does not know it."""
    known = LAYOUTS[layout].get(code) or LAYOUTS["qwerty"].get(code)
    if known is not None:
        return known
    if code.startswith("Digit") and len(code) == len("Digit0"):
        return code[-1]
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", code)


def shown_by(code: str, key: str, *, has_shift: bool) -> str | None:
    """What a key that was pressed shows to be printed on it; None if it shows nothing.

    Args:
        key: what it has written, without other modifiers than Shift.
        has_shift: whether Shift or Caps Lock was on, under which only letters stay what they are.
    """
    is_sign = len(key) == 1 and key.isprintable() and not key.isspace()
    if code not in LETTERED or not is_sign or (has_shift and not key.isalpha()):
        return None
    upper = key.upper()
    return upper if len(upper) == 1 else key
