"""Whatever a changed program sends, nothing is played by it and nobody's seat changes hands."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from spieltisch.app.core.live import Hosting, Visiting
from spieltisch.app.core.messages import Navigate
from spieltisch.app.screens import page_of
from spieltisch.app.together.messages import IncomingText
from spieltisch.app.update import update
from tests.unit.devices import Devices, log
from tests.unit.test_peer_messages import corrupted

MATCHES = {
    "yala": "#/play/yala?seats=human,link&seed=4",
    "myra": "#/play/myra?seats=human,link,link&seed=4",
    "race": "#/play/aya?seats=human,link&seed=4",
    "clocks": "#/play/yala?seats=human,link&seed=4&clock=5+2",
}


def begun(play: str, rng: Random) -> tuple[Devices, dict[int, list[str]]]:
    """Devices in the middle of a match, and all that each has heard until then."""
    devices = Devices.some(3 if "myra" in play else 2)
    devices.send(0, Navigate(play, 0.0))
    heard: dict[int, list[str]] = {device: [] for device in range(len(devices.sessions))}

    def deliver() -> None:
        while devices.letters:
            if 1 in (letter := devices.letters[0])[2:3]:
                heard[letter[1]].append(letter[3])
            devices.deliver(letter)

    for guest in range(1, len(devices.sessions)):
        devices.connect(0, guest)
        deliver()
    devices.run(300)
    devices.begin()
    for _ in range(14):
        for device in range(len(devices.sessions)):
            devices.act(device, rng.randrange)
        for _ in range(3):
            devices.wait(300)
            deliver()
    assert not devices.match(0).is_over
    assert devices.match(0).shown > 3
    return devices, heard


def forged(text: str, rng: Random, other: str) -> str:
    """A message with fields that are well formed and wrong: about another match, from the past or
    the future, for other seats, or with what another message says."""
    fields: dict[str, Any] = json.loads(text)
    wrong = {
        "match": [other, fields["match"]],
        "round": [0, 1, 7, 999_999],
        "start": [0, 1, 2, 11_999],
        "have": [0, 1, 11_999],
        "length": [0, 1, 2, 11_999],
        "seat": [1, 2, 3, 6],
        "seats": [[], [1], [1, 2], [2, 3], [1, 2, 3]],
        "yours": [[], [1], [1, 2], [2, 3]],
        "here": [[], [1], [1, 2]],
        "key": ["0" * 32, "f" * 32],
        "since": [0, 3_600_000],
        "before": ["0" * 16],
        "digest": ["0" * 16],
        "is_granted": [True, False],
        "is_table": [True, False],
        "opens": [None, 0, 3_600_000],
        "passed": [None, 0, 3_600_000],
        "number": [0, 1, 12_000],
    }
    for name in rng.sample(sorted(fields), rng.randrange(1, 4)):
        if name in wrong:
            fields[name] = rng.choice(wrong[name])
    return json.dumps(fields)


def survive(play: str, victim: int, count: int) -> int:
    """So many messages come, most of them wrong; gives how many were answered."""
    rng = Random(f"{play}/{victim}")
    devices, heard = begun(play, rng)
    said = [text for text in heard[victim] if '"kind":"leave"' not in text]
    session = devices.sessions[victim]
    match_id = session.table.match_id
    match = session.matches[match_id]
    before, here, keys, stored = log(match), match.here, match.keys, len(session.matches)
    answered = 0
    for number in range(count):
        text = rng.choice(said)
        if rng.random() < 0.9:
            text = forged(text, rng, "zzzzzzzz0000") if rng.random() < 0.6 else corrupted(text, rng)
        session, effects = update(session, IncomingText(1, text, devices.now_ms + number / 100))
        answered += bool(effects)
        match = session.matches[match_id]
        assert log(match) == before
        assert (match.here, match.keys) == (here, keys)
        assert len(session.matches) == stored
    assert page_of(session)
    match session.live:
        case Hosting(host):
            seats = sorted(line.seats for line in host.lines.values())
            assert seats == [(one,) for one in range(2, len(seats) + 2)]
        case Visiting() | None:
            pass
    return answered


@pytest.mark.parametrize("victim", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("play", MATCHES.values(), ids=MATCHES)
def test_two_thousand_forged_messages_change_nothing(play, victim):
    survive(play, victim, 2000)


@pytest.mark.soak
@pytest.mark.parametrize("victim", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("play", MATCHES.values(), ids=MATCHES)
def test_forty_thousand_forged_messages_change_nothing(play, victim):
    survive(play, victim, 40_000)
