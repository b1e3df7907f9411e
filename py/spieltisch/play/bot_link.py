"""Bots that people have written, packed into the letters of a link.

A code is its format, and then the bot's name and its file, compressed, with a check in front.
"""

import zlib

from spieltisch.play.code_text import sealed
from spieltisch.play.codec import LinkError, LinkPart, clean_name
from spieltisch.play.digits import from_letters
from spieltisch.play.own_jobs import MAX_NAME, MAX_SOURCE

FORMAT = "1"

MAX_CODE = 150_000
"""Letters of a code: a file that cannot be compressed fits."""

_CHECK_BYTES = 4
_MAX_BYTES = 4 * (MAX_NAME + 1 + MAX_SOURCE)


def encode_bot(name: str, source: str) -> str:
    """A bot as the letters of a link.

    >>> decode_bot(encode_bot("mine", "def choose(position, seat): ..."))
    ('mine', 'def choose(position, seat): ...')
    """
    return FORMAT + sealed(_packed(f"{name}\n{source}"), lambda packed: _check(packed) + packed)


def decode_bot(code: str) -> tuple[str, str]:
    """The inverse of encode_bot: a bot's name and its file; raises LinkError."""
    if code[:1] != FORMAT:
        part = LinkPart.FORMAT if code[:1].isdecimal() and code[:1] > FORMAT else LinkPart.RECORD
        raise LinkError(part, code[:1])
    try:
        name, _, source = _unpacked(from_letters(code[1:MAX_CODE])).partition("\n")
    except (ValueError, zlib.error) as error:
        raise LinkError(LinkPart.RECORD, code[:12], f"the code is damaged: {error}") from None
    if not clean_name(name) or len(source) > MAX_SOURCE:
        raise LinkError(LinkPart.RECORD, code[:12], "no bot is as this one")
    return clean_name(name)[:MAX_NAME], source


def _packed(text: str) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(text.encode("utf-8", "replace")) + packer.flush()


def _unpacked(checked: bytes) -> str:
    given = checked[_CHECK_BYTES:]
    # A zero in front may have been added, see ``sealed``.
    for packed in (given, given[1:]):
        if checked[:_CHECK_BYTES] == _check(given):
            unpacker = zlib.decompressobj(-15)
            try:
                content = unpacker.decompress(packed, _MAX_BYTES + 1)
            except zlib.error:
                continue
            if unpacker.eof and not unpacker.unused_data and len(content) <= _MAX_BYTES:
                return content.decode()
    raise ValueError("it is cut short, or letters are wrong")


def _check(packed: bytes) -> bytes:
    return zlib.crc32(FORMAT.encode() + packed).to_bytes(_CHECK_BYTES)
