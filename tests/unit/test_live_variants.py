"""Every variant of AYA between devices, to the end: whoever leads plans what nobody chooses."""

from __future__ import annotations

from random import Random

import pytest

from spieltisch.app.board.messages import Wake
from spieltisch.app.core.live import Visiting
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.games.catalog import game_of
from tests.unit.devices import Devices, log
from tests.unit.test_phones import table_of

INFO = game_of("aya").info
VARIANTS = [
    (variant, edition)
    for variant, counts in INFO.seat_counts.items()
    if max(counts) > 1
    for edition in INFO.editions
]


def link(variant: str, edition: str, seats: str, seed: int = 4) -> str:
    return f"#/play/aya?seats={seats}&variant={variant}&edition={edition}&seed={seed}"


def woken(play: str, number: int) -> Devices:
    """A host whose page has been woken before anybody was invited, as a browser does."""
    devices = Devices.some(number)
    devices.send(0, Navigate(play, 0.0))
    devices.run(3000)
    devices.send(0, Wake(devices.now_ms))
    return devices


def joined(devices: Devices) -> None:
    """Those who are not connected come, by invitations, and all are ready."""
    for guest in range(1, len(devices.sessions)):
        live = devices.sessions[guest].live
        if not isinstance(live, Visiting) or not live.guest.is_open:
            devices.connect(0, guest)
            devices.run(600)
    devices.begin()


def played_to_the_end(devices: Devices, reloads: dict[int, int], play: str) -> None:
    """People act, each by themselves. After so many turns a device is loaded anew, and comes
    back."""
    rng, left, still = Random(1), dict(reloads), 0
    while not devices.match(0).is_over:
        length = devices.match(0).shown
        for after in [one for one in left if one <= length]:
            device = left.pop(after)
            devices.reload(device)
            if device == 0:
                devices.send(0, Navigate(play, 0.0))
            joined(devices)
        match = devices.match(0)
        is_chosen = match.rules.automatic_action(match.position) is None
        for device in range(len(devices.sessions) if is_chosen else 0):
            devices.act(device, rng.randrange)
        devices.run(1500)
        still = still + 1 if devices.match(0).shown == length else 0
        assert still < 60, "nothing happens any more"
        logs = [log(devices.match(device)) for device in range(len(devices.sessions))]
        assert logs == [logs[0]] * len(logs)
    assert not left
    outcomes = {str(devices.match(one).position.outcome) for one in range(len(devices.sessions))}
    assert len(outcomes) == 1


@pytest.mark.parametrize(("variant", "edition"), VARIANTS)
@pytest.mark.parametrize("others", [(), ("bot:3",)], ids=["people", "bot"])
def test_each_variant_is_played_to_the_end(variant, edition, others):
    seats = ",".join(("human", "link", *others))
    play = link(variant, edition, seats)
    devices = woken(play, 2)
    joined(devices)
    played_to_the_end(devices, {}, play)


@pytest.mark.parametrize(("variant", "edition"), VARIANTS)
def test_each_variant_goes_on_after_both_were_loaded_anew(variant, edition):
    play = link(variant, edition, "human,link,link,bot:2")
    devices = woken(play, 3)
    joined(devices)
    played_to_the_end(devices, {1: 0, 2: 1, 3: 2, 4: 0}, play)


@pytest.mark.parametrize("edition", INFO.editions)
def test_what_nobody_chooses_happens_whoever_has_led_meanwhile(edition):
    """Live play is ended and begun again before anything was played."""
    play = link("kindergarten", edition, "human,link")
    devices = woken(play, 2)
    for _ in range(2):
        devices.connect(0, 1)
        devices.run(600)
        devices.send(0, Command.STOP_LIVE)
        devices.deliver_all()
        devices.run(600)
    joined(devices)
    played_to_the_end(devices, {}, play)


def test_phones_round_a_table_play_kindergarten():
    play = link("kindergarten", "zoch", "human,link")
    devices = table_of(play, 2)
    devices.run(600)
    devices.begin()
    played_to_the_end(devices, {}, play)
