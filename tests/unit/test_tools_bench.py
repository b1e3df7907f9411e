"""What the bench reckons with, and the matches that it plays."""

from math import comb
from random import Random

import pytest

from spieltisch.app.update import update
from spieltisch.games.catalog import GAMES
from spieltisch.games.contract import Game
from tools.bench import scale, text, turns, walk


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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_long_match_has_the_length_that_was_asked_for_and_goes_on(game: Game) -> None:
    long = scale.LongMatch.play(game, 120)
    match, size = long.cut(100)
    assert len(match.turns) == match.shown == 100
    assert size > 0
    assert match.position.outcome is None
    person = scale.Person(match)
    person.act(Random(1))
    assert person.length == 101
    person.take_back()
    assert person.length == 100


def test_the_growth_of_each_door_is_told() -> None:
    growths = list(text.growths(list, 1, letters=20_000))
    assert growths
    assert all(ratio > 0 for ratio, _, _ in growths)


def test_a_click_goes_no_further_than_it_may() -> None:
    session, press = walk.click()
    update(session, press)
    clicked = walk.walk_of(lambda: update(session, press))
    assert len(clicked.calls) <= walk.GOAL_CALLS
