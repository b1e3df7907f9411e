"""What is said is said once: it changes with the news, and with nothing else."""

from __future__ import annotations

import pytest

from spieltisch.app.board.messages import Press, Wake
from spieltisch.app.core.messages import Command, Navigate, SetSetting, WorkerChanged
from spieltisch.app.screens import page_of
from spieltisch.app.settings.state import KeyShown
from spieltisch.kit.markup import whole
from spieltisch.kit.scene import Worker
from tests.unit.asking import after, said
from tests.unit.ear import LIVE

STATES = tuple(Worker)


@pytest.mark.parametrize(
    ("link", "presses"),
    [
        ("#/play/yala?seats=human,bot:1&seed=11", ("d", "f")),
        ("#/play/myra?seats=human,bot:1&seed=11", ()),
        ("#/play/aya?seats=human,bot:1&seed=9", ()),
        ("#/learn/yala", ()),
    ],
)
def test_what_a_computer_does_meanwhile_is_not_news(link: str, presses: tuple[str, ...]) -> None:
    session = after(Navigate(link, 0.0), *(Press(one, 0.0) for one in presses))
    before = whole(page_of(session))
    told, spoken = said(session), LIVE.findall(before)
    assert told
    for state in (*STATES, *STATES):
        session = after(WorkerChanged(state), KeyShown("KeyQ", "A"), session=session)
        assert LIVE.findall(whole(page_of(session))) == spoken
    session = after(SetSetting("theme", "dark"), session=session)
    assert said(session) == told


def test_what_was_asked_for_is_told_again_as_often_as_it_is_asked_for() -> None:
    session = after(Navigate("#/play/yala?seats=human,human&seed=1", 0.0), Command.HINT)
    before = LIVE.findall(whole(page_of(session)))
    again = LIVE.findall(whole(page_of(after(Command.NEXT_SOUND, session=session))))
    assert [bool(text) for text in before] == [not text for text in again]


def test_the_same_words_on_another_screen_are_news() -> None:
    """Two matches that begin alike."""
    first = after(Navigate("#/play/yala?seats=human,human&seed=1", 0.0))
    second = after(Navigate("#/play/yala?seats=human,human&seed=2", 0.0), session=first)
    before, now = (LIVE.findall(whole(page_of(one))) for one in (first, second))
    assert before == now[::-1]


def test_nothing_is_left_to_say_where_there_is_no_board() -> None:
    session = after(Navigate("#/play/yala?seats=human,human&seed=1", 0.0), Navigate("#/", 0.0))
    assert LIVE.findall(whole(page_of(session))) == ["", ""]
    assert after(Wake(10.0), session=session).heard is None
