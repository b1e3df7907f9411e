"""A stranger at a relay, who hears all that is said there and says anything in every room: notes
topics until told on its standard input how many packets to send, and tells how many it has sent.

    python -m tests.e2e.stranger wss://HOST:PORT/mqtt
"""

from __future__ import annotations

import select
import ssl
import sys
import time
from contextlib import suppress
from random import Random

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.e2e.relay import CONNECT, PUBLISH, SUBSCRIBE, UNSUBSCRIBE

ALL = b"spieltisch/+"
SIZES = (448, 3628)
"""As long as what pages say, in a room and on a line."""

MOST_KEPT = 200
PAUSE_EACH = 500


def packet(kind: int, content: bytes) -> bytes:
    size = len(content)
    told = bytes((size,)) if size < 128 else bytes((size & 127 | 128, size >> 7))
    return bytes((kind,)) + told + content


def text(words: bytes) -> bytes:
    return len(words).to_bytes(2) + words


def content_of(told: bytes) -> bytes:
    """What a packet of the relay holds."""
    return told[2:] if told[1] < 128 else told[3:]


def hear(relay: ClientConnection, wait_s: float) -> list[bytes]:
    """What has been said, as the contents of packets."""
    heard, until_s = [], time.monotonic() + wait_s
    while (left_s := until_s - time.monotonic()) > 0:
        with suppress(TimeoutError):
            told = relay.recv(timeout=left_s)
            if isinstance(told, bytes) and told[0] & 0xF0 == PUBLISH:
                heard.append(content_of(told))
    return heard


def send(relay: ClientConnection, heard: list[bytes], count: int) -> None:
    """So many packets: made up, said before, too short and too long."""
    random = Random(5)
    topics = sorted({one[: 2 + int.from_bytes(one[:2])] for one in heard})
    for number in range(count):
        topic = random.choice(topics)
        words = random.choice(
            (
                topic + random.randbytes(random.choice(SIZES)),
                topic + random.randbytes(random.randrange(40)),
                random.choice(heard),
            )
        )
        relay.send(packet(PUBLISH, words))
        if number % PAUSE_EACH == 0:
            hear(relay, 0.01)


def tell(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main(address: str) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    mqtt = [Subprotocol("mqtt")]
    with connect(address, ssl=context, subprotocols=mqtt, ping_interval=None) as relay:
        relay.send(packet(CONNECT, text(b"MQTT") + b"\x04\x02\x00\x3c" + text(b"stranger")))
        relay.send(packet(SUBSCRIBE, b"\x00\x01" + text(ALL) + b"\x00"))
        heard = hear(relay, 1.0)
        tell("here")
        while not select.select([sys.stdin], [], [], 0)[0]:
            heard = [*heard, *hear(relay, 0.5)][-MOST_KEPT:]
        count = int(sys.stdin.readline())
        # What it says itself would come back to it.
        relay.send(packet(UNSUBSCRIBE, b"\x00\x02" + text(ALL)))
        begun = time.monotonic()
        send(relay, heard, count)
        rooms = len({one[: 2 + int.from_bytes(one[:2])] for one in heard})
        tell(f"{count} packets in {rooms} rooms and lines, {time.monotonic() - begun:.1f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
