"""The positions of a match that could still come again, for rules that forbid or end repetition."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

K = TypeVar("K", bound=Hashable)

_BITS = 4
_WIDTH = 1 << _BITS
_HASH_BITS = 64


class _Leaf(NamedTuple):
    """All keys of one hash, each with how often it came."""

    hash: int
    counts: tuple[tuple[Any, int], ...]


_Node: TypeAlias = "_Leaf | tuple[_Node, ...] | None"
"""A trie over hashes, _BITS of them at each level: a leaf, a branch of _WIDTH nodes, or nothing."""


class Past(Generic[K]):
    """A frozen sequence of keys, oldest first, that knows how often each key is in it.

    Adding and counting cost the same however long it is, also when several pasts go on from one:
    each is a link to the one before it, and they share all of a trie of counts but the path to the
    key that was added (a persistent hash map). Two are equal if they hold the same keys in the same
    order.
    """

    __slots__ = ("_before", "_counts", "_hash", "_key", "_length")

    _before: Past[K] | None
    _key: Any
    _counts: _Node
    _length: int
    _hash: int

    def __new__(cls, keys: Iterable[K] = ()) -> Past[K]:
        past = cls._made(None, None, None, 0, 0)
        for key in keys:
            past = past.with_item(key)
        return past

    @classmethod
    def _made(
        cls, before: Past[K] | None, key: Any, counts: _Node, length: int, hash_: int
    ) -> Past[K]:
        past = super().__new__(cls)
        past._before = before
        past._key = key
        past._counts = counts
        past._length = length
        past._hash = hash_
        return past

    def with_item(self, key: K) -> Past[K]:
        """The past with one key more."""
        counts = _counted(self._counts, key, _bits(key), 0)
        return self._made(self, key, counts, self._length + 1, hash((self._hash, key)))

    def count(self, key: K) -> int:
        """How often a key is in it."""
        if not self._length:
            return 0
        node = self._counts
        hash_ = rest = _bits(key)
        while node is not None and not isinstance(node, _Leaf):
            node = node[rest % _WIDTH]
            rest >>= _BITS
        if node is None or node.hash != hash_:
            return 0
        return next((count for other, count in node.counts if other == key), 0)

    def __contains__(self, key: K) -> bool:
        return self.count(key) > 0

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[K]:
        return iter([past._key for past in self._links()][::-1])

    def _links(self) -> Iterator[Past[K]]:
        """This past and those before it, down to the first key."""
        past = self
        while past._before is not None:
            yield past
            past = past._before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Past):
            return NotImplemented
        if (self._length, self._hash) != (other._length, other._hash):
            return False
        for one, another in zip(self._links(), other._links(), strict=True):
            if one is another:
                break  # The same link: all before it is the same, too.
            if one._key != another._key:
                return False
        return True

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Past[K]], tuple[list[K]]]:
        # Link by link, copying or pickling a long past would recurse too deep.
        return Past, (list(self),)

    def __repr__(self) -> str:
        return f"Past({list(self)!r})"


NO_PAST: Past[Any] = Past()
"""Nothing can come again yet."""


def _bits(key: Hashable) -> int:
    """A key's hash as bits; Python's is signed."""
    return hash(key) & ((1 << _HASH_BITS) - 1)


def _counted(node: _Node, key: Hashable, hash_: int, level: int) -> _Node:
    """The trie with a key counted once more: the nodes on its path anew, the others shared.

    Args:
        node: the part of the trie at a level.
        key, hash_: what is counted, and its hash as bits.
        level: how many levels lie above; so many times _BITS of the hash are used up.
    """
    if node is None:
        return _Leaf(hash_, ((key, 1),))
    if isinstance(node, _Leaf):
        if node.hash == hash_:
            others = tuple(pair for pair in node.counts if pair[0] != key)
            count = next((count for other, count in node.counts if other == key), 0)
            return _Leaf(hash_, (*others, (key, count + 1)))
        branch: list[_Node] = [None] * _WIDTH
        branch[(node.hash >> level * _BITS) % _WIDTH] = node
    else:
        branch = list(node)
    place = (hash_ >> level * _BITS) % _WIDTH
    branch[place] = _counted(branch[place], key, hash_, level + 1)
    return tuple(branch)
