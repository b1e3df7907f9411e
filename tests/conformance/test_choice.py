"""Choosing step by step ends in legal actions, reaches all of them, and never raises."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.table import CLOCK, Status
from tests.conformance.matches import SETUPS, moments, name_of

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=name_of)

TOKENS = [
    *"abcdefghijkl",
    *(f"{row}{number}" for row in "abcdefghijk" for number in range(1, 12)),
    *"+-123456789LRX",
    *("1L", "5R", "aya", "oye", "refute", "concede", "stop", "expire"),
    *("move", "gather", "sow", "pass", "", " ", "\0", "😀", "a12", "l1", "e+", "__class__"),
]

MOST_PRESSES = 12


def people(position):
    return sorted(position.active_seats - {CLOCK})


def choices(setup, every=5):
    """The empty choices of every seat that may act, in some positions."""
    game = catalog.game_of(setup.game).rules
    for position, _ in moments(setup)[::every]:
        for seat in people(position):
            yield game, position, game.choose(position, seat)


@every_setup
def test_the_empty_choice_offers_something_and_is_its_own_past(setup):
    for _, position, choice in choices(setup):
        assert choice.seat in position.active_seats
        assert choice.status is Status.INCOMPLETE
        assert choice.action is None
        assert choice.targets
        assert choice.back() == choice
        hash(choice)


@every_setup
def test_targets_lead_on_to_legal_actions(setup):
    rng = Random(5)
    for _, position, start in choices(setup, every=2):
        choice = start
        for _ in range(MOST_PRESSES):
            if choice.status is Status.COMPLETE:
                break
            assert choice.targets
            pressed = choice.press(rng.choice(sorted(choice.targets)))
            assert pressed != choice
            if pressed.action is not None:
                assert pressed.action in position.legal_actions(start.seat)
                assert pressed.status in (Status.PLAYABLE, Status.COMPLETE)
            else:
                assert pressed.status is Status.INCOMPLETE
            choice = pressed
        if choice.status is Status.COMPLETE:
            assert not choice.targets
            position.apply(choice.seat, choice.action)


@every_setup
def test_back_leads_to_the_empty_choice(setup):
    rng = Random(6)
    for _, _, start in choices(setup, every=3):
        choice = start
        for _ in range(5):
            if choice.targets:
                choice = choice.press(rng.choice(sorted(choice.targets)))
        for _ in range(6):
            choice = choice.back()
        assert choice == start


def reached(start):
    """Every action that presses of targets lead to."""
    found, seen, todo = set(), {start}, [start]
    while todo:
        choice = todo.pop()
        if choice.action is not None:
            found.add(choice.action)
        for token in choice.targets:
            pressed = choice.press(token)
            if pressed not in seen:
                seen.add(pressed)
                todo.append(pressed)
    return found


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game != "myra"], ids=name_of)
def test_every_successor_can_be_chosen(setup):
    """Two actions with one result may share their presses (YALA: both ways to one place).

    Myra has too many ways to an action to go through all; its own tests press for each action.
    """
    for _, position, start in choices(setup, every=4):
        seat = start.seat
        legal = position.legal_actions(seat)
        chosen = reached(start)
        assert chosen <= set(legal)
        assert {position.apply(seat, a) for a in chosen} == {position.apply(seat, a) for a in legal}


@every_setup
def test_no_token_ever_raises(setup):
    rng = Random(8)
    for _, position, start in choices(setup, every=4):
        choice = start
        for _ in range(60):
            assert choice.targets <= set(TOKENS)
            choice = choice.press(rng.choice(TOKENS))
            if choice.action is not None:
                assert choice.action in position.legal_actions(start.seat)
            if choice.status is Status.COMPLETE:
                choice = choice.back() if rng.random() < 0.5 else start


@every_setup
def test_seats_that_may_not_act_have_nothing_to_choose(setup):
    game = catalog.game_of(setup.game).rules
    for position, _ in moments(setup)[-3:]:
        for seat in set(range(1, setup.seats + 1)) - position.active_seats:
            choice = game.choose(position, seat)
            for token in TOKENS[::3]:
                pressed = choice.press(token)
                assert pressed.action is None
                assert not pressed.targets


@pytest.mark.parametrize("name", catalog.GAMES)
@settings(max_examples=60)
@given(data=st.data())
def test_no_text_at_all_raises(name, data):
    setup = next(setup for setup in SETUPS if setup.game == name)
    position = data.draw(st.sampled_from(moments(setup)[:-1])).position
    choice = catalog.game_of(name).rules.choose(
        position, data.draw(st.sampled_from(people(position)))
    )
    for token in data.draw(st.lists(st.text(max_size=4) | st.sampled_from(TOKENS), max_size=8)):
        choice = choice.press(token)
        assert choice.action is None or choice.action in position.legal_actions(choice.seat)
