"""Matches with people on other devices by ear alone: each hears what the other has done, whose turn
it is, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from spieltisch.app.board.messages import ClaimSeat
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Device, Session, Visit
from spieltisch.kit.names import Names
from tests.unit.devices import Devices
from tests.unit.ear import Ear
from tests.unit.test_by_ear import MOST_STEPS

NAMES = Names(("Anna", "Bert"))
SEATS = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"

ENDS = (" win: ", "A draw: ")
"""How it is told that a match is over."""


class Listener(Ear):
    """Somebody at one of several devices."""

    def __init__(self, devices: Devices, number: int) -> None:
        super().__init__(devices.sessions[number])
        self.devices, self.number = devices, number

    def send(self, message: Message) -> None:
        self.devices.send(self.number, message)


@dataclass
class HeardDevices(Devices):
    """Devices at which nobody sees."""

    ears: list[Listener] = field(default_factory=list)

    def send(self, device: int, message: Any) -> None:
        super().send(device, message)
        for ear in self.ears:
            ear.now_ms = self.now_ms
        if self.ears:
            self.ears[device].hear(self.sessions[device])


def test_a_live_match_is_played_to_its_end() -> None:
    devices = HeardDevices.some(2)
    devices.send(0, Navigate(SEATS, 0.0))
    devices.connect(0, 1)
    devices.ears = [Listener(devices, number) for number in range(2)]
    devices.deliver_all()
    for ear in devices.ears:
        ear.come_to_the_board()
    for step in range(MOST_STEPS):
        mover, other = devices.ears[step % 2], devices.ears[1 - step % 2]
        name = NAMES[step % 2]
        start, end = mover.move("Can move to", "Can land here")
        devices.deliver_all()
        for ear in (mover, other):
            told = "You" if ear is mover else name
            assert ear.said.startswith(f"{told}: {start} ")
            assert f"clockwise to {end}, now" in ear.said
        if any(end in mover.said for end in ENDS):
            is_drawn = "A draw: " in mover.said
            assert is_drawn or "You win: " in mover.said
            assert is_drawn or "You are walled in: " in other.said
            return
        assert f"{NAMES[1 - step % 2]} to move" in mover.said
        assert other.said.endswith("Your turn.")
    raise AssertionError("it never came to an end")


def test_a_match_by_link_is_played_to_its_end() -> None:
    ears = [
        Ear(Session(device=Device(site="https://example.org/table/"), visit=Visit(letter * 8)))
        for letter in "ab"
    ]
    ears[0].follow(SEATS)
    assert ears[0].said == "YALA. You play Dark against Bert. Your turn."
    for step in range(MOST_STEPS):
        mover, other = ears[step % 2], ears[1 - step % 2]
        name, next_name = NAMES[step % 2], NAMES[1 - step % 2]
        mover.come_to_the_board()
        start, end = mover.move("Can move to", "Can land here")
        played = mover.said
        assert played.startswith(f"You: {start} ")
        assert f"clockwise to {end}, now" in played
        other.follow(sent_by(mover))
        if not step:
            # Who has no seat yet is told of both players by name.
            told = f"The game goes on. {played}".replace("You: ", f"{name}: ")
            assert other.said == told
            other.send(ClaimSeat(2))
            assert other.said == told.replace(f"{next_name} to move.", "Your turn.")
            continue
        assert other.said.startswith(f"{name}: {start} ")
        if any(end in played for end in ENDS):
            return
        assert played.endswith(f"{next_name} to move.")
    raise AssertionError("it never came to an end")


def sent_by(ear: Ear) -> str:
    """The link that is offered to be sent."""
    return "#" + ear.page.one("data-turn-link").text.strip().partition("#")[2]
