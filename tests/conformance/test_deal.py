"""Starts: dealt by the shuffle alone, checked when they are read, brought in line by arrange."""

import random
from dataclasses import replace
from random import Random

import pytest

from spieltisch.games import catalog
from spieltisch.table import SetupError
from tests.conformance.matches import SETUPS, dealt, name_of

pytestmark = pytest.mark.parametrize("setup", SETUPS, ids=name_of)

HAS_CHANCE = {"aya", "yala"}


def deals(setup, *seeds):
    game = catalog.game_of(setup.game).rules
    return [game.deal(setup, Random(seed).shuffle) for seed in seeds]


def test_the_same_shuffle_deals_the_same(setup):
    assert len(set(deals(setup, 1, 1, 1))) == 1


def test_another_shuffle_deals_something_else(setup):
    different = len(set(deals(setup, *range(4))))
    assert different == (4 if setup.game in HAS_CHANCE else 1)


def test_chance_comes_from_the_shuffle_alone(setup):
    game = catalog.game_of(setup.game).rules
    before = random.getstate()
    found = set()
    for seed in (1, 2):
        random.seed(seed)
        state = random.getstate()
        found.add(game.deal(setup, lambda items: items.reverse()))
        assert random.getstate() == state
    random.setstate(before)
    assert len(found) == 1


def test_the_seed_and_the_players_are_no_input(setup):
    game = catalog.game_of(setup.game).rules
    start = game.deal(setup, Random(1).shuffle)
    assert game.deal(replace(setup, seed=99, start="x"), Random(1).shuffle) == start
    whole = replace(setup, start=start)
    assert game.initial_position(whole) == game.initial_position(replace(whole, seed=5))


def test_a_dealt_start_begins_a_match(setup):
    game = catalog.game_of(setup.game).rules
    position = game.initial_position(dealt(setup))
    assert position.outcome is None
    assert position.active_seats


@pytest.mark.parametrize("start", ["", " ", "nonsense", "\0", "d" * 5000])
def test_a_wrong_start_is_refused(setup, start):
    game = catalog.game_of(setup.game).rules
    with pytest.raises(SetupError) as caught:
        game.initial_position(replace(setup, start=start))
    assert caught.value.field == "start"


def test_a_start_cut_or_with_more_than_it_should_have_is_refused(setup):
    game = catalog.game_of(setup.game).rules
    start = dealt(setup).start
    for wrong in (start[:-1], start[1:], start + " ", " " + start, start + start, start.upper()):
        if wrong == start:
            continue
        with pytest.raises(SetupError):
            game.initial_position(replace(setup, start=wrong))


def test_arranging_gives_a_start_that_can_be_arranged_on(setup):
    game = catalog.game_of(setup.game).rules
    arranged = replace(setup, start=game.arrange(setup, ""))
    for token in ("a", "a1", "b", "a", "", "nowhere", "\0"):
        arranged = replace(arranged, start=game.arrange(arranged, token))
    assert replace(arranged, start=game.arrange(arranged, "")) == arranged
    if arranged.start:
        game.initial_position(replace(setup, start=game.arrange(setup, "")))


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("game", {"game": "chess"}),
        ("variant", {"variant": "none"}),
        ("edition", {"edition": "none"}),
        ("seats", {"seats": 9}),
        ("seats", {"seats": 0}),
        ("option", {"options": (("none", "1"),)}),
    ],
)
def test_a_setup_that_asks_for_what_is_not_there_is_refused(setup, field, change):
    game = catalog.game_of(setup.game).rules
    with pytest.raises(SetupError) as caught:
        game.initial_position(replace(dealt(setup), **change))
    assert caught.value.field == field


def test_an_option_must_have_one_of_its_values(setup):
    game = catalog.game_of(setup.game).rules
    for option in catalog.game_of(setup.game).info.options_of(setup.variant):
        with pytest.raises(SetupError) as caught:
            game.initial_position(replace(dealt(setup), options=((option.name, "none"),)))
        assert caught.value.field == option.name
        assert caught.value.choices == option.choices
