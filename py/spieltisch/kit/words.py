"""The languages of the page. A language is a gettext catalogue; English is the source.

Where files can be read, catalogues are package data. A page has none in it: it fetches the one that
is wanted and hands it in (`take_in`).
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pkgutil import get_data
from typing import TypeAlias

Words: TypeAlias = NullTranslations
"""What a view is given to say things: ``gettext`` and ``ngettext``."""


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
    # As it is written in Brazil.
    "pt": Language("Português", "pt-BR"),
}
"""The languages there are, by the code that is kept; the first is the source of all texts."""

ENGLISH: Words = NullTranslations()

_loaded: dict[str, Words] = {"en": ENGLISH}


def gettext_noop(message: str) -> str:
    """A text that is translated where it is shown; here it is only marked for the catalogues."""
    return message


class CatalogueError(ValueError):
    """What was taken for a catalogue is none, or only a part of one."""


def is_loaded(language: str) -> bool:
    return language in _loaded


def take_in(language: str, catalogue: bytes) -> None:
    """Make a language available from its compiled catalogue (.mo); raises CatalogueError."""
    try:
        _loaded[language] = GNUTranslations(BytesIO(catalogue))
    except (OSError, ValueError, struct.error) as error:
        raise CatalogueError(f"no catalogue of {language!r}: {error}") from error


def words_of(language: str) -> Words:
    """The catalogue of a language; English for an unknown one. Raises FileNotFoundError for one
    that was neither taken in nor compiled (``make catalogues``).

    >>> words_of("en").ngettext("{n} day ago", "{n} days ago", 3).format(n=3)
    '3 days ago'
    """
    if language not in LANGUAGES:
        return ENGLISH
    if language not in _loaded:
        # gettext's own lookup would import ``locale``, with its table of language names.
        take_in(language, get_data("spieltisch", f"locale/{language}.mo") or b"")
    return _loaded[language]
