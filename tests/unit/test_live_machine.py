"""Two to four devices over a network that delays, drops and reorders: all see the same match."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from spieltisch.app.board.messages import ChooseWay, LookAt, PausePlay
from spieltisch.app.core.live import Hosting, Visiting
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Session, Visit
from spieltisch.app.screens import page_of
from spieltisch.app.together.messages import (
    AnswerSeat,
    AskForSeat,
    GiveSign,
    LiveCommand,
)
from spieltisch.live.fair_calls import PINGS, Trips
from spieltisch.live.protocol import SIGNS
from spieltisch.play.match import Match
from spieltisch.table import BY_LINK
from tests.unit.devices import Devices, log

MATCHES = {
    2: "#/play/yala?seats=human,link&seed=4",
    3: "#/play/myra?seats=human,link,link&seed=4",
    4: "#/play/myra?seats=human,link,link&seed=4",
}


RACES = {
    2: "#/play/aya?seats=human,link&seed=4",
    3: "#/play/aya?variant=turbo&seats=human,link,link,bot:2&seed=4",
    4: "#/play/aya?seats=human,link,link,link&seed=4&edition=reilly",
}


CLOCKS = {
    2: "#/play/yala?seats=human,link&seed=4&clock=0+20",
    3: "#/play/myra?seats=human,link,link&seed=4&clock=1+0",
    4: "#/play/myra?seats=human,link,link&seed=4&clock=0+9",
}


class Live(RuleBasedStateMachine):
    """Whatever the network does, what arrives is what was played; and in the end all have it."""

    matches = MATCHES

    @initialize(number=st.sampled_from(sorted(MATCHES)))
    def begin(self, number):
        self.devices = Devices.some(number)
        self.devices.send(0, Navigate(self.matches[number], 0.0))
        for guest in range(1, number):
            self.devices.connect(0, guest)
            self.devices.deliver_all()

    @property
    def guests(self) -> range:
        return range(1, len(self.devices.sessions))

    def begun(self) -> list[Match]:
        """The match as each device has it on screen, where something has been played in it."""
        found = (session.match for session in self.devices.sessions)
        return [match for match in found if match is not None and log(match)]

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
            self.devices.send(0, Navigate(self.matches[len(self.devices.sessions)], 0.0))

    @rule(number=st.integers(0, 2))
    def lose_all_that_was_kept(self, number):
        """The device forgets its secret, too: it watches until its seat is given to it."""
        guest = self.guests[number % len(self.guests)]
        self.devices.reload(guest)
        self.devices.stored[guest].clear()
        before = self.devices.sessions[guest]
        self.devices.sessions[guest] = Session(device=before.device, visit=Visit(before.visit.id))

    @rule(number=st.integers(0, 3), ply=st.integers(0, 9))
    def look_around(self, number, ply):
        device = number % len(self.devices.sessions)
        self.devices.send(device, LookAt(ply))
        self.devices.send(device, Command.TAKE_BACK)

    @rule(number=st.integers(0, 3), sign=st.sampled_from(SIGNS), is_given=st.booleans())
    def give_a_sign(self, number, sign, is_given):
        """Or want none any more, or agree to watch: nothing of this touches the match."""
        device = number % len(self.devices.sessions)
        before = self.devices.sessions[device].match
        self.devices.send(
            device, GiveSign(sign, self.devices.now_ms) if is_given else LiveCommand.MUTE
        )
        self.devices.send(device, LiveCommand.WATCH)
        assert self.devices.sessions[device].match is before

    @rule(number=st.integers(0, 2))
    def connect(self, number):
        """Somebody whose line is lost is invited once more."""
        guest = self.guests[number % len(self.guests)]
        if self.line_of(guest) is None:
            self.devices.connect(0, guest)

    @invariant()
    def one_log_begins_with_the_other(self):
        """Nobody who has been greeted goes another way, as nobody is taken at their word."""
        if not isinstance(self.devices.sessions[0].live, Hosting):
            return
        found = [0, *(guest for guest in self.guests if self.is_greeted(guest))]
        logs = sorted((log(self.devices.match(device)) for device in found), key=len)
        for shorter, longer in pairwise(logs):
            assert longer[: len(shorter)] == shorter

    @invariant()
    def nobody_has_the_seat_of_another(self):
        """Those who have come once are the only ones who ever get their seats back."""
        if not hasattr(self, "devices"):
            return
        for guest in self.guests:
            match = self.devices.sessions[guest].match
            if match is not None and match.is_by_link:
                assert match.here <= {guest + 1}
        host = self.devices.sessions[0].live
        if isinstance(host, Hosting):
            given = [seat for line in host.host.open_lines.values() for seat in line.seats]
            assert len(given) == len(set(given))

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
            devices.send(guest, ChooseWay(is_theirs=True))
            devices.deliver_all()
        assert isinstance(devices.sessions[0].live, Hosting)
        for guest in self.guests:
            if not devices.match(guest).here and guest + 1 in devices.match(guest).shared:
                devices.send(guest, AskForSeat(guest + 1))
                devices.deliver_all()
                devices.send(0, AnswerSeat(self.line_of(guest), is_given=True))
                devices.deliver_all()
        for device in range(len(devices.sessions)):
            assert log(devices.match(device)) == log(devices.match(0))
            assert devices.sessions[device].peers == "connected"
            assert page_of(devices.sessions[device])
        seats = sorted(seat for one in devices.sessions for seat in one.match.here)
        setup = devices.match(0).setup
        players = enumerate(setup.players, start=1)
        assert seats == [seat for seat, player in players if player.controller == BY_LINK]


class Race(Live):
    """The same where the faster one counts, clocks run and cards lie hidden."""

    matches = RACES

    @rule(number=st.integers(0, 3), choice=st.integers(0, 50))
    def play(self, number, choice):
        device = number % len(self.devices.sessions)
        if self.devices.sessions[device].match is not None:
            self.devices.act(device, lambda count: choice % count)

    @rule(ms=st.sampled_from([1, 20, 60, 300, 1000, 6000]))
    def wait(self, ms):
        self.devices.wait(ms)

    @rule()
    def get_ready(self):
        """Without this the gate would hardly ever open."""
        self.devices.begin()

    @rule(number=st.integers(0, 2), ms=st.sampled_from([1, 300, 600]))
    def seem_far_away(self, number, ms):
        """What was heard of a guest took so long: so long is waited for it."""
        line = self.line_of(self.guests[number % len(self.guests)])
        host = self.devices.sessions[0]
        if line is None or not isinstance(host.live, Hosting):
            return
        trips = Trips((ms,) * PINGS)
        live = replace(host.live, trips={**host.live.trips, line: trips})
        self.devices.sessions[0] = replace(host, live=live)

    @rule(number=st.integers(0, 3))
    def pause(self, number):
        device = number % len(self.devices.sessions)
        self.devices.send(device, PausePlay(self.devices.now_ms))

    @invariant()
    def all_see_the_same(self):
        """What two have played so far they see alike; and no guest knows what lies hidden."""
        seen = {}
        for match in self.begun():
            text = match.rules.format_position(match.position.observe(None))
            assert seen.setdefault(tuple(log(match)), text) == text
        for guest in self.guests:
            match = self.devices.sessions[guest].match
            if match is not None and match.is_by_link:
                assert match.setup.seed is None
                assert HIDDEN.findall(match.rules.format_position(match.position)) or match.is_over


class Clocks(Race):
    """The same where one seat after the other acts, against clocks of their own."""

    matches = CLOCKS

    @invariant()
    def all_see_the_same(self):
        """Whoever has the same turns has the same clocks: all of them are the host's."""
        seen = {}
        for match in self.begun():
            found = (match.record.entries[: match.shown], match.clocks)
            assert seen.setdefault(tuple(log(match)), found) == found


HIDDEN = re.compile(r"\?[0-9a-f]{32}")

BOUNDED = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
"""An example takes some tenths of a second, as seconds of several devices pass in it. To shorten
one that fails, Hypothesis would try for up to five minutes and say nothing meanwhile: it is told as
it was found, and with ``Phase.shrink`` here it is shortened."""

Live.TestCase.settings = BOUNDED
TestLive = Live.TestCase
Race.TestCase.settings = BOUNDED
TestRace = Race.TestCase
Clocks.TestCase.settings = BOUNDED
TestClocks = Clocks.TestCase
