"""What every game's positions promise (spieltisch.table.position)."""

import copy
import json
import pickle
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields

import pytest

from spieltisch.table import CLOCK, IllegalActionError, Outcome, replay
from tests.conformance.matches import SETUPS, match_of, moments, over, rebuilt, rules_of, some

pytestmark = over(SETUPS)


def seats_of(setup):
    return range(CLOCK, setup.seats + 1)


def everything_said(setup) -> tuple[object, ...]:
    """Actions that are legal somewhere in the match, for some seat."""
    found: dict[object, None] = {}
    for moment in moments(setup):
        for seat in moment.position.active_seats:
            found.update(dict.fromkeys(some(moment.position.legal_actions(seat), 12)))
    return tuple(found)


def steps(setup) -> Iterator[tuple[object, int, object]]:
    for moment in moments(setup):
        for seat in sorted(moment.position.active_seats):
            for action in some(moment.position.legal_actions(seat)):
                yield moment.position, seat, action


def test_a_match_ends_exactly_when_nobody_may_act(setup):
    for position, _ in moments(setup):
        assert isinstance(position.active_seats, frozenset)
        assert position.active_seats <= set(seats_of(setup))
        assert (position.outcome is None) == bool(position.active_seats)
        assert position.active_seats != {CLOCK}, "nobody but the clock can go on"
    last = moments(setup)[-1].position
    assert isinstance(last.outcome, Outcome)


def test_an_outcome_names_seats_a_reason_and_a_score_each(setup):
    outcome = moments(setup)[-1].position.outcome
    assert outcome.winners <= set(range(1, setup.seats + 1))
    assert outcome.is_draw == (not outcome.winners)
    assert outcome.reason == outcome.reason.lower().strip() != ""
    assert outcome.scores is None or len(outcome.scores) == setup.seats


def test_active_seats_have_actions_and_others_none(setup):
    for position, _ in moments(setup):
        for seat in (*seats_of(setup), -1, setup.seats + 1, 99):
            actions = position.legal_actions(seat)
            assert isinstance(actions, tuple)
            assert bool(actions) == (seat in position.active_seats)
            assert len(set(actions)) == len(actions)


def test_the_order_of_actions_is_stable(setup):
    for position, again in rebuilt(setup):
        for seat in position.active_seats:
            assert position.legal_actions(seat) == position.legal_actions(seat)
            assert again.legal_actions(seat) == position.legal_actions(seat)


def test_every_legal_action_applies_and_changes_nothing_behind(setup):
    for position, seat, action in steps(setup):
        before = (hash(position), repr(position))
        after = position.apply(seat, action)
        assert type(after) is type(position)
        hash(after)
        assert (hash(position), repr(position)) == before


def test_any_other_action_is_refused_with_seat_and_action(setup):
    game = rules_of(setup)
    known = everything_said(setup)
    for position, _ in moments(setup):
        for seat in (*seats_of(setup), setup.seats + 1):
            legal = set(position.legal_actions(seat))
            for action in some([action for action in known if action not in legal], 15):
                if game.format_action(action) in map(game.format_action, legal):
                    continue
                with pytest.raises(IllegalActionError) as caught:
                    position.apply(seat, action)
                text = game.format_action(action)
                assert (caught.value.seat, caught.value.action) == (seat, text)
                assert caught.value.why
                assert f"seat {seat}" in str(caught.value)
                assert text in str(caught.value)


def test_positions_are_values(setup):
    for position, again in rebuilt(setup):
        assert again == position
        assert hash(again) == hash(position)
        assert copy.deepcopy(position) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert position != object()
    first, *others = (moment.position for moment in moments(setup))
    assert all(other != first for other in others)


def test_positions_are_frozen(setup):
    position = moments(setup)[0].position
    for one in fields(position):
        with pytest.raises(FrozenInstanceError):
            setattr(position, one.name, None)


def test_a_record_replays_to_the_live_end(setup):
    game = rules_of(setup)
    record = match_of(setup)
    live = game.initial_position(record.setup)
    for entry in record.entries:
        live = live.apply(entry.seat, game.parse_action(entry.action))
    replayed = list(replay(game, record))
    last = replayed[-1]
    assert tuple(turn.entry for turn in replayed) == record.entries
    assert last.after == live
    assert live.outcome is not None
    assert [entry.seat for entry in record.entries if not 0 <= entry.seat <= setup.seats] == []


def test_a_trace_is_json_with_no_more_than_the_position_tells(setup):
    game = rules_of(setup)
    for position, _ in moments(setup)[-3:]:
        told = game.trace(position)
        assert json.loads(json.dumps(told)) == told
