"""What is wrong with something, why it is not possible, or why a move is right, as data: a kind and
what it is about.

A kind says its sentence in English, once. Errors tell it as it is; views tell it in the words and
with the names of who reads it (`kit.sentences.fact_text`).
"""

from dataclasses import dataclass
from enum import Enum


def gettext_noop(message: str) -> str:
    """A text that is translated where it is shown; here it is only marked for the catalogues."""
    return message


def ngettext_noop(one: str, other: str) -> tuple[str, str]:
    """The same of two forms, of which the fact ``n`` chooses one."""
    return one, other


class Kind(Enum):
    """Kinds of facts. The value of each is its sentence, or its singular and plural, with the facts
    in braces; ``{name}`` is what the seat ``seat`` is called.

    >>> class Flaw(Kind):
    ...     HIGH = "The tower on {site} is too high."
    ...     FEW = ("{name} has {n} stone.", "{name} has {n} stones.")
    >>> print(Flaw.FEW(seat=2, n=3))
    Seat 2 has 3 stones.
    >>> Flaw.HIGH(site="a") == Flaw.HIGH(site="b"), Flaw.HIGH(site="a").kind is Flaw.HIGH
    (False, True)
    """

    def __init__(self, one: str, other: str = "") -> None:
        self.one = one
        self.other = other

    def __call__(self, **facts: object) -> "Fact":
        return Fact(self, tuple(facts.items()))


@dataclass(frozen=True)
class Fact:
    """A kind, and what it is about, by name: numbers, texts, a seat, other facts, or several of
    these."""

    kind: Kind
    about: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        facts = dict(self.about)
        is_many = bool(self.kind.other) and facts["n"] != 1
        return (self.kind.other if is_many else self.kind.one).format(
            name=f"Seat {facts.get('seat')}", **facts
        )


class FlawError(ValueError):
    """A text, or a start, that cannot be; ``flaw`` is what is wrong with it first."""

    def __init__(self, flaw: Fact) -> None:
        super().__init__(str(flaw))
        self.flaw = flaw
