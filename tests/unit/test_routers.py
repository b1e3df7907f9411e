"""The routers between which live play is tried (tests/e2e/routers.py): what they let in, and what
becomes of packets."""

from __future__ import annotations

import socket

import pytest

pytest.importorskip("fcntl", reason="Linux alone has such networks")

from tests.e2e.routers import (
    INSIDE,
    INTERNET,
    KEEPS_S,
    LETS_IN_S,
    OUTSIDE,
    SECRET,
    Kind,
    Router,
    command_of,
    ends_of,
    readdressed,
)

TCP, UDP = 6, 17
OTHER = "198.51.100.7"


def end(address: str, port: int) -> bytes:
    return socket.inet_aton(address) + port.to_bytes(2)


def checksum(words: bytes) -> int:
    """That of the internet (RFC 1071): 0 over what has its own in it."""
    words += b"\x00" * (len(words) % 2)
    total = sum(int.from_bytes(words[at : at + 2]) for at in range(0, len(words), 2))
    return 0xFFFF - (total % 0xFFFF or 0xFFFF)


def packet(protocol: int, sender: bytes, receiver: bytes, *, is_first: bool = False) -> bytes:
    flags = b"\x50\x02" if is_first else b"\x50\x10"
    told = bytes(8) + flags + bytes(6) if protocol == TCP else b"\x00\x0c\x00\x00"
    content = sender[4:] + receiver[4:] + told + b"text"
    ends = sender[:4] + receiver[:4]
    if protocol == TCP:
        about = ends + bytes((0, TCP)) + len(content).to_bytes(2)
        content = content[:16] + checksum(about + content).to_bytes(2) + content[18:]
    size = (20 + len(content)).to_bytes(2)
    head = b"\x45\x00" + size + bytes(4) + bytes((64, protocol, 0, 0)) + ends
    return head[:10] + checksum(head).to_bytes(2) + head[12:] + content


def is_right(made: bytes) -> bool:
    """Whether a packet's checksums are."""
    content = made[20:]
    about = made[12:20] + bytes((0, made[9])) + len(content).to_bytes(2)
    is_left_out = made[9] == UDP and content[6:8] == b"\x00\x00"
    return checksum(made[:20]) == 0 and (is_left_out or checksum(about + content) == 0)


DEVICE, ASKED = end(INSIDE[0], 5000), end(INTERNET, 3478)


@pytest.mark.parametrize("protocol", [TCP, UDP])
@pytest.mark.parametrize("number", [0, 1, 255, 40_001, 65_535])
def test_what_is_readdressed_has_right_checksums(protocol: int, number: int) -> None:
    sent = packet(protocol, DEVICE, ASKED)
    assert is_right(sent)
    other = end("255.255.255.255", number)
    for made in (readdressed(sent, sender=other), readdressed(sent, receiver=other)):
        assert is_right(made)
        assert made[-4:] == b"text"
        assert other in ends_of(made)


def sent_out(router: Router, receiver: bytes, at_s: float = 0.0) -> bytes:
    """The address of the router from which something goes out."""
    out = router.out(packet(UDP, DEVICE, receiver), at_s)
    assert out is not None
    sender, reached = ends_of(out)
    assert sender[:4] == socket.inet_aton(OUTSIDE[0])
    assert reached == receiver
    return sender


def is_let_in(router: Router, sender: bytes, receiver: bytes, at_s: float = 0.0) -> bool:
    into = router.into(packet(UDP, sender, receiver), at_s)
    assert into is None or ends_of(into) == (sender, DEVICE)
    return into is not None


LET_IN = {
    "full": {"who was asked", "another port", "somebody else"},
    "port": {"who was asked"},
    "symmetric": {"who was asked"},
}


@pytest.mark.parametrize("kind", LET_IN)
def test_who_is_let_in_is_a_matter_of_the_routers_kind(kind: Kind) -> None:
    router = Router(kind, INSIDE[0], OUTSIDE[0])
    own = sent_out(router, ASKED)
    senders = {
        "who was asked": ASKED,
        "another port": end(INTERNET, 9),
        "somebody else": end(OTHER, 3478),
    }
    assert {name for name, one in senders.items() if is_let_in(router, one, own)} == LET_IN[kind]
    # Nobody is by an address that is nobody's.
    assert not is_let_in(router, ASKED, own[:4] + b"\x00\x09")
    assert (sent_out(router, end(OTHER, 7)) == own) is (kind != "symmetric")
    assert is_let_in(router, ASKED, own), "whoever is asked besides changes nothing"


@pytest.mark.parametrize("kind", LET_IN)
def test_nothing_is_kept_for_ever_nor_over_a_restart(kind: Kind) -> None:
    router = Router(kind, INSIDE[0], OUTSIDE[0])
    own = sent_out(router, ASKED)
    is_full = kind == "full"
    assert is_let_in(router, ASKED, own, LETS_IN_S - 1)
    assert is_let_in(router, ASKED, own, LETS_IN_S + 1) is is_full
    assert not is_let_in(router, ASKED, own, KEEPS_S + 1)
    assert sent_out(router, ASKED, KEEPS_S - 1) == own, "it was kept for the device"
    again = sent_out(router, ASKED, 3 * KEEPS_S)
    assert again != own
    router.restart()
    assert not is_let_in(router, ASKED, again, 3 * KEEPS_S)
    assert sent_out(router, ASKED, 3 * KEEPS_S) not in (own, again)


def test_a_connection_ends_where_its_router_or_its_device_is_another() -> None:
    router = Router("port", INSIDE[0], OUTSIDE[0])
    first, later = (packet(TCP, DEVICE, ASKED, is_first=one) for one in (True, False))
    assert router.out(later, 0.0) is None
    out = router.out(first, 0.0)
    assert out is not None
    back = packet(TCP, ASKED, ends_of(out)[0])
    assert router.out(later, 1e6) is not None
    assert router.into(back, 1e6) is not None
    router.restart("203.0.113.9")
    assert router.out(later, 1e6) is None
    assert router.into(back, 1e6) is None
    assert router.out(first, 1e6) is not None
    router.inside = "192.168.7.10"
    assert router.out(first, 1e6) is None


def test_a_router_may_let_no_udp_through() -> None:
    router = Router("full", INSIDE[0], OUTSIDE[0], lets_udp=False)
    assert router.out(packet(UDP, DEVICE, ASKED), 0.0) is None
    assert router.out(packet(TCP, DEVICE, ASKED, is_first=True), 0.0) is not None


def test_the_services_are_started_as_compose_has_them() -> None:
    assert command_of("relay") == ["mosquitto", "-c", "mosquitto.conf"]
    secret = f"--static-auth-secret={SECRET}"
    assert command_of("turn") == ["turnserver", "-c", "turnserver.conf", secret]
