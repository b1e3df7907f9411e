"""The languages of the page. A language is a gettext catalogue; English is the source.

Where files can be read, catalogues are package data. A page has none in it: it fetches the one that
is wanted and hands it in (`take_in`).
"""

import re
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pkgutil import get_data


class Words(NullTranslations):
    """What a view is given to say things in a language; these are English, as the code has them.

    >>> ENGLISH("{site}, no stone", site="a"), ENGLISH.counted("{n} move", "{n} moves", 3)
    ('a, no stone', '3 moves')
    """

    def __call__(self, text: str, /, **facts: object) -> str:
        """A text, with the facts in its braces."""
        told = self.gettext(text)
        return told.format(**facts) if facts else told

    def counted(self, one: str, other: str, count: int, /, **facts: object) -> str:
        """The form of a text for a count, which is ``{n}`` unless that is told otherwise."""
        return self.ngettext(one, other, count).format(**{"n": count, **facts})

    def listed(self, things: Iterable[str]) -> str:
        """Several things in a sentence.

        >>> ENGLISH.listed(["Ada", "Ben", "Cleo"]), ENGLISH.listed(["Ada"]), ENGLISH.listed([])
        ('Ada, Ben and Cleo', 'Ada', '')
        """
        *others, last = [*things] or [""]
        if not others:
            return last
        # Filled in, so that it is written as before this word.
        between = self.gettext(" and ")
        return f"{', '.join(others)}{_Sounded(f'{between}{{name}}').format(name=last)}"


class _Sounded(str):
    """A text in which a word before a name changes by the sound that the name begins with: in
    French, *de Ada* is *d’Ada*, in Spanish, *Bruno y Ines* is *Bruno e Ines*.

    Catalogues have the full words, and nobody who translates has to turn a sentence round.
    """

    __slots__ = ()

    def format(self, *args: object, **facts: object) -> str:
        told = _BEFORE_NAME.sub(lambda found: _sounded(found, facts), self)
        return told.format(*args, **facts)


_NAMES = "name|names|loser|first|second|others|winner|winners"
"""The facts that are what somebody is called."""

_BEFORE_NAME = re.compile(rf"\b([Dd]e|[Qq]ue|y) \{{({_NAMES})\}}")

_VOWEL = re.compile("[aàâäeéèêëiîïoôöuùûü]", re.IGNORECASE)
_SOUND_OF_I = re.compile("h?[ií](?![aeo])", re.IGNORECASE)


def _sounded(found: re.Match[str], facts: Mapping[str, object]) -> str:
    word, fact = found[1], found[2]
    name = str(facts.get(fact, ""))
    if word == "y":
        return f"e {{{fact}}}" if _SOUND_OF_I.match(name) else found[0]
    return f"{word[:-1]}’{{{fact}}}" if _VOWEL.match(name) else found[0]


_SOUNDED = {"fr": ("e {",), "es": (" y {",)}
"""What a text has in it where that may be, by language; Portuguese has *de* and no elision."""


class _Catalogue(GNUTranslations, Words):
    """A language but English."""

    _catalog: dict[object, str]

    def sounding(self, parts: Iterable[str]) -> None:
        """Have the texts that have one of some parts in them change words before names."""
        for key, text in self._catalog.items():
            if any(part in text for part in parts):
                self._catalog[key] = _Sounded(text)


@dataclass(frozen=True)
class Language:
    name: str
    """Its name in the language itself."""
    tag: str
    """What browsers and screen readers know it by (BCP 47)."""
    direction: str = "ltr"
    """In which direction it is read, ``ltr`` or ``rtl``."""


LANGUAGES: Mapping[str, Language] = {
    "en": Language("English", "en"),
    "de": Language("Deutsch", "de"),
    "fr": Language("Français", "fr"),
    "es": Language("Español", "es"),
    "pt": Language("Português (Brasil)", "pt-BR"),
}
"""The languages there are, by the code that is kept; the first is the source of all texts."""

ENGLISH = Words()

_loaded: dict[str, Words] = {"en": ENGLISH}


class CatalogueError(ValueError):
    """What was taken for a catalogue is none, or only a part of one."""


def is_loaded(language: str) -> bool:
    return language in _loaded


def take_in(language: str, catalogue: bytes) -> None:
    """Make a language available from its compiled catalogue (.mo); raises CatalogueError."""
    try:
        taken = _Catalogue(BytesIO(catalogue))
        taken.sounding(_SOUNDED.get(language, ()))
        _loaded[language] = taken
    except (OSError, ValueError, struct.error) as error:
        raise CatalogueError(f"no catalogue of {language!r}: {error}") from error


def words_of(language: str) -> Words:
    """The catalogue of a language; English for an unknown one. Raises FileNotFoundError for one
    that was neither taken in nor compiled (``make catalogues``).

    >>> words_of("en").counted("{n} day ago", "{n} days ago", 3)
    '3 days ago'
    """
    if language not in LANGUAGES:
        return ENGLISH
    if language not in _loaded:
        # gettext's own lookup would import ``locale``, with its table of language names.
        take_in(language, get_data("spieltisch", f"locale/{language}.mo") or b"")
    return _loaded[language]
