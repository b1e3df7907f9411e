"""Spare lines, whatever happens to lines, pages and networks, in whatever order."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from spieltisch.app.board.messages import ChooseWay
from spieltisch.app.core.live import Hosting, Visiting
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.together.messages import (
    LineLost,
    LineSettled,
    LiveCommand,
)
from spieltisch.play.match import format_match
from tests.unit.asking import after, seen
from tests.unit.devices import log
from tests.unit.test_live_machine import BOUNDED, Live
from tests.unit.test_live_spares import Spared


def lines_of(session: Session) -> Collection[int]:
    """The lines that are open, as a device sees them."""
    match session.live:
        case Hosting(host):
            return host.open_lines
        case Visiting(line, guest=guest) if guest.is_open:
            return (line,)
    return ()


DEVICES = st.integers(0, 3)


class Spares(Live):
    """Either people are connected, or they are told why not and what to press; nothing is lost, and
    no spare line opens twice."""

    devices: Spared

    @initialize(number=st.sampled_from(sorted(Live.matches)))
    def begin(self, number):
        self.devices = Spared.some(number)
        self.devices.send(0, Navigate(self.matches[number], 0.0))
        for guest in range(1, number):
            self.devices.connect(0, guest)
            self.devices.deliver_all()

    def device(self, number: int) -> int:
        return number % len(self.devices.sessions)

    @rule()
    def settle(self):
        """Spare lines are made, or made anew; the codes for them may come late, twice or never."""
        for line in list(self.devices.ends):
            self.devices.send(0, LineSettled(line))

    @rule(number=DEVICES)
    def reload(self, number):
        self.devices.reload(self.device(number))

    @rule(numbers=st.sets(DEVICES, min_size=1))
    def reload_and_reconnect(self, numbers):
        """One, or several at once; each then presses the one button."""
        devices = sorted({self.device(number) for number in numbers})
        # What is on its way may bring a turn that has been taken back where it was played.
        self.devices.deliver_all()
        played = self.most_played()
        for device in devices:
            self.devices.reload(device)
        for device in devices:
            self.reconnect(device)
        assert self.most_played() == played

    def most_played(self) -> int:
        """The most turns that any device has, be the match on its screen or not."""
        found = (one for session in self.devices.sessions for one in session.matches.values())
        return max((len(log(one)) for one in found), default=0)

    @rule(number=DEVICES)
    def reconnect(self, number):
        """Whose page was loaded anew calls; if somebody waits for it, both are connected."""
        device, before = self.device(number), len(self.devices.called)
        self.devices.send(device, LiveCommand.RECONNECT)
        self.devices.deliver_all()
        for line in self.devices.called[before:]:
            for end in self.devices.ends[line]:
                assert line in lines_of(self.devices.sessions[end])

    @rule(number=DEVICES, is_let_in=st.booleans())
    def move(self, number, is_let_in):
        self.devices.move(self.device(number), is_let_in=is_let_in)

    @rule(number=st.integers(0, 9))
    def lapse(self, number):
        if self.devices.ends:
            self.devices.lapse(sorted(self.devices.ends)[number % len(self.devices.ends)])

    @precondition(lambda self: self.devices.lapsed)
    @rule(number=st.integers(0, 9), is_back=st.booleans())
    def end_lapse(self, number, is_back):
        """The line comes back, or its browsers give it up."""
        line = sorted(self.devices.lapsed)[number % len(self.devices.lapsed)]
        self.devices.lapsed.discard(line)
        if is_back:
            self.devices.come_back(line)
        else:
            self.devices.cut(line)

    @rule(number=DEVICES, line=st.integers(0, 60))
    def fail(self, number, line):
        """A browser gives up some line, such as a spare one that it could not make."""
        if line not in self.devices.ends:
            self.devices.send(self.device(number), LineLost(line, self.devices.now_ms))

    @invariant()
    def no_spare_line_opens_twice(self):
        if hasattr(self, "devices"):
            assert len(set(self.devices.called)) == len(self.devices.called)

    @invariant()
    def nothing_is_lost(self):
        """What a device has on its table is kept there."""
        if not hasattr(self, "devices"):
            return
        for session, stored in zip(self.devices.sessions, self.devices.stored, strict=True):
            table = session.table
            if table is not None and session.match is not None and session.match.turns:
                assert format_match(session.matches[table.match_id]) == stored[table.match_id]

    @invariant()
    def who_is_not_connected_knows_what_to_press(self):
        if not hasattr(self, "devices"):
            return
        for device, session in enumerate(self.devices.sessions):
            match = session.kept_match
            if match is None or not match.is_by_link or match.is_over:
                continue
            if session.table is not None and session.table.fork is not None:
                # Two devices may have played on alone: which of the two counts is asked first.
                session = after(ChooseWay(is_theirs=False), session=session)
            state = session.peers
            if state == "lost" or (state == "none" and match.keys):
                page = seen(session)
                # The host may have tried to invite meanwhile.
                told = (
                    "is lost",
                    "You were connected",
                    "No connection could be made",
                    "No invitation could be made",
                    "Connecting",
                )
                assert any(one in page.text for one in told)
                assert page.all("data-do", "reconnect") + page.all("data-do", "play-live") or (
                    page.all("data-invitation-field")
                ), f"device {device} has nothing to press"


Spares.TestCase.settings = settings(BOUNDED, max_examples=15)
TestSpares = Spares.TestCase
