"""Kindergarten: docs/rules.md, AYA, "Variant 4", each consequence with its source."""

import pytest

from spieltisch.games.aya.rules.duties import Attempt, ExceptionalMove
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import STANDARD_MOVES
from spieltisch.table import Outcome, Setup
from tests.unit.aya_table import kindergarten, owed, pile, play, track

DARK = "bybyb bybyb bybyb bybyb"


@pytest.mark.parametrize("size", ["5", "8", "10"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("edition", ["zoch", "reilly"])
def test_the_deal(size, seats, edition):
    # In zoch: "Fünf Karten werden offen ... in die Tischmitte gelegt. (... acht oder zehn ...)"
    setup = Setup("aya", "kindergarten", edition, (("open-cards", size),), seats)
    start = RULES.deal(setup, lambda items: items.reverse())
    options = (("open-cards", size),)
    position = RULES.initial_position(
        Setup("aya", "kindergarten", edition, options, seats, None, start)
    )
    piles = position.table.piles()
    assert len(piles["table"]) == int(size)
    assert [str(card) for card in (*piles["table"], *piles["stock"])] == start.split(" ")[1:]
    # In zoch: "Wer am Zug ist, führt zunächst einen AUSNAHMEZUG durch."
    assert owed(position) == {1: ("X",)}
    assert owed(play(position, "1 X")) == {1: STANDARD_MOVES}


def test_matched_cards_are_kept_and_the_seat_goes_on():
    # In zoch: "so lange am Zug, wie ihm dies gelingt. Jede Karte ... nimmt er an sich"
    position = play(kindergarten("bybyb bbbby bbbyy bbbby*", DARK, "", ""), "1 4L")
    assert pile(position, "seat1.won") == "bbbby* bbbby"
    assert pile(position, "table") == "bybyb bbbyy"
    assert position.duty == Attempt(1)
    position = play(position, "1 1R")
    assert position.scores == (3, 0)


def test_a_light_card_takes_two_moves_and_a_dark_one_stays():
    position = play(kindergarten("bbbbb bbbbb* bybyb", DARK, "", ""), "1 4L")
    assert owed(position) == {1: (*STANDARD_MOVES, "stop")}
    position = play(position, "1 5L")
    assert pile(position, "seat1.won") == "bbbbb*"
    assert pile(position, "table") == "bbbbb bybyb"


def test_a_failure_ends_the_turn_with_a_refill_and_the_next_seat_opens_with_its_exceptional_move():
    # In rules.md: "no second exceptional move: the next turn opens with one"
    position = kindergarten(f"bbyyy {DARK}", f"bbbbb* {DARK}", "", "")
    position = play(position, "1 1R", "1 5R")
    assert pile(position, "table") == f"{DARK} bbbbb*"
    assert pile(position, "stock") == DARK
    assert position.duty == ExceptionalMove(2)


def test_a_second_move_that_fails_or_is_left_ends_the_turn_too():
    for last in ("1 4L", "1 stop"):
        position = play(kindergarten(f"yybyy* {DARK}", DARK, "", ""), "1 4L", last)
        assert position.duty == ExceptionalMove(2)


def test_the_exceptional_move_matches_nothing():
    position = kindergarten("bbbby bybyb bybyb bybyb bybyb", DARK, "", "")
    position = play(position, "1 1L", "2 X")
    assert position.scores == (0, 0)
    assert position.duty == Attempt(2)


def test_the_turn_passes_clockwise():
    position = play(kindergarten(f"{DARK} bybyb", DARK, "", "", "", to_act=3), "3 1L")
    assert position.duty == ExceptionalMove(1)


def test_when_no_open_card_is_left_the_turn_ends_too():
    # rules.md, ruling
    position = play(kindergarten("bbbby", f"bbyyy {DARK} bybyb", "", ""), "1 4L")
    assert pile(position, "table") == f"bbyyy {DARK}"
    assert position.duty == ExceptionalMove(2)


@pytest.mark.parametrize("stock", ["bybyb", "bybyb bybyb"])
def test_the_game_ends_the_moment_the_last_card_of_the_stock_is_turned_over(stock):
    # In zoch: "Das Spiel endet, sobald die letzte Karte vom verdeckten Stapel aufgedeckt wurde."
    position = kindergarten("bbbby bbyyy bbbyy bbbby bybyb", stock, "", "bybyb")
    position = play(position, "1 4L", "1 4L")
    assert position.outcome == Outcome(frozenset((1,)), "stock-turned-over", (2, 1))
    assert pile(position, "stock") == ""
    # No exceptional move is played any more.
    assert track(position) == "by|bbbby|yy"
    assert position.active_seats == frozenset()


def test_the_game_goes_on_while_a_card_is_in_the_stock():
    position = kindergarten("bbbby bbyyy bbbyy bbyyb bybyb", "bybyb bybyb", "", "")
    position = play(position, "1 4L", "1 4L")
    assert pile(position, "stock") == "bybyb"
    assert position.outcome is None


def test_equal_counts_share_the_win():
    position = kindergarten("bbbby bbyyy bbbyy bbyyb bybyb", "bybyb", "", "bybyb", "")
    position = play(position, "1 4L", "1 4L")
    assert position.outcome == Outcome(frozenset((1, 2)), "stock-turned-over", (1, 1, 0))


def test_the_stock_is_hidden_and_what_was_won_is_not():
    seen = kindergarten("bbbby", "bybyb bbyyy", "bbyyy", "").observe(2)
    assert pile(seen, "stock") == "? ?"
    assert pile(seen, "seat1.won") == "bbyyy"
