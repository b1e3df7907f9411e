"""What people on several devices agree on: help by computers, and whose a seat is."""

from __future__ import annotations

import pytest

from spieltisch.app.board.thinking import helper_of
from spieltisch.app.core.messages import Command
from spieltisch.app.together.messages import (
    AllowHelp,
    AskForSeat,
    IncomingText,
    LiveCommand,
)
from spieltisch.live import protocol
from spieltisch.live.protocol import format_message
from tests.unit.asking import seen
from tests.unit.devices import Devices, log

YALA = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
THREE = "#/play/myra?seats=human,link,link&names=Anna,Bert,Carla&seed=4"


def agree(devices: Devices, device: int, *, is_allowed: bool = True) -> None:
    devices.send(device, AllowHelp(is_allowed))
    devices.deliver_all()


def helped(devices: Devices) -> list[bool]:
    """Whether each device has the buttons that help."""
    return [bool(seen(one).all("id", "aids")) for one in devices.sessions]


def panel(devices: Devices, device: int) -> str:
    return seen(devices.sessions[device]).one("id", "peers").text


@pytest.mark.parametrize("asker", [0, 1, 2])
def test_computers_help_everybody_once_all_agree_and_nobody_once_one_does_not(asker):
    devices = Devices.connected(THREE, 3)
    assert helped(devices) == [False] * 3
    agree(devices, asker)
    others = [one for one in range(3) if one != asker]
    assert "You have asked for help for everybody." in panel(devices, asker)
    for other in others:
        name = ("Anna", "Bert", "Carla")[asker]
        assert name in panel(devices, other).partition("would like Hint, Analysis and Try moves")[0]
        assert helped(devices) == [False] * 3
        agree(devices, other)
    assert helped(devices) == [True] * 3
    mover = next(one for one in range(3) if devices.match(one).people & {1})
    assert helper_of(devices.match(mover)) is not None
    agree(devices, others[0], is_allowed=False)
    assert helped(devices) == [False] * 3
    for one in range(3):
        notices = seen(devices.sessions[one]).all("id", "notice")
        told = any("not everybody wants it" in notice.text for notice in notices)
        assert told or one == others[0]
    devices.play(0)
    devices.deliver_all()
    assert log(devices.match(0)) == log(devices.match(1)) == log(devices.match(2))


@pytest.mark.parametrize("asker", [0, 1])
def test_a_wish_for_help_that_is_declined_is_told(asker):
    devices = Devices.connected(YALA)
    agree(devices, asker)
    agree(devices, 1 - asker, is_allowed=False)
    assert "not everybody wants it" in seen(devices.sessions[asker]).one("id", "notice").text
    assert helped(devices) == [False, False]


def test_who_watches_allows_nothing_and_nobody_for_another():
    devices = Devices.connected(YALA, 3)
    match_id = devices.sessions[0].live.match_id
    for text in (
        protocol.HelpAllowed(match_id, is_allowed=True),
        protocol.SeatsYielded(match_id),
        protocol.HelpAllowed("000000000000", is_allowed=True),
    ):
        devices.send(0, IncomingText(2, format_message(text), 1.0))
    devices.deliver_all()
    assert helped(devices) == [False] * 3
    assert devices.sessions[0].live.host.helped == frozenset()
    agree(devices, 2)
    agree(devices, 0)
    assert helped(devices) == [False] * 3


def test_who_comes_in_the_place_of_another_has_not_agreed():
    devices = Devices.connected(YALA, 3)
    agree(devices, 0)
    agree(devices, 1)
    assert helped(devices)[:2] == [True, True]
    devices.send(1, LiveCommand.YIELD_SEATS)
    devices.deliver_all()
    devices.send(2, AskForSeat(2))
    devices.deliver_all()
    assert devices.match(2).here == {2}
    assert helped(devices) == [False] * 3


def test_a_seat_that_is_given_up_is_anybodys_by_one_press():
    devices = Devices.connected(YALA, 3)
    devices.play(0)
    devices.deliver_all()
    devices.send(1, LiveCommand.YIELD_SEATS)
    devices.deliver_all()
    assert devices.match(1).here == frozenset()
    assert "You are watching" in panel(devices, 1)
    devices.send(2, AskForSeat(2))
    devices.deliver_all()
    assert [set(devices.match(one).here) for one in (1, 2)] == [set(), {2}]
    devices.play(2)
    devices.deliver_all()
    assert len(log(devices.match(0))) == 2
    assert log(devices.match(0)) == log(devices.match(1)) == log(devices.match(2))
    # Whoever has given it up does not get it back by coming again.
    devices.cut(2)
    devices.connect(0, 1)
    devices.deliver_all()
    assert devices.match(1).here == frozenset()


@pytest.mark.parametrize(("asker", "leaver"), [(1, 1), (0, 1), (1, 0)])
def test_a_wish_to_take_back_lapses_with_the_seat_of_who_asks_or_is_asked(asker, leaver):
    devices = Devices.connected(YALA, 3)
    for device in (0, 1):
        devices.play(device)
        devices.deliver_all()
    devices.send(asker, Command.TAKE_BACK)
    devices.deliver_all()
    assert seen(devices.sessions[1 - asker]).all("data-do", "grant-back")
    devices.send(leaver, LiveCommand.YIELD_SEATS)
    devices.deliver_all()
    for session in devices.sessions:
        assert not seen(session).all("data-do", "grant-back")
        assert "You have asked" not in seen(session).one("id", "peers").text
    assert len(log(devices.match(0))) == 2
    # Whoever still has a seat may ask anew, of whom is there.
    devices.send(1 - leaver, Command.TAKE_BACK)
    devices.deliver_all()
    assert len({tuple(log(devices.match(one))) for one in range(3)}) == 1
    assert len(log(devices.match(0))) < 2


def test_the_host_gives_up_a_seat_too():
    devices = Devices.connected(YALA, 3)
    devices.send(0, LiveCommand.YIELD_SEATS)
    devices.deliver_all()
    assert devices.match(0).here == frozenset()
    devices.send(2, AskForSeat(1))
    devices.deliver_all()
    assert devices.match(2).here == {1}
    devices.play(2)
    devices.deliver_all()
    assert log(devices.match(0)) == log(devices.match(1)) != []
    assert [one.peers for one in devices.sessions] == ["connected"] * 3
