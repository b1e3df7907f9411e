"""Messages about damaged entries of storage."""

from dataclasses import dataclass

from spieltisch.app.damaged.state import Place
from spieltisch.app.message import Message


class DamageMessage(Message):
    """Something about entries of storage that cannot be read."""


@dataclass(frozen=True)
class DamageFound(DamageMessage):
    """Entries cannot be read.

    Attributes:
        entries: where they are, and why.
        is_new: whether the person is told; the copies of earlier visits were told of then.
    """

    entries: tuple[tuple[Place, str], ...]
    is_new: bool = True


@dataclass(frozen=True)
class ValueDamaged(DamageMessage):
    """A value was read of which a part is damaged.

    Attributes:
        name: the value's.
        why: what is wrong with it.
    """

    name: str
    why: str


@dataclass(frozen=True)
class Surveyed(DamageMessage):
    """Storage was looked through for entries that nothing leads to, or that have a wrong form.

    Attributes:
        flaws: the store, the key, and ``alone`` or ``form``.
    """

    flaws: tuple[tuple[str, str, str], ...]
