"""Where somebody is far away, others see positions later, so that the faster one is first."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from spieltisch.app.matches.messages import LockChanged
from spieltisch.app.messages import (
    Command,
    Navigate,
    Pause,
    PausePlay,
    Press,
    Resume,
    Shout,
    TypeAction,
)
from spieltisch.app.page import page_of
from spieltisch.app.together import held_back
from spieltisch.app.together.messages import Heard, LetBotsPlay
from spieltisch.app.together.refereeing import is_anybody_too_far
from spieltisch.app.together.state import Hosting, coming_of
from spieltisch.kit.markup import whole
from spieltisch.table import Gate
from tests.unit.devices import log
from tests.unit.far_away import PLAY, FarAway
from tests.unit.test_live_contests import contest, without

FAR, NEAR = 1, 2
TRIPS_MS = {FAR: 300.0, NEAR: 5.0}


@pytest.fixture
def three() -> FarAway:
    """A host, a guest far away and one that is near, for whom time passes."""
    return FarAway.begun(TRIPS_MS)


def page(devices: FarAway) -> str:
    """What is on the host's page, read aloud or seen."""
    return str(whole(page_of(devices.sessions[0])))


def hosting(devices: FarAway) -> Hosting:
    live = devices.sessions[0].live
    assert isinstance(live, Hosting)
    return live


def kept(devices: FarAway) -> list[tuple[int, str]]:
    """The log of the one match that the host knows of."""
    (match,) = devices.sessions[0].matches.values()
    return log(match)


class TestNothingIsSeenEarly:
    def test_the_hosts_page_stays_as_it_was_until_it_is_time(self, three):
        for _ in range(6):
            for _ in range(500):
                before, library = page(three), three.sessions[0].library
                three.motions.clear()
                three.act_or_wait()
                if coming_of(three.sessions[0].live) is not None:
                    break
            length = three.match(0).shown
            until_ms = coming_of(three.sessions[0].live).due_ms
            while coming_of(three.sessions[0].live) is not None:
                assert three.match(0).shown == length
                assert page(three) == before
                assert three.sessions[0].library == library
                assert 0 not in {device for device, _ in three.motions}
                assert three.now_ms < until_ms + 10
                assert three.step(until_ms + 10)
            assert page(three) != before
            assert three.sessions[0].library != library
            assert three.motions[-1] == (0, length + 1)
            three.pass_time(500.0)

    def test_who_is_far_away_sees_it_first_and_who_is_near_with_the_host(self, three):
        length = three.play_until_held().shown
        began_ms = three.now_ms
        three.pass_time(1000.0)
        host_ms, far_ms, near_ms = (
            three.shown_ms(device, length) - began_ms for device in range(3)
        )
        assert 130 < host_ms < 200
        assert far_ms < host_ms
        assert abs(near_ms - host_ms) < 12

    def test_who_was_first_is_told_with_the_position_it_led_to(self, three):
        three.play_on()
        length = three.match(0).shown
        three.call(0, "oye")
        three.call(NEAR, "oye")
        while coming_of(three.sessions[0].live) is None:
            assert three.step(three.now_ms + 1000.0)
        assert "data-verdict" not in page(three)
        while three.shown_ms(FAR, length + 1) is None:
            assert three.step(three.now_ms + 1000.0)
        three.pass_time(20.0)
        assert coming_of(three.sessions[0].live) is not None
        assert "data-verdict" in str(whole(page_of(three.sessions[FAR])))
        assert "data-verdict" not in str(whole(page_of(three.sessions[NEAR])))
        three.pass_time(1000.0)
        for device in range(3):
            assert "data-verdict" in str(whole(page_of(three.sessions[device])))

    @pytest.mark.parametrize("word", ["aya", "oye"])
    def test_nothing_that_is_pressed_at_the_host_meanwhile_counts(self, three, word):
        """Neither for what is coming nor for what is gone, where it might still be called."""
        three.play_on()
        three.call(NEAR, word)
        while word == "oye" and coming_of(three.sessions[0].live) is None:
            assert three.step(three.now_ms + 1000.0)
        held, before = three.play_until_held(), page(three)
        assert word == "aya" or "aya" in three.match(0).position.legal_actions(1)
        for message in (
            Shout(1, "aya", three.now_ms, three.now_ms),
            Press("aya", three.now_ms, 1, three.now_ms),
            TypeAction("aya", three.now_ms),
        ):
            three.send(0, message)
            assert three.sessions[0].calls_held == ()
            assert page(three) == before
        three.pass_time(1000.0)
        for device in range(3):
            assert log(three.match(device)) == log(held)

    def test_what_is_pressed_as_soon_as_it_is_up_does(self, three):
        length = three.play_until_held().shown
        while three.shown_ms(0, length) is None:
            assert three.step(three.now_ms + 1000.0)
        three.call(0)
        three.pass_time(1000.0)
        assert log(three.match(FAR))[length] == (1, "aya")

    def test_no_time_passes_meanwhile(self):
        """A clock that runs on has as much left as before."""
        play = "#/play/aya?seats=human,link,link,link&seed=4"
        four = FarAway.begun({FAR: 300.0, NEAR: 5.0, 3: 5.0}, play)
        four.play_on()
        four.call(0, "oye")
        four.pass_time(2000.0)
        before = four.sessions[0].table.timing.clock
        assert before is not None
        four.send(NEAR, TypeAction("concede", four.now_ms))
        four.play_until_held()
        began_ms = four.now_ms
        four.pass_time(1000.0)
        shown_ms = four.shown_ms(0, four.match(0).shown)
        after = four.sessions[0].table.timing.clock
        assert after.until_ms - before.until_ms == pytest.approx(shown_ms - began_ms, abs=5)
        assert shown_ms - began_ms > 100

    def test_a_bot_looks_at_it_no_sooner_than_people_here(self):
        play = "#/play/aya?seats=human,link,bot:2&seed=4"
        three = FarAway.begun({FAR: 300.0}, play)
        length = three.play_until_held().shown
        assert three.sessions[0].table.timing.plans == ()
        while three.shown_ms(0, length) is None:
            assert three.step(three.now_ms + 1000.0)
        shown_ms = three.shown_ms(0, length)
        plans = three.sessions[0].table.timing.plans
        assert plans
        assert all(plan.at_ms > shown_ms for plan in plans)


class TestEarlyCalls:
    """A line has become quicker than it was: what is called there comes before it is up here."""

    def early(self, three: FarAway, since_ms: float) -> int:
        """Somebody far away calls so long after they have seen what is held back here, which is at
        the host at once; gives how many turns had been played then."""
        length = three.play_until_held().shown
        while three.shown_ms(FAR, length) is None:
            assert three.step(three.now_ms + 1000.0)
        three.trips_ms[FAR] = 1.0
        three.call(FAR, at_ms=three.shown_ms(FAR, length) + since_ms)
        while not hosting(three).referee.awaited:
            assert three.step(three.now_ms + 1000.0)
        assert coming_of(three.sessions[0].live) is not None
        assert page(three)
        return length

    def test_it_is_kept_and_counts(self, three):
        length = self.early(three, 20.0)
        # Whoever calls again and again is kept once.
        for _ in range(5):
            three.call(FAR)
            three.pass_time(4.0)
        assert coming_of(three.sessions[0].live) is not None
        assert len(hosting(three).referee.awaited) == 1
        three.pass_time(1500.0)
        for device in range(3):
            assert log(three.match(device))[length:] == [(2, "aya")]
        turns = three.match(0).turns
        assert abs(turns[length].at_ms - turns[length - 1].at_ms - 20) <= 3

    @pytest.mark.parametrize(("here_ms", "first"), [(30.0, 1), (110.0, 2)])
    def test_it_counts_by_the_time_since_it_was_shown(self, three, here_ms, first):
        length = self.early(three, 70.0)
        while three.shown_ms(0, length) is None:
            assert three.step(three.now_ms + 1000.0)
        three.pass_time(three.shown_ms(0, length) + here_ms - three.now_ms)
        three.call(0)
        three.pass_time(1500.0)
        assert log(three.match(0))[length] == (first, "aya")
        assert hosting(three).referee.verdict.behind_ms[1] == pytest.approx(40, abs=5)

    def test_one_that_claims_more_than_can_be_is_put_back(self, three):
        """A changed device says that it has called at once."""
        length = three.play_until_held().shown
        while three.shown_ms(0, length) is None:
            assert three.step(three.now_ms + 1000.0)
        three.pass_time(three.shown_ms(FAR, length) + 500.0 - three.now_ms)
        three.call(FAR, at_ms=three.shown_ms(FAR, length))
        three.call(0, at_ms=three.shown_ms(0, length) + 450.0)
        three.pass_time(1500.0)
        assert hosting(three).referee.verdict.put_back[2] > 450
        assert log(three.match(0))[length] == (1, "aya")

    def test_a_pause_keeps_it(self, three):
        length = self.early(three, 30.0)
        three.send(0, PausePlay(three.now_ms))
        three.pass_time(2000.0)
        assert len(log(three.match(0))) == length
        three.get_ready()
        three.pass_time(1000.0)
        assert log(three.match(FAR))[length:] == [(2, "aya")]

    def test_what_nobody_has_been_sent_is_not_called_on(self, three):
        """A changed device that is near has heard of it from elsewhere."""
        held = three.play_until_held()
        near = three.sessions[NEAR]
        three.sessions[NEAR] = near.with_match(near.live.match_id, three.match(NEAR))
        match = replace(held, here=three.match(NEAR).here)
        table = near.table.for_match(match)
        timing = replace(table.timing, planned_for=match.position, shown_ms=three.now_ms)
        three.sessions[NEAR] = near.with_table(replace(table, timing=timing), match)
        three.call(NEAR)
        three.sessions[NEAR] = near
        three.pass_time(1500.0)
        assert log(three.match(0)) == log(held)


STOPS: dict[str, Any] = {
    "the host pauses": lambda devices: devices.send(0, PausePlay(devices.now_ms)),
    "the host's page is hidden": lambda devices: devices.send(0, Pause(devices.now_ms)),
    "the host goes away": lambda devices: devices.send(0, Navigate("#/")),
    "who is far away drops": lambda devices: devices.cut(FAR),
    "who is near drops": lambda devices: devices.cut(NEAR),
    "another tab takes over": lambda devices: devices.send(
        0, LockChanged(hosting(devices).match_id, is_ours=False)
    ),
    "the host stops": lambda devices: devices.send(0, Command.STOP_LIVE),
}
"""What happens while a position is held back."""


class TestNothingIsLost:
    @pytest.mark.parametrize("stop", STOPS.values(), ids=STOPS.keys())
    def test_it_is_there_at_once_where_time_stops(self, three, stop):
        held = three.play_until_held()
        stop(three)
        assert kept(three) == log(held)
        assert coming_of(three.sessions[0].live) is None
        three.pass_time(1000.0)
        for device in (FAR, NEAR):
            known = log(three.match(device))
            assert known == log(held)[: len(known)]

    @pytest.mark.parametrize("device", [0, NEAR])
    def test_after_a_pause_it_goes_on_from_it(self, three, device):
        length = three.play_until_held().shown
        three.send(device, PausePlay(three.now_ms))
        three.pass_time(1000.0)
        assert [one.table.timing.gate for one in three.sessions] == [Gate("pause")] * 3
        assert {three.match(device).shown for device in range(3)} == {length}
        three.get_ready()
        three.call(0)
        three.pass_time(1000.0)
        for device in range(3):
            assert log(three.match(device))[length:] == [(1, "aya")]
        turns = three.match(0).turns
        assert 0 <= turns[length].at_ms - turns[length - 1].at_ms <= 1000

    def test_after_the_page_was_hidden_it_goes_on_from_it(self, three):
        length = three.play_until_held().shown
        three.send(0, Pause(three.now_ms))
        three.pass_time(1000.0)
        three.send(0, Resume(three.now_ms))
        three.get_ready()
        three.call(NEAR)
        three.pass_time(1000.0)
        assert log(three.match(0))[length:] == [(3, "aya")]

    @pytest.mark.parametrize("device", [0, FAR, NEAR])
    def test_a_page_that_is_loaded_anew_has_it(self, three, device):
        held = three.play_until_held()
        three.reload(device)
        if device == 0:
            three.send(0, Navigate(PLAY))
            assert kept(three) == log(held)
        for guest in (FAR, NEAR):
            if device in (0, guest):
                three.connect(0, guest)
                three.pass_time(2000.0)
        for one in range(3):
            assert log(three.match(one)) == log(held)
        three.get_ready()
        three.call(FAR)
        three.pass_time(1500.0)
        for one in range(3):
            assert log(three.match(one)) == [*log(held), (2, "aya")]

    def test_bots_that_take_over_go_on_from_it(self, three):
        held = three.play_until_held()
        three.cut(FAR)
        three.send(0, LetBotsPlay(three.now_ms))
        three.pass_time(1000.0)
        for device in (0, NEAR):
            assert log(three.match(device)) == log(held)
        assert three.match(0).bot_level(2) is not None

    def test_who_comes_back_meanwhile_has_it_when_it_is_time(self, three):
        """A guest asks for what it has been sent once more, and one for more than it was."""
        held = three.play_until_held()
        for line in hosting(three).host.lines:
            ask = f'{{"v":2,"kind":"ask","match":"{hosting(three).match_id}","round":0,"start":1}}'
            three.send(0, Heard(line, ask, three.now_ms))
        assert {len(log(three.match(device))) for device in range(3)} == {held.shown - 1}
        three.pass_time(1000.0)
        for device in range(3):
            assert log(three.match(device)) == log(held)

    def test_a_whole_match_is_seen_alike(self, three):
        rng = Random(2)
        for _ in range(600):
            if three.match(0).is_over:
                break
            three.act(rng.randrange(3), rng.randrange)
            three.pass_time(rng.choice([20.0, 150.0, 900.0]))
        three.pass_time(5000.0)
        assert three.match(0).is_over
        for device in range(3):
            match = three.match(device)
            assert log(match) == log(three.match(0))
            assert [turn.at_ms for turn in match.turns] == sorted(t.at_ms for t in match.turns)


class TestNobodyFarAway:
    def test_it_is_as_if_nothing_could_be_held_back(self, monkeypatch):
        """Each letter and each moment is the same."""

        def played() -> list[tuple[float, str]]:
            devices, rng = FarAway.begun({FAR: 140.0, NEAR: 5.0}), Random(3)
            known: list[tuple[float, str]] = []
            for _ in range(12):
                devices.play_on()
                contest(devices, rng)
                known.append((devices.now_ms, page(devices)))
            texts = [re.sub(r"device\d+", "", text) for _, text in known]
            return list(zip([ms for ms, _ in known], texts, strict=True)) + [
                (turn.at_ms, turn.entry.action) for turn in devices.match(0).turns
            ]

        found = played()
        monkeypatch.setattr(held_back, "network", without)
        assert played() == found

    def test_a_turn_is_sent_and_seen_by_the_message_that_played_it(self):
        devices = FarAway.begun({FAR: 140.0, NEAR: 5.0})
        for _ in range(200):
            length, told = devices.match(0).shown, tuple(devices.letters)
            devices.act_or_wait()
            assert coming_of(devices.sessions[0].live) is None
            if devices.match(0).shown > length:
                new = [one for one in devices.letters if one not in told and '"turns"' in one[3]]
                assert sorted(to for _, to, *_ in new) == [FAR, NEAR]
        assert devices.match(0).shown > 10

    def test_who_only_watches_from_far_away_delays_nobody(self):
        play = "#/play/aya?seats=human,link&seed=4"
        devices = FarAway.begun({FAR: 5.0, NEAR: 900.0}, play)
        assert devices.match(NEAR).here == set()
        assert held_back.network(hosting(devices)).host_held_back_ms == 0
        assert not is_anybody_too_far(hosting(devices))


@pytest.mark.parametrize(("trip_ms", "is_too_far"), [(140.0, False), (600.0, False), (800.0, True)])
def test_who_is_farther_away_than_can_be_held_back_for_is_told(trip_ms, is_too_far):
    devices = FarAway.begun({FAR: trip_ms, NEAR: 5.0})
    assert is_anybody_too_far(hosting(devices)) is is_too_far
