"""Immutable sequences that can be extended at their end without being copied."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class History(Sequence[T]):
    """Frozen. Histories share one list as long as each extends the end of it, so that a match of
    ten thousand turns grows by one as fast as a match of ten.

    >>> short = History("ab")
    >>> longer = short.with_item("c")
    >>> short, longer, longer.cut(1)
    (History(['a', 'b']), History(['a', 'b', 'c']), History(['a']))
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def with_item(self, item: T) -> Self:
        history = copy(self)
        if len(self._items) != self._length or not self._length:
            # Copy if another history has been extended from here: its items are not ours. Copy an
            # empty one, too: many are extended from it, and it must not keep their items alive.
            history._items = self._items[: self._length]
        history._items.append(item)
        history._length += 1
        return history

    def cut(self, length: int) -> Self:
        history = copy(self)
        history._length = max(0, min(length, self._length))
        return history

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self._items[i] for i in range(*index.indices(self._length)))
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._length + index]

    def __iter__(self) -> Iterator[T]:
        return (self._items[i] for i in range(self._length))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        is_shared = self._items is other._items
        return self._length == other._length and (is_shared or self[:] == other[:])

    def __hash__(self) -> int:
        return hash((self._length, self._items[self._length - 1] if self._length else None))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"


class Past(History[K]):
    """The past positions that can still recur, for rules that forbid or end repetition: a history
    of keys, oldest first, that knows how often each key is in it.

    Pasts that share a list also share the places of every key; a past ignores places beyond its own
    end. So adding and counting cost the same however long it is.

    >>> past = Past(["p", "q"]).with_item("p")
    >>> past.count("p"), past.cut(2).count("p"), "r" in past
    (2, 1, False)
    """

    __slots__ = ("_places", "_texts")

    def __init__(self, keys: Iterable[K] = ()) -> None:
        super().__init__(keys)
        self._places: dict[K, list[int]] = {}
        self._texts: list[str] = []
        for place, key in enumerate(self._items):
            self._places.setdefault(key, []).append(place)

    def with_item(self, item: K) -> Self:
        past = super().with_item(item)
        if past._items is not self._items:
            return type(self)(past._items)
        past._places.setdefault(item, []).append(self._length)
        return past

    def texts(self, text_of: Callable[[K], str]) -> list[str]:
        """The texts of its keys, oldest first. Pasts that share a list share these, too, so that
        each key is written once; ``text_of`` has to be the same function each time."""
        missing = self._items[len(self._texts) : self._length]
        self._texts.extend(map(text_of, missing))
        return self._texts[: self._length]

    def count(self, value: Any) -> int:
        return bisect_left(self._places.get(value, ()), self._length)

    def places(self, value: Any) -> Sequence[int]:
        """Where a key is in it, counted from 0."""
        return self._places.get(value, ())[: self.count(value)]

    def __contains__(self, value: object) -> bool:
        return self.count(value) > 0


NO_PAST: Past[Any] = Past()
"""An empty past: no position can recur yet."""


class Index(Generic[K, T]):
    """Values by their keys, some perhaps with the same one. Frozen, and as quick to extend as a
    History.

    >>> few = Index().with_item("a", 1)
    >>> more = few.with_item("a", 2)
    >>> few["a"], more["a"], more["b"], "b" in more, len(more)
    ((1,), (1, 2), (), False, 2)
    """

    __slots__ = ("_keys", "_values")

    def __init__(self) -> None:
        self._keys: Past[K] = Past()
        self._values: History[T] = History()

    def with_item(self, key: K, value: T) -> Self:
        index = copy(self)
        index._keys, index._values = self._keys.with_item(key), self._values.with_item(value)
        return index

    def __getitem__(self, key: K) -> tuple[T, ...]:
        return tuple(self._values[place] for place in self._keys.places(key))

    def __contains__(self, key: K) -> bool:
        return key in self._keys

    def __len__(self) -> int:
        return len(self._keys)
