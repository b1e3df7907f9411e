"""What games promise that are told in numbers."""

from math import prod

import pytest

from spieltisch.games import catalog
from tests.conformance.matches import SETUPS, moments, observers, over, rules_of


def arrays_of(setup):
    return catalog.game_of(setup.game).arrays()


IN_NUMBERS = tuple(setup for setup in SETUPS if catalog.game_of(setup.game).arrays is not None)
pytestmark = over(IN_NUMBERS)


def test_every_legal_action_has_a_number_of_its_own(setup):
    actions, rules = arrays_of(setup).actions, rules_of(setup)
    for position, _ in moments(setup):
        for seat in position.active_seats:
            legal = position.legal_actions(seat)
            numbers = [actions.index(action) for action in legal]
            assert len(set(numbers)) == len(legal)
            assert tuple(actions[number] for number in numbers) == legal
            assert all(rules.parse_action(rules.format_action(one)) in actions for one in legal)


def test_an_observation_is_an_array_of_its_shape(setup):
    arrays = arrays_of(setup)
    for position, _ in moments(setup):
        for seat in observers(setup)[1:]:
            told = arrays.observe(position, seat)
            assert isinstance(told, bytes)
            assert len(told) == prod(arrays.shape)


def test_whoever_is_no_seat_observes_nothing(setup):
    arrays, (position, _) = arrays_of(setup), moments(setup)[0]
    for seat in (None, 0, -1, setup.seats + 1, True, 1.0, "1", [], 10**5000):
        with pytest.raises(ValueError, match=f"is no seat: there are 1 to {setup.seats}"):
            arrays.observe(position, seat)


def test_an_observation_tells_nothing_that_a_seat_does_not_see(setup):
    arrays = arrays_of(setup)
    for position, _ in moments(setup):
        for seat in observers(setup)[1:]:
            assert arrays.observe(position, seat) == arrays.observe(position.observe(seat), seat)


def test_observations_tell_boards_apart(setup):
    """As a turn changes something for everybody who is in the match."""
    arrays, seen = arrays_of(setup), {}
    for position, _ in moments(setup):
        if position.observe(None) == position:
            for seat in observers(setup)[1:]:
                told = (seat, arrays.observe(position, seat))
                assert seen.setdefault(told, position.key) == position.key


def test_what_seats_get_is_nothing_in_all(setup):
    outcome = moments(setup)[-1].position.outcome
    told = outcome.returns(setup.seats)
    assert len(told) == setup.seats
    assert setup.seats == 1 or abs(sum(told)) < 1e-9
    for seat, got in enumerate(told, 1):
        assert (got > 0) == (seat in outcome.winners and len(outcome.winners) < max(2, setup.seats))
