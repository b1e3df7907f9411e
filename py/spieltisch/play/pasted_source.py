"""A bot's file as it was meant: what is copied from chats and pages brings signs along that no
Python can read, such as blanks that do not break, curly quotes, fences round the whole, and what
stands before each line where it was copied."""

import re
from itertools import takewhile

from spieltisch.table.typed import UNSEEN

_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164"
_BREAKS = "\u000b\u0085\u2028\u2029"
_DASHES = "\u2010-\u2015\u2212\ufe63\uff0d"
_DOUBLE = "\u201c-\u201f\u00ab\u00bb\u2033\u300c-\u300f\uff02"
_SINGLE = "\u2018-\u201b\u2032\u2039\u203a\uff07"
_SIGNS = {
    "\u2260": "!=",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2026": "...",
    "\u2192": "->",
    "\u3001": ",",
    "\u3002": ".",
}
"""What programs for letters, and other keyboards, write in the place of Python's signs."""

_TEXT = (
    r"'''(?:[^'\\]|\\.|'(?!''))*+(?:''')?|\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*+(?:\"\"\")?"
    r"|'(?:[^'\\\n]|\\.)*+'?|\"(?:[^\"\\\n]|\\.)*+\"?|#[^\n]*+"
)
"""What Python reads as it is: texts and comments, whatever they hold."""


def _three(curly: str, straight: str) -> tuple[str, str, str]:
    """A text between three curly quotes each, of any lines: its beginning, what it holds, and its
    end. None begins behind a backslash: one that was read over as it was escaped would begin
    another, each of which is looked for to the end of the file."""
    three = rf"[{curly}]{{3}}"
    inside = (
        rf"(?:[^{curly}{straight}\\]|\\.|[{curly}](?![{curly}]{{2}})"
        rf"|{straight}(?!{straight * 2}|{three}))*+"
    )
    return rf"(?<!\\){three}", inside, three


_THREE = (_three(_DOUBLE, '"'), _three(_SINGLE, "'"))
_PIECE = re.compile(
    rf"({_TEXT})|"
    + "|".join(f"{begin}({inside}){end}" for begin, inside, end in _THREE)
    # One between curly quotes, which has no straight one.
    + rf"|[{_DOUBLE}]([^{_DOUBLE}\"\\\n]*+)[{_DOUBLE}]|[{_SINGLE}]([^{_SINGLE}'\\\n]*+)[{_SINGLE}]"
    rf"|([{_BLANKS}])|([{_BREAKS}])|([{_DASHES}])|([\uff01-\uff20\uff3b-\uff40\uff5b-\uff5e])"
    rf"|([{''.join(_SIGNS)}])",
    re.DOTALL,
)
_FENCE = re.compile(r"^[ \t]*+(`{3,9}+|~{3,9}+)([^\n]*+)$", re.MULTILINE)
_LANGUAGE = re.compile(r"\s*+(?:\{[^}\n]*+\}|\w*+)(?:\s++[\w-]++=(?:\"[^\"\n]*+\"|\S++))*+\s*+")
"""What stands behind the beginning of a fence. Anything else there is the first line."""
_BOT = re.compile(r"^[ \t]*+(?:async )?def[ \u00a0]++(?:choose|evaluate|see)\b", re.MULTILINE)
_TAGGED = re.compile(r"\A(\s*+)\[code[^\]\n]*+\](.*)\[/code\]\s*+\Z", re.DOTALL | re.IGNORECASE)
"""The whole as forums fence it."""
_HEAD = re.compile(r"\A\s*+(?:\w++[ \t\r]*+\n\s*+)?copy code[ \t\r]*+\n", re.IGNORECASE)
"""What chats show above code, and is copied with it."""
_ESCAPES = {
    "amp": "&",
    "gt": ">",
    "lt": "<",
    "quot": '"',
    "apos": "'",
    "nbsp": " ",
    "#34": '"',
    "#39": "'",
    "#x22": '"',
    "#x27": "'",
    "#160": " ",
}
_ESCAPE = re.compile(f"&({'|'.join(_ESCAPES)});")
_ALWAYS_ESCAPED = re.compile("[<>]")
"""Pages leave quotes as they are where these are escaped."""
_TEXT_OR_ESCAPE = re.compile(rf"{_TEXT}|({_ESCAPE.pattern})", re.DOTALL)
_CODE = re.compile(r"[=#(\[{]|'{3}|\"{3}")
"""What no words hold that stand before a fence."""
_LEAD = re.compile(
    r"(?: *+(?:"
    r"(?:>>>|\.\.\.)(?: |$)"  # Python, as it asks for lines
    r"|(?:In \[[0-9]+\]|\.\.\.):(?: |$)"  # and as a notebook does
    r"|>++(?: |$)"  # a mail that was answered
    r"|\+"  # what was added to a file
    r"|[0-9]+ ?[.:|]?(?:[ \t]|$)"  # a page that numbers its lines
    r"))++"
)
"""What stands before each line of what is copied from somewhere."""
_TOLD_TERMINALS = re.compile("\x1b(?:\\[[0-?]*+[ -/]*+[@-~]|\\][^\x07\x1b]*+(?:\x07|\x1b\\\\))")
"""With what terminals are told of colours, and what to do."""
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
    bare = _HEAD.sub(_breaks_of, _unescaped(_TOLD_TERMINALS.sub(_breaks_of, source)))
    return _flush(_without_leads("".join(_told(_unfenced(_without_leads(bare))))))


def _breaks_of(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _unescaped(source: str) -> str:
    """A file in which all signs that pages escape are escaped. Python has no such thing outside of
    its texts; in those of a file that has none elsewhere, it is what the bot says."""
    if _ALWAYS_ESCAPED.search(source) or not any(
        found[1] for found in _TEXT_OR_ESCAPE.finditer(source)
    ):
        return source
    return _ESCAPE.sub(lambda found: _ESCAPES[found[1]], source)


def _unfenced(source: str) -> str:
    """What stands in the first fence that has a bot, or in the first one, if there are words alone
    before the fences."""
    tagged = _TAGGED.match(source)
    if tagged is not None:
        return tagged[1] + tagged[2] + "\n" * source.count("\n", tagged.end(2))
    ticked = source.strip()
    if ticked.count("`") == 2 and ticked[0] == ticked[-1] == "`":
        return source.replace("`", "")
    found = _fenced(source)
    if not found or _CODE.search(source, 0, found[0][0]):
        return source
    is_bot = (span for span in found if _BOT.search(source, *span[1:]))
    _, begin, end = next(is_bot, found[0])
    before, after = source.count("\n", 0, begin), source.count("\n", end)
    return "\n" * before + source[begin:end] + "\n" * after


def _fenced(source: str) -> list[tuple[int, int, int]]:
    """Where each fence begins, and where what stands in it begins and ends."""
    spans = list[tuple[int, int, int]]()
    at = 0
    while (fence := _FENCE.search(source, at)) is not None:
        mark, told = fence.groups()
        begin = fence.end() if _LANGUAGE.fullmatch(told) else fence.start(2)
        end = _end_of_fence(source, mark, begin)
        if end is None:
            break
        spans.append((fence.start(), begin, end.start()))
        at = end.end()
    return spans


def _end_of_fence(source: str, mark: str, begin: int) -> re.Match[str] | None:
    """Where a fence ends: at a line of its own, unless it was put behind the last line of the code.
    Then words follow, or the next fence; but code, where a comment ends with such a mark."""
    alone = re.compile(rf"^[ \t]*+{mark}(\w?)", re.MULTILINE).search(source, begin)
    until = len(source) if alone is None else alone.start()
    behind = re.compile(rf"{mark}[ \t]*+$", re.MULTILINE).search(source, begin, until)
    if alone is None or behind is None:
        return alone or behind
    # With a language, it is the next one's beginning.
    return alone if not alone[1] and _CODE.search(source, behind.end(), until) else behind


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
        between, piece = source[at : found.start()].translate(_NOTHING), _plain(found)
        last = told[-1][-1:] if told and not between else ""
        is_as_it_was = source[at - 1 : found.start() + 1] == last * 2
        # Texts side by side do not become one between three quotes.
        if last in ("'", '"') and piece[:1] == last and not is_as_it_was:
            between = " "
        told += (between, piece) if between else (piece,)
        at = found.end()
    return [*told, source[at:].translate(_NOTHING)]


def _plain(found: re.Match[str]) -> str:
    kept, double_lines, single_lines, double, single, blank, line, dash, wide, sign = found.groups()
    if kept is not None:
        return kept
    if double_lines is not None:
        return f'"""{double_lines}"""'
    if single_lines is not None:
        return f"'''{single_lines}'''"
    if double is not None:
        return f'"{double}"'
    if single is not None:
        return f"'{single}'"
    if blank is not None:
        return " "
    if line is not None:
        return "\n"
    if sign is not None:
        return _SIGNS[sign]
    return "-" if dash is not None else chr(ord(wide) - _WIDE)
