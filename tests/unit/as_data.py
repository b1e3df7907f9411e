"""What a session is made of: values that can be compared and printed, and nothing that lives."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from spieltisch.games import catalog

ATOMS = (str, int, float, bool, bytes, type(None), Enum, type)
"""A class is as much a value as its name; kinds of what is kept are called by theirs."""

SHARED = (list, tuple, set, frozenset)


def oddities(value: object, known: dict[int, object] | None = None) -> list[str]:
    """Where a value holds something that is no data, such as a function, a generator or a lock, or
    what is compared by identity; each with the way to it.

    Args:
        known: what was looked at before, by its identity: what is frozen is looked at once.
    """
    seen = {} if known is None else known
    found, way_on = list[str](), [("", value)]
    while way_on:
        way, one = way_on.pop()
        if isinstance(one, ATOMS) or is_rules(one) or (id(one) in seen and type(one) is not list):
            continue
        # Held, so that nothing else can have its identity meanwhile.
        seen[id(one)] = one
        if type(one).__eq__ is object.__eq__:
            found.append(f"{way}: {one!r}")
            continue
        way_on += [(f"{way}.{name}", part) for name, part in parts_of(one)]
    return found


def is_rules(value: object) -> bool:
    """The rules of a game are the one constant that it has: a turn holds them beside what it is
    compared and printed by."""
    return any(value is game.rules for game in catalog.GAMES.values())


def parts_of(value: Any) -> list[tuple[str, object]]:
    """What a value holds, with names: not what is computed from that when it is first asked for."""
    if isinstance(value, Mapping):
        return [(str(key), part) for pair in value.items() for key, part in enumerate(pair)]
    parts = [(name, getattr(value, name)) for name in names_in(value) if hasattr(value, name)]
    if isinstance(value, SHARED):
        parts += [(str(number), part) for number, part in enumerate(value)]
    return parts


def names_in(value: Any) -> list[str]:
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    slots = [getattr(kind, "__slots__", ()) for kind in type(value).__mro__]
    return [*(name for some in slots for name in some), *getattr(value, "__dict__", {})]
