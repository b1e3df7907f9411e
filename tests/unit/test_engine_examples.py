"""What `examples/engine` shows works: counting, searching with a table, learning."""

from __future__ import annotations

import sys
from importlib import util
from pathlib import Path

import pytest

from spieltisch.games import catalog
from spieltisch.table.perft import perft
from tools.project import ROOT

FOLDER = ROOT / "examples" / "engine"


def script(name: str):
    spec = util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_script_is_tried() -> None:
    tried = {"perft", "tree_search", "train"}
    assert {path.stem for path in FOLDER.glob("*.py")} == tried
    assert tried <= {*Path(__file__).read_text(encoding="utf-8").split('"')}


@pytest.mark.parametrize(("name", "depth"), [("yala", 3), ("myra", 1)])
def test_perft_counts_as_the_engine_does(capsys, name, depth) -> None:
    script("perft").main(name, str(depth))
    *moves, told = capsys.readouterr().out.splitlines()
    start = catalog.game_of(name).begin(seed=42)
    assert int(told.split()[0]) == perft(start, depth)
    assert len(moves) == len(start.legal_actions(1))


def test_the_search_knows_boards_again_and_sees_a_win() -> None:
    found = script("tree_search")
    yala = catalog.game_of("yala")
    # Seat 1 can close the match at once (docs/rules.md): no move is left to seat 2 then.
    position = yala.begin(seed=42)
    search = found.Search(found.mobility, 1_000)
    move, _ = search.best(position)
    assert move in position.legal_actions(1)
    assert len(search.table) > 50
    assert position.key in search.table
    assert all(entry[0] >= 1 for entry in search.table.values())


def test_the_search_beats_a_weaker_one(capsys) -> None:
    script("tree_search").main("800")
    *moves, told = capsys.readouterr().out.splitlines()
    assert len(moves) > 10
    assert told.startswith("won by seat 1")


def test_the_search_finds_every_win_in_one() -> None:
    found = script("tree_search")
    yala, count = catalog.game_of("yala"), 0
    for seed in range(30):
        position = yala.begin(seed)
        while position.outcome is None:
            [seat] = position.active_seats
            moves = position.legal_actions(seat)
            winning = {move for move in moves if position.apply(seat, move).outcome is not None}
            if winning and position.apply(seat, min(winning)).outcome.winners == {seat}:
                move, score = found.Search(found.mobility, 200).best(position)
                assert position.apply(seat, move).outcome.winners == {seat}
                assert score >= found.WON
                count += 1
            position = position.apply(seat, moves[seed % len(moves)])
    assert count > 5


def test_the_policy_learns_from_its_teacher() -> None:
    """It plays likelier as its teacher does on boards that it has not seen, and wins more."""
    train = script("train")
    fresh, trained = train.train(0), train.train(1_200)
    assert train.examine(trained, 150) > 1.15 * train.examine(fresh, 150)
    assert 0 <= train.play(trained, 10) <= 100
    assert "numpy" not in sys.modules
