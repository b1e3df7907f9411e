"""Glicko-2, by the example of the paper that it comes from."""

import pytest

from spieltisch.play.puzzle import Rating, updated

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
