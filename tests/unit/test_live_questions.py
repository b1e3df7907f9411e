"""Several things are asked at once where people play live: each keeps its place on screen, each is
answered by itself, and both sides are told."""

from __future__ import annotations

from itertools import permutations

import pytest

from spieltisch.app.board.messages import Say
from spieltisch.app.core.messages import Command
from spieltisch.app.together.messages import AllowHelp, AnswerWish
from spieltisch.table import TableAction
from tests.unit.asking import seen
from tests.unit.devices import Devices, log

YALA = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"

ANSWERS = {"back": "grant-back", "draw": "accept-draw", "help": "allow-help"}
DECLINED = {"back": "decline-back", "draw": "decline-draw", "help": "refuse-help"}
TOLD = {
    "back": "You have asked whether move",
    "draw": "You have offered a draw.",
    "help": "You have asked for help",
}


def ask(devices: Devices, device: int, what: str) -> None:
    (seat,) = devices.match(device).people
    messages = {
        "back": Command.TAKE_BACK,
        "draw": Say(TableAction.OFFER, seat, devices.now_ms),
        "help": AllowHelp(True),
    }
    devices.send(device, messages[what])
    devices.deliver_all()


def answer(devices: Devices, device: int, what: str, *, is_yes: bool) -> None:
    (seat,) = devices.match(device).people
    said = TableAction.ACCEPT if is_yes else TableAction.DECLINE
    messages = {
        "back": AnswerWish(is_yes),
        "draw": Say(said, seat, devices.now_ms),
        "help": AllowHelp(is_yes),
    }
    devices.send(device, messages[what])
    devices.deliver_all()


def asked_in_order(devices: Devices, device: int) -> list[str]:
    """What is asked on a device, from the top of the page down."""
    buttons = seen(devices.sessions[device]).all("data-do")
    asked = [one for one in buttons if "is-primary" in one.attributes.get("class", "")]
    dos = [one.attributes["data-do"] for one in asked]
    return [what for do in dos for what, given in ANSWERS.items() if do == given]


def begun(asker: int) -> Devices:
    devices = Devices.connected(YALA)
    for device in (0, 1):
        devices.play(device)
        devices.deliver_all()
    assert len(log(devices.match(asker))) == 2
    return devices


@pytest.mark.parametrize("asker", [0, 1])
@pytest.mark.parametrize("order", list(permutations(ANSWERS)))
def test_what_is_asked_first_stands_first_and_stays(asker: int, order: tuple[str, ...]) -> None:
    devices = begun(asker)
    for count, what in enumerate(order, 1):
        ask(devices, asker, what)
        assert asked_in_order(devices, 1 - asker) == list(order[:count])
        text = seen(devices.sessions[asker]).text
        assert all(TOLD[one] in text for one in order[:count])


@pytest.mark.parametrize("asker", [0, 1])
@pytest.mark.parametrize("first", ANSWERS)
@pytest.mark.parametrize("answered", ANSWERS)
def test_an_answer_is_to_what_was_asked_alone(asker: int, first: str, answered: str) -> None:
    order = sorted(ANSWERS, key=lambda what: (what != first, what))
    devices = begun(asker)
    for what in order:
        ask(devices, asker, what)
    answer(devices, 1 - asker, answered, is_yes=False)
    left = [what for what in order if what != answered]
    assert asked_in_order(devices, 1 - asker) == left
    assert not devices.match(0).is_over
    text = seen(devices.sessions[asker]).text
    assert TOLD[answered] not in text
    assert all(TOLD[one] in text for one in left)
    assert log(devices.match(0)) == log(devices.match(1))


@pytest.mark.parametrize("asker", [0, 1])
@pytest.mark.parametrize("order", [("back", "draw"), ("draw", "back")])
def test_granting_to_take_back_agrees_to_no_draw(asker: int, order: tuple[str, ...]) -> None:
    devices = begun(asker)
    before = log(devices.match(0))
    for what in order:
        ask(devices, asker, what)
    answer(devices, 1 - asker, "back", is_yes=True)
    matches = [devices.match(one) for one in (0, 1)]
    assert not any(match.is_over for match in matches)
    assert log(matches[0]) == log(matches[1])
    # Taken back is the last thing that was chosen by then: the move, or the offer.
    wanted = before[: asker if order[0] == "back" else 2]
    assert log(matches[0]) == wanted
    assert asked_in_order(devices, 1 - asker) == []


@pytest.mark.parametrize("asker", [0, 1])
def test_agreeing_to_a_draw_ends_what_else_was_asked(asker: int) -> None:
    devices = begun(asker)
    ask(devices, asker, "back")
    ask(devices, asker, "draw")
    answer(devices, 1 - asker, "draw", is_yes=True)
    for number in (0, 1):
        assert devices.match(number).is_over
        assert asked_in_order(devices, number) == []
        assert "You have asked whether" not in seen(devices.sessions[number]).text
    devices.send(1 - asker, AnswerWish(is_granted=True))
    devices.deliver_all()
    assert all(devices.match(one).is_over for one in (0, 1))


@pytest.mark.parametrize("asker", [0, 1])
def test_questions_that_cross_stay_on_both_sides(asker: int) -> None:
    devices = begun(asker)
    (seat,) = devices.match(1 - asker).people
    devices.send(asker, Command.TAKE_BACK)
    devices.send(1 - asker, Say(TableAction.OFFER, seat, devices.now_ms))
    devices.deliver_all()
    assert asked_in_order(devices, 1 - asker) == ["back"]
    assert asked_in_order(devices, asker) == ["draw"]
    assert TOLD["back"] in seen(devices.sessions[asker]).text
    assert TOLD["draw"] in seen(devices.sessions[1 - asker]).text
    answer(devices, 1 - asker, "back", is_yes=True)
    assert log(devices.match(0)) == log(devices.match(1))
    assert len(log(devices.match(0))) == asker


@pytest.mark.parametrize("asker", [0, 1])
def test_a_move_declines_the_wish_to_take_back(asker: int) -> None:
    devices = begun(asker)
    mover = 0
    if asker == mover:
        devices.play(0)
        devices.deliver_all()
        mover = 1
    ask(devices, asker, "back")
    assert (
        "Playing a move declines it, too."
        in seen(devices.sessions[1 - asker]).one("id", "peers").text
    )
    devices.play(mover)
    devices.deliver_all()
    for number in (0, 1):
        assert asked_in_order(devices, number) == []
        assert "You have asked whether" not in seen(devices.sessions[number]).text
