"""The languages of the page. A language is a gettext catalogue; English is the source."""

from gettext import NullTranslations, translation
from typing import TypeAlias

Words: TypeAlias = NullTranslations
"""What a view is given to say things: ``gettext`` and ``ngettext``."""

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages there are, each named in itself; the first is the source of all texts."""

ENGLISH: Words = NullTranslations()

CATALOGUES = __file__.rpartition("views")[0] + "locale"
"""The folder of the compiled catalogues: package data."""

_loaded: dict[str, Words] = {"en": ENGLISH}


def words_of(language: str) -> Words:
    """The catalogue of a language; English for one that is not there.

    Raises:
        FileNotFoundError: the catalogue was not compiled (``make catalogues``).
    """
    if language not in LANGUAGES:
        return ENGLISH
    if language not in _loaded:
        _loaded[language] = translation("spieltisch", CATALOGUES, [language])
    return _loaded[language]
