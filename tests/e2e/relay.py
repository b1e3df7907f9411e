"""A relay for tests: as much of an MQTT broker over WebSocket as passes texts on; and a site whose
owner has named it."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

from tools import offline
from tools.owners_file import SITE_FILE, for_relays, policy_of

CONNECT, PUBLISH, SUBSCRIBE, UNSUBSCRIBE, PING = 0x10, 0x30, 0x82, 0xA2, 0xC0


@dataclass
class Broker:
    """Who listens where, and what has gone by."""

    manner: str = "well"
    """``well``; ``silent`` never answers, ``strange`` says what no broker says."""
    address: str = ""
    rooms: dict[ServerConnection, set[bytes]] = field(default_factory=dict)
    passed: list[bytes] = field(default_factory=list)

    def talk(self, page: ServerConnection) -> None:
        """Serve a page until it goes."""
        with suppress(ConnectionClosed):
            for packet in page:
                assert isinstance(packet, bytes)
                self._answer(page, packet)
        self.rooms.pop(page, None)

    def _answer(self, page: ServerConnection, packet: bytes) -> None:
        kind, start = packet[0], 2 if packet[1] < 128 else 3
        content = packet[start:]
        if self.manner == "silent":
            return
        if self.manner == "strange":
            page.send("Welcome to this server!")
        elif kind == CONNECT:
            page.send(b"\x20\x02\x00\x00")
        elif kind == SUBSCRIBE:
            self.rooms.setdefault(page, set()).add(content[2:-1])
            # Packets may come cut anywhere.
            page.send(b"\x90\x03")
            page.send(content[:2] + b"\x00")
        elif kind == UNSUBSCRIBE:
            self.rooms[page].discard(content[2:])
            page.send(b"\xb0\x02" + content[:2])
        elif kind == PUBLISH:
            self.passed.append(packet)
            size = 2 + int.from_bytes(content[:2])
            for other in [one for one, rooms in self.rooms.items() if content[:size] in rooms]:
                with suppress(ConnectionClosed):
                    other.send(packet)
        elif kind == PING:
            page.send(b"\xd0\x00")

    def hang_up(self) -> None:
        """Every page is left alone."""
        for page in list(self.rooms):
            page.close()


@contextmanager
def running(folder: Path) -> Iterator[Broker]:
    """A broker on a port of its own; pages take its certificate if they are told to take any."""
    names = ("-keyout", str(folder / "key.pem"), "-out", str(folder / "relay.pem"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=relay", *names],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "relay.pem", folder / "key.pem")
    broker = Broker()
    mqtt = Subprotocol("mqtt")
    with serve(broker.talk, "127.0.0.1", 0, ssl=context, subprotocols=[mqtt]) as server:
        broker.address = f"wss://127.0.0.1:{server.socket.getsockname()[1]}/mqtt"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield broker
        broker.hang_up()
        server.shutdown()
        thread.join()


def owners_site(built: Path, target: Path, told: dict[str, Any]) -> Path:
    """A site as `make site LIVE=...` makes it of the owner's file, but for the time that a build
    takes."""
    shutil.copytree(built, target)
    file = target / SITE_FILE
    file.write_text(json.dumps(told), encoding="utf-8")
    page = target / "index.html"
    page.write_text(for_relays(page.read_text(encoding="utf-8"), policy_of(file)), encoding="utf-8")
    # The file is none of those that the site keeps for a start without a network.
    file.unlink()
    offline.seal(target)
    file.write_text(json.dumps(told), encoding="utf-8")
    return target
