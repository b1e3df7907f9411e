"""The matches that the bench plays, and what it tells of a door."""

from random import Random

import pytest

from lab.bench import scale, text
from spieltisch.games.catalog import GAMES
from spieltisch.games.contract import Game


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
