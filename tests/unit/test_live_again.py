"""A guest asks for a rematch, by the sign that pages of before know, too; the host begins it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.board.messages import PlayAgain, Rematch, Say
from spieltisch.app.core.live import PeerQuestionKind, questions_of, seats_asking_again
from spieltisch.app.core.messages import Command
from spieltisch.app.together.messages import AnswerWish, GiveSign, LiveCommand
from spieltisch.live.protocol import AGAIN, SIGNS, format_message, parse_message
from spieltisch.play.match import parse_kept
from spieltisch.table import TableAction
from tests.unit.asking import said, seen
from tests.unit.devices import Devices, log
from tests.unit.markup_check import Node
from tests.unit.test_phones import table_of

TWO = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
THREE = "#/play/myra?seats=human,link,link&names=Anna,Bert,Carla&seed=4"
ASKED, ASKS = "You have asked your host for a rematch.", "Bert would like a rematch."


@pytest.fixture
def two() -> Devices:
    return Devices.connected(TWO)


def resign(devices: Devices, device: int, seat: int) -> None:
    devices.send(device, Say(TableAction.RESIGN, seat, devices.now_ms))
    devices.deliver_all()


def sign(devices: Devices, device: int, which: str = AGAIN) -> None:
    devices.send(device, GiveSign(which, devices.now_ms))


def ask(devices: Devices, device: int) -> None:
    sign(devices, device)
    devices.deliver_all()


def rematch(devices: Devices) -> None:
    devices.send(0, PlayAgain(Rematch.SAME, 5, devices.now_ms))
    devices.deliver_all()


def page(devices: Devices, device: int) -> Node:
    return seen(devices.sessions[device])


def panel(devices: Devices, device: int) -> Node:
    return page(devices, device).one("id", "peers")


def offers(devices: Devices, device: int, do: str = "give-sign") -> bool:
    """Whether there is the button beside the board, or on the card of the end."""
    found = page(devices, device).all("data-do", do)
    return any(one.attributes.get("data-arg") == AGAIN and one.text != "Again?" for one in found)


@pytest.mark.parametrize("reloads", [False, True])
@pytest.mark.parametrize("ahead", [0, 1, 2])
def test_a_rematch_from_the_same_start_is_another_match(two, reloads, ahead):
    """Also for a guest who hears of it when some moves were played."""
    for number in range(ahead):
        two.play(number % 2)
        two.deliver_all()
    resign(two, 0, 1)
    before = two.match(1)
    if reloads:
        two.reload(1)
    two.send(0, PlayAgain(Rematch.SAME, 4, two.now_ms))
    if not reloads:
        two.deliver_all()
    two.play(0)
    if reloads:
        two.connect(0, 1)
    two.deliver_all()
    assert two.match(0).setup == before.setup
    assert len(two.stored[1]) == 2
    assert [two.sessions[one].peers for one in (0, 1)] == ["connected", "connected"]
    assert two.sessions[1].table.fork is None
    if not reloads:
        two.play(1)
        two.deliver_all()
    assert log(two.match(0)) == log(two.match(1)) != []
    kept = sorted(len(parse_kept(text).record.entries) for text in two.stored[1].values())
    assert kept == sorted([len(log(two.match(1))), ahead + 1])


@pytest.mark.parametrize("hides_signs", [False, True])
def test_the_host_hears_that_it_is_asked(two, hides_signs):
    if hides_signs:
        two.send(0, LiveCommand.MUTE)
    resign(two, 0, 1)
    before = said(two.sessions[0])
    ask(two, 1)
    assert said(two.sessions[0]) != before
    assert "rematch" in said(two.sessions[0])


def test_a_guest_asks_and_the_host_begins(two):
    resign(two, 0, 1)
    assert offers(two, 1)
    assert not offers(two, 0), "who leads it begins it"
    assert ASKS not in page(two, 0).text
    ask(two, 1)
    assert ASKS in panel(two, 0).text
    assert ASKS in page(two, 0).one("id", "end").text, "and where a phone has it in sight"
    assert ASKED in panel(two, 1).text
    assert not offers(two, 1)
    before = two.sessions[0].live.match_id
    rematch(two)
    assert two.sessions[0].live.match_id != before
    for device in (0, 1):
        assert two.sessions[device].peers == "connected"
        assert ASKS not in page(two, device).text
        assert ASKED not in page(two, device).text
    two.act(0)
    two.deliver_all()
    assert log(two.match(0)) == log(two.match(1)) != []
    # The next one is asked for anew.
    resign(two, 1, 2)
    assert offers(two, 1)
    assert ASKS not in page(two, 0).text


def test_it_counts_though_somebody_has_just_said_something_and_though_signs_are_hidden(two):
    two.send(0, LiveCommand.MUTE)
    resign(two, 0, 1)
    sign(two, 1, "well-played")
    sign(two, 1)
    two.deliver_all()
    assert ASKS in panel(two, 0).text
    assert panel(two, 0).all("data-sign") == []


def beside_the_result(devices: Devices, device: int) -> list[str]:
    """What the buttons there do, once the card is closed."""
    devices.send(device, Command.CLOSE_END)
    status = page(devices, device).one("id", "status")
    return [one for one in ("again", "rematch", "show-end") if status.all("data-do", one)]


def test_beside_the_result_the_next_match_is_for_those_who_are_connected(two):
    resign(two, 0, 1)
    assert beside_the_result(two, 0) == ["rematch", "show-end"]
    assert beside_the_result(two, 1) == ["show-end"], "who asks for it in the panel"
    assert offers(two, 1)
    two.lapse(1)
    assert [beside_the_result(two, one) for one in (0, 1)] == [["again", "show-end"]] * 2


def test_before_the_end_it_is_a_sign_like_others(two):
    ask(two, 1)
    assert "Bert: Again?" in panel(two, 0).text
    assert ASKS not in page(two, 0).text
    assert not offers(two, 1)
    resign(two, 0, 1)
    assert ASKS not in page(two, 0).text


def test_two_of_three_ask_and_who_has_gone_asks_no_more():
    three = Devices.connected(THREE, 3)
    for _ in range(1000):
        for device in range(3):
            three.act(device)
            three.deliver_all()
        if three.match(0).is_over:
            break
    for guest in (1, 2):
        ask(three, guest)
    assert "Bert, Carla would like a rematch." in panel(three, 0).text
    three.send(1, Command.STOP_LIVE)
    three.deliver_all()
    assert "Carla would like a rematch." in panel(three, 0).text
    assert "Bert, Carla would" not in page(three, 0).text


def test_who_watches_is_not_asked_for_their_wish():
    devices = Devices.connected(TWO, 3)
    devices.send(2, LiveCommand.WATCH)
    resign(devices, 0, 1)
    assert not offers(devices, 2)
    ask(devices, 2)
    assert "would like a rematch" not in page(devices, 0).text


def test_who_was_lost_meanwhile_may_ask_anew(two):
    resign(two, 0, 1)
    sign(two, 1)
    two.lapse(1)
    assert not offers(two, 1)
    assert ASKS not in page(two, 0).text
    two.come_back(1)
    two.deliver_all()
    assert offers(two, 1)
    ask(two, 1)
    assert ASKS in panel(two, 0).text


def test_phones_ask_the_table():
    devices = table_of(TWO, 2)
    resign(devices, 1, 1)
    assert offers(devices, 2)
    ask(devices, 2)
    assert ASKS in page(devices, 0).text
    rematch(devices)
    assert not devices.match(2).is_over


def test_pages_of_before_know_the_sign():
    told = '{"v":5,"kind":"sign","match":"abcdefgh0000","seat":2,"sign":"again"}'
    assert format_message(parse_message(told)) == told


@settings(max_examples=50)
@given(data=st.data())
def test_however_it_crosses_nobody_is_asked_about_a_match_that_is_not_over(data):
    """What has come last counts: a new match, a move taken back, another sign."""
    two = Devices.connected(TWO)
    for number in range(data.draw(st.integers(1, 30))):
        device = data.draw(st.sampled_from([0, 1]))
        match data.draw(st.sampled_from(["sign", "resign", "again", "deliver", "act", "back"])):
            case "sign":
                sign(two, device, data.draw(st.sampled_from([AGAIN, *SIGNS])))
            case "resign":
                two.send(device, Say(TableAction.RESIGN, device + 1, two.now_ms))
            case "again":
                # Seeds are drawn among so many that none comes twice.
                two.send(0, PlayAgain(Rematch.SAME, 100 + number, two.now_ms))
            case "deliver" if two.letters:
                two.deliver(two.letters[0])
            case "act":
                two.act(device)
            case "back":
                two.send(device, Command.TAKE_BACK)
                two.send(1 - device, AnswerWish(is_granted=True))
        for session in two.sessions:
            live, match = session.live, session.match
            assert match.is_over or not seats_asking_again(live, match)
            kinds = {one.kind for one in questions_of(live, match)}
            assert PeerQuestionKind.AGAIN not in kinds or match.is_over
    two.deliver_all()
    if two.match(0).is_over:
        ask(two, 1)
        assert ASKS in panel(two, 0).text
        rematch(two)
    assert log(two.match(0)) == log(two.match(1))
    assert [one.peers for one in two.sessions] == ["connected"] * 2
