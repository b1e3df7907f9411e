"""Two homes behind routers that translate addresses, and between them an internet with a relay and
with a server that helps devices find each other: the ones of hosting/, Mosquitto and coturn.

Each home is a network of this machine's kernel, and so is the internet. A process of ours carries
the packets between them, as routers do: whoever sends something out gets an address of the router
for it, and what comes to that is let in or not, as the router's kind is. Linux alone has this, and
only root may make it; nothing leaves the machine.
"""

from __future__ import annotations

import heapq
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from tests.e2e import two_homes
from tests.e2e.two_homes import Networks, network, packet_from
from tools.homes import SERVERS
from tools.project import ROOT

Kind: TypeAlias = Literal["full", "port", "symmetric"]
"""Who may send to an address that a router has given a device: anybody (a full cone); whoever was
sent something from there, by address and port; and in a symmetric one there is another such address
for everybody who is sent something."""

INTERNET = "192.0.2.1"
"""Where the relay is, and the server of STUN and TURN."""

INSIDE = ("192.168.1.10", "192.168.2.10")
OUTSIDE = ("203.0.113.1", "198.51.100.1")
"""The devices' addresses in their homes, and those of the routers."""

Service: TypeAlias = Literal["relay", "turn"]
PORTS: dict[Service, int] = {"relay": 8084, "turn": 3478}
SECRET = "of-a-test"
HOSTING = ROOT / "hosting"

KEEPS_S, LETS_IN_S = 120.0, 30.0
"""How long a router keeps an address for a device that sends nothing more from it, the shortest
that is allowed (RFC 4787), and lets in what answers."""

_TCP, _UDP = 6, 17
_SYN = 0x02
_PORTS_FROM = 40_000
_STARTS_S = 20.0


@dataclass
class Given:
    """An address of a router that is a device's for a while."""

    sender: bytes
    """The device's own address and port."""
    port: bytes
    used_s: float
    """When something was last sent from it."""
    asked: dict[bytes, float] = field(default_factory=dict)
    """When something was last sent to whom, by address and port."""


@dataclass
class Router:
    """Translates the addresses of one device's packets."""

    kind: Kind
    inside: str
    outside: str
    keeps_s: float = KEEPS_S
    is_cut: bool = False
    lets_udp: bool = True
    delay_s: float = 0.0
    loss: float = 0.0
    """How long each packet takes on the way out and in, and how many of them get lost."""
    _given: dict[tuple[int, bytes, bytes], Given] = field(default_factory=dict)
    _by_port: dict[tuple[int, bytes], Given] = field(default_factory=dict)
    _last_port: int = _PORTS_FROM

    def restart(self, outside: str = "") -> None:
        """Forget everything, and perhaps get another address."""
        self._given, self._by_port = {}, {}
        self.outside = outside or self.outside

    def out(self, packet: bytes, now_s: float) -> bytes | None:
        """A packet of the device as the router sends it on; None if it does not."""
        protocol, (sender, receiver) = packet[9], ends_of(packet)
        if sender[:4] != socket.inet_aton(self.inside) or not self._lets(protocol):
            # From an address of another network, in which the device was before.
            return None
        key = protocol, sender, receiver if self.kind == "symmetric" else b""
        given = self._given.get(key)
        if given is None or (protocol == _UDP and now_s - given.used_s > self.keeps_s):
            if protocol == _TCP and not _flags(packet) & _SYN:
                # Of a connection that it has forgotten.
                return None
            self._last_port += 1
            given = self._given[key] = Given(sender, self._last_port.to_bytes(2), now_s)
            self._by_port[protocol, given.port] = given
        given.used_s = given.asked[receiver] = now_s
        return readdressed(packet, sender=socket.inet_aton(self.outside) + given.port)

    def into(self, packet: bytes, now_s: float) -> bytes | None:
        """A packet that has come to the router as the device gets it; None if it is not let in."""
        protocol, (sender, receiver) = packet[9], ends_of(packet)
        given = self._by_port.get((protocol, receiver[4:]))
        if given is None or not self._lets(protocol):
            return None
        if protocol == _TCP:
            is_let = sender in given.asked
        elif self.kind == "full":
            is_let = now_s - given.used_s <= self.keeps_s
        else:
            is_let = now_s - given.asked.get(sender, now_s - 2 * LETS_IN_S) <= LETS_IN_S
        return readdressed(packet, receiver=given.sender) if is_let else None

    def _lets(self, protocol: int) -> bool:
        return protocol == _TCP or (protocol == _UDP and self.lets_udp)


Passing: TypeAlias = Callable[[Router, bytes, float], bytes | None]


def ends_of(packet: bytes) -> tuple[bytes, bytes]:
    """Who sends a packet to whom, each an address and a port."""
    at = 4 * (packet[0] & 15)
    return packet[12:16] + packet[at : at + 2], packet[16:20] + packet[at + 2 : at + 4]


def _flags(packet: bytes) -> int:
    return packet[4 * (packet[0] & 15) + 13]


def readdressed(packet: bytes, *, sender: bytes = b"", receiver: bytes = b"") -> bytes:
    """A packet with another sender or receiver, and the checksums that belong to it."""
    at = 4 * (packet[0] & 15)
    made = bytearray(packet)
    old_sender, old_receiver = ends_of(packet)
    sender, receiver = sender or old_sender, receiver or old_receiver
    made[12:16], made[16:20] = sender[:4], receiver[:4]
    made[at : at + 4] = sender[4:] + receiver[4:]
    was, now = old_sender + old_receiver, sender + receiver
    made[10:12] = _changed(packet[10:12], was[:4] + was[6:10], now[:4] + now[6:10])
    if packet[9] == _TCP:
        made[at + 16 : at + 18] = _changed(packet[at + 16 : at + 18], was, now)
    else:
        # None: for UDP it may be left out.
        made[at + 6 : at + 8] = b"\x00\x00"
    return bytes(made)


def _changed(checksum: bytes, was: bytes, now: bytes) -> bytes:
    """A checksum of the internet after some words of what it is about have changed (RFC 1624)."""
    total = 0xFFFF - int.from_bytes(checksum)
    for place in range(0, len(was), 2):
        total += 0xFFFF - int.from_bytes(was[place : place + 2])
        total += int.from_bytes(now[place : place + 2])
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return (0xFFFF - total).to_bytes(2)


@dataclass
class Way:
    """All that is between the networks: carries packets from each to the others."""

    ends: tuple[int, ...]
    """A device of the kernel for each home, and one for the internet."""
    routers: list[Router] = field(default_factory=list)
    is_over: bool = False
    _going: list[tuple[float, int, int, bytes]] = field(default_factory=list)
    """When what arrives where; in between, in which order it was sent."""
    _last_s: dict[int, float] = field(default_factory=dict)
    _count: int = 0
    _random: Random = field(default_factory=lambda: Random(1))

    def run(self) -> None:
        """Carry packets until it is over."""
        while not self.is_over:
            wait_s = self._going[0][0] - time.monotonic() if self._going else 0.1
            for end in select.select(self.ends, [], [], min(max(wait_s, 0.0), 0.1))[0]:
                while (packet := packet_from(end)) is not None:
                    self._carry(self.ends.index(end), packet, time.monotonic())
            while self._going and self._going[0][0] <= time.monotonic():
                _, _, to, packet = heapq.heappop(self._going)
                os.write(self.ends[to], packet)

    def _carry(self, home: int, packet: bytes, now_s: float) -> None:
        if packet[0] >> 4 != 4 or packet[9] not in (_TCP, _UDP):
            return
        sent: bytes | None = packet
        ways_s = 0.0
        if home < len(self.routers):
            sent, ways_s = self._passed(self.routers[home], Router.out, packet, now_s)
        to = None if sent is None else self._receiver_of(sent)
        if sent is None or to is None:
            return
        came: bytes | None = sent
        if to < len(self.routers):
            came, way_s = self._passed(self.routers[to], Router.into, sent, now_s)
            ways_s += way_s
        if came is None:
            return
        # None overtakes another, whatever becomes of the delay.
        due_s = self._last_s[to] = max(now_s + ways_s, self._last_s.get(to, 0.0))
        self._count += 1
        heapq.heappush(self._going, (due_s, self._count, to, came))

    def _passed(
        self, router: Router, how: Passing, packet: bytes, now_s: float
    ) -> tuple[bytes | None, float]:
        """A packet on the other side of a router, if it comes there, and how long it takes."""
        passed = how(router, packet, now_s)
        is_lost = router.is_cut or self._random.random() < router.loss
        return None if is_lost else passed, router.delay_s

    def _receiver_of(self, packet: bytes) -> int | None:
        addresses = [*(router.outside for router in self.routers), INTERNET]
        found = [socket.inet_aton(one) for one in addresses]
        return found.index(packet[16:20]) if packet[16:20] in found else None


@dataclass(frozen=True)
class Internet(Networks):
    """Two homes, an internet, and what goes on between them."""

    way: Way
    folder: Path
    """What the services read, as a copy of hosting/ would be on a machine of theirs."""
    running: dict[Service, subprocess.Popen[bytes]] = field(default_factory=dict)

    def behind(self, first: Kind, second: Kind) -> tuple[Router, Router]:
        """New routers for the homes, in which each device is where it was at first."""
        for home, inside in enumerate(INSIDE):
            self.move(home, inside)
        made = Router(first, INSIDE[0], OUTSIDE[0]), Router(second, INSIDE[1], OUTSIDE[1])
        self.way.routers = [*made]
        return made

    def move_device(self, home: int, inside: str, outside: str) -> None:
        """A device is in another network from now on, behind another router of the same kind."""
        self.move(home, inside)
        self.way.routers[home].inside = inside
        self.way.routers[home].restart(outside)

    @contextmanager
    def asleep(self, home: int) -> Iterator[None]:
        """Whatever runs in a home stands still, as a device does that sleeps."""
        self._signal(home, signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(home, signal.SIGCONT)

    def _signal(self, home: int, number: signal.Signals) -> None:
        told = subprocess.run(
            ["ip", "netns", "pids", self.names[home]], check=True, capture_output=True, text=True
        )
        for pid in told.stdout.split():
            os.kill(int(pid), number)

    def start(self, service: Service) -> None:
        """Have a service of hosting/ run, as compose.yaml has it."""
        log = self.folder / f"{service}.log"
        with log.open("a", encoding="utf-8") as told:
            started = self.running[service] = subprocess.Popen(
                ["ip", "netns", "exec", self.names[2], *command_of(service)],
                cwd=self.folder,
                stdout=told,
                stderr=told,
            )
        deadline_s = time.monotonic() + _STARTS_S
        while not self._is_listening(PORTS[service]):
            assert started.poll() is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < deadline_s, f"{service} does not listen"
            time.sleep(0.1)

    def stop(self, service: Service) -> None:
        """End a service at once, as a machine does that loses its power."""
        started = self.running.pop(service)
        started.kill()
        started.wait()

    def _is_listening(self, port: int) -> bool:
        told = subprocess.run(
            ["ip", "netns", "exec", self.names[2], "cat", "/proc/net/tcp", "/proc/net/tcp6"],
            check=True,
            capture_output=True,
            text=True,
        )
        return re.search(rf":{port:04X} \S+ 0A ", told.stdout) is not None

    @contextmanager
    def stranger(self) -> Iterator[Callable[[int], str]]:
        """Somebody at the relay who can be told how many packets to say to everybody; what is given
        does so, and tells what has come of it."""
        address = f"wss://{INTERNET}:{PORTS['relay']}/mqtt"
        command = [sys.executable, "-m", "tests.e2e.stranger", address]
        with subprocess.Popen(
            ["ip", "netns", "exec", self.names[2], *command],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as started:
            told, heard = started.stdin, started.stdout
            assert told is not None
            assert heard is not None
            assert heard.readline() == "here\n"

            def say(count: int) -> str:
                told.write(f"{count}\n")
                told.flush()
                found = heard.readline().strip()
                assert found.startswith(f"{count} packets"), found
                return found

            yield say
            started.kill()

    def live_json(self) -> str:
        """What live.sh of hosting/ makes of it, with a login that expires."""
        told = subprocess.run(
            ["sh", HOSTING / "live.sh", INTERNET],
            env={**os.environ, "TURN_SECRET": SECRET},
            check=True,
            capture_output=True,
            text=True,
        )
        return told.stdout


def command_of(service: Service) -> list[str]:
    """The words by which compose.yaml starts a service."""
    text = (HOSTING / "compose.yaml").read_text(encoding="utf-8")
    found = re.search(rf"^  {service}:\n(?:    .+\n)*?    command: (.+)$", text, re.MULTILINE)
    assert found is not None, service
    return [re.sub(r"\$\{TURN_SECRET:\?\}", SECRET, word) for word in found[1].split()]


def why_not() -> str:
    """Why there can be no such homes on this machine; empty if there can."""
    wanted = (*SERVERS.programs, *SERVERS.helpers)
    missing = [name for name in wanted if shutil.which(name) is None]
    if missing:
        return f"there is no {', '.join(missing)}: make homes installs it"
    return two_homes.why_not()


@contextmanager
def internet() -> Iterator[Internet]:
    """Two homes and an internet until the end of the block; nothing runs in it yet."""
    names = tuple(f"net{os.getpid()}{letter}"[-12:] for letter in "abi")
    addresses = [*INSIDE, INTERNET]
    with ExitStack() as stack:
        # Servers read it who are not root.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hosting-")))
        folder.chmod(0o755)
        secrets = shutil.ignore_patterns("certs", ".env", "live.json*")
        shutil.copytree(HOSTING, folder, ignore=secrets, dirs_exist_ok=True)
        _certify(folder / "certs")
        ends = [
            stack.enter_context(network(name, own, own.rpartition(".")[0] + ".254"))
            for name, own in zip(names, addresses, strict=True)
        ]
        way = Way(tuple(ends))
        carrying = threading.Thread(target=way.run, daemon=True)
        carrying.start()
        found = Internet(names, way, folder)
        try:
            yield found
        finally:
            for service in [*found.running]:
                found.stop(service)
            way.is_over = True
            carrying.join()


def _certify(folder: Path) -> None:
    folder.mkdir()
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    names = ["-subj", f"/CN={INTERNET}", "-addext", f"subjectAltName=IP:{INTERNET}"]
    names += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names],
        check=True,
        capture_output=True,
    )
    key.chmod(0o644)
