"""What people who play live are told, where it depends on the match."""

from __future__ import annotations

import pytest

from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import PlayLive
from tests.unit.asking import after, seen
from tests.unit.devices import Devices, log
from tests.unit.far_away import FarAway

AYA = "#/play/aya?seats=human,link&names=Anna,Bert&seed=4"
YALA = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"


@pytest.mark.parametrize("edition", ["zoch", "reilly"])
@pytest.mark.parametrize(
    ("variant", "is_at_once"),
    [("aya-oye", True), ("turbo", True), ("rumkugeln", False), ("kindergarten", False)],
)
def test_what_is_played_in_turns_is_not_said_to_be_played_by_all_at_once(
    variant, edition, is_at_once
):
    told = (
        seen(after(Navigate(f"{AYA}&variant={variant}&edition={edition}", 0.0)))
        .one("id", "by-link")
        .text
    )
    assert ("Everybody plays this game at the same time" in told) is is_at_once
    assert "Invite the others" in told


@pytest.mark.parametrize(
    ("link", "goes_on"), [(YALA, True), (f"{YALA}&clock=5+0", False), (AYA, False)]
)
@pytest.mark.parametrize("leaver", [0, 1])
def test_who_stays_is_told_to_go_on_by_link_only_where_that_is_possible(link, goes_on, leaver):
    devices = Devices.some(2)
    devices.send(0, Navigate(link, 0.0))
    devices.connect(0, 1)
    devices.run(500)
    devices.send(leaver, Command.STOP_LIVE)
    devices.deliver_all()
    told = seen(devices.sessions[1 - leaver]).one("id", "notice").text
    assert told.startswith("The other side has left.")
    assert ("continue by link" in told) is goes_on


def test_both_are_told_who_they_are():
    devices = Devices.some(2)
    devices.send(0, Navigate(YALA, 0.0))
    devices.connect(0, 1)
    devices.deliver_all()
    told = [seen(session).one("id", "peers").text for session in devices.sessions]
    assert ["You are Anna." in told[0], "You are Bert." in told[1]] == [True, True]


def test_a_move_typed_while_time_stands_still_is_not_swallowed():
    devices = Devices.some(2)
    devices.send(0, Navigate(f"{YALA}&clock=5+0", 0.0))
    devices.connect(0, 1)
    devices.run(500)
    match = devices.match(0)
    text = match.rules.format_action(match.position.legal_actions(1)[0])
    devices.send(0, TypeAction(text, devices.now_ms))
    assert log(devices.match(0)) == []
    assert "The clock is stopped" in seen(devices.sessions[0]).one("id", "notice").text
    devices.begin()
    devices.send(0, TypeAction(text, devices.now_ms))
    assert len(log(devices.match(0))) == 1
    assert not seen(devices.sessions[0]).all("id", "notice")


def test_who_opens_an_invitation_is_told_that_it_is_for_one():
    devices = Devices.some(2)
    devices.send(0, Navigate(YALA, 0.0))
    devices.send(0, PlayLive(7))
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    assert "An invitation is for one device." in seen(devices.sessions[1]).one("id", "join").text


def test_a_decision_is_gone_once_somebody_else_has_acted():
    devices = FarAway.begun({1: 10.0}, AYA)
    assert devices.play_on()
    devices.call(0)
    devices.call(1)
    devices.pass_time(500.0)
    first = devices.match(0).turns[-1].seat
    for session in devices.sessions:
        assert seen(session).one("data-verdict")
    for _ in range(60):
        match = devices.match(0)
        if match.turns[-1].seat not in (first, 0) or match.is_over:
            break
        for device in range(2):
            devices.act(device)
        devices.pass_time(1500.0)
        if len(match.position.active_seats) > 1:
            devices.call(2 - first)
            devices.pass_time(500.0)
    assert devices.match(0).turns[-1].seat not in (first, 0)
    for session in devices.sessions:
        assert not seen(session).all("data-verdict")
