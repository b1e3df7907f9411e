"""The page's side of a room: whether the relay is still there is seen where it may not be."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from spieltisch.app.core.live import Hosting
from spieltisch.app.together.messages import LineLost, LineShaky, NetworkChanged
from spieltisch.shell import relay
from spieltisch.shell.relay import RelayEnd
from tests.unit.test_lines import Heard
from tests.unit.test_rooms import YALA, Roomed, with_relays


class Connection:
    def __init__(self, *_: object) -> None:
        self.checks = 0

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
        self.end = RelayEnd(self.window, lambda _: None)
        handed = SimpleNamespace(new=self._make)
        self.end._script = SimpleNamespace(handed=handed)
        self.devices, self.device = devices, device

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
