"""What is kept beside matches and settings, whatever there is: which kinds there are says
keeping/kinds.py."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, NamedTuple, Self, TypeVar

from spieltisch.app.core.message import Frozen


class KeptValue:
    """A value that is kept beside matches, one of each kind. Made of nothing it is that of somebody
    who is here for the first time."""


V = TypeVar("V", bound=KeptValue)


class ValueKind(NamedTuple):
    kind: type[KeptValue]
    parse: Callable[[str | None, list[str] | None], Any]
    """From storage; what is damaged is left out, and told in the list."""
    format: Callable[[Any], str]
    merged: Callable[[Any, Any, Any], Any]
    """What becomes of a value that two have changed: as it was, as the one has it, and the other.
    """
    taking: Callable[[Any, Any, list[str]], Any]
    """What becomes of a value here when a file brings another one. What there is no room for is
    left out, and told in the list."""


class Kept(Frozen):
    by_kind: Mapping[type[KeptValue], KeptValue] = field(default_factory=dict)

    def of(self, kind: type[V]) -> V:
        found = self.by_kind.get(kind)
        return found if isinstance(found, kind) else kind()

    def having(self, *values: KeptValue) -> Self:
        """The same with other values, each in the place of the one of its kind."""
        return type(self)({**self.by_kind, **{type(one): one for one in values}})
