"""Bots that people have written, packed into the letters of a link: the name, then the file."""

from spieltisch.play.codec import clean_name
from spieltisch.play.own_jobs import MAX_NAME, MAX_SOURCE
from spieltisch.play.packed_text import damaged, pack_text, unpack_text

_MAX_BYTES = 4 * (MAX_NAME + 1 + MAX_SOURCE)


def encode_bot(name: str, source: str) -> str:
    """A bot as the letters of a link.

    >>> decode_bot(encode_bot("mine", "def choose(position, seat): ..."))
    ('mine', 'def choose(position, seat): ...')
    """
    return pack_text(f"{name}\n{source}")


def decode_bot(code: str) -> tuple[str, str]:
    """The inverse of encode_bot: a bot's name and its file; raises LinkError."""
    name, _, source = unpack_text(code, _MAX_BYTES).partition("\n")
    if not clean_name(name) or len(source) > MAX_SOURCE:
        raise damaged(code, "no bot is as this one")
    return clean_name(name)[:MAX_NAME], source
