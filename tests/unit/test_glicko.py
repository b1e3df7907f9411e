"""Glicko-2, by the example of the paper that it comes from."""

from itertools import product
from math import exp, log, pi, sqrt

import pytest

from spieltisch.play.puzzle import TAU, Rating, updated

PLAYER = Rating(1500.0, 200.0, 0.06)
RESULTS = [
    (Rating(1400.0, 30.0), 1.0),
    (Rating(1550.0, 100.0), 0.0),
    (Rating(1700.0, 300.0), 0.0),
]


def test_the_example_of_the_paper():
    after = updated(PLAYER, RESULTS, tau=0.5)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_has_not_played_becomes_less_sure():
    after = updated(PLAYER, [])
    # Step 6 alone, on the paper's scale: the root of 1.1513² + 0.06².
    assert after.deviation == pytest.approx(173.7178 * 1.15286, abs=0.02)
    assert (after.value, after.volatility) == (PLAYER.value, PLAYER.volatility)


def test_a_win_is_worth_more_the_stronger_the_opponent_and_a_half_lies_between():
    strong, weak = Rating(1800.0, 60.0), Rating(1200.0, 60.0)
    gains = [updated(PLAYER, [(one, 1.0)]).value for one in (weak, PLAYER, strong)]
    assert PLAYER.value < gains[0] < gains[1] < gains[2]
    won, drawn, lost = (updated(PLAYER, [(weak, score)]).value for score in (1.0, 0.5, 0.0))
    assert lost < drawn < won


def test_an_upset_after_long_certainty_raises_the_volatility():
    sure = Rating(1500.0, 30.0, 0.06)
    upset = updated(sure, [(Rating(2600.0, 30.0), 1.0)] * 3)
    assert upset.volatility > sure.volatility
    assert upset.value > sure.value


def excess(player: Rating, results: list[tuple[Rating, float]], volatility: float) -> float:
    """The left side of the paper's equation of step 5, which is 0 at the new volatility."""
    scale = 173.7178
    phi, squared, past = player.deviation / scale, volatility**2, player.volatility**2
    precision = surplus = 0.0
    for other, score in results:
        g = 1 / sqrt(1 + 3 * (other.deviation / scale) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (player.value - other.value) / scale))
        precision += g**2 * expected * (1 - expected)
        surplus += g * (score - expected)
    spread = phi**2 + 1 / precision + squared
    pull = squared * ((surplus / precision) ** 2 - spread) / (2 * spread**2)
    return pull - (log(squared) - log(past)) / TAU**2


@pytest.mark.parametrize("value", [800.0, 1500.0, 2600.0])
def test_the_new_volatility_is_the_zero_of_the_papers_equation(value):
    """Whatever was expected, however sure that was, and on whichever side the zero lies."""
    sides = set()
    deviations, volatilities = (30.0, 80.0, 150.0, 350.0), (0.03, 0.06, 0.2, 0.6, 2.0)
    scores = ([1.0], [0.5], [0.0], [1.0] * 9, [0.0, 1.0, 0.5, 0.0])
    for deviation, volatility, told in product(deviations, volatilities, scores):
        player = Rating(value, deviation, volatility)
        results = [(Rating(1500.0, 60.0), score) for score in told]
        found = updated(player, results).volatility
        below, above = (excess(player, results, found * by) for by in (0.9999, 1.0001))
        assert above < 0 < below, (player, told)
        sides.add(found > volatility)
    assert sides == {True, False}
