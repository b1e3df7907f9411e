"""Somebody's first table has few controls, and the others come with the first move."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core.messages import Command, Navigate, PlayNow
from spieltisch.app.core.session import Session
from spieltisch.app.first_views import first_views
from spieltisch.games import catalog
from spieltisch.kit.words import LANGUAGES
from tests.unit.asking import PEOPLE, after, seen

PLACES = {
    "myra": "#/play/myra?seats=human,human&seed=7",
    "yala": "#/play/yala?seats=human,human&seed=7",
}


def is_first(session: Session) -> bool:
    """Whether a page folds most controls away."""
    return any(node.attributes.get("id") == "table-more" for node in seen(session).walk())


def action_of(choice: Any, presses: int = 4) -> Any:
    """An action that so many presses make, or fewer."""
    if choice.action is not None or presses == 0:
        return choice.action
    ways = (action_of(choice.press(one), presses - 1) for one in sorted(choice.targets))
    return next((one for one in ways if one is not None), None)


def moved(session: Session) -> Session:
    """The session after somebody has played a first move."""
    match = session.match
    assert match is not None
    seat = min(match.position.active_seats)
    rules = match.game.rules
    typed = rules.format_action(action_of(rules.choose(match.position, seat)))
    there = after(TypeAction(typed, 9.0), session=session)
    assert there.match is not None
    assert there.match.turns
    return there


def ids(session: Session) -> list[str]:
    """What the panel holds, from top to bottom, but what folds it."""
    found = [node.attributes.get("id") for node in seen(session).walk()]
    wanted = ("aids", "steps", "undoing", "moves", "typing")
    return [one for one in found if one in wanted]


def test_all_games_are_tried_but_that_which_is_a_whole_table():
    assert {*PLACES, "aya"} == catalog.GAMES.keys()


@pytest.mark.parametrize("game", PLACES)
def test_the_first_move_unfolds_all_for_ever(game):
    first = after(Navigate(PLACES[game], 0.0))
    assert is_first(first)
    played = moved(first)
    assert not is_first(played)
    # Everything was in its place, so that fields and the focus stay.
    assert ids(first) == ids(played)
    # Neither a move that is taken back nor the next match folds it again.
    assert not is_first(after(Command.TAKE_BACK, session=played))
    for other in catalog.GAMES:
        there = after(Navigate("#/", 20.0), PlayNow(other, 3, 30.0), session=played)
        assert there.match is not None
        assert not is_first(there)


@pytest.mark.parametrize("game", PLACES)
def test_a_bot_that_sits_there_changes_nothing(game):
    assert is_first(after(Navigate("#/", 0.0), PlayNow(game, 3, 0.0)))


@pytest.mark.parametrize(
    "place",
    [
        "#/play/yala?seats=bot:1,bot:1&seed=7",
        # In a race nothing moves at the first call.
        "#/play/aya?seats=human,human&seed=7",
        "#/play/aya?seats=human&variant=tueftler&seed=7",
        PEOPLE,
        "#/lesson/yala/1",
        "#/puzzle/yala/1",
        "#/rules/yala",
        "#/",
    ],
)
def test_no_other_screen_folds_anything(place):
    assert not is_first(after(Navigate(place, 0.0)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_seen_before_python_runs_folds_nothing(language):
    views = first_views()
    assert all("table-more" not in views[f"{language}:play/{game}"] for game in catalog.GAMES)
