"""Counts of action sequences: those of docs/rules.md, which is the one place they are kept.

A row is a game, its counts for 1, 2, 3, ... actions, and a position. YALA's, but for the start,
were counted by tests/unit/yala_plain.
"""

import re
from typing import NamedTuple

import pytest

from spieltisch.games import catalog
from spieltisch.table.perft import perft, successors
from tests.unit import yala_plain
from tools.project import ROOT

ROW = re.compile(r"([a-z]+) +([0-9 ]*[0-9])  +(.+)")


class Row(NamedTuple):
    game: str
    counts: tuple[int, ...]
    position: str


def rows() -> list[Row]:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^```perft\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [parse_row(line) for line in listed.splitlines()]


def parse_row(line: str) -> Row:
    match = ROW.fullmatch(line)
    assert match is not None, f"{line!r} is not a game, counts and a position"
    return Row(match[1], tuple(map(int, match[2].split())), match[3])


ROWS = rows()
CASES = [
    pytest.param(row.game, row.position, depth, count, id=f"{row.game}-{number}-{depth}")
    for number, row in enumerate(ROWS)
    for depth, count in enumerate(row.counts, 1)
]


def test_every_game_is_counted():
    assert {row.game for row in ROWS} == catalog.GAMES.keys()


@pytest.mark.parametrize(("game", "text", "depth", "count"), CASES)
def test_perft(game, text, depth, count):
    position = catalog.game_of(game).rules.parse_position(text)
    assert perft(position, depth) == count
    assert perft(position, 0) == 1


@pytest.mark.parametrize("row", [row for row in ROWS if row.game == "yala"])
def test_a_plain_yala_counts_the_same(row):
    for depth, count in enumerate(row.counts, 1):
        assert yala_plain.perft(*yala_plain.parse(row.position), depth) == count


@pytest.mark.parametrize("row", ROWS)
def test_successors_are_distinct_sorted_boards(row):
    game = catalog.game_of(row.game).rules
    found = successors(game, game.parse_position(row.position))
    assert found == sorted(set(found))
    assert 0 < len(found) <= row.counts[0]
    assert all(game.format_board(game.parse_position(text)) == text for text in found)
