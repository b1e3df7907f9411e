"""Two homes: two networks of this machine's kernel, each behind a router, and a wire between them.

A router lets nothing in but answers to what was sent out a short while ago; one that is a *cone*
lets anybody in where something was sent out from. The wire can be cut, a home can move to another
network, and a STUN server is on the way. Linux alone has this, and only root may make it.
"""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tools import browser as chromium
from tools.browser import first_on_path
from tools.project import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

TUN = Path("/dev/net/tun")
_SET_DEVICE, _KIND = 0x400454CA, 0x0001 | 0x1000
"""Linux's names: TUNSETIFF, and IFF_TUN | IFF_NO_PI."""

ADDRESSES = ("10.77.0.1", "10.77.0.2")
PORT = 8000
"""Each home has the site on its own loopback."""

MEMORY_S = 30.0
"""For how long a router lets in what answers to a packet; the shortest that is usual."""

_UDP, _IPV4 = 17, 4
STUN = "stun:10.79.0.1:3478"
_STUN = bytes((10, 79, 0, 1)) + (3478).to_bytes(2)
_COOKIE = bytes.fromhex("2112a442")


def why_not() -> str:
    """Why there can be no homes on this machine; empty if there can."""
    if not chromium.is_root():
        return "only root can make networks"
    if first_on_path(["ip"]) is None:
        return "there is no `ip` (Debian: apt-get install iproute2)"
    try:
        with network(f"probe{os.getpid()}"[-12:], "10.77.0.1", "10.77.0.2"):
            return ""
    except (OSError, subprocess.CalledProcessError):
        return "this kernel has no network namespaces or no TUN, or root may not make them here"


@dataclass
class Wire:
    """Carries what the homes send each other."""

    ends: tuple[int, int]
    """A device of the kernel for each home."""
    is_cut: bool = False
    delay_s: float = 0.0
    loss: float = 0.0
    """How long each packet takes, and how many of them get lost."""
    are_cones: tuple[bool, bool] = (False, False)
    """Whether the router of each home is a cone."""
    is_over: bool = False
    flows: dict[tuple[bytes, bytes], float] = field(default_factory=dict)
    """When something was last sent, by sender and receiver, each an address and a port."""
    sent: deque[tuple[float, int, bytes]] = field(default_factory=deque)
    """The packets on their way: when each arrives, and where."""

    def run(self) -> None:
        """Carry packets until it is over."""
        random = Random(1)
        while not self.is_over:
            for end in select.select(self.ends, [], [], 0.005 if self.sent else 0.1)[0]:
                other = self.ends[self.ends[0] == end]
                while (packet := packet_from(end)) is not None:
                    is_udp = packet[0] >> 4 == _IPV4 and packet[9] == _UDP
                    if not is_udp or self.is_cut or random.random() < self.loss:
                        continue
                    due = time.monotonic() + self.delay_s
                    if self._passes(packet, self.are_cones[self.ends.index(other)]):
                        self.sent.append((due, other, packet))
                    elif answer := _stun_answer(packet):
                        self.sent.append((due, end, answer))
            while self.sent and self.sent[0][0] <= time.monotonic():
                _, end, packet = self.sent.popleft()
                os.write(end, packet)

    def _passes(self, packet: bytes, is_cone: bool) -> bool:
        ports = (packet[0] & 15) * 4
        sender = packet[12:16] + packet[ports : ports + 2]
        receiver = packet[16:20] + packet[ports + 2 : ports + 4]
        now = time.monotonic()
        self.flows[sender, receiver] = self.flows[sender, b""] = now
        answered = (receiver, b"" if is_cone else sender)
        return now - self.flows.get(answered, now - 2 * MEMORY_S) < MEMORY_S


def _stun_answer(packet: bytes) -> bytes:
    """What a STUN server answers (RFC 8489): from where it was asked. Empty if it was not."""
    header, asked = packet[:20], packet[20:]
    if packet[16:20] + asked[2:4] != _STUN or asked[8:10] != b"\x00\x01":
        return b""
    port, host = asked[:2], packet[12:16]
    mapped = bytes(one ^ key for one, key in zip(port + host, _COOKIE[:2] + _COOKIE, strict=True))
    told = b"\x01\x01\x00\x0c" + asked[12:28] + b"\x00\x20\x00\x08\x00\x01" + mapped
    message = asked[2:4] + port + (8 + len(told)).to_bytes(2) + b"\x00\x00" + told
    size = (20 + len(message)).to_bytes(2)
    header = b"\x45\x00" + size + header[4:10] + b"\x00\x00" + _STUN[:4] + host
    total = sum(int.from_bytes(header[at : at + 2]) for at in range(0, 20, 2))
    checksum = (0xFFFF - total % 0xFFFF).to_bytes(2)
    return header[:10] + checksum + header[12:] + message


def packet_from(end: int) -> bytes | None:
    try:
        return os.read(end, 2000)
    except BlockingIOError:
        return None


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def network(name: str, own: str, other: str) -> Iterator[int]:
    """A network with one address, from which all else is reached over a device of the kernel."""
    device = f"{name}w"
    ip("netns", "add", name)
    end = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
    try:
        fcntl.ioctl(end, _SET_DEVICE, struct.pack("16sH", device.encode(), _KIND))
        ip("link", "set", device, "netns", name)
        ip("-n", name, "addr", "add", f"{own}/24", "dev", device)
        ip("-n", name, "link", "set", device, "up", "mtu", "1400")
        ip("-n", name, "link", "set", "lo", "up")
        ip("-n", name, "route", "add", "default", "via", other, "dev", device)
        yield end
    finally:
        os.close(end)
        ip("netns", "del", name)


@dataclass(frozen=True)
class Networks:
    """Networks by name, of which the first two are homes."""

    names: tuple[str, ...]

    def move(self, home: int, address: str) -> None:
        """A home has another address, in another network, from now on."""
        name = self.names[home]
        ip("-n", name, "addr", "flush", "dev", f"{name}w")
        ip("-n", name, "addr", "add", f"{address}/24", "dev", f"{name}w")
        ip("-n", name, "route", "replace", "default", "dev", f"{name}w")

    @contextmanager
    def serving(self, site: Path) -> Iterator[None]:
        """The built site is at PORT in each home."""
        command = [sys.executable, "-m", "tools.serve", "--port", str(PORT), "--site", str(site)]
        with ExitStack() as stack:
            for name in self.names[:2]:
                server = stack.enter_context(
                    subprocess.Popen(
                        ["ip", "netns", "exec", name, *command], cwd=ROOT, stdout=subprocess.PIPE
                    )
                )
                stack.callback(server.terminate)
                assert server.stdout is not None
                assert server.stdout.readline(), "the site is not served"
            yield

    def browser(self, playwright: Playwright, home: int, folder: Path, flags: list[str]) -> Browser:
        """The tests' browser, in a home."""
        started = folder / f"browser-{home}"
        _, shell = chromium.executables()
        started.write_text(f'#!/bin/sh\nexec ip netns exec {self.names[home]} "{shell}" "$@"\n')
        started.chmod(0o755)
        return playwright.chromium.launch(executable_path=started, args=flags)


@dataclass(frozen=True)
class Homes(Networks):
    """Two networks, and the wire between them."""

    wire: Wire


@contextmanager
def two_homes() -> Iterator[Homes]:
    """Two homes until the end of the block."""
    names = (f"home{os.getpid()}a", f"home{os.getpid()}b")
    with (
        network(names[0][-12:], *ADDRESSES) as first,
        network(names[1][-12:], *reversed(ADDRESSES)) as second,
    ):
        wire = Wire((first, second))
        carrying = threading.Thread(target=wire.run, daemon=True)
        carrying.start()
        try:
            yield Homes((names[0][-12:], names[1][-12:]), wire)
        finally:
            wire.is_over = True
            carrying.join()
