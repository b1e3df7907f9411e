"""Invitations and answers as codes, short enough to be sent by hand or read from a screen, and the
room at a relay that a person names, where one link leads everybody.

A code is one large number (play/digits.py) in the letters of a link, with its format in front and
a checksum against damage. The code of a browser with one address has at most 120 characters.
"""

import re
import zlib
from dataclasses import dataclass
from string import ascii_letters, digits, hexdigits
from typing import TypeAlias

from spieltisch.live.description import (
    FINGERPRINT_BYTES,
    HIDDEN,
    HOST_NAMES,
    IPV4,
    IPV6,
    MAX_CANDIDATES,
    Candidate,
    Endpoint,
    with_ascii_host,
)
from spieltisch.play.code_text import codes_in, sealed
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.digits import DigitReader, DigitWriter, from_letters
from spieltisch.play.summary import MatchId

FORMAT = "5"
"""The first letter of a code tells its format, and so the protocol on the line (protocol.py)."""

MAX_CODE_LENGTH = 400
LINES = 1 << 16
LineNumber: TypeAlias = int
"""A line, the connection that an invitation is for, has a number below LINES, drawn with that."""

PLACE = "/live/"
"""What precedes a code in a link, after the ``#``."""

_PORTS = _MATCHES = 1 << 16
_CHECK_BYTES = 2
_SMALL = hexdigits[:16]
_LARGE = ascii_letters + digits + "+/"
_HOSTS = (digits + ".", _SMALL + ":", _SMALL)
"""The letters of addresses: of IPv4, IPv6, and hidden ones without their dashes."""

_MAX_WORD = 64
_MAX_HOST = 39
_HIDDEN_KIND = 2
_HIDDEN_DIGITS = 32

ROOM = "/room/"
"""What precedes a room in a link, after the ``#``."""

KNOCK = "knock"
"""What a guest says who waits (static/relay/relay.js)."""

CLOSED = "closed"
"""What a host says who invites by codes from now on."""

OVER = re.compile(r"over (\d{1,5}|-) [\w-]{87}", re.A)
"""What a guest says to whom no direct line has come: which was tried, and a key for one that goes
over the relay (static/relay/line.js)."""

MAX_RELAY = 200

_RELAY = re.compile(
    rf"(?:wss://)?({HOST_NAMES})(?::(\d{{1,5}}))?((?:/[\w.~-]+){{0,8}})/?", re.A | re.I
)
_LINK = re.compile(r"(.+)/([0-9a-f]{32})([0-9a-f]{4})")


@dataclass(frozen=True)
class Code:
    is_answer: bool
    """Whether it answers an invitation."""
    line: LineNumber
    """The number of the connection; an answer has its invitation's."""
    about: int
    """Which match, as far as 16 bits can tell, see ``about``."""
    endpoint: Endpoint
    """Where to reach the browser that has made it."""


def about(match_id: MatchId) -> int:
    """The 16 bits of a match's id that a code holds, by which a waiting tab knows its own match."""
    return _sum(match_id.encode())


def _sum(text: bytes) -> int:
    """A checksum of 16 bits."""
    return zlib.crc32(text) % (1 << 16)


def _check(packed: bytes) -> bytes:
    return _sum(FORMAT.encode() + packed).to_bytes(_CHECK_BYTES)


def format_code(code: Code) -> str:
    """The code as text."""
    writer, endpoint = DigitWriter(), code.endpoint
    writer.digit(code.is_answer, 2)
    writer.digit(code.line, LINES)
    writer.digit(code.about, _MATCHES)
    for byte in endpoint.fingerprint:
        writer.digit(byte, 256)
    for word in (endpoint.user, endpoint.password):
        # Some browsers draw credentials from 16 letters, some from 64.
        letters = _SMALL if set(word) <= set(_SMALL) else _LARGE
        writer.digit(letters == _LARGE, 2)
        writer.number(len(word))
        for letter in word:
            writer.digit(letters.index(letter), len(letters))
    writer.number(len(endpoint.candidates))
    for host, port in endpoint.candidates:
        hidden = HIDDEN.fullmatch(host)
        kind = _HIDDEN_KIND if hidden else int(IPV4.fullmatch(host) is None)
        writer.digit(kind, len(_HOSTS))
        if not hidden:
            writer.number(len(host))
        for letter in "".join(hidden.groups()) if hidden else host:
            writer.digit(_HOSTS[kind].index(letter), len(_HOSTS[kind]))
        writer.digit(port, _PORTS)
    return FORMAT + sealed(bytes(writer), lambda packed: _check(packed) + packed)


def parse_code(text: str) -> Code:
    """The inverse of format_code; raises LinkError. A whole link is taken, too, and so is a message
    that has one, however it was wrapped."""
    wrong: LinkError | None = None
    for code in codes_in(text, PLACE, FORMAT):
        try:
            return read_code(code)
        except LinkError as error:
            wrong = wrong or error
    raise wrong or LinkError(LinkPart.CODE, text)


def read_code(code: str) -> Code:
    """A code that stands alone; raises LinkError."""
    if not code or len(code) > MAX_CODE_LENGTH or (code[0] != FORMAT and code[0] not in digits):
        raise LinkError(LinkPart.CODE, code)
    if code[0] != FORMAT:
        raise LinkError(LinkPart.FORMAT if code[0] > FORMAT else LinkPart.OTHER_VERSION, code)
    try:
        return _unpacked(from_letters(code[1:]))
    except (ValueError, IndexError) as error:
        raise LinkError(LinkPart.CODE, code) from error


def _unpacked(checked: bytes) -> Code:
    packed = checked[_CHECK_BYTES:]
    if checked[:_CHECK_BYTES] != _check(packed):
        raise ValueError("it is cut short, or letters are wrong")
    reader = DigitReader(packed)
    is_answer = reader.digit(2) == 1
    line, match = reader.digit(LINES), reader.digit(_MATCHES)
    fingerprint = bytes(reader.digit(256) for _ in range(FINGERPRINT_BYTES))
    user, password = _read_word(reader, 4), _read_word(reader, 22)
    count = reader.number()
    if not 1 <= count <= MAX_CANDIDATES:
        raise ValueError(f"{count} addresses")
    candidates = tuple(_read_candidate(reader) for _ in range(count))
    if not reader.is_at_end:
        raise ValueError("something is left over")
    return Code(is_answer, line, match, Endpoint(fingerprint, user, password, candidates))


def _read_word(reader: DigitReader, least: int) -> str:
    letters = _LARGE if reader.digit(2) else _SMALL
    length = reader.number()
    if not least <= length <= _MAX_WORD:
        raise ValueError(f"credentials of {length} letters")
    return "".join(letters[reader.digit(len(letters))] for _ in range(length))


def _read_candidate(reader: DigitReader) -> Candidate:
    kind = reader.digit(len(_HOSTS))
    length = _HIDDEN_DIGITS if kind == _HIDDEN_KIND else reader.number()
    if length > _MAX_HOST:
        raise ValueError(f"an address of {length} letters")
    host = "".join(_HOSTS[kind][reader.digit(len(_HOSTS[kind]))] for _ in range(length))
    if kind == _HIDDEN_KIND:
        host = "-".join((host[:8], host[8:12], host[12:16], host[16:20], host[20:])) + ".local"
    elif not (IPV4, IPV6)[kind].fullmatch(host):
        raise ValueError(f"{host!r} is no address")
    port = reader.digit(_PORTS)
    if not port:
        raise ValueError("port 0")
    return Candidate(host, port)


@dataclass(frozen=True)
class Room:
    """Where people who have the same link find each other."""

    relay: str
    """The relay's address, without the ``wss://`` that all begin with."""
    secret: str
    """What nobody else knows: 32 hexadecimal digits."""


def parse_relay(text: str) -> str:
    """The address of a relay, without ``wss://``; raises ValueError."""
    address = with_ascii_host(text.strip())
    found = _RELAY.fullmatch(address) if len(address) <= MAX_RELAY else None
    if found is None or not 0 < int(found[2] or 443) < _PORTS:
        raise ValueError(f"{text[:MAX_RELAY]!r} is not wss://host or wss://host:port/path")
    port = f":{int(found[2])}" if found[2] else ""
    return f"{found[1].lower()}{port}{found[3]}"


def format_room(room: Room) -> str:
    """The room as the end of a link, with a checksum against damage."""
    return f"{room.relay}/{room.secret}{_room_sum(room.relay, room.secret)}"


def parse_room(text: str) -> Room:
    """The inverse of format_room; raises LinkError. A whole link is taken, too."""
    found = _LINK.fullmatch(text.strip().rpartition(ROOM)[2])
    try:
        if found is None or _room_sum(found[1], found[2]) != found[3]:
            raise ValueError("it is cut short, or letters are wrong")
        return Room(parse_relay(found[1]), found[2])
    except ValueError as error:
        raise LinkError(LinkPart.CODE, text) from error


def _room_sum(relay: str, secret: str) -> str:
    return f"{_sum(f'{relay}/{secret}'.encode()):04x}"
