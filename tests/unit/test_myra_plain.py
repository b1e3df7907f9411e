"""Myra's compact engine against the plain one, on thousands of random positions."""

from __future__ import annotations

import random

import pytest

from spieltisch.games.myra.rules.core import actions
from spieltisch.games.myra.rules.rules import RULES, STARTS
from tests.unit import myra_plain as plain

CHECKED = 10


def hold_equal(text: str, chance: random.Random) -> None:
    position = RULES.parse_position(text)
    plainly = plain.parse(text)
    expected = plain.legal(plainly)
    legal = {str(action): action for action in position.legal_actions(position.to_act)}
    assert legal.keys() == expected.keys(), text
    assert len(actions(position.board)) == len(expected), text
    captures = [name for name in legal if "x" in name]
    names = sorted(legal) if len(legal) <= CHECKED else chance.sample(sorted(legal), CHECKED)
    for name in names + captures[:CHECKED]:
        after = position.apply(position.to_act, legal[name])
        after_plainly = plain.after(plainly, name, expected[name])
        assert RULES.format_board(after) == plain.format_plain(after_plainly), (text, name)


@pytest.mark.parametrize("seed", range(8))
def test_random_positions_have_the_same_actions_and_successors(seed):
    chance = random.Random(seed)
    for _ in range(100):
        hold_equal(plain.random_position(chance), chance)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8, 16))
def test_many_random_positions_have_the_same_actions_and_successors(seed):
    chance = random.Random(seed)
    for _ in range(500):
        hold_equal(plain.random_position(chance), chance)


@pytest.mark.parametrize("seats", STARTS)
def test_random_matches_have_the_same_actions_and_successors(seats):
    chance = random.Random(seats)
    position = RULES.parse_position(STARTS[seats])
    for _ in range(150):
        text = RULES.format_board(position)
        hold_equal(text, chance)
        legal = position.legal_actions(position.to_act)
        if not legal:
            break
        captures = [action for action in legal if action.kind == "capture"]
        position = position.apply(position.to_act, chance.choice(captures or legal))


def test_the_plain_board_is_the_same():
    from spieltisch.games.myra.rules import hexagon

    assert list(hexagon.SITES) == plain.SITES
    for site in plain.SITES:
        assert (
            list(hexagon.sites(hexagon.NEIGHBOURS[hexagon.CELL_OF[site]])) == plain.NEIGHBOURS[site]
        )
