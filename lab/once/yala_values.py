"""Fit the values of YALA's towers to the search's scores: ``python -m lab.once.yala_values``.

A level that searches few positions plays itself, with some actions at random. The search scores
some of the positions, and some that a random action leads to; then the values are fitted so that
the sum over a ring's towers predicts the same share of the points as that score (least squares by
Gauss-Newton, held near today's values). It prints the table for games/yala/bots/values.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from math import exp
from random import Random

from spieltisch.games.yala.bots.search import SEARCH, lateness, stones_of
from spieltisch.games.yala.bots.values import TOWER_VALUES
from spieltisch.games.yala.rules.core import CORE, Ring, height, landings
from spieltisch.games.yala.rules.position import SEAT_OF, YalaPosition
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.search import Level, think
from spieltisch.search.game import ODDS_UNIT
from spieltisch.table import NO_PAST, Setup

PLAYED = Level(nodes=300, draw_score=-300)
ASKED = Level(nodes=2_500)
AT_RANDOM, LABELLED, SPOILED = 0.12, 0.35, 0.5
"""Shares: of actions at random; of positions that are taken; of those taken, the ones in which a
random action is done first, as most positions that a search looks at follow a bad action."""

MOST_SCORE = 3_000
"""A score beyond this counts as this: the match is won."""

HOLD = 1e-6
"""The weight of a value's squared distance from today's, in the error that is minimized."""

ROUNDS = 10
TOWERS = tuple(TOWER_VALUES)
PER_PHASE = 3 * len(TOWERS)
TEMPO = 2 * PER_PHASE
"""The index, after the values, of what being to move is worth. The table leaves it out: a search
compares positions with the same side to move."""

Row = list[tuple[int, float]]
"""The terms of a ring's value: the index of each value, and its factor."""


def samples(count: int, seed: int) -> Iterator[tuple[Ring, int]]:
    """So many rings, with the score of the side to move."""
    while True:
        rng = Random(f"values {seed}")
        position = RULES.parse_position(RULES.deal(Setup("yala"), rng.shuffle))
        while position.active_seats:
            if rng.random() < LABELLED:
                taken = replace(position, earlier=NO_PAST)
                if rng.random() < SPOILED:
                    taken = replace(_at_random(taken, rng), earlier=NO_PAST)
                if taken.active_seats:
                    score = think(SEARCH, taken, SEAT_OF[taken.to_move], ASKED, rng).score
                    yield SEARCH.root(taken).node, score
                    count -= 1
                    if not count:
                        return
            if rng.random() < AT_RANDOM:
                position = _at_random(position, rng)
            else:
                seat = SEAT_OF[position.to_move]
                position = position.apply(seat, think(SEARCH, position, seat, PLAYED, rng).action)
        seed += 1


def _at_random(position: YalaPosition, rng: Random) -> YalaPosition:
    seat = SEAT_OF[position.to_move]
    return position.apply(seat, rng.choice(position.legal_actions(seat)))


def row_of(ring: Ring) -> Row:
    """The terms of a ring's value, for the side to move."""
    pattern = ring.translate(CORE.full)
    late = lateness(len(ring))
    row: Row = [(TEMPO, 1.0)]
    for place, code in enumerate(ring):
        ways = len(set(landings(pattern, place, height(code))))
        stones, sign = stones_of(code)
        number = 3 * TOWERS.index(stones) + ways
        row += [(number, sign * (1 - late)), (PER_PHASE + number, sign * late)]
    return row


def odds(value: float) -> float:
    """The expected share of the points, 0 to 1."""
    return 1 / (1 + exp(-max(-MOST_SCORE, min(MOST_SCORE, value)) / ODDS_UNIT))


def value_of(row: Row, values: list[float]) -> float:
    """The sum of a row."""
    return sum(values[number] * times for number, times in row)


def error_of(found: list[tuple[Row, float]], values: list[float]) -> float:
    """The mean squared error of the expected shares of the points."""
    return sum((odds(value_of(row, values)) - share) ** 2 for row, share in found) / len(found)


def flat_values() -> list[float]:
    """Today's values as one list, and 0 for the tempo."""
    phases = zip(*((each[:3], each[3:]) for each in TOWER_VALUES.values()), strict=True)
    return [float(value) for phase in phases for ways in phase for value in ways] + [0.0]


def fitted(found: list[tuple[Row, float]], values: list[float], rounds: int) -> list[float]:
    """The values that predict the shares best, by so many rounds of Gauss-Newton."""
    today, size = values, len(values)
    for _ in range(rounds):
        matrix = [[HOLD * (i == j) for j in range(size)] for i in range(size)]
        right = [HOLD * (before - value) for before, value in zip(today, values, strict=True)]
        for row, share in found:
            expected = odds(value_of(row, values))
            slope = expected * (1 - expected) / ODDS_UNIT
            for i, times in row:
                right[i] += slope * times * (share - expected)
                line, weight = matrix[i], slope * slope * times
                for j, other in row:
                    line[j] += weight * other
        values = [v + step for v, step in zip(values, solved(matrix, right), strict=True)]
    return values


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations with a symmetric, positive matrix: Gaussian elimination."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i, line in enumerate(lines):
        for below in lines[i + 1 :]:
            share = below[i] / line[i]
            if share:
                below[i:] = [b - share * a for a, b in zip(line[i:], below[i:], strict=True)]
    found = [0.0] * len(lines)
    for i in reversed(range(len(lines))):
        known = sum(lines[i][j] * found[j] for j in range(i + 1, len(lines)))
        found[i] = (lines[i][-1] - known) / lines[i][i]
    return found


def table(values: list[float]) -> str:
    """The values as a table for values.py."""
    lines = ["TOWER_VALUES: dict[str, tuple[int, int, int, int, int, int]] = {"]
    for index, stones in enumerate(TOWERS):
        numbers = [phase + 3 * index + ways for phase in (0, PER_PHASE) for ways in range(3)]
        lines.append(f'    "{stones}": ({", ".join(str(round(values[n])) for n in numbers)}),')
    return "\n".join([*lines, "}"])


def main() -> None:
    """Print the table, and how well today's and the new values predict every fifth position."""
    parser = argparse.ArgumentParser(prog="lab.once.yala_values", description=__doc__)
    parser.add_argument("--positions", type=int, default=120_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = [
        (row_of(ring), odds(score)) for ring, score in samples(options.positions, options.seed)
    ]
    kept = [each for number, each in enumerate(found) if number % 5]
    today = flat_values()
    values = fitted(kept, today, ROUNDS)
    before, after = (error_of(found[::5], each) for each in (today, values))
    print(f"# {len(kept):,} positions; of others the error was {before:.4f} and is {after:.4f}")
    print(table(values))


if __name__ == "__main__":
    main()
