"""Entries of storage, damaged in any way: for tests of what reads them."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

LEAVES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**53, 10**29, -1e6, 1e308, 1e-300, 0.5, float("nan"),
    "", "x", "bot:x", "bot:99", "link", "chess", "\ud800", "9" * 40, "2030-13-01", "é" * 99,
    [], [[]], [None], {}, {"a": 1}, [1, 2, 3], "[]",
)  # fmt: skip
"""What takes the place of a part."""

WHOLES = (
    "",
    " ",
    "null",
    "5",
    "true",
    '"x"',
    "[]",
    "[[[[",
    "{}",
    "{",
    '{"a":',
    "[1]",
    "\0",
    "\ud800",
)
"""What takes the place of the whole."""


def mutants(text: str, count: int, seed: int = 1) -> list[str]:
    """So many damaged versions of a JSON text, all different from it and from each other."""
    rng, found = Random(seed), dict.fromkeys(WHOLES)
    while len(found) <= count:
        found[_mutant(text, rng)] = None
    return [one for one in found if one != text]


def _mutant(text: str, rng: Random) -> str:
    if rng.random() < 0.2:
        begin = rng.randrange(len(text))
        end = rng.choice((begin, begin + 1, begin + 8, len(text)))
        return text[:begin] + rng.choice(("", "\\", '"', "{", "9", "\ud800")) + text[end:]
    whole = copy.deepcopy(json.loads(text))
    for _ in range(rng.choice((1, 1, 2))):
        places = list(_places(whole))
        if places:
            holder, key = rng.choice(places)
            _damage(holder, key, rng)
    return json.dumps(whole)


def _damage(holder: Any, key: Any, rng: Random) -> None:
    kind = rng.randrange(4)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[rng.choice(("", "later", "__proto__", "\ud800"))] = _leaf(rng)
    elif kind == 1:
        holder.insert(key, _leaf(rng))
    else:
        holder[key] = _leaf(rng)


def _leaf(rng: Random) -> Any:
    # A copy: what is damaged next may be in it.
    return copy.deepcopy(rng.choice(LEAVES))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every part of a JSON value, by what holds it and its key."""
    parts = dict(enumerate(value)) if isinstance(value, list) else value
    for key, part in list(parts.items()) if isinstance(parts, dict) else ():
        yield value, key
        yield from _places(part)
