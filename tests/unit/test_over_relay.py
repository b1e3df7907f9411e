"""Where no direct line can be made, the match goes over the relay itself: above the line nothing is
different."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spieltisch.app.core.live import Hosting, Visiting, goes_over_relay
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.together.joining import MOST_ASKED
from spieltisch.app.together.messages import (
    CarryLine,
    HangUp,
    LineLost,
    LineOpened,
    LineSettled,
    LineShaky,
    LiveCommand,
    NameStun,
    NoLineComes,
    OpenRoom,
    RelayHeard,
)
from spieltisch.app.update import update
from spieltisch.live.codes import CLOSED, KNOCK, OVER
from tests.unit.asking import after, seen
from tests.unit.devices import log
from tests.unit.test_rooms import RELAY, SECRET, THREE, YALA, Roomed, states, with_relays

RACE = "#/play/aya?seats=human,link&names=Anna,Bert&seed=4"
KEY = "k" * 87


def apart(number: int, link: str = YALA) -> Roomed:
    """People in a room, between whom no direct line can be made."""
    devices = with_relays(number)
    devices.is_blocked = True
    room = devices.open(link)
    for guest in range(1, number):
        devices.enter(guest, room)
    devices.settle(2)
    assert set(states(devices)) == {"waiting"}
    return devices


def give_up(devices: Roomed) -> None:
    """Every guest has waited long enough for a direct line."""
    for guest in range(1, len(devices.sessions)):
        devices.send(guest, NoLineComes())
    devices.settle(2)


def play_to_the_end(devices: Roomed) -> None:
    while not devices.match(0).is_over:
        seats = devices.match(0).position.active_seats
        devices.act(next(one for one in (0, 1) if devices.match(one).here & seats))
        devices.deliver_all()


def test_a_whole_match_is_played_over_the_relay():
    devices = apart(2)
    give_up(devices)
    assert states(devices) == ["connected", "connected"]
    for session in devices.sessions:
        (told,) = seen(session).all("data-relayed")
        assert told.text == "You are connected over the relay."
    play_to_the_end(devices)
    assert log(devices.match(0)) == log(devices.match(1))
    assert devices.match(1).is_over


def test_a_race_says_that_calls_may_come_late():
    devices = apart(2, RACE)
    give_up(devices)
    devices.begin()
    for session in devices.sessions:
        (told,) = seen(session).all("data-relayed")
        assert told.text == "You are connected over the relay, so calls may arrive late."


def test_each_of_several_guests_has_a_line_of_their_own():
    devices = apart(3, THREE)
    give_up(devices)
    assert states(devices) == ["connected"] * 3
    live = devices.sessions[0].live
    assert live.relayed == set(live.host.open_lines)
    assert len(live.relayed) == 2
    assert [set(one.match.here) for one in devices.sessions] == [{1}, {2}, {3}]
    assert live.invitation is None or live.invitation.is_to_send, "nobody is being connected"


def test_what_was_tried_directly_is_given_up_at_both_ends():
    devices = apart(2)
    tried = devices.sessions[1].live.line
    assert devices.sessions[0].live.invited == (tried,)
    give_up(devices)
    assert tried not in devices.ends
    assert not devices.sessions[0].live.invited


def test_a_direct_line_that_comes_is_taken_and_nothing_else_is_asked_for():
    devices = apart(2)
    devices.is_blocked = False
    devices.settle(3)
    assert states(devices) == ["connected", "connected"]
    assert not seen(devices.sessions[0]).all("data-relayed")
    devices.send(1, NoLineComes())
    assert not devices.sessions[1].live.relay.asks, "what came too late changes nothing"


def test_once_connected_what_was_told_of_the_room_before_counts_no_more():
    devices = apart(2)
    devices.send(1, RelayHeard(text=CLOSED))
    assert devices.sessions[1].live.relay.is_closed
    give_up(devices)
    (line,) = devices.ends
    assert states(devices) == ["connected", "connected"]
    lose(devices, line)
    assert "stopped inviting" not in seen(devices.sessions[1]).text


def lose(devices: Roomed, line: int) -> None:
    """The line over the relay is gone, and both ends have seen it."""
    devices.letters = [one for one in devices.letters if one[2] != line]
    for end in devices.ends.pop(line):
        devices.send(end, LineLost(line, devices.now_ms))


def test_a_line_over_the_relay_that_is_lost_comes_back_at_once_by_another_one():
    devices = apart(2)
    give_up(devices)
    devices.play(0)
    devices.deliver_all()
    (line,) = devices.ends
    lose(devices, line)
    assert states(devices) == ["lost", "lost"]
    assert "You will be connected again" in seen(devices.sessions[1]).one("id", "peers").text
    devices.settle()
    assert states(devices) == ["connected", "connected"]
    devices.play(1)
    devices.deliver_all()
    assert log(devices.match(0)) == log(devices.match(1))
    assert len(log(devices.match(0))) == 2


def test_what_was_played_meanwhile_comes_when_the_line_does():
    devices = apart(2)
    give_up(devices)
    (line,) = devices.ends
    devices.play(0)
    lose(devices, line)
    assert not log(devices.match(1))
    devices.settle()
    assert len(log(devices.match(1))) == 1


@pytest.mark.parametrize("who", [0, 1])
def test_either_side_comes_back_after_a_reload(who):
    devices = apart(2)
    give_up(devices)
    devices.play(0)
    devices.deliver_all()
    devices.leave_page(who)
    devices.send(who, LiveCommand.RECONNECT)
    devices.settle(3)
    give_up(devices)
    assert states(devices) == ["connected", "connected"]
    assert log(devices.match(0)) == log(devices.match(1)) != []


def test_a_guest_whose_browser_can_make_no_line_asks_at_once():
    devices = with_relays(2)
    room = devices.open(YALA)
    guest = devices.sessions[1]
    devices.sessions[1] = replace(guest, device=replace(guest.device, can_connect=False))
    devices.enter(1, room)
    assert devices.sessions[1].live.relay.asks
    devices.send(1, RelayHeard("open"))
    # Whether the host is there is not known yet.
    assert "Looking for your host" in seen(devices.sessions[1]).text
    for told in ("open", KNOCK):
        devices.send(0, RelayHeard(told) if told == "open" else RelayHeard(text=told))
    invitation = next(text for who, text in devices.said if who == 0)
    there = after(RelayHeard(text=invitation), session=devices.sessions[1])
    assert "Connecting over the relay" in seen(there).text
    devices.settle(2)
    assert states(devices) == ["connected", "connected"]
    devices.play(0)
    devices.deliver_all()
    devices.leave_page(1)
    assert seen(devices.sessions[1]).one("data-do", "reconnect")
    devices.send(1, LiveCommand.RECONNECT)
    devices.settle(2)
    assert states(devices) == ["connected", "connected"]


def test_so_does_one_whose_browser_says_nothing_of_itself():
    devices = with_relays(2)
    devices.enter(1, devices.open(YALA))
    for one in (0, 1):
        devices.send(one, RelayHeard("open"))
    devices.send(0, RelayHeard(text=KNOCK))
    guest = after(RelayHeard(text=devices.said.pop()[1]), session=devices.sessions[1])
    devices.sessions[1] = after(LineLost(guest.live.line, 0.0), session=guest)
    devices.settle(2)
    assert states(devices) == ["connected", "connected"]


def test_no_spare_line_is_made_beside_one_over_the_relay_by_itself():
    devices = apart(2)
    give_up(devices)
    (line,) = devices.ends
    before = set(devices.ends)
    assert devices.sessions[0].live.relayed == before
    devices.send(0, LineShaky(line))
    devices.send(0, LineShaky(line, is_shaky=False))
    # The browser's side does not tell of such a line that it has settled.
    devices.send(0, LineSettled(line))
    devices.deliver_all()
    assert set(devices.ends) == before
    assert not devices.sessions[0].live.spares


def test_those_who_stop_leave_as_over_any_line():
    devices = apart(2)
    give_up(devices)
    devices.send(1, Command.STOP_LIVE)
    devices.deliver_all()
    assert devices.sessions[1].live is None
    assert not devices.sessions[0].live.host.open_lines


def test_while_somebody_is_connected_by_the_relay_alone_it_is_not_left():
    devices = apart(3, THREE)
    devices.send(1, NoLineComes())
    devices.settle()
    assert not seen(devices.sessions[0]).all("data-do", "close-room")
    before = devices.sessions[0]
    room = before.live.relay.room
    assert update(before, LiveCommand.CLOSE_ROOM) == (before, ())
    devices.send(0, LiveCommand.CLOSE_ROOM)
    assert devices.sessions[0].live.relay.room == room
    assert set(states(devices)) <= {"connected", "waiting"}
    assert len(devices.sessions[0].live.open_lines) == 1
    (line,) = devices.sessions[0].live.relayed
    lose(devices, line)
    assert update(devices.sessions[0], LiveCommand.CLOSE_ROOM)[0].live.relay is None


def test_a_direct_line_with_the_number_of_one_over_the_relay_counts_as_direct():
    host = after(Navigate(YALA, 0.0), OpenRoom(RELAY, 7, SECRET), RelayHeard("open"))
    host, effects = update(host, RelayHeard(text=f"over - {KEY}"))
    (line,) = (one.line for one in effects if isinstance(one, CarryLine))
    host = after(LineOpened(line, is_relayed=True), session=host)
    assert goes_over_relay(host.live)
    # Who was only watching is forgotten with the line, and its number is free again.
    host = after(LineLost(line, 0.0), session=host)
    assert line not in host.live.host.lines
    assert host.live.free_line == line
    host = after(LineOpened(line), session=host)
    assert host.live.open_lines == (line,)
    assert not goes_over_relay(host.live)
    assert type(host.live.relayed) is frozenset


def test_lines_over_the_relay_that_are_gone_count_no_more_once_another_opens():
    host = after(Navigate(THREE, 0.0), OpenRoom(RELAY, 7, SECRET), RelayHeard("open"))
    for number in range(3):
        host, effects = update(host, RelayHeard(text=f"over - {number:087}"))
        (line,) = (one.line for one in effects if isinstance(one, CarryLine))
        host = after(LineOpened(line, is_relayed=True), session=host)
        assert host.live.relayed == {line}
        assert type(host.live.relayed) is frozenset
        host = after(LineLost(line, 0.0), session=host)
        assert not goes_over_relay(host.live)


WILL_GO = "The game will go over the relay instead"


@pytest.mark.parametrize(
    ("servers", "advice"),
    [("", "must be on the same network"), ("stun:stun.example.org", "Try another network")],
)
def test_the_relay_is_promised_only_once_somebody_asks_for_it(servers, advice):
    devices = apart(2)
    if servers:
        for number in (0, 1):
            devices.send(number, NameStun(servers))
        devices.settle(2)
    (line,) = devices.sessions[0].live.invited
    for number in (0, 1):
        devices.send(number, LineShaky(line))
        page = seen(devices.sessions[number]).text
        assert advice in page
        assert WILL_GO not in page
    devices.send(1, NoLineComes())
    page = seen(devices.sessions[1]).text
    assert WILL_GO in page
    assert advice not in page
    host, _ = update(devices.sessions[0], RelayHeard(text=f"over {line} {KEY}"))
    assert WILL_GO in seen(host).text
    assert advice not in seen(host).text


def test_a_guest_whose_host_has_stopped_is_told_that_and_nothing_of_networks():
    devices = apart(2)
    devices.send(1, LineShaky(devices.sessions[1].live.line))
    for told in (None, NoLineComes()):
        if told is not None:
            devices.sessions[1] = after(told, session=devices.sessions[1])
        page = seen(after(RelayHeard(text=CLOSED), session=devices.sessions[1])).text
        assert "Your host has stopped inviting over the relay." in page
        assert "No direct connection" not in page
        assert WILL_GO not in page
        assert "same network" not in page


def test_a_host_who_is_asked_again_has_the_same_line_in_mind():
    host = after(Navigate(YALA, 0.0), OpenRoom(RELAY, 7, SECRET), RelayHeard("open"))
    lines = []
    for _ in range(3):
        host, effects = update(host, RelayHeard(text=f"over 7 {KEY}"))
        lines += [one.line for one in effects if isinstance(one, CarryLine)]
    assert len(lines) == 3
    assert len(set(lines)) == 1
    host, effects = update(host, LineOpened(lines[0], is_relayed=True))
    assert HangUp(7) in effects, "the invitation that has come to nothing"
    assert not host.live.relay.asked
    assert host.live.open_lines == (lines[0],)


def test_however_many_ask_some_are_waited_for():
    host = after(Navigate(YALA, 0.0), OpenRoom(RELAY, 7, SECRET), RelayHeard("open"))
    lines = []
    for number in range(1000):
        host, effects = update(host, RelayHeard(text=f"over - {number:087}"))
        lines += [one.line for one in effects if isinstance(one, CarryLine)]
    assert len(host.live.relay.asked) == MOST_ASKED
    assert [line for _, line in host.live.relay.asked] == lines[-MOST_ASKED:]
    assert len(set(lines[-MOST_ASKED:])) == MOST_ASKED


@given(st.text(max_size=120) | st.from_regex(OVER, fullmatch=True))
@example(CLOSED)
@example(KNOCK)
@example("")
@settings(max_examples=200)
def test_whatever_is_asked_nobody_is_connected_by_it(text):
    for session in (
        after(Navigate(YALA, 0.0), OpenRoom(RELAY, 7, SECRET), RelayHeard("open")),
        apart(2).sessions[1],
    ):
        live = after(RelayHeard(text=text), session=session).live
        assert type(live) is type(session.live)
        assert live.open_lines == ()
        if isinstance(live, Visiting):
            # A guest may be told that the host invites no more, by anybody who has the link.
            assert replace(live, relay=replace(live.relay, is_closed=False)) == session.live


def test_a_line_that_nobody_has_asked_for_is_hung_up_outside_a_room():
    host = after(Navigate(YALA, 0.0))
    assert update(host, LineOpened(3, is_relayed=True))[1] == (HangUp(3),)
    assert not isinstance(host.live, Hosting)
