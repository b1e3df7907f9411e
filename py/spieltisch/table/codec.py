"""Reads and writes classes as JSON, by what stands beside their fields.

A field's type says how it is written, and its marks (marks.py) what it may be:
``seats: Annotated[int, Between(1, 6)]``. Dataclasses are objects, named tuples are lists. A class
may have a ``FORMAT``, a number that is written first, and a method ``check`` that raises ValueError
where its fields do not go together.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from operator import attrgetter, getitem
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
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
    Only,
    RecordError,
)

T = TypeVar("T")
Read = Callable[[Any], Any]

_KINDS = {dict: "an object", list: "a list", str: "a string", int: "a whole number"}
"""Types by their JSON names, for messages."""


class Codec(NamedTuple, Generic[T]):
    """How values are written as JSON, and read, which raises MisfitError. It may be a mark."""

    read: Callable[[Any], T]
    write: Callable[[T], Any]
    pattern: str = ""
    """Of the text that is written, for the JSON Schema."""


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
    """The codec of a type, perhaps with marks.

    Args:
        kind: a class, or what its fields may be.
        ignores_more: whether members of the object are ignored that a later version may have added.

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
    read, write, _ = next(own, None) or _plain(base, marks, ignores_more)
    for mark in marks:
        if hasattr(mark, "take"):
            read = _then(read, mark.take, mark)
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
    """A type without its marks, and these."""
    is_marked = get_origin(kind) is Annotated
    return (kind.__origin__, kind.__metadata__) if is_marked else (kind, ())


def members(kind: Any, marks: Iterable[Any] = ()) -> list[Member]:
    """The fields of a class."""
    if issubclass(kind, tuple):
        return [_member(name, one, None) for name, one in kind.__annotations__.items()]
    only = [name for mark in marks if isinstance(mark, Only) for name in mark.fields]
    return [
        _member(one.name, one.type, _default(one))
        for one in fields(kind)
        if one.name in only or not only
    ]


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _member(field: str, kind: Any, default: Any) -> Member:
    _, marks = unmarked(kind)
    name = next((mark.name for mark in marks if isinstance(mark, Named)), field)
    is_optional = OPTIONAL in marks
    if is_optional and default is None:
        kind = _without_none(kind)
    return Member(field, name, kind, codec(kind), is_optional, default)


def _without_none(kind: Any) -> Any:
    """What a field is where it is written: one that may be left out is never null besides."""
    base, marks = unmarked(kind)
    there = getitem(Union, tuple(one for one in get_args(base) if one is not NoneType))
    return getitem(Annotated, (there, *marks))


def typed(value: Any, kind: type[T]) -> T:
    """A JSON value of a kind; raises MisfitError."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise MisfitError(f"is not {_KINDS[kind]}")
    return value


def _text(value: Any) -> str:
    return value if type(value) is str else typed(value, str)


def _whole_number(value: Any) -> int:
    # JSON has one kind of number, so 2.0 counts as a whole one, as in a schema.
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else typed(value, int)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MisfitError("is not a number")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise MisfitError("is neither true nor false")
    return value


def _same(value: Any) -> Any:
    return value


_OBJECT: Codec[dict[str, Any]] = Codec(lambda value: typed(value, dict), _same)

Raw = Annotated[object, Codec(_same, _same)]
"""Any value, as it is."""

_READERS: dict[Any, Read] = {str: _text, int: _whole_number, float: _number, bool: _truth}


def _then(read: Read, take: Read, mark: Any) -> Read:
    if read is not _whole_number or not isinstance(mark, Between):
        return lambda value: take(read(value))
    least, most = mark

    def quick(value: Any) -> Any:
        # Most numbers are sound, and there are tens of thousands.
        is_sound = type(value) is int and least <= value <= most
        return value if is_sound else take(_whole_number(value))

    return quick


def _plain(base: Any, marks: tuple[Any, ...], ignores_more: bool) -> Codec[Any]:
    origin, inner = get_origin(base), get_args(base)
    if base in _READERS:
        return Codec(_READERS[base], _same)
    if origin in (Union, UnionType):
        return _perhaps(codec(inner[0]))
    if AS_OBJECT in marks:
        read = codec(Mapping[str, str]).read
        return Codec(lambda value: tuple(sorted(read(value).items())), dict)
    if origin is Mapping:
        return _mapping(codec(inner[1]))
    if origin is frozenset:
        return _list(codec(inner[0]), frozenset, sorted)
    if origin is tuple and inner[-1] is Ellipsis:
        return _list(codec(inner[0]), tuple, list)
    if origin is tuple:
        return _row([codec(one) for one in inner], lambda *found: found, _same)
    if AS_LIST in marks or issubclass(base, tuple):
        named = members(base)
        split = attrgetter(*(one.field for one in named))
        return _row([one.codec for one in named], _maker(base), split)
    return _object(base, members(base, marks), ignores_more)


def _perhaps(one: Codec[Any]) -> Codec[Any]:
    return Codec(
        lambda value: None if value is None else one.read(value),
        lambda value: None if value is None else one.write(value),
    )


def _list(one: Codec[Any], make: Read, order: Read) -> Codec[Any]:
    read_one, write_one, _ = one

    def read(value: Any) -> Any:
        given: list[Any] = typed(value, list)
        found: list[Any] = []
        try:
            found.extend(map(read_one, given))
        except ValueError as error:
            raise MisfitError.at(f"[{len(found)}]", error) from None
        return make(found)

    if write_one is _same:
        return Codec(read, order)
    return Codec(read, lambda whole: [write_one(each) for each in order(whole)])


def _mapping(one: Codec[Any]) -> Codec[Any]:
    def read(value: Any) -> Any:
        found: dict[str, Any] = {}
        for name, each in typed(value, dict).items():
            try:
                found[name] = one.read(each)
            except ValueError as error:
                raise MisfitError.at(f".{name}", error) from None
        return found

    return Codec(read, lambda whole: {name: one.write(each) for name, each in whole.items()})


def _row(inner: list[Codec[Any]], make: Read, split: Read) -> Codec[Any]:
    """A list whose members are not alike."""
    readers, writers = [one.read for one in inner], [one.write for one in inner]

    def read(value: Any) -> Any:
        if type(value) is not list or len(value) != len(readers):
            typed(value, list)
            raise MisfitError(f"has {len(value)} members, not {len(readers)}")
        found: list[Any] = []
        try:
            for read_one, each in zip(readers, value):  # noqa: B905 - checked above, and twice as fast
                found.append(read_one(each))
        except ValueError as error:
            raise MisfitError.at(f"[{len(found)}]", error) from None
        return make(*found)

    if all(write_one is _same for write_one in writers):
        return Codec(read, split)

    def write(whole: Any) -> list[Any]:
        return [write_one(each) for write_one, each in zip(writers, split(whole), strict=True)]

    return Codec(read, write)


def _maker(kind: Callable[..., Any]) -> Callable[..., Any]:
    """What makes a class's values, and checks them."""
    check = getattr(kind, "check", None)
    if check is None:
        return kind

    def make(*given: Any, **named: Any) -> Any:
        made = kind(*given, **named)
        check(made)
        return made

    return make


def _object(kind: Any, named: list[Member], ignores_more: bool) -> Codec[Any]:
    number, make = getattr(kind, "FORMAT", None), _maker(kind)
    head = {} if number is None else {"format": number}
    required = {*head, *(one.name for one in named if not one.is_optional)}
    known = {*head, *(one.name for one in named)}
    readers = [(one.name, one.field, one.codec.read) for one in named]
    writers = [
        (one.field, one.name, one.codec.write, one.is_optional, one.default) for one in named
    ]

    def read(value: Any) -> Any:
        given = typed(value, dict).keys()
        if given != required:
            if missing := required - given:
                raise MisfitError(f"lacks {', '.join(sorted(missing))}")
            if (unknown := given - known) and not ignores_more:
                raise MisfitError(f"has unknown members: {', '.join(sorted(unknown))}")
        if head and (value["format"] != number or isinstance(value["format"], bool)):
            raise MisfitError(f"is {value['format']!r}; this program reads {number}", ".format")
        found: dict[str, Any] = {}
        name = ""
        try:
            for name, field, read_one in readers:
                if name in given:
                    found[field] = read_one(value[name])
        except ValueError as error:
            raise MisfitError.at(f".{name}", error) from None
        return make(**found)

    def write(whole: Any) -> dict[str, Any]:
        told: dict[str, Any] = dict(head)
        for field, name, write_one, is_optional, default in writers:
            value = getattr(whole, field)
            if not is_optional or value != default:
                told[name] = value if write_one is _same else write_one(value)
        return told

    return Codec(read, write)


def kept_object(text: str | None, most: int, whole: str, flaws: list[str]) -> dict[str, Any]:
    """The members of an object in storage; none, and told in ``flaws``, if it is damaged."""
    try:
        value = json_of("{}" if text is None else text, most)
        return read_whole(value, _OBJECT, whole)
    except RecordError as error:
        flaws.append(f"{whole}: {error}")
        return {}


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
