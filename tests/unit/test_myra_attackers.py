"""Who attacks a pit in Myra, against all captures that there are."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.games.myra.bots.course import may_win
from spieltisch.games.myra.rules import core, hexagon
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.position import MOST_LISTED, MyraPosition
from spieltisch.games.myra.rules.rules import RULES
from tests.unit import myra_plain as plain

SEEDS = st.integers(0, 2**32)


def position_of(seed: int) -> MyraPosition:
    return RULES.parse_position(plain.random_position(random.Random(seed)))


OTHERS = [position_of(seed) for seed in range(MOST_LISTED + 1)]
"""So many that what was listed before is forgotten."""


@given(SEEDS)
def test_a_pit_is_attacked_from_where_it_could_be_captured(seed: int) -> None:
    position = position_of(seed)
    captures = {
        (one, hexagon.name_of(action[2]), hexagon.name_of(action[3]))
        for one in position.seats
        if position.queen(one) is not None
        for action in core.actions(position.board._replace(seat=one))
        if action[0] == core.CAPTURE
    }
    for site in position.sites:
        piece = position.pieces.get(site)
        found = {
            start
            for one, start, end in captures
            if end == site and piece is not None and one != piece.seat
        }
        assert sorted(position.attackers(site)) == sorted(found)


@given(SEEDS)
def test_what_may_win_has_all_that_wins(seed: int) -> None:
    position = position_of(seed)
    for seat in position.active_seats:
        known = set(may_win(position, seat))
        for action in position.legal_actions(seat):
            outcome = position.apply(seat, action).outcome
            if outcome is not None and seat in outcome.winners:
                assert action in known


@settings(max_examples=20)
@given(SEEDS)
def test_what_is_legal_is_so_whether_the_actions_were_listed_or_not(seed: int) -> None:
    """Beside legal ones, some that are no actions here, and some whose fields are no numbers."""
    position = position_of(seed)
    seats = tuple(position.active_seats)
    tried = [MyraAction._make(one) for one in core.actions(position.board)]
    board = position.board
    tried += [
        MyraAction._make(one) for one in core.actions(board._replace(seat=board.seat % 2 + 1))
    ]
    tried += [
        changed
        for one in tried[:3]
        for changed in (
            one._replace(soldiers=float(one.soldiers)),  # type: ignore[arg-type]
            one._replace(kind=[]),  # type: ignore[arg-type]
            one._replace(pits=str(one.pits)),  # type: ignore[arg-type]
            one._replace(origin=None),  # type: ignore[arg-type]
        )
    ]
    for seat in seats:
        before = [position.why_not(seat, one) for one in tried]
        position.legal_actions(seat)
        assert [position.why_not(seat, one) for one in tried] == before
        for other in OTHERS:
            other.legal_actions(other.to_act)
        assert [position.why_not(seat, one) for one in tried] == before
