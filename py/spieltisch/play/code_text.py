"""Codes as people send them: within a message, behind a link, wrapped, quoted, with a full stop.

A code is made of the letters of base64url, and its check tells whether it is whole. So all that a
text may mean is tried, the likeliest first, until a check is right. Mistakes, studies and bots are
packed texts: a format, and then the text, compressed, with a check in front.
"""

import re
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from spieltisch.play.codec import LinkError, LinkPart, clean_name
from spieltisch.play.digits import from_letters, to_letters
from spieltisch.play.link_text import DASHES, MAX_TEXT_LENGTH, MOST_LETTERS, joined, plain
from spieltisch.play.own_jobs import MAX_NAME, MAX_SOURCE

MOST_PLACES = 8
SHORTEST = 12
"""Letters of the first piece of a code that stands alone; a shorter word begins none."""

_RUN = re.compile(r"[A-Za-z0-9_-]+")


def sealed(packed: bytes, seal: Callable[[bytes], bytes]) -> str:
    """Bytes in the letters of a link, the last of which is no dash. They are a number, big-endian:
    a zero in front does not change it, but where letters end."""
    text = to_letters(seal(packed))
    return to_letters(seal(b"\0" + packed)) if text[-1:] in DASHES else text


def codes_in(text: str, place: str, formats: str) -> Iterator[str]:
    """What may be a code in a text, such as a message with a link, the likeliest first; one that
    stands alone begins with a letter of ``formats``."""
    left = MOST_LETTERS
    seen: set[int] = set()
    for runs in _places(text[:MAX_TEXT_LENGTH], place, formats):
        for code in joined(runs):
            if hash(code) not in seen:
                left -= len(code)
                if left < 0:
                    return
                seen.add(hash(code))
                yield code


def has_link(text: str, place: str) -> bool:
    """Whether a text has a link to such a code."""
    return _wrapped(place).search(plain(text[:MAX_TEXT_LENGTH])) is not None


@lru_cache
def _wrapped(place: str) -> re.Pattern[str]:
    """The place, also if a line was broken in it."""
    return re.compile(r"[\s>=]*".join(map(re.escape, place)))


def _places(text: str, place: str, formats: str) -> Iterator[list[str]]:
    """The pieces of letters from each place on where a code may begin."""
    told = plain(text)
    begins = deque((found.end() for found in _wrapped(place).finditer(told)), maxlen=MOST_PLACES)
    if begins:
        yield from (runs for begin in begins if (runs := _RUN.findall(told, begin)))
        return
    runs = _RUN.findall(told)
    alone = (at for at, run in enumerate(runs) if run[0] in formats and len(run) >= SHORTEST)
    yield from (runs[at:] for at in islice(alone, MOST_PLACES))
    # A code that was wrapped so that nothing of it looks like one.
    yield runs


FORMAT = "1"

MAX_CODE = 150_000

MAX_UNPACKED = 400_000
"""Bytes of what is packed, whatever it is."""

_CHECK_BYTES = 4


def pack_text(text: str) -> str:
    """A text as the letters of a link.

    >>> unpack_text(pack_text("mine"), 4, LinkPart.BOT)
    'mine'
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    return FORMAT + sealed(packed, lambda given: _check(given) + given)


def unpack_text(code: str, most_bytes: int, part: LinkPart) -> str:
    """The inverse of pack_text; raises LinkError, also for a text of more bytes: for a code that is
    damaged one of ``part``."""
    if code[:1] != FORMAT:
        is_newer = code[:1].isdecimal() and code[:1] > FORMAT
        raise LinkError(LinkPart.FORMAT if is_newer else part, code[:1])
    try:
        return _unpacked(from_letters(code[1:MAX_CODE]), most_bytes)
    except (ValueError, zlib.error) as error:
        raise damaged(code, str(error), part) from None


def check_code(code: str, part: LinkPart) -> None:
    """Raise LinkError for a code that is cut short, or in which letters are wrong."""
    unpack_text(code, MAX_UNPACKED, part)


def damaged(code: str, why: str, part: LinkPart) -> LinkError:
    """What is raised for a code that cannot be what it should be."""
    return LinkError(part, code[:12], f"the code is damaged: {why}")


def _unpacked(checked: bytes, most_bytes: int) -> str:
    given = checked[_CHECK_BYTES:]
    # A zero in front may have been added, see ``sealed``.
    for packed in (given, given[1:]):
        if checked[:_CHECK_BYTES] == _check(given):
            unpacker = zlib.decompressobj(-15)
            try:
                content = unpacker.decompress(packed, most_bytes + 1)
            except zlib.error:
                continue
            if unpacker.eof and not unpacker.unused_data and len(content) <= most_bytes:
                return content.decode()
    raise ValueError("it is cut short, or letters are wrong")


def _check(packed: bytes) -> bytes:
    return zlib.crc32(FORMAT.encode() + packed).to_bytes(_CHECK_BYTES)


_MAX_BYTES = 4 * (MAX_NAME + 1 + MAX_SOURCE)


def encode_bot(name: str, source: str) -> str:
    """A bot as the letters of a link.

    >>> decode_bot(encode_bot("mine", "def choose(position, seat): ..."))
    ('mine', 'def choose(position, seat): ...')
    """
    return pack_text(f"{name}\n{source}")


def decode_bot(code: str) -> tuple[str, str]:
    """The inverse of encode_bot: a bot's name and its file; raises LinkError."""
    name, _, source = unpack_text(code, _MAX_BYTES, LinkPart.BOT).partition("\n")
    if not clean_name(name) or len(source) > MAX_SOURCE:
        raise damaged(code, "no bot is as this one", LinkPart.BOT)
    return clean_name(name)[:MAX_NAME], source
