"""Rumkugeln: docs/rules.md, AYA, "Variant 2", each consequence with its source."""

import pytest

from spieltisch.games.aya.rules.duties import AYA, Attempt, Calling, ExceptionalMove
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import STANDARD_MOVES
from spieltisch.table import Outcome, Setup
from tests.unit.aya_table import on, owed, pile, play, rumkugeln, track

HARD = "yybyy* ybyyy* bybyb byyyy* bybyb"
DARK = "bybyb bybyb bybyb bybyb bybyb"
"""Five cards that START does not reach by one move, none of them light."""


@pytest.mark.parametrize(
    ("seats", "each", "places", "surplus"),
    [(2, 19, 5, 1), (3, 13, 5, 0), (4, 9, 5, 3), (5, 7, 4, 4), (6, 6, 4, 3)],
)
@pytest.mark.parametrize("edition", ["zoch", "reilly"])
def test_the_deal(seats, each, places, surplus, edition):
    # In zoch: "zu gleichen Teilen ... Überzählige Karten kommen aus dem Spiel. ... 5 eigene Karten
    # (bei 5 oder 6 Spielern: 4 eigene Karten)"
    setup = Setup("aya", "rumkugeln", edition, (), seats)
    start = RULES.deal(setup, lambda items: items.reverse())
    position = RULES.initial_position(Setup("aya", "rumkugeln", edition, (), seats, None, start))
    piles = position.table.piles()
    dealt = start.split(" ")[1:]
    names = [f"seat{s}.{kind}" for s in range(1, seats + 1) for kind in ("open", "pile")]
    assert [len(piles[name]) for name in names] == [places, each - places] * seats
    # In rules.md: "each block's first card its top (or its leftmost open card)"
    assert [str(card) for name in [*names, "out"] for card in piles[name]] == dealt
    assert len(piles["out"]) == surplus


def test_the_surplus_was_never_seen():
    setup = Setup("aya", "rumkugeln", "zoch", (), 2)
    start = RULES.deal(setup, lambda items: None)
    position = RULES.initial_position(Setup("aya", "rumkugeln", "zoch", (), 2, None, start))
    assert pile(position.observe(1), "out") == "?"
    laid = play(rumkugeln("bbbby bbyyy/", HARD + "/"), "1 4L")
    assert pile(laid.observe(2), "out") == "bbbby"


def test_the_first_to_call_aya_begins():
    # In zoch: "beginnend mit dem Spieler, der zuerst AYA ruft"; nobody calls OYE here
    position = on(rumkugeln(DARK, DARK, DARK), Calling((AYA,)))
    assert owed(position) == dict.fromkeys((1, 2, 3), ("aya",))
    assert play(position, "2 aya").duty == Attempt(2)


def test_a_turn_has_no_clock_and_no_call():
    assert owed(rumkugeln(DARK, DARK)) == {1: STANDARD_MOVES}


def test_at_least_one_move_must_be_made():
    # In zoch: "Wer am Zug ist muss mindestens einen Spielzug ausführen"
    assert "stop" not in rumkugeln(HARD, DARK).legal_actions(1)


def test_own_open_cards_are_laid_off_in_any_order_and_the_seat_goes_on():
    # In zoch: "in beliebiger Reihenfolge ... so lange am Zug, wie ihm dies fortlaufend gelingt"
    position = play(rumkugeln("bybyb bbbyy bbbby bybyb/yybyy*", DARK), "1 4L")
    assert pile(position, "seat1.open") == "bybyb bbbyy bybyb"
    assert pile(position, "out") == "bbbby"
    assert position.duty == Attempt(1, has_matched=True)
    position = play(position, "1 1R")
    assert track(position) == "yb|bbbyy|yb"
    assert pile(position, "seat1.open") == "bybyb bybyb"


def test_others_cards_do_not_count():
    position = play(rumkugeln(DARK, "bbbby bbyyy"), "1 4L")
    assert position.duty == ExceptionalMove(1, idle_turns=1)
    assert pile(position, "seat2.open") == "bbbby bbyyy"


def test_several_own_cards_are_laid_off_by_one_move():
    position = play(rumkugeln("bbbby bybyb bbbby*", DARK), "1 4L")
    assert pile(position, "seat1.open") == "bybyb"


def test_a_light_card_of_ones_own_allows_a_second_move():
    position = play(rumkugeln("bbbbb* bybyb bbbbb", DARK), "1 4L", "1 5L")
    assert pile(position, "seat1.open") == "bybyb bbbbb"
    assert position.duty == Attempt(1, has_matched=True)


def test_a_light_card_of_anothers_does_not():
    assert play(rumkugeln(DARK, "bbbbb*"), "1 4L").duty == ExceptionalMove(1, idle_turns=1)


def test_a_failure_ends_the_turn_with_an_exceptional_move_then_the_refill():
    # In rules.md: "that seat plays an exceptional move ..., then refills its open cards to 5 (4)"
    position = rumkugeln("bbbby bybyb bybyb bybyb bbyyy/yybyy* bybyb bbyyy", DARK)
    position = play(position, "1 4L", "1 4L")
    assert pile(position, "seat1.open") == "bybyb bybyb bybyb bbyyy"
    assert owed(position) == {1: ("X",)}
    position = play(position, "1 X")
    assert pile(position, "seat1.open") == "bybyb bybyb bybyb bbyyy yybyy*"
    assert pile(position, "seat1.pile") == "bybyb bbyyy"
    assert position.duty == Attempt(2)


def test_with_five_seats_four_cards_lie_open():
    hands = ["bbbby bybyb bybyb bybyb/bbyyy bbyyy"] + ["bybyb bybyb bybyb bybyb/"] * 4
    position = play(rumkugeln(*hands), "1 4L", "1 4L", "1 X")
    assert pile(position, "seat1.open") == "bybyb bybyb bybyb bbyyy"


def test_a_pile_that_is_too_small_refills_less():
    # In zoch: "oder weniger, wenn ihm keine fünf Karten mehr zur Verfügung stehen"
    position = play(rumkugeln("bbbby bybyb/", DARK), "1 4L", "1 4L", "1 X")
    assert pile(position, "seat1.open") == "bybyb"
    assert position.duty == Attempt(2)


def test_who_stops_after_a_first_move_has_failed():
    position = play(rumkugeln("yybyy* bybyb", DARK), "1 4L", "1 stop")
    assert position.duty == ExceptionalMove(1, idle_turns=1)


# The end.


def test_the_last_card_laid_off_wins():
    # In zoch: "Es gewinnt, wer zuerst alle eigenen Karten an der Kugelbahn abgelegt hat"
    position = play(rumkugeln("bbbby/", DARK), "1 4L")
    assert position.outcome == Outcome(frozenset((1,)), "last-card", (0, 5))
    assert position.active_seats == frozenset()


def test_all_open_cards_in_one_turn_win_whatever_is_left_in_the_pile():
    # In zoch: "in einer Zugfolge seine gesamten offenliegenden Kartenmuster nachzubilden"
    position = play(rumkugeln("bbbyy bbbby/yybyy* bybyb bybyb", DARK), "1 4L", "1 1R")
    assert position.outcome == Outcome(frozenset((1,)), "all-open-cards", (3, 5))


def test_cards_laid_off_in_earlier_turns_do_not_count_to_that_win():
    position = rumkugeln("bbbby bybyb bybyb bybyb bybyb/bbyyy", DARK)
    position = play(position, "1 4L", "1 4L", "1 X")
    assert position.outcome is None
    assert pile(position, "seat1.open").split().count("bbyyy") == 1


def test_three_turns_running_without_a_card_end_the_game_and_fewest_cards_win():
    # In reilly: "If three players in a row are unable to discard a card, the game finishes"
    position = rumkugeln(DARK, "bybyb bybyb/bybyb", DARK)
    position = play(position, "1 1L", "1 X", "2 1L", "2 X", "3 1L")
    assert position.duty == ExceptionalMove(3, idle_turns=3)
    # In zoch: "Das Spiel endet dann nach 3 aufeinanderfolgenden Ausnahmezügen"
    position = play(position, "3 X")
    assert position.outcome is not None
    assert position.outcome.winners == frozenset((2,))
    assert position.outcome.reason == "three-idle-turns"


def test_equal_counts_share_the_win_of_an_idle_end():
    position = play(
        rumkugeln("bybyb", "bybyb bybyb", "bybyb", to_act=3, idle_turns=2), "3 1L", "3 X"
    )
    assert position.outcome == Outcome(frozenset((1, 3)), "three-idle-turns", (1, 2, 1))


def test_two_seats_can_be_idle_three_times_too():
    position = play(rumkugeln(DARK, DARK), "1 1L", "1 X", "2 1L", "2 X", "1 1L")
    assert position.outcome is None
    assert play(position, "1 X").outcome == Outcome(frozenset((1, 2)), "three-idle-turns", (5, 5))


def test_a_turn_that_laid_off_a_card_is_not_idle_though_it_ends_in_an_exceptional_move():
    # In rules.md: "three turns running without a card laid off"
    position = rumkugeln("bbbby bybyb", DARK, DARK, idle_turns=2)
    position = play(position, "1 4L", "1 4L", "1 X")
    assert position.duty == Attempt(2, idle_turns=0)


def test_nobody_looks_into_a_pile():
    seen = rumkugeln("bbbby/bybyb yybyy*", "bbyyy/bbyyy").observe(1)
    assert pile(seen, "seat1.pile") == "? ?"
    assert pile(seen, "seat2.pile") == "?"
    assert pile(seen, "seat2.open") == "bbyyy"
