"""What the bench reckons with."""

from math import comb

import pytest

from spieltisch.games.contract import Game
from tools.bench import turns, walk


@pytest.mark.parametrize("count", [6, 10, 30, 31, 100])
def test_the_true_median_lies_between_the_ranks_19_times_out_of_20(count: int) -> None:
    low, high = turns.sure_ranks(count)
    # It is outside when at most `low` values lie on one side of it.
    outside = 2 * sum(comb(count, k) for k in range(low + 1)) / 2**count
    more_outside = 2 * sum(comb(count, k) for k in range(low + 2)) / 2**count
    assert outside <= 0.05 < more_outside
    assert (low, high) == (low, count - 1 - low)


def test_every_site_is_first_in_turn() -> None:
    urls = {"a": "1", "b": "2", "c": "3"}
    firsts = [turns.in_turns(urls, turn)[0][0] for turn in range(6)]
    assert firsts == ["a", "b", "c", "a", "b", "c"]


def test_a_click_goes_no_further_than_it_may() -> None:
    clicked = walk.walk_of_click()
    assert len(clicked.calls) <= walk.GOAL_CALLS
    assert clicked.modules <= walk.GOAL_MODULES


@pytest.mark.parametrize("game", walk.IN_TURNS, ids=lambda game: game.info.name)
def test_what_is_no_rule_costs_a_click_the_same_in_every_game(game: Game) -> None:
    clicked = walk.walk_of_click(game)
    assert 0 < clicked.of_house <= walk.GOAL_OF_HOUSE
