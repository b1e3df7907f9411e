"""The query of a link, read and written by what stands beside the fields of a class.

A field that has its default is left out; an empty one has it as well, unless the default is a
number. Fields are read by the codec (table/codec.py), whole numbers from their digits.
"""

from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, quote

from spieltisch.play.codec import LinkError, LinkPart, ended
from spieltisch.table.codec import Member, unmarked


def read_field(member: Member, text: str) -> Any:
    """What a field's text says; raises LinkError."""
    base, _ = unmarked(member.kind)
    is_number = base is int and text.isascii() and text.isdecimal() and len(text) < 16
    if not text and not member.default:
        return member.default
    try:
        return member.codec.read(int(text) if is_number else text)
    except LinkError:
        raise
    except ValueError:
        raise LinkError(LinkPart.FIELD, f"{member.name}={text}") from None


def parse_query(
    query: str, members: Iterable[Member], *, ignores_more: bool = False
) -> dict[str, Any]:
    """The fields of a class that a query tells; raises LinkError, also for fields that there are
    not, unless it ignores them."""
    given = dict(parse_qsl(query, keep_blank_values=True))
    told = {one.field: read_field(one, given.pop(one.name)) for one in members if one.name in given}
    if given and not ignores_more:
        raise LinkError(LinkPart.FIELD, min(given))
    return told


def format_query(whole: object, members: Iterable[Member]) -> str:
    """The inverse of parse_query; empty for the default."""
    values = [(one, getattr(whole, one.field)) for one in members]
    told = [(one, one.codec.write(value)) for one, value in values if value != one.default]
    return ended("&".join(f"{one.name}={quote(str(text), safe=':')}" for one, text in told))
