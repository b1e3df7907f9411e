"""Nothing hidden can be seen: what ``observe`` gives depends on what lies open alone."""

from collections.abc import Iterator, MutableSequence
from dataclasses import replace
from functools import partial
from random import Random

from spieltisch.table import Setup
from tests.conformance.matches import (
    HIDING,
    OPEN,
    SETUPS,
    dealt,
    moments,
    observers,
    over,
    rules_of,
)


@over(SETUPS)
def test_what_is_seen_plays_alike(setup):
    game = rules_of(setup)
    for position, _ in moments(setup):
        for seat in observers(setup):
            seen = position.observe(seat)
            assert type(seen) is type(position)
            assert seen.active_seats == position.active_seats
            assert seen.outcome == position.outcome
            assert game.format_board(seen) == game.format_board(position)
            assert seen.observe(seat) == seen
            for active in position.active_seats:
                assert seen.legal_actions(active) == position.legal_actions(active)


@over(OPEN)
def test_where_nothing_is_hidden_everybody_sees_the_position(setup):
    for position, _ in moments(setup):
        assert all(position.observe(seat) == position for seat in observers(setup))


@over(HIDING)
def test_starts_that_differ_in_hidden_parts_alone_cannot_be_told_apart(setup):
    """Of the things dealt, any two change places: where both lie hidden, that is not to be seen."""
    game = rules_of(setup)
    position = game.initial_position(dealt(setup))
    others = [game.initial_position(start) for start in swapped(setup)]
    for seat in observers(setup):
        seen = position.observe(seat)
        unseen = [other for other in others if other != position and other.observe(seat) == seen]
        assert unseen
        for other in unseen:
            assert repr(other.observe(seat)) == repr(seen)
            assert hash(other.observe(seat)) == hash(seen)
            assert game.format_position(other.observe(seat)) == game.format_position(seen)


MOST_DEALT = 60


def swapped(setup: Setup) -> Iterator[Setup]:
    """Set-ups dealt as ``dealt`` does, but for two neighbours in all that is shuffled."""
    for index in range(MOST_DEALT):
        shuffle = partial(shuffled_and_swapped, Random(1), index)
        yield replace(setup, seed=1, start=rules_of(setup).deal(setup, shuffle))


def shuffled_and_swapped(rng: Random, index: int, items: MutableSequence[object]) -> None:
    rng.shuffle(items)
    items[index : index + 2] = reversed(items[index : index + 2])
