"""The positions of a match that could still come again, for rules that forbid or end repetition."""

from bisect import bisect_left
from collections.abc import Hashable, Iterable
from typing import Any, Self, TypeVar

from spieltisch.table.history import History

K = TypeVar("K", bound=Hashable)


class Past(History[K]):
    """A history of keys, oldest first, that knows how often each key is in it.

    Pasts that go on from each other share the places of every key, too: those beyond a past's own
    end are not its own. So adding and counting cost the same however long it is.
    """

    __slots__ = ("_places",)

    def __init__(self, keys: Iterable[K] = ()) -> None:
        super().__init__(keys)
        self._places: dict[K, list[int]] = {}
        for place, key in enumerate(self._items):
            self._places.setdefault(key, []).append(place)

    def with_item(self, item: K) -> Self:
        """The past with one key more."""
        past = super().with_item(item)
        past._places.setdefault(item, []).append(self._length)
        return past

    def count(self, value: Any) -> int:
        """How often a key is in it."""
        return bisect_left(self._places.get(value, ()), self._length)

    def __contains__(self, value: object) -> bool:
        return self.count(value) > 0


NO_PAST: Past[Any] = Past()
"""Nothing can come again yet."""
