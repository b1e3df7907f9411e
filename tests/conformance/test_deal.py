"""Starts: dealt by the shuffle alone, checked when they are read, brought in line by arrange."""

import random
from dataclasses import replace
from random import Random

import pytest

from spieltisch.games import catalog
from spieltisch.table import SetupError
from tests.conformance.matches import (
    ARRANGED,
    BY_CHANCE,
    SETUPS,
    WITHOUT_CHANCE,
    dealt,
    over,
    rules_of,
)

every_setup = over(SETUPS)


def deals(setup, *seeds):
    game = rules_of(setup)
    return [game.deal(setup, Random(seed).shuffle) for seed in seeds]


@every_setup
def test_the_same_shuffle_deals_the_same(setup):
    assert len(set(deals(setup, 1, 1, 1))) == 1


@over(BY_CHANCE)
def test_another_shuffle_deals_something_else(setup):
    assert len(set(deals(setup, *range(4)))) == 4


@over(WITHOUT_CHANCE)
def test_what_shuffles_nothing_deals_the_same(setup):
    assert len(set(deals(setup, *range(4)))) == 1


@every_setup
def test_chance_comes_from_the_shuffle_alone(setup):
    game = rules_of(setup)
    before = random.getstate()
    found = set()
    for seed in (1, 2):
        random.seed(seed)
        state = random.getstate()
        found.add(game.deal(setup, lambda items: items.reverse()))
        assert random.getstate() == state
    random.setstate(before)
    assert len(found) == 1


@every_setup
def test_the_seed_and_the_players_are_no_input(setup):
    game = rules_of(setup)
    start = game.deal(setup, Random(1).shuffle)
    assert game.deal(replace(setup, seed=99, start="x"), Random(1).shuffle) == start
    whole = replace(setup, start=start)
    assert game.initial_position(whole) == game.initial_position(replace(whole, seed=5))


@every_setup
def test_a_dealt_start_begins_a_match(setup):
    game = rules_of(setup)
    position = game.initial_position(dealt(setup))
    assert position.outcome is None
    assert position.active_seats


@every_setup
@pytest.mark.parametrize("start", ["", " ", "nonsense", "\0", "d" * 5000])
def test_a_wrong_start_is_refused(setup, start):
    game = rules_of(setup)
    with pytest.raises(SetupError) as caught:
        game.initial_position(replace(setup, start=start))
    assert caught.value.field == "start"


@every_setup
def test_a_start_cut_or_with_more_than_it_should_have_is_refused(setup):
    game = rules_of(setup)
    start = dealt(setup).start
    changed = {start[:-1], start[1:], start + " ", " " + start, start + start, start.upper()}
    for wrong in changed - {start}:
        with pytest.raises(SetupError):
            game.initial_position(replace(setup, start=wrong))


@every_setup
def test_arranging_gives_a_start_that_can_be_arranged_on(setup):
    game = rules_of(setup)
    arranged = replace(setup, start=game.arrange(setup, ""))
    for token in ("a", "a1", "b", "a", "", "nowhere", "\0"):
        arranged = replace(arranged, start=game.arrange(arranged, token))
    assert replace(arranged, start=game.arrange(arranged, "")) == arranged


@over(ARRANGED)
def test_what_arranging_begins_with_is_a_start(setup):
    game = rules_of(setup)
    assert game.initial_position(replace(setup, start=game.arrange(setup, ""))).active_seats


@every_setup
@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("game", {"game": "none"}),
        ("variant", {"variant": "none"}),
        ("edition", {"edition": "none"}),
        ("seats", {"seats": 9}),
        ("seats", {"seats": 0}),
        ("option", {"options": (("none", "1"),)}),
    ],
)
def test_a_setup_that_asks_for_what_is_not_there_is_refused(setup, field, change):
    game = rules_of(setup)
    with pytest.raises(SetupError) as caught:
        game.initial_position(replace(dealt(setup), **change))
    assert caught.value.field == field


@every_setup
def test_an_option_must_have_one_of_its_values(setup):
    game = rules_of(setup)
    for option in catalog.game_of(setup.game).info.options_of(setup.variant):
        with pytest.raises(SetupError) as caught:
            game.initial_position(replace(dealt(setup), options=((option.name, "none"),)))
        assert caught.value.field == option.name
        assert caught.value.choices == option.choices
