"""Messages about damaged entries of storage."""

from dataclasses import dataclass

from spieltisch.app.damaged.state import Place
from spieltisch.app.message import Message


class DamageMessage(Message):
    """Something about entries of storage that cannot be read."""


@dataclass(frozen=True)
class DamageFound(DamageMessage):
    """Entries cannot be read."""

    entries: tuple[tuple[Place, str], ...]
    """Where they are, and why."""
    is_new: bool = True
    """Whether the person is told; the copies of earlier visits were told of then."""


@dataclass(frozen=True)
class ValueDamaged(DamageMessage):
    """A value was read of which a part is damaged."""

    name: str
    """The value's."""
    why: str
    """What is wrong with it."""


@dataclass(frozen=True)
class Surveyed(DamageMessage):
    """Storage was looked through for entries that nothing leads to, or that have a wrong form."""

    flaws: tuple[tuple[str, str, str], ...]
    """The store, the key, and ``alone`` or ``form``."""
