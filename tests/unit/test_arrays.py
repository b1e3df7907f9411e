"""The numbers of actions never change, and observations are what they say."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from spieltisch.games import catalog
from spieltisch.games.myra.rules import core
from spieltisch.games.myra.rules.actions import MyraAction, parse_action

COUNTS = {"aya": 17, "yala": 32, "myra": 170_174}
DIGESTS = {"aya": "494f227aebe06bc3", "yala": "fa6bfa4672dde895", "myra": "b50044403c47c0b4"}


@pytest.fixture(scope="module", params=COUNTS)
def game(request):
    return catalog.game_of(request.param)


def test_numbers_are_those_that_were_told_before(game):
    """What somebody has learnt is about these numbers."""
    actions = game.arrays().actions
    assert len(actions) == COUNTS[game.info.name]
    told = "\n".join(map(repr, map(tuple, actions)))
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == DIGESTS[game.info.name]


def test_numbers_and_actions_are_one_to_one(game):
    actions = game.arrays().actions
    chosen = Random(1).sample(range(len(actions)), min(len(actions), 3_000))
    assert [actions.index(actions[number]) for number in chosen] == chosen
    assert len(set(actions)) == len(actions)
    assert actions[-1] == actions[len(actions) - 1]
    assert actions[3:5] == (actions[3], actions[4])
    for outside in (len(actions), -len(actions) - 1):
        with pytest.raises(IndexError):
            actions[outside]


@pytest.mark.parametrize(
    "other",
    [
        None,
        "4b1-c3",
        7,
        (),
        MyraAction("move", 4, 3, 1),
        MyraAction("sow", 9, 1, 1),
        ("pass", 0, 0, 0),
    ],
)
def test_what_is_no_action_of_myra_has_no_number(other):
    actions = catalog.game_of("myra").arrays().actions
    assert other not in actions
    with pytest.raises(ValueError, match="is no action"):
        actions.index(other)


def test_a_full_board_is_told_without_cutting_any_action():
    """One fortress in the middle has 1,888 actions."""
    game = catalog.game_of("myra")
    position = game.rules.parse_position("Qa1,5f6 r25 / Qk11 r25 ; 1")
    legal = position.legal_actions(1)
    assert len(legal) > 1_800
    actions = game.arrays().actions
    assert [actions[actions.index(one)] for one in legal] == [*legal]
    assert {one.kind for one in legal} == {core.MOVE, core.SOW, core.PRODUCE}


def test_what_a_seat_observes_is_seen_from_its_side():
    yala, myra = catalog.game_of("yala"), catalog.game_of("myra")
    start = yala.rules.parse_position("ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d")
    told = yala.arrays().observe(start, 1)
    planes = [told[start : start + 16] for start in range(0, len(told), 16)]
    assert list(planes[0]) == [0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    tops = [int(tower.endswith("d")) for tower in start.towers] + [0] * 4
    assert list(planes[6]) == tops
    assert [plane[0] for plane in planes[14:]] == [1, 0, 1, 0, 0, 0, 0]
    position = myra.rules.parse_position("Qa1,4a2 r7 / 2h11,Qk11 r25 ; 1")
    own, other = (myra.arrays().observe(position, seat) for seat in (1, 2))
    assert own != other
    size = 11 * 11
    assert own[: 8 * size] == other[8 * size : 16 * size]
    assert own[0] == 1
    assert max(own[6 * size : 7 * size]) == 7
    assert myra.rules.parse_action("4b1-c3") == parse_action("4b1-c3")


def test_a_board_that_comes_again_is_told():
    game = catalog.game_of("yala")
    board = "ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d"
    times = [
        game.arrays().observe(game.rules.parse_position(text), 1)[-32::16]
        for text in (board, f"{board} | draw | {board}", f"{board} | draw | {board} | {board}")
    ]
    assert times == [bytes((0, 0)), bytes((1, 0)), bytes((1, 1))]
