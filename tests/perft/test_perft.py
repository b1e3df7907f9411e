"""Counts of action sequences. A row is a position and its counts for 1, 2, 3, ... actions.

The counts of rules.md are among them; the other YALA rows were counted by tests/unit/yala_plain.
"""

import json
from pathlib import Path

import pytest

from spieltisch.games import catalog
from spieltisch.table.perft import perft, successors
from tests.unit import yala_plain

ROWS = json.loads((Path(__file__).parent / "counts.json").read_text(encoding="utf-8"))
CASES = [
    pytest.param(row["game"], row["position"], depth, count, id=f"{row['game']}-{number}-{depth}")
    for number, row in enumerate(ROWS)
    for depth, count in enumerate(row["counts"], 1)
]


@pytest.mark.parametrize(("game", "text", "depth", "count"), CASES)
def test_perft(game, text, depth, count):
    position = catalog.game_of(game).rules.parse_position(text)
    assert perft(position, depth) == count
    assert perft(position, 0) == 1


@pytest.mark.parametrize("row", [row for row in ROWS if row["game"] == "yala"])
def test_a_plain_yala_counts_the_same(row):
    for depth, count in enumerate(row["counts"], 1):
        assert yala_plain.perft(*yala_plain.parse(row["position"]), depth) == count


@pytest.mark.parametrize("row", ROWS)
def test_successors_are_distinct_sorted_texts(row):
    game = catalog.game_of(row["game"]).rules
    found = successors(game, game.parse_position(row["position"]))
    assert found == sorted(set(found))
    assert 0 < len(found) <= row["counts"][0]
    assert all(game.format_position(game.parse_position(text)) == text for text in found)


def test_rules_md_is_covered():
    assert {(row["game"], *row["counts"]) for row in ROWS} >= {
        ("aya", 10, 100, 1000, 10000),
        ("yala", 12, 168, 1968, 25344),
        ("myra", 217, 47089),
        ("myra", 217, 47055),
    }
