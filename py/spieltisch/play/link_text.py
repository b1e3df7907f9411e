"""Links as people send them: within a sentence, wrapped, quoted, in brackets, escaped by a
messenger, with a mark of who passed them on.

All links of the site are read here, whatever they lead to. Whoever knows a place says whether an
address can be one of it, and codes have a check; so all that a text may mean is tried, the
likeliest first, until something can be.
"""

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice

from spieltisch.table.typed import UNSEEN

MAX_TEXT_LENGTH = 250_000
"""Letters of a message in which a link or a code is looked for; the longest code has 200,000."""

MOST_LETTERS = 4_000_000
"""How many letters are tried in all."""

MOST_LINK_LETTERS = 1_500_000
"""How many of links, of which more is read."""

DASHES = "-_"
"""Letters of codes that programs which find links in a text leave out at the end of one."""

_MOST_LINKS = 8
_MOST_ESCAPES = 3
_FIRST_ENDS, _LAST_ENDS = 64, 16
MAX_QUERY_TRIED = 12_000
"""Letters of an address that asks for something; a longer one is refused."""
_LEAST_WRAPPED = 60
"""No program breaks a line that has fewer letters."""

_ESCAPED = re.compile("(?:%[0-9A-Fa-f]{2})+")
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-"))

_LINK_BEGIN, _ESCAPED_BEGIN = re.compile(r"#[\s>=]{0,9}/"), re.compile("(?:#|%23)%2[Ff]|%23/")
_TRACKED = re.compile(
    r"([?&])(?:(?:utm_[a-z]+|fbclid|gclid|dclid|wbraid|gbraid|msclkid|yclid|twclid|ttclid|igshid"
    r"|igsh|li_fat_id|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|vero_id|wickedid|oly_(?:anon|enc)_id"
    r"|s_kwcid|spm|ref_src|si)=[^&#\s\"'<>()\[\]]*&?)+"
)
"""What those who pass links on write into them, to know who has pressed where."""

_LINK_END = re.compile(
    r"""[\s<>"'`\\{}\[\]()|;\u2014\u2018-\u201f\u00ab\u00bb\u2039\u203a\u3001-\u3003\u3008-\u3011\uff08\uff09]"""
    r"|%(?:0[AaDd]|2[02]|3[CcEe]|E2%80%(?:9[89A-Fa-f]|A6))|&(?:[gl]t|quot|nbsp);|:~:"
)
"""What ends a link in a text, also as browsers write it into an address."""

_CODE_END = re.compile(_LINK_END.pattern + r"|&(?=[\w.-]{1,40}=)")
"""The same of one that asks for nothing: what was added to it does."""

_WRITTEN = re.compile(
    r"\\(?:u00([0-7][0-9A-Fa-f])|/)|&(?:#0{0,4}(\d{2,3})|#[Xx]0{0,4}([0-9A-Fa-f]{2})|num|sol|amp);"
)
"""Signs of links as JSON and pages write them."""
_NAMED = {"\\/": "/", "&sol;": "/", "&num;": "#", "&amp;": "&"}

_LINE_BREAK, _SOFT_BREAK = re.compile(r"\r?\n[>\s]*"), re.compile(r"=\r?\n[>\s]*")
_SIGNS_BACKWARDS = re.compile("(?:[0-9A-Fa-f]{2}%|[^A-Za-z0-9])*+")


def plain(text: str) -> str:
    """A text as it was meant: nothing escaped, nothing unseen, all hyphens the usual one."""
    # The library's `unquote` takes a step for each letter beyond ASCII.
    told = _ESCAPED.sub(
        lambda found: bytes.fromhex(found[0].replace("%", " ")).decode("utf-8", "replace"), text
    )
    return told.translate(UNSEEN).translate(_HYPHENS)


def _as_meant(text: str) -> str:
    """A text of which no program has written signs in another way, or escaped them twice."""
    text = _WRITTEN.sub(_sign, text[:MAX_TEXT_LENGTH])
    for _ in range(_MOST_ESCAPES):
        if any(one.search(text) for one in (_LINK_BEGIN, _ESCAPED_BEGIN)):
            break
        text = text.replace("%25", "%")
    return text


def _sign(found: re.Match[str]) -> str:
    in_json, decimal, hexadecimal = found.groups()
    if in_json or hexadecimal:
        return chr(int(in_json or hexadecimal, 16))
    return chr(int(decimal)) if decimal else _NAMED[found[0]]


def has_any_link(text: str) -> bool:
    """Whether a text has a link to somewhere in the site."""
    told = _as_meant(text)
    return any(one.search(told) for one in (_LINK_BEGIN, _ESCAPED_BEGIN))


def links_in(text: str) -> Iterator[str]:
    """What may be meant by the links of a text, from their ``#`` on, the likeliest first.

    >>> next(links_in("(see [the rules](https://a.example/?utm_source=b#/rules/yala).)"))
    '#/rules/yala'
    """
    left = MOST_LINK_LETTERS
    seen: set[int] = set()
    for body, least in _bodies(_as_meant(text)):
        for link, length in _ended(body, least):
            left -= length
            if left < 0:
                return
            if hash(link) not in seen:
                seen.add(hash(link))
                yield f"#/{link}"


def _bodies(text: str) -> Iterator[tuple[str, int]]:
    """What follows the beginning of each link, up to the next one: as it is, without the line
    breaks of a mail program, and as it would be if a messenger had not escaped it; and how many
    letters of it are more than what was told before."""
    found = [*islice(_LINK_BEGIN.finditer(text), _MOST_LINKS)]
    # Escaped it is in another link, unless it is in what a link of ours tells.
    is_escaped = not found
    found = found or [*islice(_ESCAPED_BEGIN.finditer(text), _MOST_LINKS)]
    goals = [*(one.start() for one in found[1:]), len(text)]
    for one, goal in zip(found, goals, strict=False):
        begin, end = one.span()
        body = text[end:goal]
        if is_escaped:
            body = body.partition("&")[0]
        body = _TRACKED.sub(_untracked, body).translate(UNSEEN)
        # How long a line is counts from its beginning.
        line = text[text.rfind("\n", 0, begin) + 1 : end]
        told = []
        for sign in (_LINE_BREAK, _SOFT_BREAK):
            if (first := sign.search(body)) is not None:
                glued = sign.sub(_unwrapped, line + body)[len(line) :]
                told += [(glued, first.start() + 1)]
        # A wrapped path is either short or has a check.
        for given, least in [*told, (body, 0)] if _has_query(body) else [(body, 0), *told]:
            # An address of nothing but what cannot be one is not that of the start.
            fewest = max(least, int(not begin))
            yield given, fewest
            if plain(given) != given:
                yield plain(given), fewest


def _unwrapped(found: re.Match[str]) -> str:
    """Nothing in the place of a break that a program has made, as the line was full."""
    at = found.start()
    is_full = at >= _LEAST_WRAPPED and found.string.rfind("\n", at - _LEAST_WRAPPED, at) < 0
    return "" if is_full else found[0]


def _untracked(found: re.Match[str]) -> str:
    return found[1] if found[0].endswith("&") else ""


def _ended(body: str, least: int) -> Iterator[tuple[str, int]]:
    """What comes behind ``#/``, up to each sign that may end it, of so many letters at least; and
    how many letters were read for it."""
    is_query = _has_query(body)
    if is_query:
        body = body[:MAX_QUERY_TRIED]
    sign = _LINK_END if is_query else _CODE_END
    ends = (one.start() for one in sign.finditer(body))
    told = [*islice(ends, _FIRST_ENDS)]
    told += deque(ends, maxlen=_LAST_ENDS)
    told.append(len(body))
    # An end of a position may be one, too; what is shorter than a code has a wrong check.
    for end in reversed(told) if is_query else told:
        link = without_signs(body[:end])
        # A link without anything of what it asked for would lead elsewhere.
        if len(link) >= least and (not is_query or "=" in link):
            yield link, end
    if not is_query:
        yield from ((link, len(link)) for link in _joined(body) if link)


def _has_query(body: str) -> bool:
    """Whether a link asks for something, behind a question mark that ends no sentence."""
    asked = body.partition("?")[2]
    return not asked[:1].isspace() and "=" in asked


def without_signs(text: str) -> str:
    """A link without the signs behind it, also as browsers write them into an address. All our
    links end in a letter or a digit."""
    found = _SIGNS_BACKWARDS.match(text[::-1])
    return text if found is None else text[: len(text) - found.end()]


_LINK_RUN = re.compile(r"[^\s<>=]+")


def _joined(body: str) -> Iterator[str]:
    """The pieces of a code that was wrapped: all of them, or so many that no word behind it is
    among them."""
    runs = _LINK_RUN.findall(body)
    yield from joined(runs)


def joined(runs: list[str]) -> Iterator[str]:
    """Pieces of letters as one: all of them, those up to the end of the first line that is
    shorter, or so many that no word behind it is among them."""
    whole = "".join(runs)
    yield whole
    last = next((at for at in range(2, len(runs)) if len(runs[at]) < len(runs[1])), 0)
    lengths = [sum(map(len, runs[: last + 1]))] if last else []
    length = 0
    for length in (*lengths, *_sums(runs)):
        code = whole[:length]
        yield code
        for bare in dict.fromkeys((code, without_signs(code))):
            yield bare
            yield from (bare + dash for dash in DASHES)


def _sums(runs: list[str]) -> Iterator[int]:
    length = 0
    for run in runs:
        length += len(run)
        yield length
