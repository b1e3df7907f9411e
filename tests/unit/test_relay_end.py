"""The page's side of a room: whether the relay is still there is seen where it may not be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from spieltisch.app.core.live import Hosting
from spieltisch.app.together.messages import (
    CarryLine,
    LineLost,
    LineOpened,
    LineShaky,
    LiveMessage,
    NetworkChanged,
    NoLineComes,
    RelayHeard,
)
from spieltisch.live.codes import KNOCK
from spieltisch.shell import relay
from spieltisch.shell.relay import DIRECT_MS, RelayEnd
from tests.unit.test_lines import Heard
from tests.unit.test_rooms import YALA, Roomed, with_relays


class Connection:
    def __init__(self, *_: object) -> None:
        self.checks = 0
        self.asked: list[str] = []
        self.carried: list[tuple[int, str]] = []

    def ask(self, beside: str) -> None:
        self.asked.append(beside)

    def carry(self, line: int, asked: str) -> None:
        self.carried.append((line, asked))

    def check(self) -> None:
        self.checks += 1

    def close(self) -> None:
        pass


class Page:
    """A page of a device, as far as a room needs one."""

    def __init__(self, devices: Roomed, device: int) -> None:
        self.made: list[Connection] = []
        self.window, self.document = Heard(), Heard(visibilityState="visible")
        self.window.document = self.document
        self.timers: dict[int, tuple[int, Callable[[], None]]] = {}
        self.window.setTimeout = self._wait
        self.window.clearTimeout = self.timers.pop
        self.told: list[LiveMessage] = []
        self.end = RelayEnd(self.window, self.told.append, lambda *_: None, lambda *_: None)
        handed = SimpleNamespace(new=self._make)
        self.end._script = SimpleNamespace(handed=handed)
        self.devices, self.device = devices, device

    def _wait(self, then: Callable[[], None], ms: int) -> int:
        self.timers[len(self.timers)] = (ms, then)
        return len(self.timers) - 1

    def _make(self, *_: object) -> Connection:
        self.made.append(Connection())
        return self.made[-1]

    def follow(self) -> int:
        """Follow the session; gives how often the connection that is there was checked."""
        before = self.made[-1].checks if self.made else 0
        self.end.follow(self.devices.sessions[self.device])
        return self.made[-1].checks - before if self.made else 0


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.setattr(relay, "proxy", lambda listener: listener)
    devices = with_relays(2)
    devices.enter(1, devices.open(YALA))
    devices.settle()
    page = Page(devices, 0)
    assert page.follow() == 0
    assert len(page.made) == 1
    return page


def line_of(page: Page) -> int:
    live = page.devices.sessions[0].live
    assert isinstance(live, Hosting)
    (line,) = live.host.open_lines
    return line


def test_a_host_whose_line_is_shaky_or_lost_looks_at_once_and_once_for_each(host):
    line = line_of(host)
    host.devices.send(0, LineShaky(line))
    assert [host.follow(), host.follow()] == [1, 0]
    host.devices.send(0, LineLost(line, host.devices.now_ms, may_return=True))
    assert [host.follow(), host.follow()] == [1, 0]
    host.devices.send(0, NetworkChanged())
    assert [host.follow(), host.follow()] == [1, 0]
    assert len(host.made) == 1, "in the same room"


@pytest.mark.parametrize("event", ["online", "visibilitychange"])
def test_so_does_a_page_that_is_online_or_looked_at_again(host, event):
    host.window.tell(event)
    host.document.tell(event)
    assert host.made[-1].checks == 1
    host.document.visibilityState = "hidden"
    host.document.tell(event)
    assert host.made[-1].checks == 1


def test_a_page_in_no_room_looks_at_nothing(host):
    session = host.devices.sessions[0]
    host.devices.sessions[0] = replace(session, live=None)
    host.follow()
    host.window.tell("online")
    assert host.made[-1].checks == 0


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> Page:
    """A guest who answers an invitation, of which nothing comes."""
    monkeypatch.setattr(relay, "proxy", lambda listener: listener)
    devices = with_relays(2)
    devices.is_blocked = True
    devices.enter(1, devices.open(YALA))
    page = Page(devices, 1)
    page.follow()
    assert not page.timers, "the host has not been heard"
    for one in (0, 1):
        devices.send(one, RelayHeard("open"))
    devices.send(0, RelayHeard(text=KNOCK))
    devices.send(1, RelayHeard(text=devices.said.pop()[1]))
    page.follow()
    return page


def test_a_guest_asks_for_the_relay_once_a_direct_line_has_had_its_time(guest):
    ((ms, late),) = guest.timers.values()
    assert ms == DIRECT_MS
    guest.follow()
    assert len(guest.timers) == 1, "it runs on"
    late()
    assert isinstance(guest.told[-1], NoLineComes)
    guest.devices.send(1, NoLineComes())
    for _ in range(3):
        guest.follow()
    assert guest.made[-1].asked == [str(guest.devices.sessions[1].live.line)]


def test_not_if_it_has_come(guest):
    guest.devices.send(1, LineOpened(guest.devices.sessions[1].live.line))
    guest.follow()
    assert not guest.timers
    assert not guest.made[-1].asked


def test_who_is_connected_by_the_relay_alone_stays_there_and_asks_anew_once_that_is_lost(guest):
    guest.devices.send(1, NoLineComes())
    guest.follow()
    guest.devices.send(1, LineOpened(9, is_relayed=True))
    guest.follow()
    assert len(guest.made) == 1
    guest.devices.send(1, LineLost(9, 0.0))
    guest.follow()
    assert len(guest.made) == 1
    assert len(guest.made[0].asked) == 2


def test_a_host_has_the_line_carried_that_is_asked_for(host):
    host.end.carry(CarryLine(9, "over - key"))
    assert host.made[-1].carried == [(9, "over - key")]
