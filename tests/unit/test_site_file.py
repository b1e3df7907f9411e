"""The file in which a site's owner names a relay: how it is read, what the built page may ask by
it, and how people come by one link then."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from spieltisch.app.core.effects import Fetch
from spieltisch.app.core.messages import Command, Navigate, TellWait
from spieltisch.app.core.waits import Came, OwnersFile
from spieltisch.app.together.messages import Invite, InviteByLink, LiveCommand
from spieltisch.app.update import update
from spieltisch.live.codes import Room, format_room
from spieltisch.live.site_file import MAX_FILE, SiteFile, parse_site_file
from tests.unit.asking import seen
from tests.unit.test_rooms import RELAY, SECRET, YALA, Roomed, states
from tests.unit.whole_step import whole_step
from tools.owners_file import for_relays, policy_of
from tools.project import ToolError

FILE = (
    f'{{"relay": "{RELAY}", "servers": [{{"urls": "stun:stun.example.org:3478"}}, '
    '{"urls": ["turn:turn.example.org", "turns:turn.example.org:443?transport=tcp"], '
    '"username": "me", "credential": "p/="}]}'
)
SERVERS = (
    "stun:stun.example.org:3478",
    "turn:turn.example.org me p/=",
    "turns:turn.example.org:443?transport=tcp me p/=",
)
POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'"


def test_a_file_is_read_in_the_words_of_browsers() -> None:
    relay = RELAY.removeprefix("wss://")
    assert parse_site_file(FILE) == SiteFile(relay, SERVERS)
    assert parse_site_file(f'{{"relay": "{RELAY}"}}') == SiteFile(relay)


WRONG = {
    "nothing": "",
    "a page": "<!doctype html>",
    "a list": "[]",
    "a number": "7",
    "no relay": "{}",
    "a relay that is none": '{"relay": "https://example.org"}',
    "more than it has": f'{{"relay": "{RELAY}", "stun": "stun:a.org"}}',
    "one server": f'{{"relay": "{RELAY}", "servers": "stun:a.org"}}',
    "a server of numbers": f'{{"relay": "{RELAY}", "servers": [{{"urls": [7]}}]}}',
    "a server without an address": f'{{"relay": "{RELAY}", "servers": [{{}}]}}',
    "TURN without a login": f'{{"relay": "{RELAY}", "servers": [{{"urls": "turn:a.org"}}]}}',
    "a login of objects": json.dumps(
        {"relay": RELAY, "servers": [{"urls": "stun:a.org", "username": {}}]}
    ),
    "far too many": json.dumps({"relay": RELAY, "servers": [{"urls": ["stun:a.org"] * 9}]}),
    "half a permission": f'{{"relay": "{RELAY}", "any-relay": "wss://a.org"}}',
    "far too long": f'{{"relay": "{RELAY}"{" " * MAX_FILE}}}',
    "far too deep": "[" * 5000,
    "a relay that breaks out": '{"relay": "wss://a.org; script-src *"}',
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_file_that_is_wrong_names_nothing(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_site_file(text)


@pytest.mark.parametrize("name", ["a page", "a relay that breaks out", "TURN without a login"])
def test_no_site_is_built_with_a_wrong_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "live.json").write_text(WRONG[name])
    with pytest.raises(ToolError, match=r"live.json does not name a relay as docs/peers.md has it"):
        policy_of(tmp_path / "live.json")
    with pytest.raises(ToolError, match="cannot be read"):
        policy_of(tmp_path / "other.json")


def test_the_page_may_ask_the_host_of_the_file_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "live.json").write_text(FILE)
    host = policy_of(tmp_path / "live.json")
    assert host == "wss://relay.example.org:8084"
    page = for_relays(POLICY, host)
    assert page == POLICY.replace("connect-src 'self';", f"connect-src 'self' {host};")
    with pytest.raises(ToolError, match="exactly once"):
        for_relays(POLICY * 2, host)
    # Only where the owner says so, people name others.
    any_too = FILE.replace("{", '{"any-relay": true, ', 1)
    (tmp_path / "live.json").write_text(any_too)
    assert policy_of(tmp_path / "live.json") == "wss:"
    assert parse_site_file(any_too) == SiteFile(RELAY.removeprefix("wss://"), SERVERS, True)


class Served(Roomed):
    """Devices at a site whose owner has named a relay; ``file`` is what the site has."""

    file: str | None = FILE

    def _carry_out(self, device, effect):
        match effect:
            case Fetch(OwnersFile() as need):
                self.reads = getattr(self, "reads", 0) + 1
                self.send(device, Came(need, self.file, self.now_ms))
            case Invite(stun=stun):
                assert stun == ("\n".join(SERVERS) if self.file == FILE else "")
                super()._carry_out(device, effect)
            case _:
                super()._carry_out(device, effect)


def served(number: int, file: str | None = FILE) -> Served:
    devices = Served.some(number)
    devices.file = file
    owners = "wss://relay.example.org:8084"
    devices.sessions = [
        replace(one, device=replace(one.device, relays=owners)) for one in devices.sessions
    ]
    return devices


def invited(devices: Served) -> str:
    """The host presses once; gives the link."""
    devices.send(0, Navigate(YALA, 0.0))
    panel = seen(devices.sessions[0]).one("id", "by-link")
    assert not panel.all("data-relay"), "no address is to be typed"
    assert panel.one("data-do", "invite").text == "Invite: one link"
    devices.send(0, InviteByLink(7, int(SECRET, 16)))
    return seen(devices.sessions[0]).one("data-room").text


def test_one_press_makes_the_link_and_one_press_follows_it() -> None:
    devices = served(2)
    link = invited(devices)
    assert link.startswith(f"#/room/relay.example.org:8084/mqtt/{SECRET}")
    told = seen(devices.sessions[0]).one("id", "peers").text
    assert "stun.example.org:3478, turn.example.org, turn.example.org:443" in told
    assert not seen(devices.sessions[0]).all("data-stun")
    devices.enter(1, link)
    devices.settle()
    assert states(devices) == ["connected", "connected"]
    assert devices.reads == 2, "once on each side"


@pytest.mark.parametrize(
    "address",
    [YALA, YALA + "&clock=5%2B3", "#/play/aya?seats=human,link&names=Anna,Bert&seed=4"],
    ids=["by link", "with clocks", "a race"],
)
def test_one_link_comes_first_and_codes_are_a_quiet_way_behind_it(address: str) -> None:
    devices = served(2)
    devices.send(0, Navigate(address, 0.0))
    panel = seen(devices.sessions[0]).one("id", "by-link")
    one_link, codes = (
        one for one in panel.all("data-do") if one.attributes["data-do"] in ("invite", "play-live")
    )
    assert [one.attributes["data-do"] for one in (one_link, codes)] == ["invite", "play-live"]
    assert "is-primary" in (one_link.attributes["class"] or "")
    assert "is-primary" not in (codes.attributes.get("class") or "")


@pytest.mark.parametrize(
    "file",
    [None, "", "{}", '{"relay": "wss://other.example.org"}'],
    ids=["away", "empty", "without a relay", "of a host that the page may not ask"],
)
def test_without_its_file_the_way_by_codes_stays(file: str | None) -> None:
    devices = served(2, file)
    devices.send(0, Navigate(YALA, 0.0))
    devices.send(0, InviteByLink(7, int(SECRET, 16)))
    told = seen(devices.sessions[0])
    assert "can't be read or used just now" in told.one("id", "notice").text
    assert devices.sessions[0].live is None
    assert told.all("data-do", "play-live")
    # It may be there again.
    devices.file = FILE
    if "other" not in str(file):
        devices.send(0, InviteByLink(7, int(SECRET, 16)))
        assert seen(devices.sessions[0]).all("data-room")


@pytest.mark.parametrize("leaving", [Navigate("#/", 9.0), Command.STOP_READING])
def test_who_waits_for_it_no_more_invites_nobody(leaving: Navigate | Command) -> None:
    devices = served(1)
    devices.send(0, Navigate(YALA, 0.0))
    session, effects = update(devices.sessions[0], InviteByLink(7, int(SECRET, 16)))
    assert effects == (Fetch(OwnersFile()),)
    assert not seen(session).all("data-do", "stop-reading")
    told, _ = update(session, TellWait())
    assert seen(told).one("data-do", "stop-reading")
    assert seen(told).one("id", "by-link"), "the board stays where it is"
    left, _ = update(told, leaving)
    late, effects = update(left, Came(OwnersFile(), FILE, 10.0))
    assert late == left
    assert late.live is None
    assert not effects


def test_a_guest_comes_without_the_file_too() -> None:
    devices = served(2)
    link = invited(devices)
    devices.file = None
    devices.enter(1, link)
    devices.settle()
    assert states(devices) == ["connected", "connected"]


def test_a_link_to_another_relay_is_told_of_where_the_owner_allows_none_but_theirs() -> None:
    devices = served(1)
    other = format_room(Room("relay.example.com", SECRET))
    devices.send(0, Navigate(f"#/room/{other}", 0.0))
    page = seen(devices.sessions[0])
    assert not page.all("data-do", "enter-room")
    assert "over the relay relay.example.com, which this page may not use" in page.text
    device = replace(devices.sessions[0].device, relays="wss:")
    devices.sessions[0] = replace(devices.sessions[0], device=device)
    assert seen(devices.sessions[0]).one("data-do", "enter-room")
    devices.send(0, Navigate(YALA, 0.0))
    panel = seen(devices.sessions[0]).one("id", "by-link")
    assert panel.one("data-do", "invite")
    assert panel.one("data-relay")


NEWER = FILE.replace("p/=", "new")
NEWER_SERVERS = tuple(one.replace("p/=", "new") for one in SERVERS)


@pytest.mark.parametrize("then", [NEWER, None, "", "<!doctype html>", FILE])
@pytest.mark.parametrize("press", ["invite", "enter", "reconnect"])
def test_it_is_read_anew_at_each_press(press: str, then: str | None) -> None:
    """Logins to servers end while a page is open for days."""
    devices = served(2)
    link = invited(devices)
    devices.enter(1, link)
    devices.settle()
    who = int(press != "invite")
    known = devices.sessions[who].device
    assert known.site_servers == "\n".join(SERVERS)
    devices.send(who, Command.STOP_LIVE)
    devices.deliver_all()
    reads, devices.file = devices.reads, then
    devices._carry_out = lambda device, effect: (  # type: ignore[method-assign]
        Served._carry_out(devices, device, effect) if isinstance(effect, Fetch) else None
    )
    if press == "enter":
        devices.enter(1, link)
    elif press == "invite":
        devices.send(0, InviteByLink(8, int(SECRET, 16)))
    else:
        devices.send(1, LiveCommand.RECONNECT)
    assert devices.reads == reads + 1
    found = devices.sessions[who].device.site_servers
    assert found == "\n".join(NEWER_SERVERS if then == NEWER else SERVERS)
    assert devices.sessions[who].device.site_relay == known.site_relay
    if press != "reconnect":
        assert devices.sessions[who].live is not None


def test_a_page_of_no_owner_reads_no_file() -> None:
    devices = served(1)
    session = replace(devices.sessions[0], device=replace(devices.sessions[0].device, relays=""))
    session, _ = whole_step(session, Navigate(YALA, 0.0))
    assert not seen(session).all("data-do", "invite")
    for message in (InviteByLink(7, 1), LiveCommand.ENTER_ROOM, LiveCommand.RECONNECT):
        _, effects = whole_step(session, message)
        assert Fetch(OwnersFile()) not in effects
