"""Who is first where one guest is farther away than the other: by the sessions, over a network."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from spieltisch.app.screens import page_of
from spieltisch.kit.markup import whole
from spieltisch.live.fair_calls import MOST_GRACE_MS
from tests.unit.asking import seen
from tests.unit.devices import log
from tests.unit.far_away import PLAY, FarAway

TRIPS_MS = {1: 120.0, 2: 5.0}
MARGIN_MS = 30.0
NOISE_MS = 1000 / 60 + 8.0
"""Screens and keys are together so exact, see lab/fair_calls.py."""


def reactions(rng: Random) -> dict[int, float]:
    """How long after they have seen it people call, by device: one is the fastest."""
    fastest = rng.randrange(3)
    best_ms = rng.lognormvariate(6.5, 0.3)
    return {
        device: best_ms if device == fastest else best_ms + MARGIN_MS + rng.expovariate(1 / 70)
        for device in range(3)
    }


def contest(devices: FarAway, rng: Random) -> tuple[int, int]:
    """All call in a position that has come up; gives whose device was fastest and who was first."""
    length, took_ms = devices.match(0).shown, reactions(rng)
    wanted = {
        device: (devices.shown_ms(device, length) or 0.0) + ms + rng.uniform(0, NOISE_MS)
        for device, ms in took_ms.items()
    }
    for device in sorted(wanted, key=wanted.__getitem__):
        devices.pass_time(wanted[device] - devices.now_ms)
        devices.call(device, at_ms=wanted[device])
    devices.pass_time(1500.0)
    return min(took_ms, key=took_ms.__getitem__), devices.match(0).turns[length].seat - 1


def won_by_the_fastest(contests: int, seed: int = 5) -> float:
    """The share of so many contests between a host, somebody near and somebody far away."""
    rng, won, devices = Random(seed), Counter[bool](), None
    while won.total() < contests:
        if devices is None or not devices.play_on():
            play = PLAY.replace("seed=4", f"seed={won.total() + 1}")
            devices = FarAway.begun(TRIPS_MS, play, seed=won.total())
            continue
        fastest, first = contest(devices, rng)
        won[fastest == first] += 1
        logs = [log(devices.match(device)) for device in range(3)]
        assert logs[0] == logs[1] == logs[2]
    return won[True] / contests


def test_the_faster_one_is_first():
    assert won_by_the_fastest(300) >= 0.99


@pytest.mark.parametrize("trip_ms", [120.0, 300.0])
def test_the_host_is_told_if_somebody_is_far_away(trip_ms):
    devices = FarAway.begun({1: trip_ms, 2: 5.0})
    devices.pass_time(3000.0)
    is_told = "Somebody is far away" in str(whole(page_of(devices.sessions[0])))
    assert is_told is (trip_ms > 200)


def won_by_a_cheat(late_ms: float, held_ms: float, *, measures: bool) -> tuple[int, FarAway]:
    """How many of 20 contests a guest wins who calls so much later than somebody at the host, says
    that it was a second earlier, and holds back the answers to pings."""
    won, contests, devices = 0, 0, None
    while contests < 20:
        if devices is None or not devices.play_on():
            play = PLAY.replace("seed=4", f"seed={contests + 1}")
            trips_ms, changed = {1: 30.0, 2: 5.0}, {"holds_ms": {1: held_ms}, "claims_ms": {1: 1e3}}
            devices = FarAway.begun(trips_ms, play, seed=contests, measures=measures, **changed)
            continue
        length = devices.match(0).shown
        for device, after_ms in ((0, 0.0), (1, late_ms)):
            wanted_ms = (devices.shown_ms(device, length) or 0.0) + 900.0 + after_ms
            devices.pass_time(wanted_ms - devices.now_ms)
            devices.call(device, at_ms=wanted_ms)
            devices.pass_time(0.0)
        devices.pass_time(2 * MOST_GRACE_MS)
        contests += 1
        won += devices.match(0).turns[length].seat == 2
    return won, devices


@pytest.mark.parametrize("held_ms", [0.0, 100.0, 150.0])
def test_held_back_answers_gain_nothing_where_browsers_measure_the_line(held_ms):
    won, devices = won_by_a_cheat(60.0, held_ms, measures=True)
    assert won == 0
    # All are told that a call has been put back, and by how much; without answers held back nobody
    # is waited for so long, and it comes too late.
    for session in devices.sessions if held_ms else ():
        told = seen(session).one("data-verdict").text
        assert re.search(r"call counts \d+ ms later than (?:their|your) device says", told)


def test_over_a_relay_nothing_but_the_pages_measures_the_line():
    """As docs/fair_calls.md says: the wait for calls is what bounds it."""
    won, _ = won_by_a_cheat(60.0, 150.0, measures=False)
    assert won > 10
    won, _ = won_by_a_cheat(MOST_GRACE_MS + 30.0, 1000.0, measures=False)
    assert won == 0


def test_a_verdict_on_honest_people_says_of_nobody_that_they_were_put_back():
    devices = FarAway.begun({1: 30.0, 2: 5.0})
    assert devices.play_on()
    length = devices.match(0).shown
    for device, after_ms in ((0, 900.0), (1, 920.0)):
        wanted_ms = (devices.shown_ms(device, length) or 0.0) + after_ms
        devices.pass_time(wanted_ms - devices.now_ms)
        devices.call(device, at_ms=wanted_ms)
    devices.pass_time(2 * MOST_GRACE_MS)
    for session in devices.sessions:
        told = seen(session).one("data-verdict").text
        assert "faster than" in told
        assert "counts" not in told
