"""Glicko-2: how strong a player is, as far as results tell.

Source: M. E. Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf, 2022). Its
steps are named where they are computed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Annotated

from spieltisch.table.marks import Between

SCALE = 173.7178
"""The rating points of one unit of Glicko-2's own scale, whose zero is a rating of CENTRE."""

CENTRE = 1500.0
TAU = 0.5
"""How far a player's volatility may change; Glickman has it between 0.3 and 1.2."""

CLOSE = 1e-6
"""How exactly the volatility's logarithm is computed."""


VALUES, DEVIATIONS, VOLATILITIES = Between(-3_000, 6_000), Between(1, 1_000), Between(0.001, 0.999)
"""The bounds of a rating's parts: nobody comes near them, and no computation fails within them."""


@dataclass(frozen=True)
class Rating:
    value: Annotated[float, VALUES]
    """The rating, on the scale on which beginners begin at 1500 in chess."""
    deviation: Annotated[float, DEVIATIONS]
    """How unsure it is: the player is within two deviations in 19 cases of 20."""
    volatility: Annotated[float, VOLATILITIES] = 0.06
    """How erratic the player's results are."""


def updated(player: Rating, results: Iterable[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """A player's rating after a rating period.

    Args:
        results: each opponent's rating, and what was scored: 1 for a win, 0.5, or 0.

    The paper's own example:

    >>> opponents = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    >>> after = updated(Rating(1500, 200), opponents)
    >>> round(after.value), round(after.deviation, 1), round(after.volatility, 3)
    (1464, 151.5, 0.06)
    """
    mu, phi = (player.value - CENTRE) / SCALE, player.deviation / SCALE
    precision = surplus = 0.0
    for opponent, score in results:
        # Step 3: g and E, and the sum whose inverse is the variance v.
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.value - CENTRE) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        surplus += weight * (score - expected)
    if not precision:
        # The rating of a player who has not played becomes less sure.
        unsure = SCALE * sqrt(phi**2 + player.volatility**2)
        return Rating(player.value, unsure, player.volatility)
    variance = 1 / precision
    volatility = _volatility(phi, player.volatility, variance, variance * surplus, tau)
    # Steps 6 to 8.
    deviation = 1 / sqrt(1 / (phi**2 + volatility**2) + precision)
    value = mu + deviation**2 * surplus
    return Rating(SCALE * value + CENTRE, SCALE * deviation, volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the new volatility, by the Illinois method of finding a zero."""
    start = log(sigma**2)

    def excess(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while excess(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = excess(low), excess(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = excess(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
