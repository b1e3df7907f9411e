"""Which entries of storage cannot be read, and what tells of them."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Self, TypeAlias

from spieltisch.app.core.message import Frozen, Message

MATCHES, SUMMARIES, REVIEWS, VALUES = "matches", "summaries", "reviews", "values"
"""Stores of the database."""

LOCAL = "localStorage"
"""What stands for the store where the page finds settings before it has a database."""

ASIDE = "damaged/"
"""How the names of copies begin that stay when a damaged value is written anew."""

EntryKey: TypeAlias = tuple[str, str]
"""Where an entry is: its store and its key."""


class Damage(Frozen):
    entries: Mapping[EntryKey, str] = field(default_factory=dict)
    """The damaged entries, each with the reason; they stay in storage."""
    removed: Mapping[EntryKey, str] = field(default_factory=dict)
    """Those that were deleted, and are in storage as long as they can come back."""

    def without(self, places: Iterable[EntryKey]) -> Self:
        """The damage without entries that are whole again, or gone."""
        gone = frozenset(places)
        left = {place: why for place, why in self.entries.items() if place not in gone}
        return replace(self, entries=left)


class DamageMessage(Message, is_kind=True):
    """Something about entries of storage that cannot be read."""


class DamageFound(DamageMessage):
    entries: tuple[tuple[EntryKey, str], ...]
    """Where they are, and why."""
    is_new: bool = True
    """Whether the person is told; the copies of earlier visits were told of then."""


class ValueDamaged(DamageMessage):
    name: str
    why: str


class Surveyed(DamageMessage):
    """Storage was looked through for entries that nothing leads to, or that have a wrong form."""

    flaws: tuple[tuple[str, str, str], ...]
    """The store, the key, and ``alone`` or ``form``."""
