"""Fitting YALA's tower values: what is fitted is what the search adds up."""

from __future__ import annotations

from ast import literal_eval
from random import Random

from lab.once.yala_values import (
    TEMPO,
    error_of,
    fitted,
    flat_values,
    odds,
    row_of,
    samples,
    solved,
    table,
    value_of,
)
from spieltisch.games.yala.bots.search import tower_value
from spieltisch.games.yala.bots.values import TOWER_VALUES
from spieltisch.games.yala.rules.core import CORE, height, landings


def test_a_row_adds_up_to_what_the_search_adds_up() -> None:
    """But for what each tower is rounded by."""
    for ring, _ in samples(30, 1):
        pattern = ring.translate(CORE.full)
        wanted = sum(
            tower_value(code, len(set(landings(pattern, place, height(code)))), len(ring))
            for place, code in enumerate(ring)
        )
        assert abs(value_of(row_of(ring), flat_values()) - wanted) <= len(ring) / 2


def test_values_are_found_again() -> None:
    """Of positions whose shares follow from values that are not today's."""
    rng = Random(1)
    rows = [row_of(ring) for ring, _ in samples(400, 2)]
    hidden = [value + rng.uniform(-150, 150) for value in flat_values()]
    found = [(row, odds(value_of(row, hidden))) for row in rows]
    before = error_of(found, flat_values())
    values = fitted(found, flat_values(), 4)
    assert error_of(found, values) < before / 20
    assert len(values) == TEMPO + 1


def test_the_same_seed_gives_the_same_positions() -> None:
    assert list(samples(10, 3)) == list(samples(10, 3)) != list(samples(10, 4))


def test_equations_are_solved() -> None:
    assert solved([[4.0, 2.0], [2.0, 3.0]], [8.0, 8.0]) == [1.0, 2.0]


def test_todays_table_is_printed_as_it_is() -> None:
    _, printed = table(flat_values()).split(" = ")
    assert literal_eval(printed) == TOWER_VALUES
