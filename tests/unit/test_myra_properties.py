"""What holds in every match of Myra (docs/rules.md, Myra), by Hypothesis."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.games.myra.rules.core import (
    FORTRESS,
    RESERVE,
    can_act,
    is_legal,
    occupied,
)
from spieltisch.games.myra.rules.hexagon import SITES
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import RULES, STARTS
from spieltisch.table import IllegalActionError, Turn, play
from tests.unit import myra_plain as plain

SITE = st.sampled_from(SITES)


@st.composite
def matches(draw) -> list[Turn]:
    """Some steps from the start, captures preferred so that queens fall."""
    position = RULES.parse_position(STARTS[draw(st.sampled_from((2, 3)))])
    steps = []
    for choice in draw(st.lists(st.integers(0, 9_999), max_size=60)):
        legal = position.legal_actions(position.to_act)
        if not legal:
            break
        captures = [action for action in legal if action.kind == "capture"]
        options = captures if captures and choice % 4 else legal
        action = options[choice % len(options)]
        steps.append(play(RULES, position, position.to_act, action))
        position = steps[-1].after
    return steps


@st.composite
def positions(draw) -> MyraPosition:
    seed = draw(st.integers(0, 2**32))
    return RULES.parse_position(plain.random_position(random.Random(seed)))


@st.composite
def action_texts(draw) -> str:
    kind = draw(st.sampled_from(("walk", "gather", "sow", "produce", "pass")))
    if kind == "pass":
        return "pass"
    if kind == "produce":
        return "+" + draw(SITE)
    if kind == "walk":
        who, sign = draw(st.sampled_from("Q12345")), draw(st.sampled_from("-x"))
        return who + sign.join(draw(st.lists(SITE, min_size=2, max_size=2, unique=True)))
    path = [draw(SITE)]
    for _ in range(draw(st.integers(1 if kind == "gather" else 2, 4))):
        free = [site for site in plain.NEIGHBOURS[path[-1]] if site not in path]
        if free:
            path.append(draw(st.sampled_from(free)))
    return (">" if kind == "gather" else "<").join(path)


def soldiers(position: MyraPosition) -> int:
    return sum(position.soldiers(seat) + position.reserve(seat) for seat in position.seats)


@settings(max_examples=60, deadline=None)
@given(matches())
def test_soldiers_are_conserved(steps):
    """On the board, in reserve or captured; the reserve of a fallen seat of three is put away."""
    for step in steps:
        before, action, after = step.before, step.action, step.after
        told = {event.kind: event for event in step.events}
        captured = told.get("captured")
        taken = 0 if captured is None or captured.is_queen else captured.count
        put_away = 0
        if "eliminated" in told and len(before.seats) - len(before.fallen) == 3:
            put_away = before.reserve(told["eliminated"].target)
        assert soldiers(after) == soldiers(before) - taken - put_away
        if action.kind == "produce":
            assert after.reserve(before.to_act) == before.reserve(before.to_act) - 1


@settings(max_examples=60, deadline=None)
@given(matches())
def test_no_pit_is_above_five_and_every_queen_is_alone(steps):
    for after in (step.after for step in steps):
        pits = [piece for side in after.board.sides for piece in side[:RESERVE]]
        assert sum(mask.bit_count() for mask in pits) == len(after.pieces)
        assert all(piece.soldiers <= FORTRESS for piece in after.pieces.values())
        for side in after.board.sides:
            assert side[0].bit_count() <= 1
            assert occupied(side).bit_count() == sum(mask.bit_count() for mask in side[:RESERVE])


@settings(max_examples=60, deadline=None)
@given(matches())
def test_the_turn_goes_on_and_takeovers_are_told(steps):
    for step in steps:
        before, after = step.before, step.after
        told = {event.kind: event for event in step.events}
        fallen = {told["eliminated"].target} if "eliminated" in told else set()
        assert after.fallen - before.fallen == fallen
        if "inherited" in told:
            for site in told["inherited"].sites:
                assert {before.pieces[site].seat} == fallen
                assert after.pieces[site].seat == before.to_act
        assert bool(after.active_seats) == (after.outcome is None)
        if after.outcome is None:
            assert after.to_act not in after.fallen
            assert after.legal_actions(after.to_act)
            for seat in set(after.seats) - after.active_seats:
                assert after.legal_actions(seat) == ()


@settings(max_examples=40, deadline=None)
@given(positions())
def test_positions_and_actions_are_read_as_they_are_written(position):
    assert RULES.parse_position(RULES.format_position(position)) == position
    legal = position.legal_actions(position.to_act)
    texts = [RULES.format_action(action) for action in legal]
    assert [RULES.parse_action(text) for text in texts] == list(legal)
    assert len(set(texts)) == len(texts)


@settings(max_examples=40, deadline=None)
@given(positions())
def test_every_legal_action_leads_to_another_position(position):
    """ "Two actions that lead to the same position are one action"."""
    legal = position.legal_actions(position.to_act)
    after = {position.apply(position.to_act, action).board for action in legal}
    assert len(after) == len(legal)


@settings(max_examples=40, deadline=None)
@given(positions())
def test_walks_go_step_by_step_through_empty_pits(position):
    for action in position.legal_actions(position.to_act)[::7]:
        walk = position.walk(action)
        assert all(b in plain.NEIGHBOURS[a] for a, b in pairwise(walk))
        if action.kind in ("move", "capture"):
            assert (walk[0], walk[-1]) == (action.site, action.target)
            assert len(walk) - 1 <= max(action.soldiers, 1)
            assert not set(walk[1:-1]) & position.pieces.keys()
        elif action.kind != "pass":
            assert walk == action.path


@settings(max_examples=40, deadline=None)
@given(positions())
def test_whether_a_seat_can_act_is_whether_it_has_an_action(position):
    has_action = any(a.kind != "pass" for a in position.legal_actions(position.to_act))
    assert has_action == can_act(position.board, position.to_act)


@settings(max_examples=300, deadline=None)
@given(positions(), st.lists(action_texts(), min_size=5, max_size=30))
def test_what_is_not_legal_is_refused_and_nothing_else(position, texts):
    legal = set(position.legal_actions(position.to_act))
    for text in texts:
        action = RULES.parse_action(text)
        assert is_legal(position.board, action) == (action in legal)
        if action in legal:
            position.apply(position.to_act, action)
            continue
        with pytest.raises(IllegalActionError) as caught:
            position.apply(position.to_act, action)
        assert (caught.value.seat, caught.value.action) == (position.to_act, str(action))
        assert caught.value.why


@settings(max_examples=60, deadline=None)
@given(positions(), st.data())
def test_a_slip_in_a_legal_action_is_refused(position, data):
    """Near misses: a legal action with another number, end, kind or set of pits."""
    legal = position.legal_actions(position.to_act)
    action = data.draw(st.sampled_from(legal))
    other = data.draw(st.sampled_from(legal))
    for slip in (
        action._replace(kind=other.kind),
        action._replace(soldiers=data.draw(st.integers(-1, 6))),
        action._replace(origin=other.origin),
        action._replace(pits=other.pits),
        action._replace(pits=action.pits | other.pits),
        action._replace(pits=-action.pits),
        action._replace(pits=1 << 11),
        action._replace(origin=1 << 200),
        action._replace(kind="jump"),
    ):
        assert is_legal(position.board, slip) == (slip in legal)
        if slip not in legal:
            with pytest.raises(IllegalActionError):
                position.apply(position.to_act, slip)
