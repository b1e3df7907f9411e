"""How far a wheel is turned for a step through the match."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from spieltisch.app.core.messages import Command
from spieltisch.shell.pointer import PAUSE_MS, STEP_PX, Wheel, is_for_board


def event(delta, at_ms=0.0, mode=0, *, is_over_board=True, **keys):
    target = SimpleNamespace(closest=lambda _: target if is_over_board else None)
    held = {"ctrlKey": False, "shiftKey": False, **keys}
    return SimpleNamespace(deltaY=delta, deltaMode=mode, timeStamp=at_ms, target=target, **held)


def test_a_notch_is_a_step_whatever_it_is_counted_in():
    for delta, mode in ((100.0, 0), (3.0, 1), (1.0, 2)):
        assert Wheel().turn(event(delta, mode=mode)) is Command.LATER
        assert Wheel().turn(event(-delta, mode=mode)) is Command.EARLIER


def test_a_trackpad_adds_up_and_one_that_rests_begins_anew():
    wheel, small = Wheel(), STEP_PX / 4
    assert [wheel.turn(event(small, 10.0 * n)) for n in range(8)] == (
        [None, None, None, Command.LATER] * 2
    )
    wheel.turn(event(small * 3, 100.0))
    assert wheel.turn(event(small, 101.0 + PAUSE_MS)) is None
    wheel.turn(event(small * 3, 400.0))
    assert wheel.turn(event(-small, 401.0)) is None, "turned round"


@pytest.mark.parametrize(
    "other",
    [
        event(100.0, is_over_board=False),
        event(100.0, ctrlKey=True),
        event(0.0),
        event(1.0, shiftKey=True),
    ],
)
def test_what_zooms_or_scrolls_is_not_for_the_board(other):
    assert not is_for_board(other)
    assert is_for_board(event(100.0))
