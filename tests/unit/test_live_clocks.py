"""Clocks of people on several devices: each is charged what they have used, by the host's log."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from spieltisch.app.board.clocks import seat_clocks
from spieltisch.app.board.messages import PausePlay
from spieltisch.app.core.messages import Command, Navigate, Pause, Resume
from spieltisch.app.core.session import Visit
from spieltisch.app.screens import page_of
from spieltisch.app.together.messages import IncomingText
from spieltisch.kit.markup import whole
from spieltisch.live.log import digest
from spieltisch.live.protocol import Turns, format_message, parse_message
from spieltisch.play.match import format_match
from tests.front_doors import parse_match
from tests.unit.asking import said, seen
from tests.unit.devices import Devices, log

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4&clock=1+2"
THREE = "#/play/myra?seats=human,link,link&seed=4&clock=1+0"


def devices_at(link: str, number: int) -> Devices:
    """Devices that are connected, for which time passes."""
    devices = Devices.some(number)
    devices.send(0, Navigate(link, 0.0))
    for guest in range(1, number):
        devices.connect(0, guest)
        devices.run(500)
    devices.begin()
    return devices


@pytest.fixture
def two() -> Devices:
    return devices_at(PLAY, 2)


def times(devices: Devices, device: int) -> list[int]:
    return [turn.at_ms for turn in devices.match(device).turns]


def left(devices: Devices, device: int) -> list[int]:
    """What everybody has left, as a device shows it now, in seconds."""
    table = devices.sessions[device].table
    assert table is not None
    shown = seat_clocks(table, devices.match(device), devices.now_ms)
    assert shown is not None
    return [round(ms / 1000) for ms in shown.left_ms]


def turn(devices: Devices, device: int, after_ms: float) -> None:
    """A device plays so long after now, and all hear of it."""
    devices.run(after_ms)
    devices.play(device)
    devices.run(50)


def slow_run(devices: Devices, ms: float, came: dict[tuple[int, int, int, str], float]) -> None:
    """So much time passes, and everything is on its way for 80 ms; since when is in ``came``."""
    end_ms = devices.now_ms + ms
    while devices.now_ms < end_ms:
        devices.wait(5)
        for letter in list(devices.letters):
            if came.setdefault(letter, devices.now_ms) <= devices.now_ms - 80:
                del came[letter]
                devices.deliver(letter)


class TestTurns:
    def test_they_tell_when_they_were_played(self, two):
        turn(two, 0, 1_000)
        turn(two, 1, 10_000)
        turn(two, 0, 5_000)
        assert times(two, 0) == times(two, 1)
        assert two.match(0).clocks == two.match(1).clocks
        assert left(two, 0) == left(two, 1) == [57, 52]

    def test_the_way_there_and_back_is_nobodys_time(self, two):
        came: dict[tuple[int, int, int, str], float] = {}
        slow_run(two, 6_000, came)
        turn(two, 0, 1_000)
        for number in range(8):
            slow_run(two, 300, came)
            device = (number + 1) % 2
            since_ms = two.sessions[device].table.timing.shown_ms
            slow_run(two, since_ms + 1_000 - two.now_ms, came)
            two.play(device)
            slow_run(two, 150, came)
        # Each has played four turns of a second that were added two to.
        assert all(abs(ms - 64_000) < 50 for ms in two.match(0).clocks.left_ms)

    def test_a_whole_match_is_the_same_on_all_devices(self):
        devices, rng = devices_at(THREE, 3), Random(4)
        for _ in range(60):
            (seat,) = devices.match(0).position.active_seats
            devices.run(rng.randrange(700))
            devices.play(seat - 1, rng.randrange)
            devices.run(rng.randrange(1, 60))
        devices.run(65_000)
        assert devices.match(0).is_over
        records = {
            format_match(replace(devices.match(one), here=frozenset(), keys={})) for one in range(3)
        }
        assert len(records) == 1
        assert parse_match(records.pop()).clocks == devices.match(2).clocks

    def test_nobody_claims_to_have_been_faster_than_can_be(self, two):
        """A changed device says that it has played at once."""
        turn(two, 0, 1_000)
        two.run(30_000)
        two.play(1)
        (letter,) = [one for one in two.letters if '"called"' in one[3]]
        two.letters.remove(letter)
        two.letters.append((*letter[:3], json.dumps({**json.loads(letter[3]), "since": 0})))
        two.run(50)
        assert two.match(0).clocks.left_ms[1] < 60_000 + 2_000 - 29_900


class TestFlags:
    @pytest.mark.parametrize("loser", [0, 1])
    def test_one_falls_at_the_host_for_all(self, two, loser):
        turn(two, 0, 1_000)
        if loser == 0:
            turn(two, 1, 1_000)
        two.run(65_000)
        for device in (0, 1):
            match = two.match(device)
            assert log(match)[-1] == (0, "expire")
            assert match.position.outcome.winners == {2 - loser}
            assert "out of time" in str(whole(page_of(two.sessions[device])))
        assert times(two, 0) == times(two, 1)

    def test_a_turn_that_is_on_its_way_comes_in_time(self, two):
        """It was played before the flag fell, and comes after that."""
        turn(two, 0, 1_000)
        shown_ms = two.sessions[1].table.timing.shown_ms
        two.run(shown_ms + 59_990 - two.now_ms)
        two.play(1)
        two.wait(15)
        two.deliver_all()
        two.run(1_000)
        assert not two.match(0).is_over
        assert len(log(two.match(1))) == 2

    def test_one_that_falls_at_another_time_is_refused(self, two):
        """A changed host says that the guest's time is over."""
        turn(two, 0, 1_000)
        match, match_id = two.match(1), two.sessions[0].live.match_id
        fallen = Turns(match_id, 0, 1, digest(match, 1), ((0, "expire", 30_000),))
        two.send(1, IncomingText(1, format_message(fallen), two.now_ms))
        assert not two.match(1).is_over
        assert seen(two.sessions[1]).one("id", "notice")

    def test_those_who_listen_are_told_that_little_is_left(self, two):
        turn(two, 0, 1_000)
        two.run(51_000)
        assert "10 seconds" in said(two.sessions[1])


class TestTimeThatPasses:
    @pytest.mark.parametrize("device", [0, 1])
    def test_it_does_while_a_page_is_hidden(self, two, device):
        turn(two, 0, 1_000)
        two.send(device, Pause(two.now_ms))
        two.run(20_000)
        two.send(device, Resume(two.now_ms))
        two.run(1)
        assert [two.sessions[one].table.timing.gate for one in (0, 1)] == [None, None]
        assert left(two, 0) == left(two, 1) == [60, 40]

    @pytest.mark.parametrize("device", [0, 1])
    def test_a_flag_falls_while_a_page_is_hidden(self, two, device):
        turn(two, 0, 1_000)
        two.send(device, Pause(two.now_ms))
        two.run(61_000)
        assert two.match(0).is_over
        assert two.match(1).is_over

    @pytest.mark.parametrize("device", [0, 1])
    def test_it_does_not_while_somebody_has_paused(self, two, device):
        turn(two, 0, 1_000)
        two.run(10_000)
        two.send(device, PausePlay(two.now_ms))
        two.run(30_000)
        two.begin()
        assert left(two, 0) == left(two, 1) == [60, 50]

    def test_a_page_that_was_loaded_anew_shows_the_right_time(self, two):
        turn(two, 0, 1_000)
        two.run(20_000)
        two.reload(1)
        two.connect(0, 1)
        two.run(5_000)
        assert left(two, 1) == left(two, 0) == [60, 40]
        two.begin()
        two.run(10_000)
        assert left(two, 1) == left(two, 0) == [60, 30]
        turn(two, 1, 1_000)
        assert two.match(0).clocks == two.match(1).clocks
        assert left(two, 0) == [60, 31]

    @pytest.mark.parametrize("device", [0, 1])
    def test_a_host_that_is_loaded_anew_gives_nobody_time_back(self, two, device):
        turn(two, 0, 1_000)
        now = [60, 60]
        if device == 0:
            turn(two, 1, 1_000)
            now = [60, 61]
        two.run(20_000)
        two.send(0, Pause(two.now_ms))
        two.reload(0)
        two.send(0, Navigate(PLAY, 0.0))
        two.connect(0, 1)
        two.run(5_000)
        now[device] -= 20
        assert left(two, 0) == left(two, 1) == now
        two.begin()
        two.run(10_000)
        now[device] -= 10
        assert left(two, 0) == left(two, 1) == now
        turn(two, device, 1_000)
        now[device] += 2 - 1
        assert left(two, 0) == left(two, 1) == now
        assert two.match(0).clocks == two.match(1).clocks
        two.run(65_000)
        assert log(two.match(0)) == log(two.match(1))
        assert log(two.match(0))[-1] == (0, "expire")

    def test_who_comes_to_watch_sees_the_right_time(self, two):
        turn(two, 0, 1_000)
        two.run(20_000)
        two.sessions.append(Devices.some(1).sessions[0])
        two.sessions[2] = replace(
            two.sessions[2],
            device=replace(two.sessions[2].device, secret="f" * 32),
            visit=Visit("watcher0"),
        )
        two.stored.append({})
        two.connect(0, 2)
        two.run(100)
        assert two.match(2).here == set()
        assert left(two, 2) == left(two, 0) == [60, 40]
        two.run(10_000)
        assert left(two, 2) == left(two, 0) == left(two, 1) == [60, 30]


def test_nothing_is_taken_back(two):
    turn(two, 0, 1_000)
    two.send(0, Command.TAKE_BACK)
    two.run(50)
    assert len(log(two.match(0))) == 1


def test_what_holds_time_back_tells_how_long_a_clock_has_run(two):
    turn(two, 0, 1_000)
    two.run(4_000)
    two.send(0, PausePlay(two.now_ms))
    held = [parse_message(text) for *_, text in two.letters if '"held"' in text]
    assert [abs(one.passed - 4_000) < 100 for one in held] == [True]
