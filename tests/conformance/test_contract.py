"""What every game's positions promise (design.md, "The contract every game meets")."""

import copy
import json
import pickle
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields
from random import Random

import pytest

from spieltisch.games import catalog
from spieltisch.table import CLOCK, IllegalActionError, Outcome, replay
from tests.conformance.matches import SETUPS, match_of, moments, name_of, rebuilt

pytestmark = pytest.mark.parametrize("setup", SETUPS, ids=name_of)

MOST_ACTIONS = 40
"""How many of a position's actions are tried; Myra has hundreds."""


def some(items, most=MOST_ACTIONS):
    return items if len(items) <= most else Random(len(items)).sample(items, most)


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
    game = catalog.game_of(setup.game).rules
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


def test_actions_are_their_texts(setup):
    game = catalog.game_of(setup.game).rules
    for position, record in moments(setup):
        for seat in position.active_seats:
            actions = position.legal_actions(seat)
            texts = [game.format_action(action) for action in actions]
            assert len(set(texts)) == len(actions)
            for action, text in some(list(zip(actions, texts, strict=True))):
                assert game.parse_action(text) == action
                assert text.strip() == text
        for entry in record.entries[-1:]:
            assert game.format_action(game.parse_action(entry.action)) == entry.action


def test_position_texts_are_fixed_points(setup):
    game = catalog.game_of(setup.game).rules
    for position, _ in moments(setup):
        text = game.format_position(position)
        parsed = game.parse_position(text)
        assert game.format_position(parsed) == text
        assert parsed == position
        hash(parsed)


def test_wrong_texts_are_value_errors(setup):
    game = catalog.game_of(setup.game).rules
    for text in ("", " ", "x", "a1", "1 2 3", "/" * 12, "\0", "\ud800", "😀", "d" * 10_000):
        with pytest.raises(ValueError, match=r"."):
            game.parse_position(text)
        with pytest.raises(ValueError, match=r"."):
            game.parse_action(text)


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
    game = catalog.game_of(setup.game).rules
    record = match_of(setup)
    live = game.initial_position(record.setup)
    for entry in record.entries:
        live = live.apply(entry.seat, game.parse_action(entry.action))
    *_, last = replay(game, record)
    assert last.position == live
    assert live.outcome is not None
    assert [entry.seat for entry in record.entries if not 0 <= entry.seat <= setup.seats] == []


def test_a_trace_is_json_with_no_more_than_the_position_tells(setup):
    game = catalog.game_of(setup.game).rules
    for position, _ in moments(setup)[-3:]:
        told = game.trace(position)
        assert json.loads(json.dumps(told)) == told
