"""How a host shows a guest who comes back that it knows the key of their seat, before the guest
tells it to anybody.

Whoever has the link of a room can come to it, and say that they lead the match there. So the guest
asks first, by a number drawn for this key and this line, and a tag that tells only those who know
the key which seat it is; and the host answers by what it can make of the key, the number and the
line. No answer is of use on another line, or for another question: whoever stands between a guest
and the host has a line of their own to each.
"""

import hmac


def tag_of(key: str, nonce: str) -> str:
    """What tells a host that knows ``key`` whose seat is asked about."""
    return _made_of(key, f"seat {nonce}")


def proof_of(key: str, nonce: str, line: str) -> str:
    """What shows, on a line that both ends call ``line``, that the host knows ``key``."""
    return _made_of(key, f"host {nonce} {line}")


def is_as(one: str, other: str) -> bool:
    """Whether two are the same; it takes as long wherever they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def _made_of(key: str, about: str) -> str:
    return hmac.digest(key.encode(), about.encode(), "sha256").hex()[:32]
