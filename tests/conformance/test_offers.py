"""Resigning and draws, in every game: what may be said at any moment, and that all texts know."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.play.match import Match, format_match
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.table import (
    CLOCK,
    TABLE_ACTIONS,
    Entry,
    IllegalActionError,
    Record,
    ReplayError,
    TableAction,
    format_record,
    parse_record,
    replay,
)
from tests.conformance.matches import SETUPS, match_of, over, rules_of
from tests.front_doors import parse_match
from tests.unit.markup_check import check
from tests.unit.whole_step import whole_step

SOLITAIRES = tuple(setup for setup in SETUPS if setup.seats == 1)
OF_TWO = tuple(setup for setup in SETUPS if setup.seats == 2)
OF_MORE = tuple(setup for setup in SETUPS if setup.seats > 2)
MOST_PLIES = 40


def sayable(match):
    """All that could be said now, seat by seat."""
    seats = range(1, match.setup.seats + 1)
    return [(seat, action) for seat in seats for action in match.table_actions(seat)]


@st.composite
def talks(draw, setup):
    """A match in which much is said, and how many turns of the game it has."""
    record = match_of(setup)
    length = draw(st.integers(0, min(len(record.entries), MOST_PLIES)))
    match, rules, acts = Match.open(record.cut(0)), rules_of(setup), 0
    for entry in record.entries[:length]:
        while draw(st.integers(0, 3)) == 0:
            options = sayable(match)
            if not options:
                break
            match = match.play(*draw(st.sampled_from(options)), at_ms=entry.at_ms)
        if match.is_over:
            break
        match = match.play(entry.seat, rules.parse_action(entry.action), entry.at_ms)
        acts += 1
    return match, acts


@over(SETUPS)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_what_is_said_changes_nothing_in_the_game(setup, data):
    match, acts = data.draw(talks(setup))
    plain = Match.open(match_of(setup).cut(acts))
    rules = match.rules
    assert rules.format_position(match.position) == rules.format_position(plain.position)
    assert [turn.entry for turn in match.game_turns] == list(plain.record.entries)
    if match.position.outcome != plain.position.outcome:
        assert match.last_turn.is_table_action
        assert match.position.outcome.reason in ("resigned", "agreed")
        assert match.position.active_seats == frozenset()
    else:
        assert match.position == plain.position


@over(SETUPS)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_all_texts_know_what_was_said(setup, data):
    match, _ = data.draw(talks(setup))
    again = Match.open(parse_record(format_record(match.record)))
    kept = parse_match(format_match(match))
    for other in (again, kept):
        assert other.record == match.record
        assert other.position == match.position
        assert other.offers == match.offers
    linked = Match.open(decode_match(encode_record(match.record)).record)
    assert [(one.seat, one.action) for one in linked.turns] == [
        (one.seat, one.action) for one in match.turns
    ]
    assert linked.position.outcome == match.position.outcome


@over(SETUPS)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_taking_back_takes_back_what_was_said(setup, data):
    match, _ = data.draw(talks(setup))
    length = data.draw(st.integers(0, match.shown))
    before = Match.open(match.record.cut(length))
    assert match.show(length).offers == before.offers
    assert match.show(length).position == before.position


@over(SETUPS)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_nothing_else_can_be_said(setup, data):
    match, _ = data.draw(talks(setup))
    for seat in range(setup.seats + 2):
        for action in TableAction:
            if action in match.table_actions(seat):
                continue
            with pytest.raises(IllegalActionError, match=f"seat {seat} may not play {action}: "):
                match.play(seat, action)
            record = match.record
            entries = (*record.entries, Entry(seat, str(action), 10**9))
            with pytest.raises(ReplayError, match=rf"entries\[{len(record.entries)}\]: "):
                list(replay(match.rules, Record(record.setup, entries)))


@over(SETUPS)
def test_no_game_has_actions_of_these_names(setup):
    for text in TABLE_ACTIONS:
        with pytest.raises(ValueError, match=r"."):
            rules_of(setup).parse_action(text)


@over(OF_TWO)
def test_of_two_the_other_wins(setup):
    match = Match.open(match_of(setup).cut(2))
    for seat in (1, 2):
        over_now = match.play(seat, TableAction.RESIGN)
        assert over_now.position.outcome.winners == {3 - seat}
        assert [event.kind for event in over_now.last_turn.events] == ["resigned", "won"]
        assert not sayable(over_now)


@over(OF_MORE)
def test_of_more_all_agree_on_a_draw_and_nobody_resigns(setup):
    match = Match.open(match_of(setup).cut(2))
    playing = sorted(match.rules.playing(match.position))
    match = match.play(playing[0], TableAction.OFFER)
    for seat in playing[1:]:
        assert not match.is_over
        assert match.table_actions(seat) == (TableAction.ACCEPT, TableAction.DECLINE)
        match = match.play(seat, TableAction.ACCEPT)
    assert match.position.outcome.is_draw
    assert match.position.outcome.reason == "agreed"


@over(SOLITAIRES)
def test_who_plays_alone_gives_up(setup):
    match = Match.open(match_of(setup).cut(0))
    assert match.table_actions(1) == (TableAction.RESIGN,)
    match = match.play(1, TableAction.RESIGN)
    assert [event.kind for event in match.last_turn.events] == ["resigned", "lost"]
    assert match.position.outcome.result_for(1, 1) == "lost"


@over(SETUPS)
def test_an_offer_stands_until_somebody_else_acts(setup):
    record = match_of(setup)
    match, game = Match.open(record.cut(0)), catalog.game_of(setup.game)
    for entry in record.entries[:MOST_PLIES]:
        seat = min(match.rules.playing(match.position))
        if TableAction.OFFER in match.table_actions(seat):
            match = match.play(seat, TableAction.OFFER)
        by, automatic = match.offers.by, match.rules.automatic_action(match.position)
        action = game.rules.parse_action(entry.action)
        before = match.rules.playing(match.position)
        match = match.play(entry.seat, action)
        is_nobodys = entry.seat == CLOCK or automatic == (entry.seat, action)
        has_left = not is_nobodys and match.rules.playing(match.position) != before
        stands = is_nobodys or (entry.seat == by and not has_left)
        assert match.offers.by == (by if stands else None)
        if not is_nobodys:
            assert entry.seat not in match.offers.spent


@over(SETUPS)
def test_it_can_be_seen(setup):
    match = Match.open(match_of(setup).cut(2))
    while options := sayable(match):
        seat, action = options[-1]
        match = match.play(seat, action, match.last_turn.at_ms)
        link = "#/record/" + encode_record(match.record)
        session, _ = whole_step(Session(), Navigate(link, 0.0))
        assert session.match.record == match.record
        is_over = match.position.outcome is not None
        assert bool(check(page_of(session)).all("data-outcome")) == is_over
        if action is TableAction.DECLINE:
            break
    for seat, action in sayable(match):
        ended = match.play(seat, action, match.last_turn.at_ms)
        session, _ = whole_step(Session(), Navigate("#/record/" + encode_record(ended.record), 0.0))
        is_over = ended.position.outcome is not None
        assert bool(check(page_of(session)).all("data-outcome")) == is_over
