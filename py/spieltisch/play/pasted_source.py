"""A bot's file as it was meant: what is copied from chats and pages brings signs along that no
Python can read, such as blanks that do not break, curly quotes, fences round the whole, and what
stands before each line where it was copied."""

import re
from itertools import takewhile

from spieltisch.table.typed import UNSEEN

_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164"
_BREAKS = "\u000b\u0085\u2028\u2029"
_DASHES = "\u2010-\u2015\u2212\ufe63\uff0d"
_DOUBLE, _SINGLE = "\u201c-\u201f\u00ab\u00bb\u2033\uff02", "\u2018-\u201b\u2032\uff07"

_PIECE = re.compile(
    # What Python reads as it is: texts and comments, whatever they hold.
    r"('''(?:[^'\\]|\\.|'(?!''))*+(?:''')?|\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*+(?:\"\"\")?"
    r"|'(?:[^'\\\n]|\\.)*+'?|\"(?:[^\"\\\n]|\\.)*+\"?|#[^\n]*+)"
    # A text between curly quotes, which has no straight one.
    rf"|[{_DOUBLE}]([^{_DOUBLE}\"\\\n]*+)[{_DOUBLE}]|[{_SINGLE}]([^{_SINGLE}'\\\n]*+)[{_SINGLE}]"
    rf"|([{_BLANKS}])|([{_BREAKS}])|([{_DASHES}])|([\uff01-\uff20\uff3b-\uff40\uff5b-\uff5e])",
    re.DOTALL,
)
_FENCE = re.compile(r"^[ \t]*+(`{3,}+|~{3,}+)[^\n]*+$", re.MULTILINE)
_TAGGED = re.compile(r"\A(\s*+)\[code[^\]\n]*+\](.*)\[/code\]\s*+\Z", re.DOTALL | re.IGNORECASE)
"""The whole as forums fence it."""
_CODE = re.compile(r"[=#(\[{]|'{3}|\"{3}")
"""What no words hold that stand before a fence."""
_LEAD = re.compile(
    r"(?: *+(?:"
    r"(?:>>>|\.\.\.)(?: |$)"  # Python, as it asks for lines
    r"|(?:In \[[0-9]+\]|\.\.\.):(?: |$)"  # and as a notebook does
    r"|>(?: |$)"  # a mail that was answered
    r"|\+"  # what was added to a file
    r"|[0-9]+ ?[.:|]?(?:[ \t]|$)"  # a page that numbers its lines
    r"))++"
)
"""What stands before each line of what is copied from somewhere."""
_COLOURS = re.compile("\x1b\\[[0-9;]*+m")
"""With what terminals are told of colours."""
_NOTHING = {**UNSEEN, **dict.fromkeys((*range(9), *range(0xE, 0x20), 0x7F))}
_WIDE = 0xFEE0
"""From a sign to the same one in full width."""


def meant_source(source: str) -> str:
    """The file with each such sign as the one that Python reads, but for those in texts and
    comments. Every line keeps its number.

    >>> meant_source("x\\u00a0= \\u201cone\\u201d\\u200b  # \\u201ctwo\\u201d")
    'x = "one"  # “two”'
    """
    # An unseen letter outside of a text is none; in one it is what was meant.
    return _flush(_without_leads("".join(_told(_unfenced(_COLOURS.sub("", source))))))


def _unfenced(source: str) -> str:
    """What stands in the first fence, if there are words alone before it."""
    tagged = _TAGGED.match(source)
    if tagged is not None:
        return tagged[1] + tagged[2]
    fences = _FENCE.finditer(source)
    begin = next(fences, None)
    if begin is None or _CODE.search(source, 0, begin.start()):
        return source
    end = next((one for one in fences if one[1].startswith(begin[1])), None)
    if end is None:
        return source
    return "\n" * source.count("\n", 0, begin.end()) + source[begin.end() : end.start()]


def _without_leads(source: str) -> str:
    lines = source.split("\n")
    found = [(line, _LEAD.match(line)) for line in lines if line.strip()]
    if not found or not all(lead for _, lead in found):
        return source
    return "\n".join(line[lead.end() :] if (lead := _LEAD.match(line)) else "" for line in lines)


def _flush(source: str) -> str:
    """The file without the blanks with which all of its lines begin."""
    lines = source.split("\n")
    lead = ""
    for at, line in enumerate(one for one in lines if one.strip()):
        own = line[: len(line) - len(line.lstrip(" \t"))]
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(lead, own, strict=False))
        lead = "".join(sign for sign, _ in alike) if at else own
    return "\n".join(line[len(lead) :] for line in lines)


def _told(source: str) -> list[str]:
    told, at = list[str](), 0
    for found in _PIECE.finditer(source):
        told += (source[at : found.start()].translate(_NOTHING), _plain(found))
        at = found.end()
    return [*told, source[at:].translate(_NOTHING)]


def _plain(found: re.Match[str]) -> str:
    kept, double, single, blank, line, dash, wide = found.groups()
    if kept is not None:
        return kept
    if double is not None:
        return f'"{double}"'
    if single is not None:
        return f"'{single}'"
    if blank is not None:
        return " "
    if line is not None:
        return "\n"
    return "-" if dash is not None else chr(ord(wide) - _WIDE)
