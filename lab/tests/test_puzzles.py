"""The making of puzzles: always the same ones, and none twice."""

from dataclasses import replace
from itertools import islice
from random import Random
from unittest.mock import patch

import pytest

from lab.puzzles.__main__ import main, puzzles_of, shipped
from lab.puzzles.duels import Hunter
from lab.puzzles.packing import format_pack, make, sorted_into_bands
from lab.puzzles.rows import Rows, solitaires
from spieltisch.games import catalog
from spieltisch.games.aya.rules.cards import DECK, parse_card
from spieltisch.games.aya.rules.rows import deal
from spieltisch.games.aya.rules.solver import solve
from spieltisch.games.aya.rules.track import parse_track
from spieltisch.games.contract import Puzzles
from spieltisch.games.myra.hunt import small_board
from spieltisch.games.myra.rules.rules import RULES as MYRA_RULES
from spieltisch.games.yala.hunt import FIRST, ring_shape
from spieltisch.games.yala.rules.core import pack
from spieltisch.play.proving import finished
from tests import fourth
from tests.puzzles import pack as shipped_pack
from tools.project import PACKS

TOWERS = ["ldl", "dll", "", "", "ld", "d", "ldll", "dl", "dd", "ld", "", "dlldd"]


def test_a_row_that_is_built_can_be_cleared_in_its_order():
    deals = [finished(deal("reilly", 8, DECK, Random(seed))) for seed in range(30)]
    assert len(list(filter(None, deals))) > 20
    for found in filter(None, deals):
        _, _, track, *cards = found.split(" ")
        row = list(map(parse_card, cards[:8]))
        assert sorted(map(parse_card, cards)) == sorted(DECK)
        assert solve(parse_track(track), row, is_in_order=True) is not None


def test_the_same_solitaires_are_made_again():
    rows = Rows("reilly", {8: 3})
    first, again = list(solitaires(rows)), list(solitaires(rows))
    assert first == again
    assert len({puzzle.id for puzzle in first}) == 3


def test_a_ring_has_one_shape_however_its_places_are_named():
    ring = pack(TOWERS, "d")
    turned = [*TOWERS[5:], *TOWERS[:5]]
    assert ring_shape(pack(turned, "d")) == ring_shape(pack(turned[::-1], "d")) == ring_shape(ring)
    assert ring_shape(pack(TOWERS, "l")) != ring_shape(ring)


def test_nobody_wins_at_once_on_a_small_board():
    board = small_board(Random(4))
    assert board == small_board(Random(4))
    position = MYRA_RULES.parse_position(board)
    for action in position.legal_actions(1):
        assert position.apply(1, action).outcome is None


def test_the_same_matches_give_the_same_puzzles():
    hunt = replace(FIRST, wanted={("win", 2): 2}, win_plies=4, most_matches=12)
    first, again = list(Hunter(hunt).puzzles()), list(Hunter(hunt).puzzles())
    assert first == again
    assert {(puzzle.goal, puzzle.moves) for puzzle in first} == {("win", 2)}
    assert 1 <= len(first) <= 2


def test_a_fifth_of_the_puzzles_is_in_each_band():
    (puzzle,) = solitaires(Rows("reilly", {8: 1}))
    many = [replace(puzzle, id=f"{n:06}", effort=1_000 - n) for n in range(10)]
    assert [one.band for one in sorted_into_bands(many)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [one.effort for one in sorted_into_bands(many)] == sorted(one.effort for one in many)


def test_a_puzzle_is_made_with_its_effort_and_its_themes():
    (puzzle,) = solitaires(Rows("reilly", {8: 1}))
    told = (puzzle.setup, puzzle.position, puzzle.seat, puzzle.goal, puzzle.moves, puzzle.solution)
    assert make(*told) == replace(puzzle, band=1)
    assert puzzle.effort > 100
    assert "in-order" in puzzle.themes


def test_what_is_hunted_for_stands_beside_the_game_and_in_no_list():
    with fourth.in_catalogue(fourth.FIFTH):
        found = list(islice(puzzles_of(fourth.FIFTH, ()), 2))
    shipped = {puzzle.id: puzzle for puzzle in shipped_pack(fourth.FIFTH)}
    assert [replace(shipped[one.id], band=1) for one in found] == found


def test_a_game_that_no_pack_can_be_made_of_is_told_why(capsys):
    with fourth.in_catalogue():
        with pytest.raises(LookupError, match="no puzzles=Puzzles"):
            next(puzzles_of(fourth.NAME, ()))
        wanting = replace(catalog.game_of(fourth.NAME), puzzles=Puzzles(("win",)))
        with (
            patch.dict(catalog.GAMES, {fourth.NAME: wanting}),
            pytest.raises(LookupError, match=r"no hunt\.py beside"),
        ):
            next(puzzles_of(fourth.NAME, ()))
    with patch("sys.argv", ["", "chess"]):
        assert main() == 1
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name, game in catalog.GAMES.items() if game.puzzles])
def test_what_is_shipped_stays_as_it_is_however_strong_bots_have_become(name):
    text = (PACKS / f"{name}.json").read_text(encoding="utf-8")
    assert format_pack(sorted_into_bands(puzzles_of(name, shipped(name)))) == text


def test_a_hunt_that_has_shipped_nothing_yet_is_added_at_the_end():
    known = [one for one in shipped("yala") if not one.added]
    puzzles = puzzles_of("yala", known)
    assert [next(puzzles) for _ in known] == known
    more = next(puzzles)
    assert more.added
    assert more.id not in {one.id for one in known}
