"""Clocks in every game that is taken in turns, and nowhere else."""

from dataclasses import replace

import pytest

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.play.codec import may_have_clock
from spieltisch.play.match import Match
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.table import (
    CLOCK,
    Entry,
    FlagFall,
    Record,
    SetupError,
    TimeControl,
    format_record,
    parse_record,
)
from tests.conformance.matches import SETUPS, match_of, over
from tests.unit.markup_check import check
from tests.unit.whole_step import whole_step

CONTROL = TimeControl(1, 2)
IN_TURNS = tuple(setup for setup in SETUPS if may_have_clock(setup))
OTHERS = tuple(setup for setup in SETUPS if setup not in IN_TURNS)
TURN_MS = 1_500


def timed(setup, length):
    """The beginning of a random match, with clocks, a turn every so many milliseconds."""
    record = match_of(setup).cut(length)
    entries = tuple(
        replace(entry, at_ms=number * TURN_MS) for number, entry in enumerate(record.entries)
    )
    return Record(replace(record.setup, clock=CONTROL), entries)


def fallen(setup):
    """A match of which the third turn is not played in time."""
    match = Match.open(timed(setup, 2))
    return match.play(CLOCK, FlagFall(match.running_seat), match.falls_at_ms)


def test_there_are_such_games():
    assert {setup.game for setup in IN_TURNS} < set(catalog.GAMES)


@over(OTHERS)
def test_a_game_that_is_not_taken_in_turns_has_none(setup):
    with pytest.raises(SetupError, match="clock"):
        Match.open(timed(setup, 0))


@over(IN_TURNS)
def test_who_plays_faster_than_the_increment_has_ever_more(setup):
    match = Match.open(timed(setup, 9))
    played = [turn for turn in match.turns[1:] if turn.seat]
    assert match.clocks.left_ms == tuple(
        60_000 + (2_000 - TURN_MS) * sum(turn.seat == seat for turn in played)
        for seat in range(1, setup.seats + 1)
    )


@over(IN_TURNS)
def test_a_flag_ends_it_and_all_texts_know(setup):
    match = fallen(setup)
    loser = match.last_turn.action.seat
    assert match.position.outcome.winners == frozenset(range(1, setup.seats + 1)) - {loser}
    assert match.position.outcome.reason == "time"
    assert match.record.entries[-1] == Entry(CLOCK, "expire", match.last_turn.at_ms)
    again = Match.open(parse_record(format_record(match.record)))
    linked = decode_match(encode_record(match.record)).record
    for other in (again, Match.open(linked)):
        assert other.position == match.position
        assert other.clocks == match.clocks


@over(IN_TURNS)
def test_it_can_be_seen(setup):
    match = fallen(setup)
    session, _ = whole_step(Session(), Navigate("#/record/" + encode_record(match.record), 0.0))
    assert "on time" in str(check(page_of(session)))
    for ply in range(len(match.turns)):
        session, _ = whole_step(
            session, Navigate("#/record/" + encode_record(match.record.cut(ply)), 0.0)
        )
        check(page_of(session))
