"""Spare lines: after a reload of either side one press connects people again, without a code."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.messages import Command, Navigate
from spieltisch.app.together.effects import (
    Accept,
    Connect,
    KnownLine,
    Rejoin,
    format_lines,
    known_lines,
)
from spieltisch.app.together.messages import IncomingText, LineOpened, LineSettled, Reconnect
from spieltisch.app.together.view import peers_state
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
    """Devices whose spare lines wait, and open when one of their ends calls."""

    waiting: dict[int, tuple[int, ...]] = field(default_factory=dict)
    known: dict[int, list[KnownLine]] = field(default_factory=dict)

    def _carry_out(self, device: int, effect: Any) -> None:
        match effect:
            case Accept(line, theirs, _, match_id) if match_id:
                super()._carry_out(device, effect)
                self._keep(device, KnownLine(line, match_id, False, (), "own", theirs))
            case Connect(line, theirs, match_id, seats) if match_id:
                self.waiting[line] = self.ends.pop(line)
                self._keep(device, KnownLine(line, match_id, True, seats, "own", theirs))
            case Rejoin(known):
                ends = self.waiting.pop(known.line, ())
                self.ends[known.line] = ends
                for end in ends:
                    self.send(end, LineOpened(known.line))
            case _:
                super()._carry_out(device, effect)

    def _keep(self, device: int, line: KnownLine) -> None:
        self.known.setdefault(device, []).append(line)

    def settle(self) -> None:
        """All lines have been open for a while."""
        for line in list(self.ends):
            self.send(0, LineSettled(line))
        self.deliver_all()

    def reload(self, device: int) -> None:
        super().reload(device)
        text = format_lines(tuple(self.known.pop(device, ())))
        self.sessions[device] = replace(self.sessions[device], known_lines=known_lines(text))
        self.send(device, Navigate(f"#/match/{min(self.stored[device])}"))


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
        assert peers_state(devices.sessions[1 - device]) == "lost"
        assert "You were connected with" in seen(devices.sessions[device]).text
        assert seen(devices.sessions[device]).one("data-do", "reconnect")
        devices.send(device, Reconnect())
        devices.deliver_all()
        assert [peers_state(session) for session in devices.sessions] == ["connected"] * 2
        assert [log(devices.match(one)) for one in (0, 1)] == [played] * 2
        assert [sorted(devices.match(one).here) for one in (0, 1)] == [[1], [2]]
        devices.settle()


@pytest.mark.parametrize("device", [0, 1])
def test_what_was_played_meanwhile_comes_by_itself(device):
    devices = spared(PLAY)
    other = 1 - device
    if other:
        devices.play(0)
        devices.deliver_all()
    devices.reload(device)
    devices.play(other)
    devices.send(device, Reconnect())
    devices.deliver_all()
    assert len(log(devices.match(device))) == 1 + other
    assert log(devices.match(0)) == log(devices.match(1))


def test_a_host_of_three_gets_both_guests_back():
    devices = spared(THREE, 3)
    devices.reload(0)
    devices.send(0, Reconnect())
    devices.deliver_all()
    assert [sorted(devices.match(one).here) for one in range(3)] == [[1], [2], [3]]
    assert [peers_state(session) for session in devices.sessions] == ["connected"] * 3


def test_where_nobody_waits_people_can_invite_anew():
    devices = spared(PLAY)
    devices.waiting.clear()
    devices.reload(0)
    devices.send(0, Reconnect())
    assert peers_state(devices.sessions[0]) == "lost"
    assert seen(devices.sessions[0]).one("data-do", "play-live")
    devices.count = 50
    devices.connect(0, 1)
    devices.deliver_all()
    assert [peers_state(session) for session in devices.sessions] == ["connected"] * 2


def test_who_leaves_waits_no_more():
    devices = spared(PLAY)
    spare = devices.sessions[1].live.spare
    over = []
    devices.hang_up = lambda device, line: over.append(line)  # type: ignore[method-assign]
    devices.send(1, Command.STOP_LIVE)
    assert spare in over


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
