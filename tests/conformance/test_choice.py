"""Choosing step by step ends in legal actions, reaches all of them, and never raises."""

from functools import cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.table import CLOCK, Status
from tests.conformance.matches import SETUPS, WITH_FEW_ACTIONS, moments, over, rules_of

every_setup = over(SETUPS)

ODD_TOKENS = ("", " ", "\0", "😀", "0", "?", "nowhere", "__class__")

MOST_PRESSES = 12


def people(position):
    return sorted(position.active_seats - {CLOCK})


def tokens(setup):
    """Tokens that mean something here, in each game's first set-up, or nowhere."""
    firsts = {one.game: one for one in reversed(SETUPS)}.values()
    return sorted({*ODD_TOKENS}.union(*map(targets, {setup, *firsts})))


@cache
def targets(setup):
    """The tokens that some walks through choices were offered."""
    rng = Random(4)
    found = set()
    for _, _, choice in choices(setup):
        for _ in range(MOST_PRESSES):
            if not choice.targets:
                break
            found |= choice.targets
            choice = choice.press(rng.choice(sorted(choice.targets)))
    return found


def choices(setup, every=5):
    """The empty choices of every seat that may act, in some positions."""
    game = rules_of(setup)
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


@over(WITH_FEW_ACTIONS)
def test_every_successor_can_be_chosen(setup):
    """Two actions with one result may share their presses.

    A game with too many ways to an action to go through all presses for each in tests of its own.
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
    every_token = tokens(setup)
    for _, position, start in choices(setup, every=4):
        choice = start
        for _ in range(60):
            assert all(isinstance(token, str) and token for token in choice.targets)
            choice = choice.press(rng.choice([*every_token, *sorted(choice.targets)]))
            if choice.action is not None:
                assert choice.action in position.legal_actions(start.seat)
            if choice.status is Status.COMPLETE:
                choice = choice.back() if rng.random() < 0.5 else start


@every_setup
def test_seats_that_may_not_act_have_nothing_to_choose(setup):
    game = rules_of(setup)
    for position, _ in moments(setup)[-3:]:
        for seat in set(range(1, setup.seats + 1)) - position.active_seats:
            choice = game.choose(position, seat)
            for token in tokens(setup)[::3]:
                pressed = choice.press(token)
                assert pressed.action is None
                assert not pressed.targets


@over(tuple({one.game: one for one in reversed(SETUPS)}.values()))
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_text_at_all_raises(setup, data):
    position = data.draw(st.sampled_from(moments(setup)[:-1])).position
    choice = rules_of(setup).choose(position, data.draw(st.sampled_from(people(position))))
    texts = st.text(max_size=4) | st.sampled_from(tokens(setup))
    for token in data.draw(st.lists(texts, max_size=8)):
        choice = choice.press(token)
        assert choice.action is None or choice.action in position.legal_actions(choice.seat)
