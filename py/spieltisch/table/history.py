"""A sequence that grows at its end without being copied, though nobody ever sees it change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class History(Sequence[T], Generic[T]):
    """Frozen. Histories of different lengths share one list as long as each only goes on from the
    end of it; so a match of ten thousand turns grows by one as fast as a match of ten.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def with_item(self, item: T) -> History[T]:
        """The history with one item more."""
        # Another history has gone on from here already: its items are not ours.
        items = self._items if len(self._items) == self._length else self._items[: self._length]
        items.append(item)
        return self._sharing(items, self._length + 1)

    def cut(self, length: int) -> History[T]:
        """The first items only."""
        return self._sharing(self._items, max(0, min(length, self._length)))

    @classmethod
    def _sharing(cls, items: list[T], length: int) -> History[T]:
        made = cls.__new__(cls)
        made._items = items
        made._length = length
        return made

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
        return self._length == other._length and all(map(_is_equal, self, other))

    def __hash__(self) -> int:
        return hash((self._length, self._items[self._length - 1] if self._length else None))

    def __repr__(self) -> str:
        return f"History({list(self)!r})"


def _is_equal(one: object, other: object) -> bool:
    return one is other or one == other
