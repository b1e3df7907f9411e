"""Turbo: docs/rules.md, AYA, "Variant 3", each consequence with its source."""

import pytest

from spieltisch.games.aya.rules.duties import Calling, ExceptionalMove
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.table import CLOCK, Outcome, Setup
from tests.unit.aya_table import (
    START,
    owed,
    pile,
    play,
    track,
    turbo_piles,
    turbo_places,
    turn,
    with_track,
)

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


@SEATS
def test_the_german_deal_is_five_piles(seats):
    # In zoch: "zu 5 Stapeln (4 x 8 + 1 x 7 Karten)"
    position, dealt = deal("zoch", seats)
    piles = position.table.piles()
    names = [f"neutral{number}" for number in range(1, 6)]
    assert [len(piles[name]) for name in names] == [8, 8, 8, 8, 7]
    assert [str(card) for name in names for card in piles[name]] == dealt
    assert [card.pile for card in position.open_cards] == names
    assert owed(position) == dict.fromkeys(range(1, seats + 1), ("aya", "oye"))


@SEATS
def test_the_english_deal_is_an_open_card_before_each_seat(seats):
    # In reilly: "One card is dealt face up in front of each player."
    position, dealt = deal("reilly", seats)
    piles = position.table.piles()
    names = [f"seat{seat}.open" for seat in range(1, seats + 1)]
    assert [len(piles[name]) for name in names] == [1] * seats
    assert [str(card) for name in [*names, "stock"] for card in piles[name]] == dealt
    assert [card.pile for card in position.open_cards] == names


def deal(edition, seats):
    setup = Setup("aya", "turbo", edition, (), seats)
    start = RULES.deal(setup, lambda items: items.reverse())
    position = RULES.initial_position(Setup("aya", "turbo", edition, (), seats, None, start))
    return position, start.split(" ")[1:]


def test_matched_cards_are_won_and_play_goes_on_at_once():
    # In zoch: "dann erhält er diese Karte(n) ... sofort (mit dem nächsten Rufer/ohne AUSNAHMEZUG)"
    position = turbo_piles("bybyb", "", neutral=("bbbby bbyyy", "bybyb", "bbbby* bbyyy"))
    position = play(position, "1 aya", "1 4L")
    assert pile(position, "seat1.won") == "bbbby* bbbby bybyb"
    assert pile(position, "neutral1") == pile(position, "neutral3") == "bbyyy"
    assert position.scores == (3, 0)
    assert position.duty == Calling()


def test_a_won_place_is_refilled_from_the_stock_in_place():
    # In reilly: "As soon as one of these cards has been won, another ... in it's place"
    position = turbo_places("bybyb/", "bbbby/", "bbbby*/", stock="bbyyy yybyy* bybyb")
    position = play(position, "1 aya", "1 4L")
    assert pile(position, "seat1.won") == "bbbby* bbbby"
    assert [pile(position, f"seat{seat}.open") for seat in (1, 2, 3)] == [
        "bybyb",
        "bbyyy",
        "yybyy*",
    ]
    assert pile(position, "stock") == "bybyb"


def test_a_place_stays_empty_when_the_stock_is_used_up():
    position = turbo_places("bbbby/", "bbbby*/", "bybyb/", stock="bbyyy")
    position = play(position, "3 aya", "3 4L")
    assert [pile(position, f"seat{seat}.open") for seat in (1, 2, 3)] == ["bbyyy", "", "bybyb"]
    assert position.outcome is None


def test_a_light_card_takes_two_moves_and_a_dark_one_stays():
    position = turbo_piles("", "", neutral=("bbbbb* bbyyy", "bbbbb bybyb"))
    position = play(position, "2 aya", "2 4L", "2 5L")
    assert pile(position, "seat2.won") == "bbbbb*"
    assert pile(position, "neutral2") == "bbbbb bybyb"


@pytest.mark.parametrize("last", ["1 4L", "0 expire"])
def test_a_failed_aya_costs_a_won_card_and_the_left_neighbour_owes_an_exceptional_move(last):
    # In reilly: "they lose the uppermost card from the cards they have already won"
    for position in (
        turbo_piles("bybyb bbyyy", "bbyyy", neutral=("bybyb",)),
        turbo_places("bybyb/bybyb bbyyy", "bybyb/bbyyy"),
    ):
        after = play(position, "1 aya", last)
        assert pile(after, "seat1.won") == "bbyyy"
        assert pile(after, "out") == "bybyb"
        assert owed(after) == {2: ("X",)}
        assert play(after, "2 X").duty == Calling()


def test_who_has_won_nothing_loses_nothing():
    # In rules.md: "the top card of what the caller has won (if any; it leaves the game)"
    position = play(turbo_piles("", "bbyyy", neutral=("bybyb",)), "1 aya", "1 4L")
    assert pile(position, "out") == ""
    assert position.duty == ExceptionalMove(2)
    position = turbo_piles("", "bbyyy", neutral=("bbbby bybyb",))
    position = play(position, "1 oye", "2 refute", "2 4L")
    assert pile(position, "out") == ""


def test_an_oye_that_stands_wins_the_top_of_every_pile():
    # In zoch: "dann erhält der OYE-Rufer von jedem Kartenstapel eine Karte"
    position = turbo_piles("", "bbyyy", neutral=("bybyb bbyyy", "", "yybyy*", "ybbby bybyb"))
    position = play(position, "1 oye", "2 concede")
    assert pile(position, "seat1.won") == "ybbby yybyy* bybyb"
    assert [pile(position, f"neutral{n}") for n in (1, 2, 3, 4)] == ["bbyyy", "", "", "bybyb"]
    assert pile(position, "seat2.won") == "bbyyy"
    assert position.duty == ExceptionalMove(2)


def test_an_aha_that_stands_takes_a_won_card_from_every_other_that_has_one():
    # In reilly: "takes one card from each of the other player's piles and adds it to his own"
    position = turbo_places("bybyb/bybyb", "bybyb/bbyyy ybbby", "bybyb/", "bybyb/yybyy*")
    position = play(position, "1 oye", "0 expire")
    assert pile(position, "seat1.won") == "yybyy* bbyyy bybyb"
    assert [pile(position, f"seat{seat}.won") for seat in (2, 3, 4)] == ["ybbby", "", ""]
    assert [pile(position, f"seat{seat}.open") for seat in (1, 2, 3, 4)] == ["bybyb"] * 4
    # In rules.md: "After an OYE / AHA, in either case, the caller's left neighbour owes one"
    assert position.duty == ExceptionalMove(2)


def test_a_refuted_oye_costs_a_won_card():
    for position in (
        turbo_piles("bybyb bbyyy", "", neutral=("bbbby bybyb",)),
        turbo_places("bbbby/bybyb bbyyy", "bybyb/"),
    ):
        after = play(position, "1 oye", "2 refute", "2 4L")
        assert pile(after, "seat1.won") == "bbyyy"
        assert pile(after, "seat2.won") == ""
        assert pile(after, "out") == "bybyb"
        assert track(after) == "yb|bbbby|yy"
        assert "bbbby" in [str(card.card) for card in after.open_cards]
        assert after.duty == ExceptionalMove(2)


# The end.


def test_the_german_game_ends_when_all_piles_are_empty():
    # In zoch: "sobald alle Kartenstapel leer, d.h. die Karten an die Spieler verteilt sind"
    position = play(turbo_piles("bybyb", "", neutral=("bbbby", "", "")), "2 aya", "2 4L")
    assert position.outcome == Outcome(frozenset((1, 2)), "all-won", (1, 1))


def test_an_oye_that_stands_and_empties_the_piles_ends_the_game_without_an_exceptional_move():
    position = turbo_piles("bybyb bybyb", "", neutral=("bybyb", "bybyb", "yybyy*"))
    position = play(position, "2 oye", "1 concede")
    assert position.outcome == Outcome(frozenset((2,)), "all-won", (2, 3))
    assert position.active_seats == frozenset()


def test_the_english_game_ends_when_all_cards_have_been_won():
    # In reilly: "The game finishes as soon as all the cards have been won."
    position = turbo_places("/bybyb", "bbbby/", "/bybyb")
    position = play(position, "3 aya", "3 4L")
    assert position.outcome == Outcome(frozenset((3,)), "all-won", (1, 0, 2))


def test_an_aha_that_stands_does_not_end_the_english_game():
    position = play(turbo_places("bybyb/bybyb", "/"), "2 oye", "0 expire")
    assert position.outcome is None
    assert position.scores == (0, 1)


# In docs/rules.md, AYA, "Variant 3", ruling: "three AHAs in a row that stand end the game too (an
# AYA played, right or wrong, a refutation or any card won in between begins the count anew)"


AHA_STANDS = ("1 oye", "0 expire", "2 X")


def test_three_ahas_in_a_row_that_stand_end_the_english_game():
    position = play(turbo_places("yybyy*/", "yybyy*/bybyb bybyb bybyb"), *AHA_STANDS, *AHA_STANDS)
    assert position.outcome is None
    # Another seat's AHA counts as well. It takes its card before the end.
    position = play(position, "2 oye", "1 concede")
    assert position.outcome == Outcome(frozenset((2,)), "stuck", (1, 2))
    assert position.active_seats == frozenset()
    (*_, last) = turn(play(position_before_stuck(), "1 oye"), CLOCK, "expire").events
    assert (last.kind, last.seat) == ("won", 1)


def position_before_stuck():
    """Two AHAs have stood; seat 1 may play ``bbbby`` by 4L, 1R shows ``bbyyy`` and nothing else."""
    return with_track(
        play(turbo_places("bbbby/", "bybyb/bybyb bybyb", stock="bbbby"), *AHA_STANDS, *AHA_STANDS),
        START,
    )


def test_a_win_shared_when_stuck():
    position = play(turbo_places("yybyy*/", "yybyy*/"), *AHA_STANDS, *AHA_STANDS)
    position = play(position, "1 oye", "0 expire")
    assert position.outcome == Outcome(frozenset((1, 2)), "stuck", (0, 0))


@pytest.mark.parametrize(
    "between",
    [
        ("1 aya", "1 4L"),
        ("1 aya", "1 1R", "2 X"),
        ("1 aya", "0 expire", "2 X"),
        ("1 oye", "2 refute", "2 4L", "2 X"),
    ],
    ids=["a card won", "a wrong aya", "an aya too late", "a refutation"],
)
def test_what_begins_the_count_of_standing_ahas_anew(between):
    position = play(position_before_stuck(), *between, *AHA_STANDS, *AHA_STANDS)
    assert position.outcome is None
    assert play(position, "1 oye", "0 expire").outcome.reason == "stuck"


def test_a_demonstration_that_fails_does_not_begin_it_anew():
    position = play(position_before_stuck(), "1 oye", "2 refute", "2 1R", "0 expire")
    assert position.outcome.reason == "stuck"


def test_the_german_game_does_not_count_standing_oyes():
    position = turbo_piles("", "", neutral=("yybyy* yybyy* yybyy* yybyy*",))
    position = play(position, *AHA_STANDS, *AHA_STANDS, *AHA_STANDS)
    assert position.outcome is None
    assert position.scores == (3, 0)


def test_won_cards_lie_face_down():
    # In zoch: "legt sie verdeckt vor sich ab"
    seen = turbo_places("bybyb/bybyb", "bbyyy/bbbby bbyyy", stock="bybyb bbyyy").observe(2)
    assert pile(seen, "seat1.won") == "?"
    assert pile(seen, "seat2.won") == "? ?"
    assert pile(seen, "stock") == "? ?"
    assert pile(seen, "seat1.open") == "bybyb"
    seen = turbo_piles("", "", neutral=("bybyb bbyyy",)).observe(1)
    assert pile(seen, "neutral1") == "bybyb ?"


def test_calls_are_as_in_aya_oder_oye():
    position = turbo_piles("", "", "", neutral=("bybyb bbyyy",))
    assert owed(position) == dict.fromkeys((1, 2, 3), ("aya", "oye"))
    assert play(position, "3 aya").clock == "move"
    assert sorted(play(position, "3 oye").active_seats) == [CLOCK, 1, 2]
