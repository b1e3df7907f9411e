"""Characters as people see them: grapheme clusters, as nearly as names need (UAX #29).

A letter with its marks, a flag, a family of emoji joined by joiners, a syllable of Hangul and a
conjunct of an Indic script are one character to a person, and are never cut in two.
"""

import unicodedata
from collections.abc import Iterator

ZWNJ, ZWJ = "\u200c", "\u200d"
JOINERS = ZWNJ + ZWJ
"""Without these, words of Persian run together and families of emoji fall apart."""

_FLAGS = range(0x1F1E6, 0x1F200)
_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_LEADS, _VOWELS, _TAILS = range(0x1100, 0x1160), range(0x1160, 0x11A8), range(0x11A8, 0x1200)
_SYLLABLES = range(0xAC00, 0xD7A4)
_VIRAMA = 9
"""The combining class of a sign that joins two consonants of an Indic script."""


def clusters(text: str) -> Iterator[str]:
    """The characters of a text as people see them."""
    cluster = ""
    for character in text:
        if cluster and not _goes_on(cluster, character):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def cut(text: str, most: int, most_codes: int) -> str:
    """The first ``most`` characters as people see them, of at most so many code points."""
    kept = ""
    for number, cluster in enumerate(clusters(text[: most_codes + 1])):
        if number == most or len(kept) + len(cluster) > most_codes:
            # A character with ever more marks is cut, as nothing else of it would be left.
            return kept or cluster[:most_codes]
        kept += cluster
    return kept


def shortened(text: str, most: int) -> str:
    """A text as it is quoted: with an ellipsis where more characters would follow."""
    short = cut(text, most, 4 * most)
    return short if short == text else f"{short}…"


MOST_TOLD = 300


def reason(error: object) -> str:
    """Why something cannot be read, cut to what can be shown: it may quote what stands there."""
    return shortened(str(error), MOST_TOLD)


def is_tag(character: str) -> bool:
    """Whether it spells a region's flag, unseen, behind a black flag."""
    return ord(character) in _TAGS


def _goes_on(cluster: str, character: str) -> bool:
    """Whether a character belongs to the cluster before it."""
    code, last = ord(character), ord(cluster[-1])
    if character in JOINERS or code in _TONES or code in _TAGS:
        return True
    if unicodedata.category(character) in ("Mn", "Me", "Mc"):
        return True
    if code in _FLAGS:
        return len(cluster) == 1 and last in _FLAGS
    if cluster[-1] == ZWJ and _is_picture(code):
        return _is_picture(ord(cluster[0]))
    # The letter before it, if a joiner is between.
    before = cluster.rstrip(ZWJ)[-1:] or " "
    if unicodedata.category(character) == "Lo" and unicodedata.combining(before) == _VIRAMA:
        return True
    # Two parts of a syllable of Hangul.
    is_open = last in _SYLLABLES and (last - _SYLLABLES.start) % 28 == 0
    if last in _LEADS:
        return code in _LEADS or code in _VOWELS or code in _SYLLABLES
    if last in _VOWELS or is_open:
        return code in _VOWELS or code in _TAILS
    return (last in _TAILS or last in _SYLLABLES) and code in _TAILS


def _is_picture(code: int) -> bool:
    return code >= 0x1F000 or unicodedata.category(chr(code)) == "So"
