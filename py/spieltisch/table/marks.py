"""What stands beside a field, for the codec that reads and writes it (codec.py)."""

import re
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple, Self

MAX_NUMBER = 2**53 - 1
"""The largest whole number that every JSON reader holds exactly."""


class RecordError(ValueError):
    """A text that is no record: the message says what is wrong and where."""


class MisfitError(RecordError):
    """A value that does not fit: what is wrong with it, and the way to it, such as ``.a[2]``."""

    def __init__(self, what: str, way: str = "", between: str = " ") -> None:
        super().__init__(f"{way}{between}{what}".lstrip(" ."))
        self.what, self.way, self.between = what, way, between

    @classmethod
    def at(cls, step: str, error: ValueError) -> Self:
        """What is wrong with a value, seen from the one that it is a part of."""
        if isinstance(error, MisfitError):
            return cls(error.what, step + error.way, error.between)
        return cls(str(error), step, ": ")


class Mark(Enum):
    """What a type does not tell."""

    OPTIONAL = auto()
    """A field that is there only if it is not its default."""
    AS_LIST = auto()
    """A dataclass as the list of its fields."""
    AS_OBJECT = auto()
    """Pairs of texts as the members of an object, sorted."""


OPTIONAL, AS_LIST, AS_OBJECT = Mark.OPTIONAL, Mark.AS_LIST, Mark.AS_OBJECT


class Named(NamedTuple):
    """A field's name in JSON."""

    name: str


class Only(NamedTuple):
    """The fields that are read and written; the others have their defaults."""

    fields: tuple[str, ...]


class Then(NamedTuple):
    """What is made of a value that has been read; raises ValueError if it does not fit."""

    take: Callable[[Any], Any]
    schema: Mapping[str, object] = {}
    """What a JSON Schema can say of it."""


class Between(NamedTuple):
    """The bounds of a number, which are among what it may be."""

    least: float
    most: float

    def take(self, value: float) -> float:
        if self.least <= value <= self.most:
            return value
        raise MisfitError(f"is {value}, not from {self.least} to {self.most}")


COUNT = Between(0, MAX_NUMBER)


class Length(NamedTuple):
    """How many characters or members there may be."""

    least: int
    most: int = MAX_NUMBER

    def take(self, value: Any) -> Any:
        if self.least <= len(value) <= self.most:
            return value
        if not value:
            raise MisfitError("is empty")
        raise MisfitError(f"has a length of {len(value)}, not from {self.least} to {self.most}")


class Matching(NamedTuple):
    """The pattern of a whole text."""

    pattern: re.Pattern[str]
    why: str = "is not written as it should be"

    def take(self, value: str) -> str:
        if self.pattern.fullmatch(value):
            return value
        raise MisfitError(f"{value!r} {self.why}")


class OneOf(NamedTuple):
    """The texts that may be chosen."""

    choices: tuple[str, ...]

    def take(self, value: str) -> str:
        if value in self.choices:
            return value
        raise MisfitError(f"{value!r} is not one of {', '.join(self.choices)}")
