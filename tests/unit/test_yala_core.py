"""YALA's compact core against YalaPosition, on thousands of random positions."""

from __future__ import annotations

from random import Random

import pytest

from spieltisch.games.yala.rules.core import CORE, CoreMove, Ring, action_of, pack
from spieltisch.games.yala.rules.position import SEAT_OF, YalaPosition
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.table import Setup

ALTERNATING = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"


def random_positions(seed: int) -> list[YalaPosition]:
    """Every position of a random match, the last with no move, without a past."""
    rng = Random(seed)
    position = RULES.parse_position(RULES.deal(Setup("yala"), rng.shuffle))
    positions = [position]
    while position.active_seats:
        seat = SEAT_OF[position.to_move]
        position = position.apply(seat, rng.choice(position.legal_actions(seat)))
        position = YalaPosition(position.towers, position.to_move)
        positions.append(position)
    return positions


def stones(ring: bytes, to_move: str) -> tuple[str, ...]:
    """The standing towers of a ring, read bit by bit."""
    own, other = ("d", "l") if to_move == "d" else ("l", "d")
    return tuple("".join(own if bit == "1" else other for bit in f"{code:b}"[1:]) for code in ring)


@pytest.mark.parametrize("seed", range(8))
def test_moves_and_their_rings_are_those_of_the_position(seed: int) -> None:
    for match in range(12):
        for position in random_positions(seed * 1000 + match):
            seat = SEAT_OF[position.to_move]
            ring = pack(position.towers, position.to_move)
            assert stones(ring, position.to_move) == tuple(filter(None, position.towers))
            legal = position.legal_actions(seat)
            afters = dict.fromkeys(position.apply(seat, action) for action in legal)
            found = [CORE.child(ring, move) for move in CORE.moves(ring)]
            assert found == [pack(after.towers, after.to_move) for after in afters]
            actions = [action_of(position, move) for move in CORE.moves(ring)]
            assert set(actions) <= set(legal)
            assert [position.apply(seat, action) for action in actions] == list(afters)


def leaves(ring: Ring, depth: int) -> int:
    return (
        sum(leaves(CORE.child(ring, move), depth - 1) for move in CORE.moves(ring)) if depth else 1
    )


def test_perft_is_that_of_the_rules() -> None:
    position = RULES.parse_position(ALTERNATING)
    ring = pack(position.towers, position.to_move)
    assert [leaves(ring, depth) for depth in (1, 2, 3, 4)] == [12, 168, 1_968, 25_344]


def test_a_move_that_is_none_has_no_action() -> None:
    position = RULES.parse_position(ALTERNATING)
    with pytest.raises(ValueError, match="is no move of dl/ld"):
        action_of(position, CoreMove(origin=0, landing=5))
