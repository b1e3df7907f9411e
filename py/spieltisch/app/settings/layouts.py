"""What is printed on keys: as the browser tells, else as keys that were pressed have shown, else as
the layout has it that was chosen or fits best.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

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
"""The layouts that can be chosen."""

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
