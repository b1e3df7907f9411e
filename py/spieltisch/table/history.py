"""Immutable sequences that can be extended at their end without being copied."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from itertools import chain, islice
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class History(Sequence[T]):
    """Frozen. Histories share one list as long as each extends the end of it, so that a match of
    ten thousand turns grows by one as fast as a match of ten. One that is extended once more begins
    a list of its own for what follows, so that a tree of moves shares the match that it grows from.

    >>> short = History("ab")
    >>> longer = short.with_item("c")
    >>> short, longer, longer.cut(1), short.with_item("d")
    (History(['a', 'b']), History(['a', 'b', 'c']), History(['a']), History(['a', 'b', 'd']))
    """

    __slots__ = ("_base", "_first", "_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._base: Self | None = None
        """What comes before the items of its list; None if nothing does."""
        self._first = 0
        """How long that is."""
        self._items = list(items)
        self._length = len(self._items)

    def with_item(self, item: T) -> Self:
        history = self._extensible()
        history._items.append(item)
        history._length += 1
        return history

    def cut(self, length: int) -> Self:
        if self._base is not None and length <= self._first:
            return self._base.cut(length)
        return self._sharing(max(0, min(length, self._length)))

    def _extensible(self) -> Self:
        """One that is equal, and at the end of its list."""
        if not self._length:
            # Many are extended from an empty one, which must not keep their items alive.
            return type(self)()
        if self._first + len(self._items) != self._length:
            # Another history has been extended from here: its items are not ours.
            self._gather()
        if self._first + len(self._items) == self._length:
            return self._sharing(self._length)
        history = type(self)()
        history._base, history._first, history._length = self, self._length, self._length
        return history

    def _sharing(self, length: int) -> Self:
        """The first items, up to a length, in the same list."""
        history = object.__new__(type(self))
        history._base, history._first = self._base, self._first
        history._items, history._length = self._items, length
        return history

    def _gather(self) -> None:
        """Have every list be more than twice as long as the next one, so that there are few however
        often a match has branched. A history does so once, and no item is copied often."""
        base = self._base
        while base is not None and base._length - base._first <= 2 * (self._length - base._length):
            base = base._base
        if base is not self._base:
            first = 0 if base is None else base._length
            self._base, self._first, self._items = base, first, list(self[first:])

    def __reduce__(self) -> tuple[type[Self], tuple[list[T]]]:
        # Only its own items: others may have extended its list.
        return type(self), (list(self),)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            items = self._items if self._base is None else list(self)
            return tuple(items[i] for i in range(*index.indices(self._length)))
        if not -self._length <= index < self._length:
            raise IndexError(index)
        place = index if index >= 0 else self._length + index
        if self._base is not None and place < self._first:
            return self._base[place]
        return self._items[place - self._first]

    def __iter__(self) -> Iterator[T]:
        own = islice(self._items, self._length - self._first)
        return own if self._base is None else chain(self._base, own)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        is_shared = self._items is other._items
        return self._length == other._length and (is_shared or self[:] == other[:])

    def __hash__(self) -> int:
        return hash((self._length, self[-1] if self._length else None))

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
        self._find_places()

    def _find_places(self) -> None:
        for place, key in enumerate(self._items, self._first):
            self._places.setdefault(key, []).append(place)

    def with_item(self, item: K) -> Self:
        past = super().with_item(item)
        past._places.setdefault(item, []).append(self._length)
        return past

    def _sharing(self, length: int) -> Self:
        past = super()._sharing(length)
        past._places, past._texts = self._places, self._texts
        return past

    def _gather(self) -> None:
        items, texts = self._items, self._known_texts()
        super()._gather()
        if self._items is not items:
            self._places, self._texts = {}, texts[self._first :]
            self._find_places()

    def _known_texts(self) -> list[str]:
        """The texts of its first keys, as far as they are written."""
        before = [] if self._base is None else self._base._known_texts()
        own = self._texts[: self._length - self._first]
        return before + own if len(before) == self._first else before

    def texts(self, text_of: Callable[[K], str]) -> list[str]:
        """The texts of its keys, oldest first. Pasts that share a list share these, too, so that
        each key is written once; ``text_of`` has to be the same function each time."""
        count = self._length - self._first
        self._texts.extend(map(text_of, self._items[len(self._texts) : count]))
        own = self._texts[:count]
        return own if self._base is None else self._base.texts(text_of) + own

    def count(self, value: Any) -> int:
        own = bisect_left(self._places.get(value, ()), self._length)
        return own if self._base is None else self._base.count(value) + own

    def places(self, value: Any) -> Sequence[int]:
        """Where a key is in it, counted from 0."""
        places = self._places.get(value, ())
        own = places[: bisect_left(places, self._length)]
        return own if self._base is None else [*self._base.places(value), *own]

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Index):
            return NotImplemented
        return self._keys == other._keys and self._values == other._values

    def __hash__(self) -> int:
        return hash((self._keys, self._values))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(zip(self._keys, self._values, strict=True))!r})"
