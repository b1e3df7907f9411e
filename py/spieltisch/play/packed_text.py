"""Texts packed into the letters of a link: a format, and then the text, compressed, with a check in
front."""

import zlib

from spieltisch.play.code_text import sealed
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.digits import from_letters

FORMAT = "1"

MAX_CODE = 150_000
"""Letters of a code."""

_CHECK_BYTES = 4


def pack_text(text: str) -> str:
    """A text as the letters of a link.

    >>> unpack_text(pack_text("mine"), 4)
    'mine'
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    return FORMAT + sealed(packed, lambda given: _check(given) + given)


def unpack_text(code: str, most_bytes: int) -> str:
    """The inverse of pack_text; raises LinkError, also for a text of more bytes."""
    if code[:1] != FORMAT:
        part = LinkPart.FORMAT if code[:1].isdecimal() and code[:1] > FORMAT else LinkPart.RECORD
        raise LinkError(part, code[:1])
    try:
        return _unpacked(from_letters(code[1:MAX_CODE]), most_bytes)
    except (ValueError, zlib.error) as error:
        raise damaged(code, str(error)) from None


def damaged(code: str, why: str) -> LinkError:
    """What is raised for a code that cannot be what it should be."""
    return LinkError(LinkPart.RECORD, code[:12], f"the code is damaged: {why}")


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
