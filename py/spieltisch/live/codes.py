"""Invitations and answers as codes, short enough to be sent by hand or read from a screen.

A code is one large number (play/digits.py) in the letters of a link, with its format in front and
a checksum against damage. The code of a browser with one address has at most 120 characters.
"""

import zlib
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_letters, digits, hexdigits

from spieltisch.live.description import (
    FINGERPRINT_BYTES,
    HIDDEN,
    IPV4,
    IPV6,
    MAX_CANDIDATES,
    Candidate,
    Endpoint,
)
from spieltisch.play.code_text import codes_in, sealed
from spieltisch.play.digits import DigitReader, DigitWriter, from_letters
from spieltisch.play.summary import MatchId

FORMAT = "5"
"""The first letter of a code tells its format, and so the protocol on the line (protocol.py)."""

MAX_CODE_LENGTH = 400
LINES = 1 << 16
"""A line, the connection that an invitation is for, has a number below this."""

PLACE = "/live/"
"""What precedes a code in a link, after the ``#``."""

_CHECKS = _PORTS = _MATCHES = 1 << 16
_CHECK_BYTES = 2
_SMALL = hexdigits[:16]
_LARGE = ascii_letters + digits + "+/"
_HOSTS = (digits + ".", _SMALL + ":", _SMALL)
"""The letters of addresses: of IPv4, IPv6, and hidden ones without their dashes."""

_MAX_WORD = 64
_MAX_HOST = 39
_HIDDEN_KIND = 2
_HIDDEN_DIGITS = 32


class CodeFault(StrEnum):
    """Why a code cannot be used."""

    DAMAGED = "damaged"
    NEWER = "format"
    """A newer page has made it."""
    OTHER_VERSION = "other-version"


class CodeError(ValueError):
    """A code that cannot be used."""

    def __init__(self, kind: CodeFault, why: str) -> None:
        super().__init__(why)
        self.kind = kind


@dataclass(frozen=True)
class Code:
    is_answer: bool
    """Whether it answers an invitation."""
    line: int
    """The number of the connection; an answer has its invitation's."""
    about: int
    """Which match, as far as 16 bits can tell, see ``about``."""
    endpoint: Endpoint
    """Where to reach the browser that has made it."""


def about(match_id: MatchId) -> int:
    """The 16 bits of a match's id that a code holds, by which a waiting tab knows its own match."""
    return zlib.crc32(match_id.encode()) % _MATCHES


def format_code(code: Code) -> str:
    """The code as text."""
    writer = DigitWriter()
    writer.digit(code.is_answer, 2)
    writer.digit(code.line, LINES)
    writer.digit(code.about, _MATCHES)
    for byte in code.endpoint.fingerprint:
        writer.digit(byte, 256)
    _write_word(writer, code.endpoint.user)
    _write_word(writer, code.endpoint.password)
    writer.number(len(code.endpoint.candidates))
    for candidate in code.endpoint.candidates:
        _write_candidate(writer, candidate)
    packed = bytes(writer)
    return FORMAT + sealed(packed, lambda number: _check(number) + number)


def parse_code(text: str) -> Code:
    """The inverse of format_code; raises CodeError.

    A whole link is taken, too, and so is a message that has one, however it was wrapped.
    """
    wrong: CodeError | None = None
    for code in codes_in(text, PLACE, FORMAT):
        try:
            return _parsed(code)
        except CodeError as error:
            wrong = wrong or error
    raise wrong or CodeError(CodeFault.DAMAGED, "no code")


def _parsed(code: str) -> Code:
    if not code or len(code) > MAX_CODE_LENGTH:
        raise CodeError(CodeFault.DAMAGED, f"a code of {len(code)} characters")
    if code[0] != FORMAT:
        kind = CodeFault.DAMAGED
        if code[0] in digits:
            kind = CodeFault.NEWER if code[0] > FORMAT else CodeFault.OTHER_VERSION
        raise CodeError(kind, f"a code of format {code[0]!r}; this program reads {FORMAT}")
    try:
        return _unpacked(from_letters(code[1:]))
    except (ValueError, IndexError) as error:
        raise CodeError(CodeFault.DAMAGED, f"the code is damaged: {error}") from error


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


def _check(packed: bytes) -> bytes:
    return (zlib.crc32(FORMAT.encode() + packed) % _CHECKS).to_bytes(_CHECK_BYTES)


def _write_word(writer: DigitWriter, word: str) -> None:
    """Some browsers draw credentials from 16 letters, some from 64."""
    letters = _SMALL if set(word) <= set(_SMALL) else _LARGE
    writer.digit(letters == _LARGE, 2)
    writer.number(len(word))
    for letter in word:
        writer.digit(letters.index(letter), len(letters))


def _read_word(reader: DigitReader, least: int) -> str:
    letters = _LARGE if reader.digit(2) else _SMALL
    length = reader.number()
    if not least <= length <= _MAX_WORD:
        raise ValueError(f"credentials of {length} letters")
    return "".join(letters[reader.digit(len(letters))] for _ in range(length))


def _write_candidate(writer: DigitWriter, candidate: Candidate) -> None:
    hidden = HIDDEN.fullmatch(candidate.host)
    kind = _HIDDEN_KIND if hidden else int(IPV4.fullmatch(candidate.host) is None)
    host = "".join(hidden.groups()) if hidden else candidate.host
    writer.digit(kind, len(_HOSTS))
    if not hidden:
        writer.number(len(host))
    for letter in host:
        writer.digit(_HOSTS[kind].index(letter), len(_HOSTS[kind]))
    writer.digit(candidate.port, _PORTS)


def _read_candidate(reader: DigitReader) -> Candidate:
    kind = reader.digit(len(_HOSTS))
    length = _HIDDEN_DIGITS if kind == _HIDDEN_KIND else reader.number()
    if length > _MAX_HOST:
        raise ValueError(f"an address of {length} letters")
    host = "".join(_HOSTS[kind][reader.digit(len(_HOSTS[kind]))] for _ in range(length))
    if kind == _HIDDEN_KIND:
        parts = (host[:8], host[8:12], host[12:16], host[16:20], host[20:])
        host = "-".join(parts) + ".local"
    elif not (IPV4, IPV6)[kind].fullmatch(host):
        raise ValueError(f"{host!r} is no address")
    port = reader.digit(_PORTS)
    if not port:
        raise ValueError("port 0")
    return Candidate(host, port)
