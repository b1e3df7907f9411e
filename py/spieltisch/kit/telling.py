"""What is told of events and of people: sentences by kind, as a ``told.toml`` has them, each with
how it is said to the person whom it is about."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from spieltisch.kit.names import Names
from spieltisch.kit.words import Words
from spieltisch.table import Seat
from spieltisch.table.text_files import read_beside

Forms = tuple[str, ...]
"""A text, or its singular and plural, of which the fact ``n`` chooses one."""


class Saying(NamedTuple):
    """How one kind of thing is told; the same to everybody, unless the file has a table with
    ``other`` for it."""

    other: Forms
    """Said of anybody else, who is ``{name}``."""
    you: Forms
    """Said to the person who did it, or has won."""
    yours: Forms
    """Said to the person to whom it was done, or who has lost."""


Told = Mapping[str, Saying]
"""Sayings by key; what stands in a table of others is ``table.key``."""


def read_told(module: str) -> Told:
    """The sayings of the ``told.toml`` in the folder of a module."""
    return dict(sayings(read_beside(module, "told.toml")))


def sayings(tables: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Saying]]:
    """The sayings of a file.

    >>> file = {"passed": "{name} passes.", "won": {"you": "You win.", "other": "{name} wins."}}
    >>> for key, saying in sayings({"hello": "Hello!", "ended": file}): print(key, saying.you)
    hello ('Hello!',)
    ended.passed ('{name} passes.',)
    ended.won ('You win.',)
    """
    for key, value in tables.items():
        is_table = isinstance(value, dict)
        if is_table and "other" not in value:
            yield from sayings(value, f"{before}{key}.")
            continue
        parts = value if is_table else {"other": value}
        other = _forms(parts["other"])
        you, yours = (_forms(parts[who]) if who in parts else other for who in ("you", "yours"))
        yield before + key, Saying(other, you, yours)


def _forms(value: str | list[str]) -> Forms:
    return (value,) if isinstance(value, str) else tuple(value)


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells what happened, to whoever reads it.

    >>> from spieltisch.kit.words import ENGLISH
    >>> beaten = {"you": "You beat {whom}.", "yours": "{name} beats you.", "other": "{name} wins."}
    >>> told = dict(sayings({"beaten": beaten, "passed": "{name}: pass."}))
    >>> tell = Teller(told, Names(("Ada", "Bo", "Cy"), you=1), ENGLISH)
    >>> tell("beaten", 1, 2, whom="Bo"), tell("beaten", 2, 1), tell("beaten", 2, 3)
    ('You beat Bo.', 'Bo beats you.', 'Bo wins.')
    >>> tell("passed", 1), tell("passed", 2)
    ('You: pass.', 'Bo: pass.')
    """

    told: Told
    names: Names
    words: Words

    def __call__(self, key: str, seat: Seat = 0, whom: Seat = 0, /, **facts: object) -> str:
        """What is told under a key of a seat, and of another to which it was done; 0 where it is
        of no seat. The facts are what stands in braces; ``name`` is what the seat is called."""
        saying, you = self.told[key], self.names.you
        forms = saying.other
        if you is not None:
            forms = saying.you if you == seat else saying.yours if you == whom else forms
        if seat:
            facts["name"] = self.names.told(seat, self.words)
        one, *others = forms
        if not others:
            return self.words(one, **facts)
        return self.words.counted(one, others[0], int(str(facts["n"])), **facts)
