"""Which entries of storage cannot be read, and what tells of them."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Self, TypeAlias

from spieltisch.app.message import Frozen, Message
from spieltisch.play.summary import MatchId

MATCHES, SUMMARIES, REVIEWS, VALUES = "matches", "summaries", "reviews", "values"
"""Stores of the database."""

LOCAL = "localStorage"
"""What stands for the store where settings are kept."""

ASIDE = "damaged/"
"""How the names of copies begin that stay when a damaged value is written anew."""

Place: TypeAlias = tuple[str, str]
"""Where an entry is: its store and its key."""

Suspect: TypeAlias = tuple[str, str]
"""A summary that is to be made anew: its text, and why it cannot be read."""


class Damage(Frozen):
    entries: Mapping[Place, str] = field(default_factory=dict)
    """The damaged entries, each with the reason; they stay in storage."""
    removed: Mapping[Place, str] = field(default_factory=dict)
    """Those deleted last, which are still in storage and can come back."""
    suspects: Mapping[MatchId, Suspect] = field(default_factory=dict)
    """The summaries that are to be made anew, while their matches are being read."""

    def without(self, places: Iterable[Place]) -> Self:
        """The damage without entries that are whole again, or gone."""
        gone = frozenset(places)
        left = {place: why for place, why in self.entries.items() if place not in gone}
        return replace(self, entries=left)


class DamageMessage(Message, is_kind=True):
    """Something about entries of storage that cannot be read."""


class DamageFound(DamageMessage):
    entries: tuple[tuple[Place, str], ...]
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
