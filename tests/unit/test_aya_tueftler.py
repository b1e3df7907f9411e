"""Tueftler, the solitaire: docs/rules.md, AYA, "Variant 5", each consequence with its source."""

import pytest

from spieltisch.games.aya.rules.duties import Attempt
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import STANDARD_MOVES
from spieltisch.table import Outcome, Setup
from tests.unit.aya_table import owed, pile, play, tueftler


@pytest.mark.parametrize("size", ["10", "20", "39"])
@pytest.mark.parametrize("edition", ["zoch", "reilly"])
def test_the_deal(size, edition):
    # In zoch: "Dabei können 10, 20 oder auch sämtliche Karten ausgelegt werden"
    start = RULES.deal(setup_of(edition, size), lambda items: items.sort())
    position = RULES.initial_position(setup_of(edition, size, start))
    piles = position.table.piles()
    assert len(piles["table"]) == int(size)
    assert [str(card) for card in (*piles["table"], *piles["out"])] == start.split(" ")[1:]
    assert owed(position) == {1: STANDARD_MOVES}
    assert pile(position.observe(1), "out") == " ".join("?" * (39 - int(size)))


def setup_of(edition, size, start=""):
    return Setup("aya", "tueftler", edition, (("cards", size),), 1, None, start)


def test_cards_are_cleared_in_any_order_by_the_german_rules():
    position = play(tueftler("bbbyy bbyyy bbbby"), "1 4L")
    assert pile(position, "table") == "bbbyy bbyyy"
    assert pile(position, "seat1.won") == "bbbby"
    assert position.duty == Attempt(1)
    assert position.scores == (1,)


def test_one_move_clears_all_cards_of_its_pattern_by_the_german_rules():
    position = play(tueftler("bbbby bbyyy bbbby*"), "1 4L")
    assert pile(position, "table") == "bbyyy"


def test_only_the_rows_next_card_counts_by_the_english_rules():
    # In reilly: "place 10 ... cards in a row, ... attempt to match the patterns on each in turn"
    position = play(tueftler("bbbyy bbyyy bbbby", "reilly"), "1 4L")
    assert position.outcome == Outcome(frozenset(), "run-broken", (0,))
    position = play(tueftler("bbbby bbbby bbbby*", "reilly"), "1 4L")
    assert pile(position, "table") == "bbbby bbbby*"


def test_a_light_card_takes_one_move_or_two():
    position = play(tueftler("bbbbb* bbyyy"), "1 4L")
    assert owed(position) == {1: (*STANDARD_MOVES, "stop")}
    position = play(position, "1 5L")
    assert pile(position, "table") == "bbyyy"
    position = play(tueftler("bbbby* bbyyy", "reilly"), "1 4L")
    assert pile(position, "table") == "bbyyy"


def test_a_light_card_further_on_in_the_row_allows_no_second_move():
    position = play(tueftler("bbyyy bbbbb*", "reilly"), "1 4L")
    assert position.outcome is not None


@pytest.mark.parametrize(
    "moves", [["1 4L", "1 4L"], ["1 4L", "1 stop"], ["1 4L", "1 5L", "1 1L", "1 1L"]]
)
def test_the_first_failure_ends_the_run(moves):
    # In rules.md: "Every standard move (light: every one or two) must match, without a break."
    position = play(tueftler("bbbbb* bybyb yybyy*"), *moves)
    assert position.outcome is not None
    assert position.outcome.winners == frozenset()
    assert position.outcome.reason == "run-broken"
    assert position.active_seats == frozenset()


def test_who_has_cleared_all_is_aya_master():
    position = play(tueftler("bbbby bbbyy"), "1 4L", "1 1R")
    assert position.outcome == Outcome(frozenset((1,)), "aya-master", (2,))


def test_the_solitaire_has_no_clock():
    assert tueftler("bbbby").clock is None
    with pytest.raises(ValueError, match="seat 0 may not play expire"):
        play(tueftler("bbbby"), "0 expire")
