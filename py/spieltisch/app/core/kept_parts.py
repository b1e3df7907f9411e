"""Reads what is kept on a device as far as it is sound: what is damaged is left out, and told."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from spieltisch.table.codec import Codec, Member, Raw, codec, parse
from spieltisch.table.marks import MisfitError, RecordError

T = TypeVar("T")

MOST_MEMBERS = 1_000
"""Entries of such an object: hundreds of thousands would each be told of."""

_OBJECT: Codec[dict[str, Any]] = codec(Mapping[str, Raw])


def kept_object(text: str | None, most: int, whole: str, flaws: list[str]) -> dict[str, Any]:
    """The members of an object in storage; none, and told in ``flaws``, if it is damaged."""
    try:
        found = parse("{}" if text is None else text, most, _OBJECT, whole)
        if len(found) > MOST_MEMBERS:
            raise RecordError(f"more than {MOST_MEMBERS} entries")
    except RecordError as error:
        flaws.append(f"{whole}: {error}")
        return {}
    return found


def sound_parts(
    parts: Iterable[Member], value: Mapping[str, Any], tell: Callable[[str, str], None]
) -> dict[str, Any]:
    """The fields of an object that are there and sound; of the others is told by name and why."""
    found: dict[str, Any] = {}
    for one in parts:
        try:
            if one.name in value:
                found[one.field] = one.codec.read(value[one.name])
        except ValueError as error:
            tell(one.name, str(MisfitError.at(f".{one.name}", error)))
    return found


def sound_members(one: Codec[T], values: Iterable[object], tell: Callable[[str], None]) -> list[T]:
    """Those of some values that are sound; of the others is told why they are not."""
    found: list[T] = []
    for value in values:
        try:
            found.append(one.read(value))
        except ValueError as error:
            tell(str(error))
    return found
