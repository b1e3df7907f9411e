"""A device that sleeps while a match goes on, and tells nobody: it is nobody's time."""

from types import SimpleNamespace

import pytest

from spieltisch.app.board.clocks import running_seat_clock
from spieltisch.app.board.messages import Press, Ready, Shout
from spieltisch.app.board.scene import running_clock
from spieltisch.app.core.messages import Navigate, Pause, Resume
from spieltisch.app.core.session import Session
from spieltisch.app.update import update
from spieltisch.shell import pacer
from spieltisch.shell.pacer import LOOK_MS, SLEPT_MS, Alarm

PEOPLE = "#/play/aya?seats=human,human&variant=aya-oye&seed=42&move-clock=10"
BOTS = "#/play/aya?seats=human,bot:5,bot:5&variant=aya-oye&seed=42&move-clock=10"
CLOCKS = "#/play/yala?seats=human,human&seed=1&clock=1+2"
NIGHT_MS = 8 * 3_600_000.0


class Device:
    """A page on a device whose clock a test moves: awake, its timers come in time; asleep, none
    does."""

    def __init__(self, link):
        self.now_ms = 0.0
        self.timers = {}
        self.window = SimpleNamespace(
            performance=SimpleNamespace(now=lambda: self.now_ms),
            setTimeout=self._set,
            clearTimeout=lambda timer: self.timers.pop(timer, None),
            navigator=SimpleNamespace(),
        )
        self.session = Session()
        self.alarm = Alarm(self.window, self)
        self.send(Navigate(link, 0.0))
        self.send(Ready(0.0))
        while self.session.table.timing.gate is not None:
            self.wait(LOOK_MS)
        self.wait(100.0)

    def _set(self, run, wait_ms):
        timer = object()
        self.timers[timer] = (self.now_ms + wait_ms, run)
        return timer

    def send(self, message):
        for each in self.alarm.with_sleep(message):
            self.session, _ = update(self.session, each)
            self.alarm.follow(self.session)

    def wait(self, ms):
        """Be awake for so long."""
        until_ms = self.now_ms + ms
        while due := [at_ms for at_ms, _ in self.timers.values() if at_ms <= until_ms]:
            self.now_ms = max(self.now_ms, min(due))
            self.ring()
        self.now_ms = until_ms

    def sleep(self, ms):
        """Be asleep for so long."""
        self.now_ms += ms

    def ring(self):
        """All timers come that are due."""
        for timer, (at_ms, run) in list(self.timers.items()):
            if at_ms <= self.now_ms and self.timers.pop(timer, None):
                run()

    def shout(self, seat, word):
        self.send(Shout(seat, word, self.now_ms, self.now_ms))

    def press(self, token, seat):
        self.send(Press(token, self.now_ms, seat, self.now_ms))

    @property
    def actions(self):
        return [turn.entry.action for turn in self.session.match.turns]

    @property
    def left_ms(self):
        """What the clock that is shown has left."""
        clock = running_clock(self.session)
        return clock.until_ms - self.now_ms


@pytest.fixture(autouse=True)
def _proxies(monkeypatch):
    monkeypatch.setattr(pacer, "proxy", lambda listener: listener)


def called(link=PEOPLE):
    """A device on which seat 1 has called, some seconds ago."""
    device = Device(link)
    device.shout(1, "aya")
    device.wait(3_300.0)
    assert device.actions == ["aya"]
    return device


@pytest.mark.parametrize("slept_ms", [SLEPT_MS + LOOK_MS + 1, 180_000.0, NIGHT_MS])
def test_a_call_goes_on_where_it_was(slept_ms):
    device = called()
    left_ms = device.left_ms
    device.sleep(slept_ms)
    device.wait(1.0)
    assert device.actions == ["aya"]
    # It fell asleep between two looks at the clock.
    assert left_ms - LOOK_MS <= device.left_ms <= left_ms
    device.press("3", 1)
    device.press("R", 1)
    assert device.actions[:2] == ["aya", "3R"]


def test_its_clock_runs_out_when_that_much_time_has_been_there():
    device = called()
    device.sleep(NIGHT_MS)
    device.wait(1.0)
    device.wait(device.left_ms - 100.0)
    assert device.actions == ["aya"]
    device.wait(200.0)
    assert device.actions == ["aya", "expire"]
    assert device.session.match.turns[-1].at_ms < 20_000, "the night is no part of the match"


def test_what_is_pressed_before_the_first_timer_comes_counts():
    device = called()
    device.sleep(NIGHT_MS)
    device.press("3", 1)
    device.press("R", 1)
    assert device.actions[:2] == ["aya", "3R"]


def test_what_was_pressed_before_it_slept_and_is_told_after_counts():
    device = called()
    at_ms, left_ms = device.now_ms, device.left_ms
    device.sleep(NIGHT_MS)
    device.send(Press("3", at_ms, 1, device.now_ms))
    assert device.left_ms <= left_ms
    device.wait(1.0)
    assert device.actions == ["aya"]
    device.press("R", 1)
    assert device.actions[:2] == ["aya", "3R"]


def test_what_is_pressed_while_a_page_is_busy_counts():
    device = called()
    device.press("3", 1)
    at_ms = device.now_ms + SLEPT_MS
    device.sleep(2 * SLEPT_MS)
    device.send(Press("R", at_ms, 1, device.now_ms))
    assert device.actions[:2] == ["aya", "3R"]


def test_a_call_that_was_not_decided_yet_is_not_lost():
    device = Device(PEOPLE)
    device.shout(2, "aya")
    assert device.session.calls_held
    assert device.actions == []
    device.sleep(NIGHT_MS)
    device.wait(1.0)
    assert [(turn.seat, turn.entry.action) for turn in device.session.match.turns] == [(2, "aya")]
    device.wait(9_000.0)
    assert device.actions == ["aya"]


def test_a_page_that_is_merely_busy_has_not_slept():
    device = called()
    device.sleep(device.left_ms + 100.0 - SLEPT_MS)
    device.wait(0.0)
    device.sleep(SLEPT_MS - LOOK_MS)
    device.wait(LOOK_MS)
    assert device.actions == ["aya", "expire"]


def test_bots_gain_nothing_by_it():
    awake, asleep = Device(BOTS), Device(BOTS)
    for device in (awake, asleep):
        device.wait(200.0)
    asleep.sleep(NIGHT_MS)
    for device in (awake, asleep):
        device.wait(60_000.0)
    turns, others = (list(device.session.match.turns) for device in (awake, asleep))
    assert turns
    for turn, other in zip(turns, others, strict=True):
        assert (turn.seat, turn.entry.action) == (other.seat, other.entry.action)
        assert turn.at_ms == pytest.approx(other.at_ms, abs=LOOK_MS)


def test_a_seats_clock_stands_still():
    device = Device(CLOCKS)
    device.press("a", None)
    for token in sorted(device.session.table.choice.targets):
        if not device.actions:
            device.press(token, None)
    assert len(device.actions) == 1
    device.wait(7_000.0)
    device.sleep(NIGHT_MS)
    device.wait(1.0)
    assert not device.session.match.is_over
    clock = running_seat_clock(device.session)
    assert clock.until_ms - device.now_ms == pytest.approx(53_000.0, abs=LOOK_MS + 200.0)


def test_a_page_that_was_hidden_stays_hidden():
    device = called()
    device.send(Pause(device.now_ms))
    left_ms = device.left_ms
    assert not device.timers
    device.sleep(NIGHT_MS)
    device.send(Ready(device.now_ms))
    assert device.session.device.hidden_since_ms is not None
    device.send(Resume(device.now_ms))
    assert device.left_ms == left_ms


def test_nothing_looks_at_the_clock_where_no_match_goes_on():
    device = called()
    device.send(Navigate("#/", device.now_ms))
    assert not device.timers
