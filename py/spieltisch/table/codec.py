"""Reads and writes classes as JSON, by what stands beside their fields.

A field's type says how it is written, and its marks (marks.py) what it may be:
``seats: Annotated[int, Between(1, 6)]``. Dataclasses are objects, named tuples are lists. A class
may have a ``FORMAT``, a number that is written first, and a method ``check`` that raises ValueError
where its fields do not go together.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from itertools import repeat
from operator import attrgetter, call
from types import NoneType
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Generic,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from spieltisch.table.json_text import parse_json
from spieltisch.table.marks import (
    AS_LIST,
    AS_OBJECT,
    OPTIONAL,
    Between,
    MisfitError,
    Named,
    OneOf,
    Only,
    RecordError,
)

T = TypeVar("T")
Read = Callable[[Any], Any]

_IS_NOT = {
    dict: "is not an object",
    list: "is not a list",
    str: "is not a string",
    int: "is not a whole number",
    float: "is not a number",
    bool: "is neither true nor false",
}


class Codec(NamedTuple, Generic[T]):
    """How values are written as JSON, and read, which raises MisfitError. It may be a mark."""

    read: Callable[[Any], T]
    write: Callable[[T], Any]
    schema: Mapping[str, object] = {}
    """What a JSON Schema can say of it."""


class Member(NamedTuple):
    """A field as it is read and written: its name in the class and in JSON."""

    field: str
    name: str
    kind: Any
    codec: Codec[Any]
    is_optional: bool
    default: Any


@overload
def codec(kind: type[T], *, ignores_more: bool = False) -> Codec[T]: ...
@overload
def codec(kind: Any) -> Codec[Any]: ...
def codec(kind: Any, *, ignores_more: bool = False) -> Codec[Any]:
    """The codec of a class, or of what a field may be. ``ignores_more`` is for objects to which a
    later version may have added members.

    >>> from spieltisch.table.marks import Between
    >>> class Die(NamedTuple):
    ...     sides: Annotated[int, Between(2, 20)]
    ...     colour: str | None = None
    >>> dice = codec(Die)
    >>> dice.write(Die(6)), dice.read([8, "red"])
    ([6, None], Die(sides=8, colour='red'))
    >>> dice.read([1, "red"])
    Traceback (most recent call last):
        ...
    spieltisch.table.marks.MisfitError: [0] is 1, not from 2 to 20
    """
    base, marks = unmarked(kind)
    own = (mark for mark in marks if isinstance(mark, Codec))
    read, write, _ = next(own, None) or _unmarked_codec(base, marks, ignores_more)
    for mark in marks:
        if base is int and isinstance(mark, Between):
            read = _whole_number_between(mark)
        elif hasattr(mark, "take"):
            read = _then(read, mark.take)
    return Codec(read, write)


def json_of(text: str, most: int) -> Any:
    """The value of a JSON text of at most so many letters; raises RecordError."""
    try:
        return parse_json(text, most)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None


def parse(text: str, most: int, codec: Codec[T], whole: str) -> T:
    """What a JSON text of at most so many letters says; raises RecordError."""
    return read_whole(json_of(text, most), codec, whole)


def read_whole(value: object, codec: Codec[T], whole: str) -> T:
    """What a JSON value says that is part of no other; raises RecordError. In messages about all of
    it, it is called ``whole``."""
    try:
        return codec.read(value)
    except MisfitError as error:
        raise error if error.way else MisfitError(error.what, whole, error.between) from None


def unmarked(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    is_marked = get_origin(kind) is Annotated
    return (kind.__origin__, kind.__metadata__) if is_marked else (kind, ())


def members(kind: Any, marks: Iterable[Any] = ()) -> list[Member]:
    """The fields of a class, or only those that its marks name."""
    if issubclass(kind, tuple):
        return [_member(name, one, MISSING) for name, one in _types(kind).items()]
    types = _types(kind)
    only = [name for mark in marks if isinstance(mark, Only) for name in mark.fields]
    return [
        _member(
            one.name,
            types[one.name],
            one.default if one.default_factory is MISSING else one.default_factory(),
        )
        for one in fields(kind)
        if one.name in only or not only
    ]


def _types(kind: Any) -> Mapping[str, Any]:
    """The types of a class's fields. In a module whose annotations are not evaluated, texts stand
    for them."""
    told = {one.name: one.type for one in fields(kind)} if is_dataclass(kind) else None
    told = kind.__annotations__ if told is None else told
    is_text = any(isinstance(one, str | ForwardRef) for one in told.values())
    return get_type_hints(kind, include_extras=True) if is_text else told


def _member(field: str, kind: Any, default: Any) -> Member:
    base, marks = unmarked(kind)
    is_optional = OPTIONAL in marks
    if is_optional and default is None:
        # A member that may be left out is never null besides.
        kind = get_args(base)[0]
    name = next((mark.name for mark in marks if isinstance(mark, Named)), field)
    return Member(field, name, kind, codec(kind), is_optional, default)


def typed(value: Any, kind: type[T]) -> T:
    """A JSON value of a kind; raises MisfitError. JSON has one kind of number, so 2.0 counts as a
    whole one, as in a schema."""
    if kind is int and type(value) is float and value.is_integer():
        value = int(value)
    if type(value) not in ((float, int) if kind is float else (kind,)):
        raise MisfitError(_IS_NOT[kind])
    found: T = value
    return found


def _as_it_is(value: Any) -> Any:
    return value


Raw = Annotated[object, Codec(_as_it_is, _as_it_is)]
"""Any value, as it is."""


def _unmarked_codec(base: Any, marks: tuple[Any, ...], ignores_more: bool) -> Codec[Any]:
    origin, inner = get_origin(base), get_args(base)
    if origin is None and base in _IS_NOT:
        return Codec(lambda value: value if type(value) is base else typed(value, base), _as_it_is)
    if NoneType in inner:
        read, write, _ = codec(inner[0])
        return Codec(
            lambda value: None if value is None else read(value),
            lambda value: None if value is None else write(value),
        )
    if AS_OBJECT in marks:
        read = codec(Mapping[str, str]).read
        return Codec(lambda value: tuple(sorted(read(value).items())), dict)
    if origin is Mapping:
        return _mapping(codec(inner[1]))
    if origin is frozenset:
        return _list([codec(inner[0])], frozenset, sorted, are_alike=True)
    if origin is tuple and inner[-1] is Ellipsis:
        return _list([codec(inner[0])], tuple, list, are_alike=True)
    if origin is tuple:
        return _list([codec(one) for one in inner], tuple, _as_it_is)
    if issubclass(base, StrEnum):
        take = OneOf(tuple(base)).take
        return Codec(lambda value: base(take(typed(value, str))), str)
    named = members(base, marks)
    if AS_LIST in marks or issubclass(base, tuple):
        split = attrgetter(*(one.field for one in named))
        read, write, _ = _list([one.codec for one in named], lambda found: base(*found), split)
    else:
        read, write, _ = _object(base, named, ignores_more)
    return Codec(_then(read, _checked) if hasattr(base, "check") else read, write)


def _then(read: Read, take: Read) -> Read:
    return lambda value: take(read(value))


def _checked(made: Any) -> Any:
    made.check()
    return made


def _whole_number_between(bounds: Between) -> Read:
    # Most numbers are sound, and there are tens of thousands.
    least, most = bounds
    return lambda value: (
        value if type(value) is int and least <= value <= most else bounds.take(typed(value, int))
    )


def _read_each(
    reads: Iterable[Read], values: Iterable[Any], step_to: Callable[[int], str]
) -> list[Any]:
    """What is read of values; an error says by which step one comes to the misfit."""
    found: list[Any] = []
    try:
        found.extend(map(call, reads, values))
    except ValueError as error:
        raise MisfitError.at(step_to(len(found)), error) from None
    return found


def _list(
    inner: list[Codec[Any]], make: Read, split: Read, *, are_alike: bool = False
) -> Codec[Any]:
    """A list with a member for each of some codecs, or with any number that are alike."""
    reads = repeat(inner[0].read) if are_alike else [one.read for one in inner]
    writes = repeat(inner[0].write) if are_alike else [one.write for one in inner]

    def read(value: Any) -> Any:
        given = typed(value, list)
        if not are_alike and len(given) != len(inner):
            raise MisfitError(f"has {len(given)} members, not {len(inner)}")
        return make(_read_each(reads, given, "[{}]".format))

    def write(whole: Any) -> list[Any]:
        return list(map(call, writes, split(whole)))

    return Codec(read, split if all(one.write is _as_it_is for one in inner) else write)


def _mapping(one: Codec[Any]) -> Codec[Any]:
    def read(value: Any) -> Any:
        given = typed(value, dict)
        found = _read_each(repeat(one.read), given.values(), lambda at: f".{[*given][at]}")
        return dict(zip(given, found, strict=True))

    return Codec(read, lambda whole: {name: one.write(each) for name, each in whole.items()})


def _object(kind: Any, named: list[Member], ignores_more: bool) -> Codec[Any]:
    head = {"format": kind.FORMAT} if hasattr(kind, "FORMAT") else {}
    required = {*head, *(one.name for one in named if not one.is_optional)}
    known = {*head, *(one.name for one in named)}
    reads = [(one.name, one.field, one.codec.read) for one in named]

    def read(value: Any) -> Any:
        given = typed(value, dict)
        if not required <= given.keys():
            raise MisfitError(f"lacks {', '.join(sorted(required - given.keys()))}")
        if not ignores_more and not given.keys() <= known:
            raise MisfitError(f"has unknown members: {', '.join(sorted(given.keys() - known))}")
        if head and (given["format"] != kind.FORMAT or given["format"] is True):
            why = f"is {given['format']!r}; this program reads {kind.FORMAT}"
            raise MisfitError(why, ".format")
        found, name = {}, ""
        try:
            for name, field, read_one in reads:
                if name in given:
                    found[field] = read_one(given[name])
        except ValueError as error:
            raise MisfitError.at(f".{name}", error) from None
        return kind(**found)

    def write(whole: Any) -> dict[str, Any]:
        told: dict[str, Any] = dict(head)
        for field, name, _, one, is_optional, default in named:
            value = getattr(whole, field)
            if not is_optional or value != default:
                told[name] = one.write(value)
        return told

    return Codec(read, write)
