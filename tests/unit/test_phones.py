"""One screen is the table, and other devices are its seats."""

from __future__ import annotations

from random import Random

import pytest

from spieltisch.app.board.messages import PlayAgain, Rematch, Shout
from spieltisch.app.core.live import role_at
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import LetBotsPlay, PlayLive, TakeCode
from tests.unit.asking import seen
from tests.unit.devices import Devices, log
from tests.unit.markup_check import Node

LINE = 65_535
"""The first line: the numbers of those after it begin anew."""

RACE = "#/play/aya?seats=human,link,link&names=Anna,Bert,Carla&seed=4"
IN_TURNS = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"


def sit_down(devices: Devices, phone: int) -> None:
    """A phone answers the invitation that the table shows."""
    devices.send(phone, Navigate(code_to_send(devices.sessions[0]), 0.0))
    devices.send(0, TakeCode(code_to_send(devices.sessions[phone]), 0.0))
    devices.deliver_all()


def table_of(link: str, phones: int) -> Devices:
    """The first device is the table, all others have taken their seats."""
    devices = Devices.some(phones + 1)
    devices.send(0, Navigate(link, 0.0))
    devices.send(0, PlayLive(LINE, is_table=True))
    for phone in range(1, phones + 1):
        sit_down(devices, phone)
    return devices


@pytest.fixture
def race() -> Devices:
    devices = table_of(RACE, 3)
    devices.run(500)
    devices.begin()
    return devices


def page(devices: Devices, device: int) -> Node:
    return seen(devices.sessions[device])


def role(devices: Devices, device: int) -> str:
    session = devices.sessions[device]
    assert session.table is not None
    return role_at(session.live, session.table.match_id, devices.match(device)).name.lower()


def test_phones_take_the_seats_one_after_the_other():
    devices = Devices.some(4)
    devices.send(0, Navigate(RACE, 0.0))
    assert devices.match(0).here == {1}
    devices.send(0, PlayLive(LINE, is_table=True))
    assert devices.match(0).here == frozenset()
    codes = []
    for phone, name in enumerate(("Anna", "Bert", "Carla"), start=1):
        assert page(devices, 0).one("id", "peers").text.startswith(f"{name}: scan this")
        codes.append(code_to_send(devices.sessions[0]))
        assert page(devices, 0).one("data-invitation").text == codes[-1]
        sit_down(devices, phone)
        assert devices.match(phone).here == {phone}
    assert len(set(codes)) == 3
    assert not page(devices, 0).all("data-invitation")
    assert [role(devices, device) for device in range(4)] == ["table", "seat", "seat", "seat"]
    assert [session.peers for session in devices.sessions] == ["connected"] * 4


def test_it_begins_when_all_are_ready_on_their_phones():
    devices = table_of(RACE, 3)
    devices.run(500)
    table = page(devices, 0)
    assert not table.all("data-do", "ready")
    assert "pressed Ready on their phones" in table.one("id", "hint").text
    devices.begin()
    assert devices.sessions[0].table.timing.gate is None


def test_the_table_has_no_buttons_and_each_phone_those_of_its_own_seat(race):
    assert not page(race, 0).all("data-shout")
    assert len(page(race, 0).all("class", "place-inner")) == 3
    for seat in (1, 2, 3):
        phone = page(race, seat)
        assert {node.attributes["data-seat"] for node in phone.all("data-shout")} == {str(seat)}
        assert len(phone.all("class", "place-inner")) == 1
        assert phone.one("data-game")


def test_a_whole_race_is_seen_alike_by_all(race):
    rng = Random(5)
    for _ in range(400):
        if race.match(0).is_over:
            break
        race.act(rng.randrange(1, 4), rng.randrange)
        race.run(1500)
    assert race.match(0).is_over
    assert all(log(race.match(0)) == log(race.match(phone)) for phone in (1, 2, 3))


def test_all_are_told_on_the_board_who_was_first(race):
    race.wait(400)
    for seat, early_ms in ((1, 5), (2, 60)):
        race.send(seat, Shout(seat, "aya", race.now_ms - early_ms, race.now_ms))
    race.run(300)
    for device in range(4):
        told = page(race, device).one("id", "news").text
        assert ("You were " if device == 2 else "Bert was ") in told
        assert ("ms faster than you" if device == 1 else "ms faster than Anna") in told
    race.send(2, Command.CANCEL)
    race.act(2)
    race.run(1500)
    assert "faster" not in page(race, 0).one("id", "news").text


def test_a_phone_that_is_lost_is_invited_again_and_gets_its_seat_back(race):
    before = log(race.match(0))
    race.reload(2)
    assert page(race, 0).one("id", "peers").text.startswith("Bert: scan this")
    assert page(race, 0).one("data-do", "let-bots-play")
    sit_down(race, 2)
    assert race.match(2).here == {2}
    assert role(race, 2) == "seat"
    assert log(race.match(2)) == before
    assert not page(race, 0).all("data-invitation")


def test_a_bot_takes_the_seat_of_a_phone_and_nobody_is_invited_to_it(race):
    race.reload(2)
    race.send(0, LetBotsPlay(race.now_ms))
    race.deliver_all()
    assert race.match(0).bot_level(2) is not None
    assert not page(race, 0).all("data-invitation")
    assert [role(race, device) for device in (0, 1, 3)] == ["table", "seat", "seat"]


def test_a_table_that_is_loaded_anew_seats_its_phones_again(race):
    match_id = race.sessions[0].table.match_id
    race.reload(0)
    race.send(0, Navigate(f"#/match/{match_id}", 0.0))
    assert page(race, 0).one("data-do", "seat-phones")
    race.send(0, PlayLive(77, is_table=True))
    for phone in (3, 1, 2):
        sit_down(race, phone)
    assert [race.match(phone).here for phone in (1, 2, 3)] == [{1}, {2}, {3}]


def test_a_game_in_turns_is_played_at_a_table_and_again():
    devices = table_of(IN_TURNS, 2)
    for number in range(200):
        if not devices.match(0).is_over:
            devices.play(1 + number % 2)
            devices.deliver_all()
    assert devices.match(0).is_over
    assert log(devices.match(0)) == log(devices.match(1)) == log(devices.match(2))
    devices.send(0, PlayAgain(Rematch.SAME, 5, devices.now_ms))
    devices.deliver_all()
    assert [log(devices.match(device)) for device in range(3)] == [[], [], []]
    assert [role(devices, device) for device in range(3)] == ["table", "seat", "seat"]


def test_nobody_plays_at_the_table():
    devices = table_of(IN_TURNS, 2)
    devices.play(0)
    assert log(devices.match(0)) == []


def test_who_was_sent_a_match_that_has_begun_cannot_make_a_table_of_it():
    devices = Devices.some(1)
    devices.send(0, Navigate(IN_TURNS, 0.0))
    assert page(devices, 0).one("data-do", "seat-phones")
    devices.play(0)
    devices.send(0, Command.GIVE_UP_SEAT)
    assert not page(devices, 0).all("data-do", "seat-phones")
