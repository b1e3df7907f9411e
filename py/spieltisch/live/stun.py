"""Addresses of STUN servers (RFC 7064): such a server tells a device how the internet sees it."""

import re

_NAME = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(
    rf"stun:(?:{_NAME}(?:\.{_NAME}){{0,10}}|\[[0-9a-f:]{{2,39}}\])(?::(\d{{1,5}}))?"
)
_PORTS = 1 << 16


def parse_stun(text: str) -> str:
    """The address as ``stun:host`` or ``stun:host:port``, in small letters; raises ValueError."""
    address = text.strip().lower()
    found = _ADDRESS.fullmatch(address)
    if found is None or (found[1] is not None and not 0 < int(found[1]) < _PORTS):
        raise ValueError(f"{text!r} is not stun:host or stun:host:port")
    return address
