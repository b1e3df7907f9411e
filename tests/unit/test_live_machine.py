"""Two to four devices over a network that delays, drops and reorders: all see the same match."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from spieltisch.presenters.live import peers_state
from spieltisch.presenters.page import page_of
from spieltisch.session.live.state import Hosting, Visiting
from spieltisch.session.messages import Command, LookAt, Navigate
from tests.unit.devices import Devices, log

MATCHES = {
    2: "#/play/yala?seats=human,link&seed=4",
    3: "#/play/myra?seats=human,link,link&seed=4",
    4: "#/play/myra?seats=human,link,link&seed=4",
}


class Live(RuleBasedStateMachine):
    """Whatever the network does, what arrives is what was played; and in the end all have it."""

    @initialize(number=st.sampled_from(sorted(MATCHES)))
    def begin(self, number):
        self.devices = Devices.some(number)
        self.devices.send(0, Navigate(MATCHES[number]))
        for guest in range(1, number):
            self.devices.connect(0, guest)
            self.devices.deliver_all()

    @property
    def guests(self) -> range:
        return range(1, len(self.devices.sessions))

    def line_of(self, guest: int) -> int | None:
        lines = (line for line, ends in self.devices.ends.items() if ends[1:] == (guest,))
        return next(lines, None)

    def is_greeted(self, guest: int) -> bool:
        live, host = self.devices.sessions[guest].live, self.devices.sessions[0].live
        if not isinstance(live, Visiting) or not isinstance(host, Hosting):
            return False
        line = host.host.lines.get(live.line)
        return live.guest.has is not None and line is not None and line.has is not None

    @rule(number=st.integers(0, 3), choice=st.integers(0, 50))
    def play(self, number, choice):
        device = number % len(self.devices.sessions)
        match = self.devices.sessions[device].match
        if match is not None and not match.is_over:
            self.devices.play(device, lambda count: choice % count)

    @precondition(lambda self: self.devices.letters)
    @rule(number=st.integers(0, 1000))
    def deliver(self, number):
        """Any letter arrives, also before one that was sent earlier."""
        letters = self.devices.letters
        self.devices.deliver(letters[number % len(letters)])

    @precondition(lambda self: self.devices.letters)
    @rule(number=st.integers(0, 1000))
    def repeat(self, number):
        letters = self.devices.letters
        letters.append(letters[number % len(letters)])

    @precondition(lambda self: self.devices.letters)
    @rule(number=st.integers(0, 1000))
    def drop(self, number):
        letters = self.devices.letters
        letters.remove(letters[number % len(letters)])

    @rule(number=st.integers(0, 2))
    def cut(self, number):
        line = self.line_of(self.guests[number % len(self.guests)])
        if line is not None:
            self.devices.cut(line)

    @rule(number=st.integers(0, 3))
    def reload(self, number):
        device = number % len(self.devices.sessions)
        self.devices.reload(device)
        if not device:
            self.devices.send(0, Navigate(MATCHES[len(self.devices.sessions)]))

    @rule(number=st.integers(0, 3), ply=st.integers(0, 9))
    def look_around(self, number, ply):
        device = number % len(self.devices.sessions)
        self.devices.send(device, LookAt(ply))
        self.devices.send(device, Command.TAKE_BACK)

    @rule(number=st.integers(0, 2))
    def connect(self, number):
        """Somebody whose line is lost is invited once more."""
        guest = self.guests[number % len(self.guests)]
        if self.line_of(guest) is None:
            self.devices.connect(0, guest)

    @invariant()
    def one_log_begins_with_the_other(self):
        """Nobody who has been greeted goes another way, as nobody is taken at their word."""
        if not hasattr(self, "devices") or not isinstance(self.devices.sessions[0].live, Hosting):
            return
        found = [0, *(guest for guest in self.guests if self.is_greeted(guest))]
        logs = sorted((log(self.devices.match(device)) for device in found), key=len)
        for shorter, longer in pairwise(logs):
            assert longer[: len(shorter)] == shorter

    def teardown(self):
        """Once the network is well again, everybody is invited who is not there."""
        if not hasattr(self, "devices"):
            return
        devices = self.devices
        for guest in self.guests:
            line = self.line_of(guest)
            if line is not None:
                devices.cut(line)
            devices.connect(0, guest)
            devices.deliver_all()
            devices.send(guest, Command.TAKE_THEIRS)
            devices.deliver_all()
        assert isinstance(devices.sessions[0].live, Hosting)
        for device in range(len(devices.sessions)):
            assert log(devices.match(device)) == log(devices.match(0))
            assert peers_state(devices.sessions[device]) == "connected"
            assert page_of(devices.sessions[device])
        seats = sorted(seat for one in devices.sessions for seat in one.match.here)
        assert seats == list(range(1, devices.match(0).setup.seats + 1))


Live.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestLive = Live.TestCase
