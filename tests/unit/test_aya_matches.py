"""What can be matched now, and what an action brought about."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.duties import Attempt
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.matches import matches, moves_needed
from spieltisch.games.aya.rules.track import STANDARD_MOVES, TRACKS, format_track
from spieltisch.games.aya.rules.variants import faces
from spieltisch.table import CLOCK
from spieltisch.table.turn import Ending
from tests.unit.aya_table import (
    aya_oye,
    event,
    kindergarten,
    play,
    rumkugeln,
    tueftler,
    turn,
    with_track,
)

tops = st.lists(st.sampled_from(DECK).map(str), min_size=2, max_size=6)


def told(position):
    return {(m.moves, tuple(card.pile for card in m.cards)) for m in matches(position)}


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
    assert (("4L",), ("seat2.open",)) in told(replace(position, duty=Attempt(2)))
    assert {where for _, where in told(tueftler("bbbby bbyyy", "reilly"))} == {("table",)}
    row = [match.cards[0].place for match in matches(kindergarten("bbyyy bbbby", "bybyb", "", ""))]
    assert sorted(set(row)) == [0, 1]


def test_an_observed_position_tells_the_same():
    position = aya_oye("bbbby bbyyy", "bbyyy bbbby")
    assert told(position.observe(1)) == told(position)


def test_events_of_a_call_and_its_attempt():
    start = aya_oye("yybyy* bbyyy", "bbbby bbyyy")
    called = play(start, "1 aya")
    assert turn(start, 1, "aya").events == (AyaEvent("called", 1, call="aya"),)
    cards = called.try_move("5L").cards
    assert turn(called, 1, "5L").events == (
        AyaEvent("moved", 1, ("5", "L")),
        AyaEvent("matched", 1, count=len(cards), cards=cards),
    )
    assert turn(called, 1, "1R").events == (AyaEvent("moved", 1, ("1", "R")),)
    second = play(called, "1 1R")
    assert turn(second, 1, "1R").events == (
        AyaEvent("moved", 1, ("1", "R")),
        AyaEvent("missed", 1),
    )
    assert turn(second, 1, "stop").events == (AyaEvent("missed", 1),)
    late = turn(called, CLOCK, "expire").events
    assert late == (AyaEvent("missed", 1, has_expired=True),)
    exceptional = turn(play(called, "0 expire"), 2, "X").events
    assert exceptional == (AyaEvent("moved", 2, ("1", "L", "5", "R")),)


def test_events_of_an_oye():
    start = aya_oye("yybyy* bbyyy", "bbbby bbyyy", "yybyy* bbyyy")
    called = play(start, "1 oye")
    assert turn(start, 1, "oye").events == (AyaEvent("called", 1, call="oye"),)
    assert turn(called, 2, "concede").events == (AyaEvent("conceded", 2, target=1),)
    assert turn(called, 3, "refute").events == (AyaEvent("called", 3, target=1, call="refute"),)
    refuting = play(called, "3 refute")
    moved, refuted = turn(refuting, 3, "4L").events
    assert moved == AyaEvent("moved", 3, ("4", "L"))
    assert (refuted.kind, refuted.seat, refuted.target, refuted.count) == ("refuted", 3, 1, 1)
    assert [card.pile for card in refuted.cards] == ["seat2.pile"]
    assert turn(refuting, 3, "1R").events == (AyaEvent("moved", 3, ("1", "R")),)
    assert turn(play(refuting, "3 1R"), 3, "stop").events == (AyaEvent("taken-back", 3),)
    taken_back, cut_short = turn(play(refuting, "3 1R"), CLOCK, "expire").events
    assert taken_back == AyaEvent("taken-back", 3)
    assert cut_short == event(called, CLOCK, "expire")
    assert (cut_short.kind, cut_short.seat, cut_short.has_expired) == ("stood", 1, True)
    assert cut_short.overlooked == matches(start)


def test_the_last_seat_to_concede_lets_the_oye_stand():
    called = play(aya_oye("yybyy* bbyyy", "yybyy* bbyyy"), "1 oye")
    assert turn(called, 2, "concede").events == (
        AyaEvent("conceded", 2, target=1),
        AyaEvent("stood", 1),
    )


def test_a_turn_that_ends_the_match_tells_so_last():
    won = turn(play(aya_oye("bbyyy", "bybyb bybyb"), "1 aya"), 1, "1L").events
    assert won[-1] == Ending("won", 2, reason="no-cards")
    shared = turn(play(rumkugeln("bybyb/", "bybyb/", idle_turns=2), "1 1L"), 1, "X").events
    assert shared[-2:] == tuple(Ending("won", seat, reason="three-idle-turns") for seat in (1, 2))
    cleared = turn(tueftler("bbbby"), 1, "4L").events
    assert cleared[-1] == Ending("won", 1, reason="aya-master")
    broken = turn(tueftler("bybyb"), 1, "4L").events
    assert broken[-2:] == (
        AyaEvent("missed", 1),
        Ending("lost", 1, reason="run-broken"),
    )
