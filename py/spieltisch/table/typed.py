"""What people type or paste: what is meant is taken, whatever the case, the dash or the width."""

import re
from collections.abc import Iterator
from typing import Any
from unicodedata import normalize

from spieltisch.table.game import AnyRules
from spieltisch.table.position import IllegalActionError

MAX_TYPED = 100
"""Letters of a typed action; the longest has some thirty."""

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−➖", "-"),
        "➕": "+",
        **dict.fromkeys("×✕✖⨯", "x"),
        **dict.fromkeys("›»→", ">"),
        **dict.fromkeys("‹«←", "<"),
    }
)
LIGHT_WORD = "(?:light|helle?|claire?s?|clar[ao]s?)"
DARK_WORD = "(?:dark|dunk(?:el|le)|sombres?|foncée?s?|oscur[ao]s?|escur[ao]s?)"
TO_MOVE = (
    "(?:(?:is )?to (?:move|play|go)|moves|plays|(?:ist )?(?:am zug|an der reihe|dran)|zieht"
    "|(?:le )?toca a|mueve|(?:est )?au trait|joga|juega|joue)"
)
"""What the page calls these in its languages, as patterns for small letters."""

_BEHIND = ".,;:!?"
"""Signs behind an action that are no part of it."""
_AROUND = "\"'`´‘’‚‛“”„‟()[]{}<>「」『』*_" + _BEHIND
"""Quotes and brackets round an action, with those that mark it in a message."""
UNSEEN = dict.fromkeys(
    (
        *map(ord, "\u00ad\u034f\u061c\u180e\ufeff"),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        *range(0xFE00, 0xFE10),
        *range(0xE0000, 0xE0080),
    )
)
"""Letters that nobody sees and that come along with what is copied."""
_QUOTES = "\"'`´‘’‚‛“”„‟‹›«»()[]{}<>「」『』"
# A field of one line has blanks, or nothing, in the place of line breaks.
_FENCE = re.compile(
    r"(?m)^[ \t]*(?:```|~~~)[^\n`~]*\n|(?:```|~~~)(?:(?:text|txt|plain|plaintext)(?=\s))?"
)


_ESCAPED = re.compile(r"%([2-7][0-9A-Fa-f])|&#0*+([1-9]\d{1,2});|&#[Xx]0*+([0-9A-Fa-f]{2});|\\(/)")
"""Signs as links, pages and programs write them."""
_EMPHASIS = ("***", "**", "*", "___", "__", "_", "~~")
"""What chats put on both sides of a text to make it stand out."""
_NAMED = re.compile(
    r"\s*+(?:pos(?:ition)?|stellung|posici[óo]n|posi[çc][ãa]o|board|brett|plateau|tablero|tabuleiro"
    r"|ring|track|bahn|piste|pista)[ \t]*+[:=]\s*+",
    re.I,
)
"""What stands before a position and says that it is one."""


def parse_typed(rules: AnyRules, text: str) -> Any:
    """The action that a person has typed; raises ValueError, as Rules.parse_action does, for a text
    that means none.

    What is written exactly is read as it is. Otherwise spaces, the case of letters, the width of
    characters, the kind of a sign, a full stop behind it, and quotes or brackets round it do not
    count.
    """
    if len(text) > MAX_TYPED:
        raise ValueError(f"{text[:MAX_TYPED]}… is longer than any action")
    for meant in _meant(text):
        try:
            return rules.parse_action(meant)
        except IllegalActionError:
            raise
        except ValueError:
            continue
    return rules.parse_action(text.strip())


def _meant(text: str) -> Iterator[str]:
    """What a text may mean, the text itself first."""
    exact = text.strip()
    yield exact
    # Full-width, raised, small and other forms of letters, digits and signs are plain ones then.
    normal = normalize("NFKC", exact).translate(UNSEEN)
    whole = "".join(normal.translate(_SIGNS).split())
    for plain in (whole.rstrip(_BEHIND), whole.strip(_AROUND)):
        yield plain
        small = plain.lower()
        yield small
        # A piece or an end is a capital letter, at the beginning or at the end; places are small.
        yield small[:1].upper() + small[1:]
        yield small[:-1] + small[-1:].upper()


def tidy(text: str) -> str:
    """A pasted text without what does not count in one: unseen letters, fences, quotes and brackets
    round it, signs behind it, a word before it that says what it is, escapes; wide letters and
    blanks are plain ones, and so is a plus sign, as links have it in the place of a blank.

    >>> tidy("\u201c\uff42\uff42\u00a0 y\u200by\u201d."), tidy("Position: **bb%20yy+b**")
    ('bb yy', 'bb yy b')
    """
    plain = _FENCE.sub("", normalize("NFKC", _ESCAPED.sub(_sign, text)).translate(UNSEEN))
    named = _NAMED.match(plain)
    if named is not None:
        plain = plain[named.end() :]
    plain = _without_emphasis(plain)
    return " ".join(plain.replace("+", " ").split()).strip(_QUOTES + _BEHIND + " ")


def _without_emphasis(text: str) -> str:
    bare = text.strip().rstrip(_BEHIND + " \t\r\n")
    for mark in _EMPHASIS:
        inner = bare[len(mark) : -len(mark)]
        if bare == f"{mark}{inner}{mark}" and inner and inner[0] not in "*_~":
            return inner
    return text


def _sign(found: re.Match[str]) -> str:
    in_link, decimal, hexadecimal, slash = found.groups()
    return slash or chr(int(decimal) if decimal else int(in_link or hexadecimal, 16))


_MARKS_OF_16 = (b"\xff\xfe", b"\xfe\xff")
_LOOKED_AT = 1_000
_WESTERN = dict(
    zip(
        range(0x80, 0xA0),
        "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ",
        strict=True,
    )
)


def text_of(content: bytes) -> str:
    """The text of a file: in UTF-8, or what else its first bytes or its letters show, UTF-16 or
    that of Western Europe, of one byte a letter. Only codes that are part of Python itself: the
    others are in the library that is fetched late.

    >>> [text_of("Zug: é".encode(code)) for code in ("utf-8-sig", "utf-16-be", "cp1252")]
    ['Zug: é', 'Zug: é', 'Zug: é']
    """
    even, odd = content[:_LOOKED_AT:2], content[1:_LOOKED_AT:2]
    if content[:2] in _MARKS_OF_16:
        return content.decode("utf-16", "replace")
    # In most texts half of the bytes of UTF-16 are zero.
    for mark, high in zip(_MARKS_OF_16, (odd, even), strict=True):
        if high and high.count(0) * 2 > len(high):
            return (mark + content).decode("utf-16", "replace")
    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
    wrong = text.count("\ufffd")
    others = len(text) - len(text.encode("ascii", "ignore")) - wrong
    if wrong <= others or not wrong:
        return text
    return content.decode("latin-1").translate(_WESTERN)
