"""The languages of the page. A language is a gettext catalogue; English is the source."""

from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pkgutil import get_data
from typing import TypeAlias

Words: TypeAlias = NullTranslations
"""What a view is given to say things: ``gettext`` and ``ngettext``."""

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages there are, each named in itself; the first is the source of all texts."""

ENGLISH: Words = NullTranslations()

_loaded: dict[str, Words] = {"en": ENGLISH}


def words_of(language: str) -> Words:
    """The catalogue of a language; English for one that is not there.

    Raises:
        FileNotFoundError: the catalogue was not compiled (``make catalogues``).
    """
    if language not in LANGUAGES:
        return ENGLISH
    if language not in _loaded:
        # gettext's own way to find one would bring along how systems name languages.
        catalogue = get_data("spieltisch", f"locale/{language}.mo") or b""
        _loaded[language] = GNUTranslations(BytesIO(catalogue))
    return _loaded[language]
