"""The second press of a double click is meant for what the first one was meant for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.app.core.messages import Command
from spieltisch.shell.second_press import TOUCH_MS, Presses
from tests.unit.pressed import listening


class Thing:
    """A node: a button, a link, or a place on a board."""

    def __init__(self, **attributes: str) -> None:
        self.attributes = {name.replace("_", "-"): told for name, told in attributes.items()}
        self.is_sending = not attributes

    def closest(self, selector: str) -> Thing | None:
        is_in = any(f"[{name}]" in selector for name in self.attributes)
        return self if is_in or ("button" in selector and self.is_sending) else None

    def matches(self, _selector: str) -> bool:
        return self.is_sending

    def getAttribute(self, name: str) -> str | None:  # noqa: N802, as the browser calls it
        return self.attributes.get(name)

    def hasAttribute(self, name: str) -> bool:  # noqa: N802
        return name in self.attributes


REVIEW, STOP = Thing(data_do="review"), Thing(data_do="stop-review")
SITE = Thing(data_site="a1")
ANALYSE = [Thing(data_do="analyse", aria_pressed=told) for told in ("false", "true")]
DELETE = [Thing(data_do="delete", data_arg=told) for told in ("match1", "match2")]
NEXT = Thing(href="#/puzzle/yala")


def click(thing: Thing, at_ms: float = 0.0, *, count: int = 1, x: float = 5.0) -> SimpleNamespace:
    return SimpleNamespace(
        target=thing, timeStamp=at_ms, detail=count, clientX=x, clientY=5.0, pointerType="mouse"
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (REVIEW, STOP),
        (Thing(data_do="go-on"), Thing(data_do="halt")),
        (Thing(data_do="hint"), Thing(data_do="take-back")),
        (Thing(data_do="play-back"), Thing(data_do="play-back", data_arg="stop")),
        ANALYSE,
        DELETE,
        (Thing(data_do="play-now"), SITE),
        (Thing(), SITE),
        (SITE, Thing(data_do="rematch")),
        (NEXT, SITE),
        (NEXT, NEXT),
    ],
)
def test_what_comes_under_the_finger_meanwhile_is_not_pressed(first: Thing, second: Thing) -> None:
    for is_touch, count in ((False, 2), (True, 1)):
        presses = Presses()
        assert not presses.is_astray(click(first, 100.0), is_touch=is_touch)
        assert presses.is_astray(click(second, 250.0, count=count), is_touch=is_touch)
        assert presses.is_astray(click(second, 400.0, count=count + 1), is_touch=is_touch), (
            "nor by a third press"
        )
        assert not presses.is_astray(click(second, 1400.0), is_touch=is_touch)


@pytest.mark.parametrize(
    "thing", [Thing(data_do="later"), Thing(data_do="take-back"), Thing(data_do="sound"), SITE]
)
def test_what_is_there_still_is_pressed_as_fast_as_anybody_can(thing: Thing) -> None:
    presses = Presses()
    for count in range(1, 6):
        assert not presses.is_astray(click(thing, 90.0 * count, count=count), is_touch=False)
        assert not presses.is_astray(click(thing, 90.0 * count), is_touch=True)


def test_places_on_a_board_are_pressed_one_after_the_other() -> None:
    presses = Presses()
    assert not presses.is_astray(click(SITE, 0.0), is_touch=True)
    assert not presses.is_astray(click(Thing(data_token="sow"), 90.0), is_touch=True)


def test_two_fingers_in_two_places_are_no_double_tap() -> None:
    presses = Presses()
    assert not presses.is_astray(click(REVIEW, 0.0), is_touch=True)
    assert not presses.is_astray(click(STOP, 90.0, x=60.0), is_touch=True)
    assert not presses.is_astray(click(REVIEW, 100.0 + TOUCH_MS, x=60.0), is_touch=True)


def test_a_button_that_is_pressed_by_script_or_key_is_no_second_press() -> None:
    presses = Presses()
    for thing in (REVIEW, STOP):
        assert not presses.is_astray(click(thing, count=0), is_touch=True)


def test_nobody_calls_by_the_press_that_has_begun_the_race() -> None:
    aya = Thing(data_shout="aya")
    presses = Presses()
    assert not presses.is_call_astray(click(aya, 10.0)), "the first press of all"
    presses.is_astray(click(Thing(data_do="ready"), 100.0), is_touch=False)
    assert presses.is_call_astray(click(aya, 250.0))
    assert not presses.is_call_astray(click(aya, 250.0, x=100.0))
    assert not presses.is_call_astray(click(aya, 500.0))
    presses.is_astray(click(SITE, 600.0), is_touch=False)
    assert not presses.is_call_astray(click(aya, 650.0))


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A page with all of its listeners, and what they have sent."""
    sent: list[Any] = []
    host = SimpleNamespace(send=lambda message, **_: sent.append(message))
    return SimpleNamespace(sent=sent, on=listening(monkeypatch, host, 0.0))


def test_a_double_click_on_a_page_does_one_thing(page: Any) -> None:
    prevented = []
    for thing, count in ((REVIEW, 1), (STOP, 2)):
        event = click(thing, 100.0 * count, count=count)
        event.preventDefault = lambda: prevented.append(True)
        page.on["click"](event)
    assert page.sent == [Command.REVIEW]
    assert prevented == [True], "a link would lead on"
    page.on["click"](click(STOP, 1000.0))
    assert page.sent == [Command.REVIEW, Command.STOP_REVIEW]


def test_a_key_that_is_held_down_presses_what_it_came_down_on() -> None:
    presses = Presses()
    for thing, repeat, is_astray in (
        (REVIEW, False, False),
        (STOP, True, True),
        (STOP, False, False),
        (Thing(data_do="later"), False, False),
        (Thing(data_do="later"), True, False),
    ):
        event = SimpleNamespace(target=thing, repeat=repeat)
        assert presses.is_held_astray(event) is is_astray


def test_what_somebody_else_has_just_put_there_is_not_pressed(page: Any) -> None:
    prevented = []
    event = click(REVIEW, 100.0)
    event.hasJustCome = True
    event.preventDefault = lambda: prevented.append(True)
    page.on["click"](event)
    assert page.sent == []
    assert prevented == [True]
    page.on["click"](click(REVIEW, 700.0))
    assert page.sent == [Command.REVIEW]
