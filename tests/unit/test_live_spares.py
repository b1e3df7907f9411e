"""Spare lines: after a reload of either side one press connects people again, without a code."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import PausePlay, Ready
from spieltisch.app.core.known_lines import KnownLine
from spieltisch.app.core.messages import Command, Navigate, Pause
from spieltisch.app.together.messages import (
    Accept,
    Connect,
    Described,
    HangUp,
    IncomingText,
    Invite,
    LineSettled,
    LiveCommand,
    NetworkChanged,
    Rejoin,
    format_lines,
    known_lines,
)
from spieltisch.live.description import (
    format_description,
    parse_description,
    with_credentials,
    without_candidates,
)
from spieltisch.live.protocol import Spare, format_message
from tests.unit.asking import seen
from tests.unit.devices import Devices, endpoint_of, log

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
THREE = "#/play/myra?seats=human,link,link&names=Anna,Bert,Carla&seed=4"


@dataclass
class Spared(Devices):
    """Devices whose spare lines wait, and open when one of their ends calls.

    Attributes:
        waiting: which ends wait to be called, by line.
        known: what each tab has kept to call the other ends.
        called: the spare lines that have opened, in order.
        lapsed: the lines that are lost and may come back.
    """

    waiting: dict[int, set[int]] = field(default_factory=dict)
    known: dict[int, dict[int, KnownLine]] = field(default_factory=dict)
    called: list[int] = field(default_factory=list)
    lapsed: set[int] = field(default_factory=set)

    def _carry_out(self, device: int, effect: Any) -> None:
        match effect:
            case Invite(line, _, match_id) if match_id:
                self.waiting[line] = set()
                self.send(device, Described(line, self._sdp(device, line, is_answer=False)))
            case Accept(line, theirs, _, match_id) if match_id:
                self._wait(device, KnownLine(line, match_id, False, (), "own", theirs))
                self.send(device, Described(line, self._sdp(device, line, is_answer=True)))
            case Connect(line, theirs, seats) if line in self.waiting:
                match_id = self.sessions[device].live.match_id
                self._wait(device, KnownLine(line, match_id, True, seats, "own", theirs))
            case Rejoin(known):
                self.known.setdefault(device, {})[known.line] = known
                self.call(device, known.line)
            case HangUp(line) if line in self.waiting:
                self.waiting[line].discard(device)
                self.known.get(device, {}).pop(line, None)
            case _:
                super()._carry_out(device, effect)

    def _wait(self, device: int, line: KnownLine) -> None:
        self.known.setdefault(device, {})[line.line] = line
        self.waiting[line.line].add(device)

    def call(self, device: int, line: int) -> None:
        """One end of a spare line calls the other: it opens if that waits."""
        self.waiting[line].discard(device)
        if self.waiting[line]:
            self.called.append(line)
            self.ends[line] = (0, device or self.waiting[line].pop())
            del self.waiting[line]
            for kept in self.known.values():
                kept.pop(line, None)
            self.come_back(line)

    def connect(self, host: int, guest: int) -> int:
        # The number is drawn, and so no other line's.
        self.count = max(self.count, *self.waiting, *self.called, 0, 0)
        return super().connect(host, guest)

    def lapse(self, line: int) -> None:
        self.lapsed.add(line)
        super().lapse(line)

    def move(self, device: int, *, is_let_in: bool) -> None:
        """A device is in another network: it calls the ends that wait."""
        for line in [line for line, ends in self.ends.items() if device in ends]:
            self.lapse(line)
        self.send(device, NetworkChanged())
        for line in list(self.known.get(device, ())):
            if is_let_in:
                self.call(device, line)
            else:
                self.waiting[line].discard(device)

    def settle(self) -> None:
        """All lines have been open for a while."""
        for line in list(self.ends):
            self.send(0, LineSettled(line))
        self.deliver_all()

    def reload(self, device: int) -> None:
        known = tuple(self.known.pop(device, {}).values())
        super().reload(device)
        for ends in self.waiting.values():
            ends.discard(device)
        self.sessions[device] = replace(
            self.sessions[device], known_lines=known_lines(format_lines(known))
        )
        if self.stored[device]:
            self.send(device, Navigate(f"#/match/{min(self.stored[device])}", 0.0))


def spared(link: str, number: int = 2) -> Spared:
    devices = Spared.connected(link, number)
    assert isinstance(devices, Spared)
    devices.settle()
    return devices


@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("link", [PLAY, PLAY + "&clock=5+0", "#/play/aya?seats=human,link&seed=4"])
def test_after_a_reload_one_press_connects_both_again(link, device):
    devices = spared(link)
    if "clock" not in link and "aya" not in link:
        devices.play(0)
        devices.deliver_all()
    for _ in range(2):
        played = log(devices.match(1 - device))
        devices.reload(device)
        assert devices.sessions[1 - device].peers == "lost"
        assert "You were connected with" in seen(devices.sessions[device]).text
        assert seen(devices.sessions[device]).one("data-do", "reconnect")
        devices.send(device, LiveCommand.RECONNECT)
        devices.deliver_all()
        assert [session.peers for session in devices.sessions] == ["connected"] * 2
        assert [log(devices.match(one)) for one in (0, 1)] == [played] * 2
        assert [sorted(devices.match(one).here) for one in (0, 1)] == [[1], [2]]
        devices.settle()


@pytest.mark.parametrize("link", [PLAY + "&clock=5+0", "#/play/aya?seats=human,link&seed=4"])
def test_nothing_is_said_of_a_match_that_the_host_has_not_told_yet(link):
    """After a reload the line is open before the host has told its match: whoever was ready then
    was shown as if the host knew, and what the host was sent was of a match without an id."""
    devices = spared(link)
    devices.reload(1)
    devices.send(1, LiveCommand.RECONNECT)
    live = devices.sessions[1].live
    assert live.guest.is_open
    assert live.common_id is None
    coming = list(devices.letters)
    for message in (Ready, PausePlay, Pause):
        devices.send(1, message(devices.now_ms))
        assert devices.letters == coming
        assert not devices.sessions[1].live.is_ready
    devices.send(1, Navigate("#/settings", devices.now_ms))
    assert devices.letters == coming
    devices.deliver_all()
    assert devices.sessions[1].live.common_id == devices.sessions[0].live.match_id
    assert [session.peers for session in devices.sessions] == ["connected"] * 2


@pytest.mark.parametrize("device", [0, 1])
def test_what_was_played_meanwhile_comes_by_itself(device):
    devices = spared(PLAY)
    other = 1 - device
    if other:
        devices.play(0)
        devices.deliver_all()
    devices.reload(device)
    devices.play(other)
    devices.send(device, LiveCommand.RECONNECT)
    devices.deliver_all()
    assert len(log(devices.match(device))) == 1 + other
    assert log(devices.match(0)) == log(devices.match(1))


def test_a_host_of_three_gets_both_guests_back():
    devices = spared(THREE, 3)
    devices.reload(0)
    devices.send(0, LiveCommand.RECONNECT)
    devices.deliver_all()
    assert [sorted(devices.match(one).here) for one in range(3)] == [[1], [2], [3]]
    assert [session.peers for session in devices.sessions] == ["connected"] * 3


def test_where_nobody_waits_people_can_invite_anew():
    devices = spared(PLAY)
    for ends in devices.waiting.values():
        ends.clear()
    devices.reload(0)
    devices.send(0, LiveCommand.RECONNECT)
    assert devices.sessions[0].peers == "lost"
    assert seen(devices.sessions[0]).one("data-do", "play-live")
    devices.count = 50
    devices.connect(0, 1)
    devices.deliver_all()
    assert [session.peers for session in devices.sessions] == ["connected"] * 2


def test_who_leaves_waits_no_more():
    devices = spared(PLAY)
    spare = devices.sessions[1].live.spare
    devices.send(1, Command.STOP_LIVE)
    assert 1 not in devices.waiting[spare]


@pytest.mark.parametrize("device", [0, 1])
def test_from_another_network_the_other_end_is_called(device):
    devices = spared(PLAY)
    devices.move(device, is_let_in=True)
    devices.play(0)
    devices.deliver_all()
    assert [session.peers for session in devices.sessions] == ["connected"] * 2
    assert len(log(devices.match(1))) == 1
    assert not devices.sessions[device].live.has_moved
    devices.settle()
    devices.move(1 - device, is_let_in=True)
    devices.deliver_all()
    assert [session.peers for session in devices.sessions] == ["connected"] * 2
    assert len(set(devices.called)) == 2


@pytest.mark.parametrize(("device", "way"), [(0, "play-live"), (1, "invitation-field")])
def test_where_a_router_lets_nobody_in_people_are_told_what_helps(device, way):
    devices = spared(PLAY)
    devices.move(device, is_let_in=False)
    page = seen(devices.sessions[device])
    assert "has changed networks" in page.one("id", "peers").text
    assert page.all("data-do", way) or page.all(f"data-{way}")
    devices.connect(0, 1)
    devices.deliver_all()
    assert [session.peers for session in devices.sessions] == ["connected"] * 2


def test_a_line_that_comes_back_gets_a_new_spare():
    """One of the ends may have moved in vain."""
    devices = spared(PLAY)
    (before,) = devices.waiting
    devices.move(1, is_let_in=False)
    devices.come_back(1)
    devices.deliver_all()
    devices.settle()
    (waiting,) = (line for line, ends in devices.waiting.items() if ends)
    assert waiting != before
    devices.reload(0)
    devices.send(0, LiveCommand.RECONNECT)
    devices.deliver_all()
    assert [session.peers for session in devices.sessions] == ["connected"] * 2


@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("code", ["5abc", "x", "5" + "A" * 399, "answer"])
def test_a_code_that_is_not_due_changes_nothing(device, code):
    devices = Spared.connected(PLAY)
    live = devices.sessions[1].live
    told = Spare(live.guest.match_id, live.code if code == "answer" else code)
    before = devices.sessions[device]
    devices.send(device, IncomingText(live.line, format_message(told), devices.now_ms))
    assert devices.sessions[device].live == before.live


@given(st.text(max_size=200) | st.just("[1]") | st.just('[{"line": 1}]'))
def test_damaged_lines_are_none(text):
    assert known_lines(text) == ()


def test_lines_are_read_as_they_were_written():
    lines = tuple(KnownLine(one, "abcdefgh0000", one == 1, (2,), "own", "theirs") for one in (1, 2))
    assert known_lines(format_lines(lines)) == lines
    assert known_lines(json.dumps([])) == known_lines(None) == ()


def test_a_line_that_is_made_anew_has_the_credentials_of_the_one_before():
    before = format_description(endpoint_of(1, 7), is_answer=True)
    other = replace(endpoint_of(1, 7), user="n3wU", password="q" * 30)
    anew = with_credentials(format_description(other, is_answer=True), before)
    assert parse_description(anew) == parse_description(before)
    with pytest.raises(ValueError, match="credentials"):
        with_credentials(anew, "v=0")
    assert "candidate" not in without_candidates(before)
    assert without_candidates(before).count("\r\n") == before.count("\r\n") - 1
