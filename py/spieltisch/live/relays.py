"""A relay that a person names, and the room there that one link leads everybody to."""

import re
import zlib
from dataclasses import dataclass

from spieltisch.live.codes import CodeError, CodeFault
from spieltisch.live.description import HOST_NAMES

ROOM = "/room/"
"""What precedes a room in a link, after the ``#``."""

KNOCK = "knock"
"""What a guest says who waits (static/relay/relay.js)."""

MAX_RELAY = 200

_RELAY = re.compile(
    rf"(?:wss://)?({HOST_NAMES})(?::(\d{{1,5}}))?((?:/[\w.~-]+){{0,8}})/?", re.A | re.I
)
_LINK = re.compile(r"(.+)/([0-9a-f]{32})([0-9a-f]{4})")


@dataclass(frozen=True)
class Room:
    """Where people who have the same link find each other."""

    relay: str
    """The relay's address, without the ``wss://`` that all begin with."""
    secret: str
    """What nobody else knows: 32 hexadecimal digits."""


def parse_relay(text: str) -> str:
    """The address of a relay, without ``wss://``; raises ValueError."""
    found = _RELAY.fullmatch(text.strip()) if len(text) <= MAX_RELAY else None
    if found is None or not 0 < int(found[2] or 443) < 1 << 16:
        raise ValueError(f"{text[:MAX_RELAY]!r} is not wss://host or wss://host:port/path")
    port = f":{int(found[2])}" if found[2] else ""
    return f"{found[1].lower()}{port}{found[3]}"


def format_room(room: Room) -> str:
    """The room as the end of a link, with a checksum against damage."""
    return f"{room.relay}/{room.secret}{_check(room.relay, room.secret)}"


def parse_room(text: str) -> Room:
    """The inverse of format_room; raises CodeError. A whole link is taken, too."""
    found = _LINK.fullmatch(text.strip().rpartition(ROOM)[2])
    try:
        if found is None or _check(found[1], found[2]) != found[3]:
            raise ValueError("it is cut short, or letters are wrong")
        return Room(parse_relay(found[1]), found[2])
    except ValueError as error:
        raise CodeError(CodeFault.DAMAGED, f"the link is damaged: {error}") from error


def _check(relay: str, secret: str) -> str:
    return f"{zlib.crc32(f'{relay}/{secret}'.encode()) % (1 << 16):04x}"
