"""What every game's positions promise (spieltisch.table.position)."""

import copy
import json
import pickle
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction
from functools import cache

import pytest

from spieltisch.games import catalog
from spieltisch.table import CLOCK, IllegalActionError, Outcome, SetupError, replay
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


def test_a_key_is_the_board_without_its_past(setup):
    """Whatever led there: so tables of one's own know a board again."""
    rules, boards = rules_of(setup), {}
    is_whole = catalog.game_of(setup.game).search_bots is not None
    for position, seat, action in steps(setup):
        for one in (position, position.apply(seat, action)):
            board = rules.format_board(one)
            assert boards.setdefault(one.key, board) == board
            text = board if is_whole else rules.format_position(one)
            assert rules.parse_position(text).key == one.key


def test_the_same_action_leads_from_a_key_to_a_key(setup):
    rules, led = rules_of(setup), {}
    for position, seat, action in steps(setup):
        after = position.apply(seat, action).key
        assert led.setdefault((position.key, seat, action), after) == after
        alone = rules.parse_position(rules.format_board(position))
        if alone.key == position.key and action in alone.legal_actions(seat):
            assert alone.apply(seat, action).key == after


def test_a_position_prints_as_its_text(setup):
    rules = rules_of(setup)
    for position, _ in moments(setup):
        assert repr(position) == rules.format_position(position)
        assert str(position) == rules.format_board(position)


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
                assert caught.value.why == str(caught.value.reason)
                assert position.why_not(seat, action) == caught.value.reason
                assert f"seat {seat}" in str(caught.value)
                assert text in str(caught.value)


class Awkward:
    """A value that has no hash, is equal to everything, and has no text."""

    __hash__ = None

    def __eq__(self, other):
        return True

    def __str__(self):
        raise RuntimeError


@cache
def anything() -> tuple[object, ...]:
    """Values that are no action of any game, or of one game alone."""
    foreign: list[object] = []
    for other in (one for one in SETUPS if one.seats == 2):
        position = moments(other)[0].position
        seat = min(seat for seat in position.active_seats if seat != CLOCK)
        action = position.legal_actions(seat)[0]
        foreign += [position, action]
        if isinstance(action, tuple):
            # A tuple that is equal to an action is none, and neither is one of other fields.
            foreign += [tuple(action), tuple(action)[:-1], (*action, *action)]
            for value in (None, -1, 10**5000, "\0", [], {}, (), Awkward()):
                foreign += [
                    type(action)(*action[:at], value, *action[at + 1 :])
                    for at in range(len(action))
                ]
    some = [None, True, 0, -1, 10**5000, 2.5, float("nan"), 1j, b"a+", "", "a+" * 10_000, "\ud800"]
    return (*some, (), ("a", "+"), [], {}, set(), Awkward(), object(), len, int, *foreign)


def test_whatever_is_no_action_is_refused_as_such(setup):
    known = set(map(repr, everything_said(setup)))
    for position, _ in moments(setup)[::9]:
        for seat in seats_of(setup):
            legal = position.legal_actions(seat)
            for action in anything():
                is_known = type(action) in set(map(type, legal)) and action in legal
                if not is_known and not (isinstance(action, str) and repr(action) in known):
                    with pytest.raises(IllegalActionError) as caught:
                        position.apply(seat, action)
                    assert len(str(caught.value)) < 400
                    assert position.why_not(seat, action) == caught.value.reason


def test_whoever_is_no_seat_is_refused_as_such(setup):
    for position, _ in moments(setup)[::9]:
        for seat in position.active_seats:
            action = position.legal_actions(seat)[0]
            equal = (float(seat), complex(seat), Fraction(seat), bool(seat))
            for one in (None, -1, 99, 10**5000, "1", [], {}, (), Awkward(), object(), *equal):
                with pytest.raises(IllegalActionError):
                    position.apply(one, action)
                assert position.legal_actions(one) == ()


def test_whatever_may_be_done_is_not_said_to_be_impossible(setup):
    for position, _ in moments(setup):
        for seat in position.active_seats:
            for action in some(position.legal_actions(seat), 15):
                assert position.why_not(seat, action) is None


def test_a_start_that_can_be_played_has_no_flaws(setup):
    rules, setup = rules_of(setup), match_of(setup).setup
    assert list(rules.flaws(setup)) == []
    for start in ("", "x", setup.start[1:], setup.start[:-1], f"{setup.start} {setup.start}"):
        other = replace(setup, start=start)
        found = list(rules.flaws(other))
        if found:
            with pytest.raises(SetupError, match=re.escape(str(found[0]))) as caught:
                rules.initial_position(other)
            assert caught.value.field == "start"


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
