"""What can be matched now, and what an action brought about."""

from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.events import Event, Kind, event_of
from spieltisch.games.aya.rules.matches import matches, moves_needed
from spieltisch.games.aya.rules.track import STANDARD_MOVES, TRACKS, format_track
from spieltisch.games.aya.rules.variant import faces
from spieltisch.table import CLOCK
from tests.unit.aya_table import aya_oye, kindergarten, play, rumkugeln, tueftler, with_track

tops = st.lists(st.sampled_from(DECK).map(str), min_size=2, max_size=6)


def told(position, seat=None):
    return {(m.moves, tuple(card.pile for card in m.cards)) for m in matches(position, seat)}


def found_by_playing(position):
    """Every way that the rules themselves accept."""
    ways = set()
    for first in STANDARD_MOVES:
        tried = position.try_move(first)
        if tried.cards:
            ways.add(((first,), tuple(card.pile for card in tried.cards)))
        elif tried.may_go_on:
            between = position.apply(1, first)
            for second in STANDARD_MOVES:
                cards = between.try_move(second).cards
                if cards:
                    ways.add(((first, second), tuple(card.pile for card in cards)))
    return ways


@given(st.sampled_from(TRACKS), tops)
@settings(max_examples=200, deadline=None)
def test_matches_are_what_the_rules_accept(track, piles):
    calling = with_track(aya_oye(*piles), format_track(track))
    attempt = play(calling, "1 aya")
    ways = found_by_playing(attempt)
    assert told(calling) == told(attempt) == ways == told(play(calling, "1 oye"))
    cards = calling.open_cards
    needed = moves_needed(calling.track, faces(cards))
    for card, moves in zip(cards, needed, strict=True):
        lengths = [len(way) for way, where in ways if card.pile in where]
        assert moves == min(lengths, default=None)


@given(st.sampled_from(TRACKS), tops, st.sampled_from(STANDARD_MOVES))
@settings(max_examples=200, deadline=None)
def test_after_a_first_move_only_second_ones_for_light_cards_are_told(track, piles, first):
    attempt = play(with_track(aya_oye(*piles), format_track(track)), "1 aya")
    if attempt.try_move(first).may_go_on:
        between = attempt.apply(1, first)
        expected = {
            ((second,), tuple(card.pile for card in cards))
            for second in STANDARD_MOVES
            if (cards := between.try_move(second).cards)
        }
        assert told(between) == expected


def test_one_move_comes_before_two():
    lengths = [len(match.moves) for match in matches(aya_oye("bbbby", "bbbbb*"))]
    assert lengths == sorted(lengths)
    assert set(lengths) == {1, 2} or lengths == [1] * len(lengths)


def test_whose_cards_count():
    position = rumkugeln("bybyb/", "bbbby/")
    assert told(position) == set()
    assert (("4L",), ("seat2.open",)) in told(position, 2)
    assert {where for _, where in told(tueftler("bbbby bbyyy", "reilly"))} == {("table",)}
    row = [match.cards[0].place for match in matches(kindergarten("bbyyy bbbby", "bybyb", "", ""))]
    assert sorted(set(row)) == [0, 1]


def test_an_observed_position_tells_the_same():
    position = aya_oye("bbbby bbyyy", "bbyyy bbbby")
    assert told(position.observe(1)) == told(position)


def test_events_of_a_call_and_its_attempt():
    start = aya_oye("yybyy* bbyyy", "bbbby bbyyy")
    called = play(start, "1 aya")
    assert event_of(start, 1, "aya") == Event(Kind.AYA, 1)
    assert event_of(called, 1, "5L") == Event(Kind.MATCHED, 1, called.try_move("5L").cards)
    assert event_of(called, 1, "1R") == Event(Kind.MOVED, 1)
    second = play(called, "1 1R")
    assert event_of(second, 1, "1R") == Event(Kind.FAILED, 1)
    assert event_of(second, 1, "stop") == Event(Kind.FAILED, 1)
    assert event_of(called, CLOCK, "expire") == Event(Kind.FAILED, 1, has_expired=True)
    assert event_of(play(called, "0 expire"), 2, "X") == Event(Kind.EXCEPTIONAL, 2)


def test_events_of_an_oye():
    start = aya_oye("yybyy* bbyyy", "bbbby bbyyy", "yybyy* bbyyy")
    called = play(start, "1 oye")
    assert event_of(start, 1, "oye") == Event(Kind.OYE, 1)
    assert event_of(called, 2, "concede") == Event(Kind.CONCEDED, 2)
    assert event_of(called, 3, "refute") == Event(Kind.REFUTING, 3)
    refuting = play(called, "3 refute")
    assert event_of(refuting, 3, "4L").kind == Kind.REFUTED
    assert [card.pile for card in event_of(refuting, 3, "4L").cards] == ["seat2.pile"]
    assert event_of(refuting, 3, "1R") == Event(Kind.MOVED, 3)
    assert event_of(play(refuting, "3 1R"), 3, "stop") == Event(Kind.TAKEN_BACK, 3)
    cut_short = event_of(play(refuting, "3 1R"), CLOCK, "expire")
    assert cut_short == event_of(called, CLOCK, "expire")
    assert (cut_short.kind, cut_short.seat, cut_short.has_expired) == (Kind.STANDS, 1, True)
    assert cut_short.missed == matches(start)
