"""What people say, play and take back at the same moment on devices that play live.

Messages cross each other and get lost with their line, and still all have one log, without being
asked anything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.board.messages import Say
from spieltisch.app.core.messages import Command
from spieltisch.app.together.messages import AnswerWish
from spieltisch.table import TableAction
from tests.unit.devices import Devices, log

TWO = "#/play/yala?seats=human,link&names=Anna,Ben&seed=4"
THREE = "#/play/myra?seats=human,link,link&seed=4"
MIDDLE = "#/play/myra?seats=link,human,link&seed=4"
LINKS = {TWO: 2, "#/play/myra?seats=human,link&seed=4": 2, THREE: 3, MIDDLE: 3}

SAID = {action.value.removesuffix("-draw"): action for action in TableAction}
COMMANDS = {
    "back": Command.TAKE_BACK,
    "grant": AnswerWish(is_granted=True),
    "rather-not": AnswerWish(is_granted=False),
    "redo": Command.REDO,
}


def step(devices: Devices, name: str, choose=lambda count: 0) -> None:
    """One thing that happens: "1 offer" is said at device 1, "1 move" is played there, "1>0" is the
    next message from there to device 0, "cut 1" ends line 1 until "mend 1"."""
    first, _, what = name.partition(" ")
    if first == "cut":
        devices.lapse(int(what))
    elif first == "mend":
        devices.come_back(int(what))
    elif not what:
        sender, receiver = map(int, first.split(">"))
        devices.deliver(next(one for one in devices.letters if one[:2] == (sender, receiver)))
    elif what == "move":
        devices.play(int(first), choose)
    elif what in SAID:
        seat = min(devices.match(int(first)).people)
        devices.send(int(first), Say(SAID[what], seat, devices.now_ms))
    else:
        devices.send(int(first), COMMANDS[what])


def assert_alike(devices: Devices) -> None:
    devices.deliver_all()
    matches = [devices.match(number) for number in range(len(devices.sessions))]
    for session, match in zip(devices.sessions, matches, strict=True):
        assert log(match) == log(matches[0])
        assert match.offers == matches[0].offers
        assert session.table is not None
        assert session.table.fork is None
        assert "REFUSED" not in repr(session.notice)


CROSSED = {
    "a message from before what it crosses": (
        TWO, "0 move, 0>1, 1 move, 0 offer, 1 resign, 1>0, 1>0, 0 resign, 0>1",
    ),
    "offers on both sides, then resignations": (
        TWO, "0 move, 0>1, 0 offer, 1 offer, 1 move, 1>0, 1>0, 0 resign, 1 resign, 0>1",
    ),
    "an answer to an offer that is made anew": (
        MIDDLE, "0 offer, 1 move, 1>0, 0>2, 0 move, 2 decline, 0 offer, 1 offer",
    ),
    "an offer for which there was no room at first": (
        THREE, "0 move, 0>1, 2 offer, 2>0, 0>2, 1 offer, 0 decline, 1 move",
    ),
    "an own move that comes back behind what it crossed": (
        MIDDLE, "0 offer, 1 move, 1>0, cut 1, mend 1",
    ),
    "an offer that the host has played, but could not say so": (
        THREE, "1 offer, 2 offer, 2>0, 0>1, 0 move, 1>0, 0 accept, cut 1, mend 1",
    ),
    "a move after granting to take back": (
        TWO, "0 move, 0>1, 0 back, 0>1, 1 grant, 1 move, 1>0",
    ),
    "a word after granting, and a wish after that": (
        TWO, "0 move, 0>1, 0 back, 0>1, 1 grant, 1 offer, 1 back, 1 move, 1>0",
    ),
    "a wish that crosses the host's move": (
        TWO, "1 offer, 1>0, 1 back, 0 move, 1>0, 0 grant",
    ),
    "a wish while turns that have crossed are brought together": (
        "#/play/myra?seats=human,link&seed=4",
        "0 move, 0>1, 1 offer, 0 offer, 1 move, 0>1, 1>0, 1>0, 0>1, 0 back",
    ),
    "an offer that is taken back": (
        TWO, "0 move, 0>1, 1 offer, 1>0, 1 back, 1>0, 0 grant, 0>1, 1 move",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("link", "steps"), CROSSED.values(), ids=CROSSED)
def test_what_crosses_is_brought_into_one_order(link, steps):
    devices = Devices.connected(link, LINKS[link])
    devices.deliver_all()
    for name in steps.split(", "):
        step(devices, name)
    assert_alike(devices)


def test_whoever_has_spoken_while_it_became_their_turn_can_move():
    devices = Devices.connected(TWO)
    step(devices, "1 offer")
    step(devices, "0 move")
    devices.deliver_all()
    step(devices, "1 move")
    assert_alike(devices)
    assert [seat for seat, _ in log(devices.match(0))] == [1, 2, 2]


def test_taking_an_offer_back_withdraws_it_everywhere():
    devices = Devices.connected(TWO)
    for name in ("0 move", "1 offer"):
        step(devices, name)
        devices.deliver_all()
    assert devices.match(0).asked == {1}
    for name in ("1 back", "0 grant"):
        step(devices, name)
        devices.deliver_all()
    assert_alike(devices)
    assert [text for _, text in log(devices.match(0))] == [log(devices.match(1))[0][1]]
    assert devices.match(0).asked == devices.match(1).asked == frozenset()
    step(devices, "1 redo")
    assert_alike(devices)
    assert devices.match(0).asked == {1}


@settings(max_examples=60, deadline=None)
@given(data=st.data(), link=st.sampled_from(sorted(LINKS)))
def test_whatever_crosses_the_logs_are_the_same(data, link):
    devices = Devices.connected(link, LINKS[link])
    devices.deliver_all()
    # Whose line has gone while others took turns back may be asked which way counts.
    kinds = data.draw(st.sampled_from([("cut", "mend"), tuple(COMMANDS)]))
    broken: set[int] = set()
    for _ in range(data.draw(st.integers(2, 18))):
        number = data.draw(st.integers(0, LINKS[link] - 1))
        match = devices.match(number)
        routes = sorted({f"{one[0]}>{one[1]}" for one in devices.letters})
        options = [*routes, *routes]
        if match.position.active_seats & match.people:
            options += [f"{number} move"] * 2
        options += [
            f"{number} {name}"
            for name, action in SAID.items()
            if action in match.table_actions(min(match.people))
        ]
        for kind in kinds:
            lines = (set(devices.ends) - broken) if kind == "cut" else broken
            on = [f"{kind} {one}" for one in sorted(lines)]
            options += on if kind in ("cut", "mend") else [f"{number} {kind}"]
        chosen = data.draw(st.sampled_from(options)) if options else "0 back"
        step(devices, chosen, lambda count: data.draw(st.integers(0, count - 1)))
        if chosen.startswith("cut"):
            broken.add(int(chosen.split()[1]))
        elif chosen.startswith("mend"):
            broken.discard(int(chosen.split()[1]))
    for line in sorted(broken):
        devices.come_back(line)
    assert_alike(devices)
