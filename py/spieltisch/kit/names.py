"""What players are called, which of them is spoken to, "you", and the bots' levels in words: the
same six names for every game, and what each is like to play."""

import re
from collections.abc import Iterable
from typing import NamedTuple, Self
from unicodedata import bidirectional, category

from spieltisch.kit.words import Words
from spieltisch.table import Seat

CAST = (
    ("Ada", "Olga", "Felix", "Nina", "Simon", "Eva"),
    ("Bruno", "Ines", "Martin", "Sara", "Tom", "Julia"),
    ("Nora", "Emil", "Rosa", "Adam", "Irma", "Paul"),
    ("Clara", "Oscar", "Lena", "Daniel", "Alma", "Ruben"),
    ("Hugo", "Marta", "Leon", "Dora", "Samuel", "Ella"),
    ("Vera", "Otto", "Gloria", "Viktor", "Selma", "Gustav"),
)
"""The bots' names by level, the weakest first: the first of a row is who usually comes, the others
join where several bots of one level play. Names are read as names in every language of the page."""


_ISOLATE, _END = "\u2068", "\u2069"
"""First strong isolate, and its end: what stands between them turns nothing around it (UAX 9)."""

_TURNING = frozenset(("R", "AL", "AN"))
_STEERING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))


def set_apart(name: str) -> str:
    """A name as it stands beside other words and numbers: one that is written from right to left
    would turn them round. Marks in it that turn what follows are left out.

    >>> set_apart("Clara")
    'Clara'
    >>> set_apart("דנה") == "\u2068דנה\u2069" == set_apart(set_apart("דנה"))
    True
    """
    kinds = {bidirectional(character) for character in name}
    if not kinds & (_TURNING | _STEERING):
        return name
    plain = "".join(
        # Where a paragraph ends, so does all that sets apart.
        " " if bidirectional(one) == "B" else one
        for one in name
        if bidirectional(one) not in _STEERING
    )
    return f"{_ISOLATE}{plain}{_END}"


_NOT_IN_FILES = frozenset('<>:"/\\|?*')
"""What one system or another has no files with."""

_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)", re.IGNORECASE)


def file_name(name: str) -> str:
    """A name as files may have it on every system, and as it reads: without what cannot be seen,
    as a mark that turns the letters round would hide how the name ends.

    >>> file_name("Dana\u202egnp.py"), file_name("a/b: c?.json"), file_name("\u200f.py")
    ('Danagnp.py', 'a-b- c-.json', 'spieltisch.py')
    """
    seen = "".join(
        "-" if one in _NOT_IN_FILES else " " if one.isspace() else one
        for one in name
        if one.isspace() or category(one) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    )
    stem, dot, ending = seen.rpartition(".")
    stem = (stem if dot else seen).strip(" .")
    whole = f"{stem or 'spieltisch'}{dot}{ending if dot else ''}".rstrip(" .")
    return f"_{whole}" if _RESERVED.match(whole) else whole


class Names(tuple[str, ...]):
    """The players' names, seat 1 first; ``you`` is the seat of the person who is spoken to.

    Sentences say "you" to that person and everybody else's name. Somebody who is one of several at
    a device, or only watches, is not spoken to: then ``you`` is None.

    >>> from spieltisch.kit.words import ENGLISH
    >>> names = Names(("Dark", "Clara"), you=1)
    >>> names.told(1, ENGLISH), names.told(2, ENGLISH)
    ('You', 'Clara')
    """

    you: Seat | None

    def __new__(cls, names: Iterable[str] = (), you: Seat | None = None) -> Self:
        made = super().__new__(cls, names)
        made.you = you
        return made

    def __eq__(self, other: object) -> bool:
        # Sentences are cached by names, and differ in whom they speak to.
        return tuple.__eq__(self, other) is True and self.you == getattr(other, "you", None)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        own = tuple.__hash__(self)
        return own if self.you is None else hash((own, self.you))

    def told(self, seat: Seat, words: Words) -> str:
        """What stands before a colon, or on a plate: "You", or the name."""
        return words.gettext("You") if seat == self.you else self[seat - 1]


NOBODY = Names()
"""The names of a picture, in which nobody is named."""


def bot_names(levels: Iterable[int | None]) -> tuple[str, ...]:
    """The names of the bots at a table; empty where a person sits (None).

    >>> bot_names((None, 4, 4, 1))
    ('', 'Clara', 'Oscar', 'Ada')
    """
    met: dict[int, int] = {}
    found = []
    for level in levels:
        if level is None:
            found.append("")
            continue
        row = CAST[min(level, len(CAST)) - 1]
        number = met.get(level, 0)
        met[level] = number + 1
        found.append(row[number % len(row)])
    return tuple(found)


class LevelWords(NamedTuple):
    """What a level is called, and what to expect of it, in a sentence."""

    name: str
    sentence: str


def level_words(level: int, words: Words, *, is_race: bool) -> LevelWords:
    """A level's words; in a race, where bots react in their own time, quickness tells them apart.

    >>> from spieltisch.kit.words import ENGLISH
    >>> level_words(3, ENGLISH, is_race=False).name
    'Steady'
    """
    names = (
        words.gettext("Gentle"),
        words.gettext("Easy-going"),
        words.gettext("Steady"),
        words.gettext("Sharp"),
        words.gettext("Tough"),
        words.gettext("Merciless"),
    )
    quickness = (
        words.gettext("Looks for a long time, and is often wrong."),
        words.gettext("Leaves you time to look twice."),
        words.gettext("About as quick as somebody who has played a few evenings."),
        words.gettext("Quick, and hardly ever wrong."),
        words.gettext("Sees nearly everything, nearly at once."),
        words.gettext("Sees everything at once."),
    )
    foresight = (
        words.gettext("Moves fast and forgives."),
        words.gettext("Sees what lies close by, and misses the rest."),
        words.gettext("Thinks a little ahead and pounces on careless moves."),
        words.gettext("Sees most traps and sets some of its own."),
        words.gettext("Plans far ahead. One slip is enough."),
        words.gettext("Takes its time and gives nothing away."),
    )
    index = min(level, len(names)) - 1
    return LevelWords(names[index], (quickness if is_race else foresight)[index])


def bot_title(level: int, words: Words, name: str = "") -> str:
    """A bot of a level by name and word; by its usual name, where nobody has given it another.

    >>> from spieltisch.kit.words import ENGLISH
    >>> bot_title(4, ENGLISH)
    'Clara, sharp'
    """
    told = level_words(level, words, is_race=False).name
    return words(
        "{name}, {level}", name=name or bot_names((level,))[0], level=told[0].lower() + told[1:]
    )
