"""Letters that ask about the board, typed where moves are typed."""

from __future__ import annotations

import pytest

from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core.effects import Clear
from spieltisch.app.core.messages import Navigate
from spieltisch.app.update import update
from tests.unit.asking import after, said


@pytest.mark.parametrize(
    ("place", "letter", "answer"),
    [
        ("#/play/yala?seats=human,bot:2&seed=7", "m", "Can move: "),
        ("#/play/yala?seats=human,bot:2&seed=7", " W ", "Walls: none."),
        ("#/play/myra?seats=human,human&seed=5", "l", "No move yet."),
        ("#/learn/yala", "r", "a "),
    ],
)
def test_a_typed_letter_asks_as_one_on_the_board(place: str, letter: str, answer: str) -> None:
    """So whoever's screen reader keeps letters to itself can ask, too."""
    session, effects = update(after(Navigate(place, 0.0)), TypeAction(letter, 0.0))
    assert session.notice is None
    assert Clear("typed") in effects
    assert said(session).startswith(answer)


def test_what_is_an_action_is_played() -> None:
    session = after(Navigate("#/play/yala?seats=human,human&seed=7", 0.0))
    assert session.match is not None
    (seat,) = session.match.position.active_seats
    action = session.match.position.legal_actions(seat)[0]
    text = session.match.rules.format_action(action)
    session, _ = update(session, TypeAction(text, 0.0))
    assert session.match is not None
    assert [turn.action for turn in session.match.turns] == [action]
