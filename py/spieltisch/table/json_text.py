"""JSON from outside, which may be anything, and JSON of ours."""

import json
import re
from collections import Counter
from itertools import accumulate
from math import isfinite
from typing import Any

MAX_NESTING = 16
"""None of our JSON texts is nested deeper."""
MAX_DIGITS = 30
"""None of our numbers is longer."""

MOST_OF = {"[": 100_000, "]": 100_000, "{": 100_000, "}": 100_000, ":": 50_000, ",": 500_000}
"""How many of each sign a text may have outside of its strings, as lists, objects and their members
take long for their letters. A match of 12,000 turns has 12,000 lists, and its review twice as many
with fifteen members each."""

# Also a string without an end, so that its end is not looked for once more from each quote in it.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKETS = re.compile(r"[^\[\]{}]+")
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}
_OVERLONG = re.compile(rf"[-+.eE\d]{{{MAX_DIGITS + 1},}}")
_SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")


def parse_json(text: str, most: int) -> Any:
    """A JSON value of at most so many letters; raises ValueError. Takes time in proportion to the
    text's length, whatever it is.

    Also refused is what other readers would read differently, or not at all (RFC 7493): members of
    the same name, half characters, numbers that are overlong or too large, and words such as NaN;
    and a value nested deeper than MAX_NESTING.
    The standard reader recurses, and in the browser a text of brackets alone would crash Python for
    good, as the stack is smaller there than Python believes.
    """
    if len(text) > most:
        raise ValueError(f"longer than {most} letters")
    bare = _STRING.sub(" ", text)
    overlong = _OVERLONG.search(bare)
    if overlong is not None:
        raise ValueError(f"a number of {len(overlong[0])} digits")
    for sign, many in MOST_OF.items():
        if bare.count(sign) > many:
            raise ValueError(f"{sign} more than {many} times")
    brackets = _NO_BRACKETS.sub("", bare)
    if max(accumulate(map(_DEEPER.__getitem__, brackets)), default=0) > MAX_NESTING:
        raise ValueError(f"nested deeper than {MAX_NESTING}")
    value = json.loads(
        text, object_pairs_hook=_object, parse_float=_number, parse_constant=_no_number
    )
    if _SURROGATE.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            half = error.object[error.start]
            raise ValueError(f"{half!r} is half a character") from None
    return value


def _number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text} is too large a number")
    return number


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON's")


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) < len(members):
        counts = Counter(name for name, _ in members)
        twice = next(name for name, count in counts.items() if count > 1)
        raise ValueError(f"{twice!r} is there more than once")
    return found


def compact(value: object) -> str:
    """A value as JSON without spaces; raises ValueError for a number that JSON does not have."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
