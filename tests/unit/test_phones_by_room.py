"""One QR code on the table, over the relay of the site's owner: phones scan it, and answer
nothing."""

from __future__ import annotations

import pytest

from spieltisch.app.core.live import role_at
from spieltisch.app.core.messages import Navigate
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import InviteByLink, LiveCommand, TakeCode
from tests.unit.asking import seen
from tests.unit.devices import log
from tests.unit.test_phones import IN_TURNS, RACE
from tests.unit.test_rooms import SECRET, states
from tests.unit.test_site_file import Served, served

SIX = "#/play/aya?seats=human,link,link,link,link,link&names=Ann,Bo,Cy,Di,Ed,Flo&seed=4"


def table_of(link: str, phones: int) -> Served:
    """The first device is the table, and shows its code; gives all, who have not scanned it yet."""
    devices = served(phones + 1)
    devices.send(0, Navigate(link, 0.0))
    assert seen(devices.sessions[0]).one("data-do", "invite-phones").text == "Phones as seats …"
    devices.send(0, InviteByLink(7, int(SECRET, 16), is_table=True))
    return devices


def is_seating(devices: Served) -> bool:
    """Whether the card lies over the board."""
    return "seating" in seen(devices.sessions[0]).one("id", "peers").attributes["class"]


def code_of(devices: Served) -> str:
    card = seen(devices.sessions[0]).one("id", "peers")
    link = card.one("data-room").text
    assert card.one("data-text").attributes["data-text"] == link
    assert not card.all("data-answer-field"), "nothing is to be scanned back"
    return link


def test_six_phones_scan_one_code_and_sit() -> None:
    devices = table_of(SIX, 6)
    link = code_of(devices)
    for phone in range(1, 7):
        devices.enter(phone, link)
    for _ in range(6):
        assert code_of(devices) == link
        devices.settle()
        if not is_seating(devices):
            break
    devices.settle(6)
    assert states(devices) == ["connected"] * 7
    assert sorted(min(devices.match(phone).here) for phone in range(1, 7)) == [1, 2, 3, 4, 5, 6]
    roles = [role_at(one.live, one.live.match_id, one.match).name for one in devices.sessions]
    assert roles == ["TABLE", *["SEAT"] * 6]
    assert not is_seating(devices), "all are there"


def test_the_card_says_whose_seat_is_next_and_who_sits() -> None:
    devices = table_of(RACE, 3)
    link = code_of(devices)
    for phone, (name, seated) in enumerate(
        (("Anna", ""), ("Bert", "Anna"), ("Carla", "Anna, Bert"))
    ):
        devices.settle()
        card = seen(devices.sessions[0]).one("id", "peers").text
        assert f"The next phone takes {name}’s seat." in card
        assert (f"Seated: {seated}" in card) == bool(seated)
        devices.enter(phone + 1, link)
        devices.settle(2)


def test_a_lost_phone_and_a_table_that_was_loaded_anew_come_back_by_the_same_code() -> None:
    devices = table_of(IN_TURNS, 2)
    link = code_of(devices)
    for phone in (1, 2):
        devices.enter(phone, link)
        devices.settle(2)
    devices.play(1)
    devices.deliver_all()
    seats = [devices.match(phone).here for phone in (1, 2)]
    devices.reload(2)
    devices.settle()
    assert code_of(devices) == link, "the card is there again"
    devices.enter(2, link)
    devices.settle(3)
    assert not is_seating(devices)
    devices.leave_page(0)
    devices.send(0, LiveCommand.RECONNECT)
    assert code_of(devices) == link
    devices.settle(6)
    assert states(devices) == ["connected"] * 3
    assert [devices.match(phone).here for phone in (1, 2)] == seats
    assert log(devices.match(0)) == log(devices.match(1)) == log(devices.match(2)) != []


def test_where_the_relay_is_out_of_reach_the_card_says_so_and_codes_stay() -> None:
    devices = table_of(IN_TURNS, 1)
    devices.is_up = False
    assert "Asking the relay" in seen(devices.sessions[0]).one("id", "peers").text
    devices.send(0, LiveCommand.CLOSE_ROOM)
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    devices.send(0, TakeCode(code_to_send(devices.sessions[1]), 0.0))
    devices.deliver_all()
    assert devices.sessions[1].peers == "connected"


@pytest.mark.parametrize("file", [None, '{"relay": "wss://other.example.org"}'])
def test_without_the_owners_file_the_table_shows_codes(file: str | None) -> None:
    devices = served(1, file)
    devices.send(0, Navigate(IN_TURNS, 0.0))
    devices.send(0, InviteByLink(7, int(SECRET, 16), is_table=True))
    page = seen(devices.sessions[0])
    assert "can't be read or used just now" in page.one("id", "notice").text
    assert page.one("data-answer-field")
    assert not page.all("data-room")
