"""Where a browser can be reached: read from its session description, and written as one.

A session description (SDP, RFC 8866) is some 500 characters. All but the certificate's fingerprint,
the credentials and the addresses is the same for every data channel, so it is written from a
template. A browser's own description is only read, but for the credentials after a reload.

A STUN server (RFC 7064) tells a device how the internet sees it, and a TURN server (RFC 7065)
passes on what two devices send each other; their addresses are read here, too.
"""

import re
from collections import Counter
from dataclasses import dataclass
from encodings.punycode import punycode_encode
from typing import NamedTuple
from unicodedata import category, normalize

MAX_CANDIDATES = 3
MAX_DESCRIPTION = 20_000
FINGERPRINT_BYTES = 32

IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
IPV6 = re.compile(r"(?=.*:)[0-9a-f:]{2,39}")
HIDDEN = re.compile(
    r"([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local"
)
"""The mDNS name that a browser gives instead of an address in the home."""

_CANDIDATE = re.compile(
    r"^a=candidate:\S+ 1 udp \d+ (\S+) (\d{1,5}) typ (host|srflx|relay)\b.*$", re.I | re.M
)
_FINGERPRINT = re.compile(r"^a=fingerprint:sha-256 ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$", re.I | re.M)
_USER = re.compile(r"^a=ice-ufrag:([A-Za-z0-9+/]{4,64})$", re.M)
_PASSWORD = re.compile(r"^a=ice-pwd:([A-Za-z0-9+/]{22,64})$", re.M)

_TEMPLATE = """\
v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
{candidates}a=ice-ufrag:{user}
a=ice-pwd:{password}
a=fingerprint:sha-256 {fingerprint}
a=setup:{setup}
a=mid:0
a=sctp-port:5000
a=max-message-size:65536
"""

_FIRST_PRIORITY = 2113937151
"""The priority that browsers give the first of their own addresses; a later one gets less."""


class Candidate(NamedTuple):
    """An address at which a browser listens."""

    host: str
    """An IPv4 or IPv6 address, or a name of HIDDEN."""
    port: int
    """From 1 to 65,535."""


_HOST_NAME = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
HOST_NAMES = rf"(?:{_HOST_NAME}(?:\.{_HOST_NAME}){{0,10}}|\[[0-9a-f:]{{2,39}}\])"
"""The names and addresses of servers, as the text of a pattern."""

_SERVER = re.compile(
    rf"(?:(stun|turns?):)?{HOST_NAMES}(?::(\d{{1,5}}))?(\?transport=(?:udp|tcp))?", re.I
)
_HOST = re.compile(r"(?:(?:stun|turns?|wss):(?://)?)?([^\s/:?@\[\]]++)", re.I)
_MAX_LABEL = 63
_MAX_LOGIN = 200
_QUOTES = "\"'`‘’“”„«»"
_VALUE = rf"""[{_QUOTES}]?\s*+[:=]\s*+(?:[{_QUOTES}]([^{_QUOTES}\s]++)|([^\s,;}}\]]++))"""
_NAME = re.compile(rf"(?<!\w)user(?:[ _-]?name)?{_VALUE}", re.I)
_PASSWORD_OF = re.compile(rf"(?<!\w)(?:credential|pass(?:word|wd)?){_VALUE}", re.I)
_ADDRESS = re.compile(rf"(?<!\w)(?:stun|turns?):[^\s,;{_QUOTES}]++", re.I)
_WITH_LOGIN = re.compile(r"(turns?:)(?://)?([^\s:@/]++):([^\s:@]++)@(\S++)", re.I)
_QUOTED = re.compile(rf"\A[{_QUOTES}](.+)[{_QUOTES}]\Z")
_URLS = re.compile(rf"(?<!\w)urls?[{_QUOTES}]?\s*+:", re.I)
_SCHEME = re.compile(r"^(stun|turns?):(?:\s++|//)", re.I)
"""Some write these addresses like those of pages."""
_SLASH = re.compile(r"/(?=\?|$)")
_PORTS = 1 << 16


@dataclass(frozen=True)
class Endpoint:
    """What another browser has to know to connect to this one."""

    fingerprint: bytes
    """SHA-256 of the certificate, 32 bytes: only the certificate's owner can answer."""
    user: str
    password: str
    """User and password are the credentials of the connectivity checks (ICE)."""
    candidates: tuple[Candidate, ...]
    """Where it listens, best first."""


def parse_description(sdp: str, *, has_asked: bool = False) -> Endpoint:
    """The endpoint of a browser's session description; raises ValueError. It has the first few of
    the browser's own addresses, and those that a server tells if one has been asked. The other
    browser finds further ones by answering to where it is called from."""
    if len(sdp) > MAX_DESCRIPTION:
        raise ValueError(f"a description of {len(sdp)} characters")
    lines = sdp.replace("\r\n", "\n")
    fingerprint = _FINGERPRINT.search(lines)
    user, password = _USER.search(lines), _PASSWORD.search(lines)
    if fingerprint is None or user is None or password is None:
        raise ValueError("a description without a fingerprint or credentials")
    usable, kinds = list[tuple[bool, int, Candidate]](), Counter[str]()
    for one in _CANDIDATE.finditer(lines):
        found, kind = Candidate(one[1].lower(), int(one[2])), one[3].lower()
        is_host = any(form.fullmatch(found.host) for form in (IPV4, IPV6, HIDDEN))
        if (kind == "host" or has_asked) and is_host and 0 < found.port < _PORTS:
            usable.append((IPV6.fullmatch(found.host) is not None, kinds[kind], found))
            kinds[kind] += 1
    # IPv6 last: IPv4 addresses are shorter, and every home has them. What servers tell is not left
    # out for a device's own further addresses.
    usable.sort(key=lambda one: one[:2])
    if not usable:
        raise ValueError("a description without an address: there is no network")
    return Endpoint(
        bytes.fromhex(fingerprint[1].replace(":", "")),
        user[1],
        password[1],
        tuple(found for *_, found in usable[:MAX_CANDIDATES]),
    )


def hosts_of(sdp: str) -> frozenset[str]:
    """The addresses that the device of a session description has in its own network."""
    try:
        return frozenset(one.host for one in parse_description(sdp).candidates)
    except ValueError:
        return frozenset()


def format_description(endpoint: Endpoint, *, is_answer: bool) -> str:
    """The session description that the other browser is given, as an offer or as an answer."""
    candidates = "".join(
        f"a=candidate:{number} 1 udp {_FIRST_PRIORITY - number} {host} {port} typ host\n"
        for number, (host, port) in enumerate(endpoint.candidates, start=1)
    )
    text = _TEMPLATE.format(
        candidates=candidates,
        user=endpoint.user,
        password=endpoint.password,
        fingerprint=endpoint.fingerprint.hex(":").upper(),
        # The host begins to encrypt, once it has chosen whose answer it takes: else somebody who
        # has opened the same invitation would begin before, and be taken for an impostor.
        setup="passive" if is_answer else "active",
    )
    return text.replace("\n", "\r\n")


def without_candidates(description: str) -> str:
    """The description for a browser that is to wait until it is called, and to call nobody."""
    return re.sub(r"^a=candidate:.*\r?\n", "", description, flags=re.M)


def line_name(own: str, theirs: str) -> str:
    """What both ends of a line call it, by the descriptions that they have of each other: whoever
    stands between them has other certificates. Empty if one of them tells of none."""
    found = [_FINGERPRINT.search(one.replace("\r", "")) for one in (own, theirs)]
    return " ".join(sorted(one[1].lower().replace(":", "") for one in found if one)) * all(found)


def with_credentials(description: str, like: str) -> str:
    """A browser's description of a line made anew, with the credentials of the line before it: the
    other end, which waits, knows no others. Raises ValueError for a description without any."""
    for kind in (_USER, _PASSWORD):
        known = kind.search(like.replace("\r\n", "\n"))
        own = kind.search(description.replace("\r\n", "\n"))
        if known is None or own is None:
            raise ValueError("a description without credentials")
        description = description.replace(own[0], known[0])
    return description


def candidates_again(description: str, times: int) -> tuple[str, ...]:
    """The addresses of a description, told for the ``times``-th time again. A browser tries an
    address no more that it could not reach, and passes over a candidate that it knows; so these
    have another foundation and priority."""
    found = re.findall(r"^a=(candidate:)(\d+)( 1 udp )(\d+)( .+?)\r?$", description, re.M)
    later = times * MAX_CANDIDATES
    return tuple(
        f"{kind}{int(number) + later}{udp}{int(rank) - later}{rest}"
        for kind, number, udp, rank, rest in found
    )


def parse_stun(text: str) -> str:
    """The address of a server that helps, in small letters; raises ValueError. It is ``stun:host``
    or ``stun:host:port``, or ``turn:`` or ``turns:`` with a name and a password behind it, and
    perhaps with ``?transport=tcp`` (RFC 7064, RFC 7065). Without the first word, as some write it,
    ``host:port`` is what its login, or the lack of one, says. Labels are read, too, and what is
    written for a program.

    >>> parse_stun("{urls: ['turn:a.org:443?transport=tcp'], username: 'u', credential: 'p/='}")
    'turn:a.org:443?transport=tcp u p/='
    """
    address, *login = _plain(text).split() or [""]
    # As it stands in somebody's sentence.
    if login and address.endswith(","):
        login[0] = login[0].removesuffix(",")
    login = [_QUOTED.sub(r"\1", one) for one in login]
    address = _SCHEME.sub(r"\1:", address.strip(f"<>,;.{_QUOTES}"))
    address = with_ascii_host(_SLASH.sub("", address))
    found = _SERVER.fullmatch(address)
    if found is not None and found[1] is None and found[2] is not None:
        address = f"{'turn' if login else 'stun'}:{address}"
        found = _SERVER.fullmatch(address)
    is_turn = found is not None and found[1] is not None and found[1].lower() != "stun"
    is_whole = found is not None and found[1] is not None and (is_turn or found[3] is None)
    if found is None or not is_whole or (found[2] and not 0 < int(found[2]) < _PORTS):
        raise ValueError(f"{text!r} is not stun:host or stun:host:port")
    if len(login) != 2 * is_turn or not all(map(_is_login, login)):
        raise ValueError(f"{address!r}: turn: comes with a name and a password, stun: without")
    return " ".join((address.lower(), *login))


def _is_login(text: str) -> bool:
    """Whether a text can be a name or a password: of any letters, which browsers send as UTF-8."""
    return 0 < len(text) <= _MAX_LOGIN and text.isprintable()


def with_ascii_host(address: str) -> str:
    """An address whose host is written as programs ask for it (IDNA, RFC 5891).

    >>> with_ascii_host("wss://München.de:8084/Straße")
    'wss://xn--mnchen-3ya.de:8084/Straße'
    """
    found = _HOST.match(address)
    if found is None or found[1].isascii():
        return address
    labels = normalize("NFKC", found[1]).lower().split(".")
    host = ".".join(one if one.isascii() else _ascii_label(one) for one in labels)
    return address[: found.start(1)] + host + address[found.end(1) :]


def _ascii_label(label: str) -> str:
    """A part of a host's name in small letters; as it is if it cannot be one."""
    is_short = len(label) <= _MAX_LABEL
    is_word = all(one == "-" or one.isalnum() or category(one)[0] == "M" for one in label)
    if not is_short or not is_word:
        return label
    return "xn--" + punycode_encode(label).decode()


def _plain(text: str) -> str:
    """The address of a server and its login with blanks between, whatever stands round them."""
    text = _SCHEME.sub(r"\1:", text.strip())
    name, password = _NAME.search(text), _PASSWORD_OF.search(text)
    has_login = name is not None and password is not None
    if has_login or _URLS.search(text):
        # A program may be told several: the one with a login serves where another would not.
        for address in _ADDRESS.findall(text):
            if address.lower().startswith("turn") == has_login:
                login = (one[1] or one[2] for one in (name, password) if one is not None)
                return " ".join((address, *login))
    return _WITH_LOGIN.sub(r"\1\4 \2 \3", text)
