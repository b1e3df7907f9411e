"""AYA oder OYE: docs/rules.md, AYA, "Variant 1", each consequence with its source."""

import pytest

from spieltisch.games.aya.rules.duties import Attempt, Calling, ExceptionalMove
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import STANDARD_MOVES
from spieltisch.table import CLOCK, IllegalActionError, Outcome, Setup, Turn
from tests.unit.aya_table import START, aya_oye, event, owed, pile, play, track, with_track

BOTH = pytest.mark.parametrize("edition", ["zoch", "reilly"])
REST = "yybyy* yybyy*"


# Dealing.


@pytest.mark.parametrize(
    ("seats", "each", "neutral"),
    [(2, 10, [9, 10]), (3, 10, [9]), (4, 9, [3]), (5, 7, [4]), (6, 6, [3])],
)
@BOTH
def test_the_deal_and_the_neutral_piles(seats, each, neutral, edition):
    # In zoch: "2 oder 3 Mitspieler: je 10 Karten, 4: 9, 5: 7, 6: 6"; "zwei Spieler: 9 + 10"
    setup = Setup("aya", "aya-oye", edition, (), seats)
    start = RULES.deal(setup, lambda items: items.reverse())
    position = RULES.initial_position(Setup("aya", "aya-oye", edition, (), seats, None, start))
    dealt = start.split(" ")[1:]
    piles = position.table.piles()
    blocks = [f"seat{seat}.pile" for seat in range(1, seats + 1)]
    blocks += [f"neutral{number}" for number in range(1, len(neutral) + 1)]
    assert [len(piles[name]) for name in blocks] == [each] * seats + neutral
    # In rules.md: "dealt as blocks in seat order, each block's first card its top"
    assert [str(card) for name in blocks for card in piles[name]] == dealt


def test_everybody_may_call_at_once():
    # In zoch: "Es wird nicht reihum gespielt"; "das Spiel beginnt sofort"
    assert owed(aya_oye(REST, REST, REST)) == dict.fromkeys((1, 2, 3), ("aya", "oye"))


def test_only_the_tops_of_the_piles_are_open():
    position = aya_oye("bbbby bbyyy", "bbyyy bbbby", neutral=("yybyy* bbbby", ""))
    assert [(card.pile, str(card.card)) for card in position.open_cards] == [
        ("seat1.pile", "bbbby"),
        ("seat2.pile", "bbyyy"),
        ("neutral1", "yybyy*"),
    ]


# AYA.


def test_after_aya_the_caller_and_nobody_else_must_play():
    # In zoch: "Der erste Spieler, der AYA gerufen hat, ist nun am Zug (und sonst niemand!)"
    position = play(aya_oye(REST, REST, REST), "2 aya")
    assert owed(position) == {CLOCK: ("expire",), 2: STANDARD_MOVES}
    assert position.clock == "move"
    with pytest.raises(IllegalActionError, match="seat 1 may not play aya: it owes nothing now"):
        position.apply(1, "aya")
    with pytest.raises(IllegalActionError, match="seat 2 may not play oye: it may 1L"):
        position.apply(2, "oye")


def test_anothers_card_leaves_the_game():
    # In zoch: "aus dem Spiel genommen, sofern es sich um Karten der Mitspieler handelt"
    position = play(aya_oye("bbyyy", "bbbby bbyyy"), "1 aya", "1 4L")
    assert pile(position, "seat1.pile") == "bbyyy"
    assert pile(position, "seat2.pile") == "bbyyy"
    assert pile(position, "out") == "bbbby"
    assert track(position) == "yb|bbbby|yy"
    # In zoch: "Das Spiel geht anschließend sofort (mit dem nächsten Rufer) weiter"
    assert position.duty == Calling()


@pytest.mark.parametrize(("mine", "neutral"), [("bbbby bbyyy", "bbyyy"), ("bbyyy", "bbbby bbyyy")])
def test_an_own_or_a_neutral_card_goes_under_the_own_pile(mine, neutral):
    # In zoch: "schiebt er die Karte unter seinen Stapel"
    position = play(aya_oye(mine, REST, neutral=(neutral,)), "1 aya", "1 4L")
    assert pile(position, "seat1.pile") == "bbyyy bbbby"
    assert pile(position, "neutral1") == "bbyyy"
    assert pile(position, "out") == ""


def test_own_neutral_and_others_cards_can_be_matched_by_one_move():
    # In rules.md: "One move can match several open cards: all of them count."
    before = aya_oye(
        "bbbby bbyyy", "bbbby yybyy*", "yybyy*", "bbbby* bbyyy", neutral=("bbbby*", "yybyy*")
    )
    position = play(before, "1 aya", "1 4L")
    assert pile(position, "seat1.pile") == "bbyyy bbbby bbbby*"
    assert pile(position, "seat2.pile") == "yybyy*"
    assert pile(position, "seat3.pile") == "yybyy*"
    assert pile(position, "seat4.pile") == "bbyyy"
    assert pile(position, "neutral1") == ""
    assert pile(position, "neutral2") == "yybyy*"
    assert pile(position, "out") == "bbbby* bbbby"
    told = event(play(before, "1 aya"), 1, "4L")
    assert told.kind == "matched"
    assert [card.pile for card in told.cards] == [
        "seat1.pile",
        "seat2.pile",
        "seat4.pile",
        "neutral1",
    ]


def test_the_only_card_of_a_pile_stays_when_it_is_ones_own():
    position = play(aya_oye("bbbby", REST), "1 aya", "1 4L")
    assert pile(position, "seat1.pile") == "bbbby"
    assert position.outcome is None


def test_a_card_that_comes_up_is_not_matched_by_the_move_before():
    position = play(aya_oye("bbyyy", "bbbby bbbby"), "1 aya", "1 4L")
    assert pile(position, "seat2.pile") == "bbbby"


def test_a_pattern_already_in_the_play_zone_is_matched_only_by_a_move():
    # In rules.md: "at least one standard move is made"
    position = aya_oye(REST, "bbbyy yybyy*")
    assert position.duty == Calling()
    position = play(position, "1 aya", "1 1L")
    assert track(position) == START
    assert pile(position, "out") == "bbbyy"


def test_a_pattern_counts_from_either_side():
    # In zoch: "sie gelten auch seitenverkehrt bzw. spiegelbildlich"
    before = with_track(aya_oye(REST, "bbbyy yybyy*"), "yy|yybbb|bb")
    position = play(before, "1 aya", "1 5R")
    assert track(position) == "yy|yybbb|bb"
    assert pile(position, "out") == "bbbyy"


# Light cards.


def test_a_first_move_that_matches_nothing_leaves_a_second_for_light_cards():
    # In zoch: "... sofern die Nachbildung des Musters nicht schon beim ersten Zug gelungen ist"
    position = play(aya_oye(REST, "bbbbb* bbyyy"), "1 aya", "1 4L")
    assert position.duty == Attempt(1, is_second=True)
    assert owed(position) == {CLOCK: ("expire",), 1: (*STANDARD_MOVES, "stop")}
    position = play(position, "1 5L")
    assert track(position) == "yy|bbbbb|yy"
    assert pile(position, "out") == "bbbbb*"


def test_a_light_card_may_be_matched_by_the_first_move_and_then_there_is_no_second():
    position = play(aya_oye(REST, "bbbby* bbyyy"), "1 aya", "1 4L")
    assert pile(position, "out") == "bbbby*"
    assert position.duty == Calling()


def test_the_second_move_follows_only_when_the_first_matched_nothing():
    position = play(aya_oye("bbbby", "bbbbb* bbyyy"), "1 aya", "1 4L")
    assert position.duty == Calling()
    assert pile(position, "seat2.pile") == "bbbbb* bbyyy"


def test_the_second_move_counts_for_light_cards_alone():
    # In rules.md, ruling: "a dark card with the same pattern stays"
    position = play(aya_oye("yybyy*", "bbbbb bbyyy", "bbbbb* bbyyy"), "1 aya", "1 4L", "1 5L")
    assert pile(position, "seat2.pile") == "bbbbb bbyyy"
    assert pile(position, "seat3.pile") == "bbyyy"
    dark_alone = play(aya_oye(REST, "bbbbb bbyyy", REST), "1 aya", "1 4L", "1 5L")
    assert pile(dark_alone, "seat1.pile") == "yybyy*"


def test_without_an_open_light_card_the_first_move_decides():
    position = play(aya_oye("bbyyy bbyyy", "bybyb bbyyy"), "1 aya", "1 4L")
    assert position.duty == ExceptionalMove(2)


def test_who_owes_a_second_move_may_leave_it():
    # In zoch: "er darf ... noch einen weiteren Standardzug ausführen"
    position = play(aya_oye(REST, REST), "1 aya", "1 4L", "1 stop")
    assert track(position) == "yb|bbbby|yy"
    assert pile(position, "seat1.pile") == "yybyy*"
    assert position.duty == ExceptionalMove(2)
    with pytest.raises(IllegalActionError, match="stop"):
        play(aya_oye(REST, REST), "1 aya", "1 stop")


# A failed AYA.


@BOTH
def test_a_failed_aya_costs_the_top_card_and_the_left_neighbour_owes_an_exceptional_move(edition):
    # In zoch: "wird seine obenliegende Karte aus dem Spiel genommen. Sein linker Tischnachbar führt
    # nun einen AUSNAHMEZUG durch."
    position = aya_oye("bbyyy bybyb", "bybyb", "bybyb", edition=edition)
    position = play(position, "1 aya", "1 4L")
    assert pile(position, "seat1.pile") == "bybyb"
    assert pile(position, "out") == "bbyyy"
    assert owed(position) == {2: ("X",)}
    position = play(position, "2 X")
    assert track(position) == "by|bbbby|yy"
    assert position.duty == Calling()


def test_the_left_neighbour_of_the_last_seat_is_the_first():
    position = play(aya_oye("bybyb", "bybyb", "bbyyy bybyb"), "3 aya", "3 4L")
    assert position.duty == ExceptionalMove(1)


@pytest.mark.parametrize("moves", [(), ("1 4L",)])
def test_a_move_clock_that_runs_out_is_a_failed_aya(moves):
    # In rules.md: "No match (or the clock runs out)"
    position = play(aya_oye(REST, REST), "1 aya", *moves, "0 expire")
    assert pile(position, "seat1.pile") == "yybyy*"
    assert track(position) == ("yb|bbbby|yy" if moves else START)
    assert position.duty == ExceptionalMove(2)


def test_an_exceptional_move_matches_nothing():
    # In rules.md: it is played at once, by no call; only standard moves match
    position = play(aya_oye(REST, "bbbyy yybyy*"), "1 aya", "0 expire", "2 X")
    assert track(position) == "bb|bbbyy|yy"
    assert pile(position, "seat2.pile") == "bbbyy yybyy*"


def test_nobody_calls_while_an_exceptional_move_is_owed():
    position = play(aya_oye(REST, REST), "1 aya", "0 expire")
    with pytest.raises(IllegalActionError, match="it may X"):
        position.apply(2, "aya")
    with pytest.raises(IllegalActionError, match="it owes nothing now"):
        position.apply(1, "aya")


# OYE.


def test_after_oye_every_other_seat_may_refute_or_concede():
    # In zoch: "Die Mitspieler des OYE-Rufers haben jetzt Zeit, ihn zu widerlegen"
    position = play(aya_oye(REST, REST, REST), "2 oye")
    answers = ("refute", "concede")
    assert owed(position) == {CLOCK: ("expire",), 1: answers, 3: answers}
    assert position.clock == "refute"


@BOTH
@pytest.mark.parametrize(
    "answers", [["2 concede", "3 concede"], ["0 expire"], ["3 concede", "0 expire"]]
)
def test_an_oye_stands_when_all_have_conceded_or_time_has_run_out(answers, edition):
    position = play(aya_oye(REST, REST, REST, edition=edition), "1 oye", *answers)
    # In zoch: "dann müssen alle Mitspieler ... ihre oberste Karte aus dem Spiel nehmen"
    assert [pile(position, f"seat{seat}.pile") for seat in (1, 2, 3)] == [REST, "yybyy*", "yybyy*"]
    assert pile(position, "out") == "yybyy* yybyy*"


def test_who_has_conceded_is_asked_no_more():
    position = play(aya_oye(REST, REST, REST), "1 oye", "2 concede")
    with pytest.raises(IllegalActionError, match="it owes nothing now"):
        position.apply(2, "refute")


def test_after_an_oye_that_stands_one_edition_has_an_exceptional_move_and_one_has_not():
    # In zoch: "Anschließend führt in jedem Fall der linke Nachbar ... einen Ausnahmezug aus"
    # In reilly: only "If the AHA player has made a mistake ..."
    zoch = play(aya_oye(REST, REST, REST, edition="zoch"), "3 oye", "0 expire")
    assert zoch.duty == ExceptionalMove(1)
    reilly = play(aya_oye(REST, REST, REST, edition="reilly"), "3 oye", "0 expire")
    assert reilly.duty == Calling()


def test_an_oye_stands_though_all_have_missed_a_match_and_the_event_tells_it():
    # In rules.md, ruling: "the OYE stands, whether or not a match existed"
    position = play(aya_oye(REST, "bbbby yybyy*"), "1 oye")
    told = event(position, 2, "concede")
    assert (told.kind, told.seat) == ("stood", 1)
    assert ("4L",) in [match.moves for match in told.overlooked]
    assert pile(play(position, "2 concede"), "seat2.pile") == "yybyy*"
    right = play(aya_oye("yybyy*", "yybyy*"), "1 oye")
    assert event(right, CLOCK, "expire").overlooked == ()
    assert event(right, CLOCK, "expire").has_expired


@BOTH
def test_a_demonstration_that_matches_refutes_the_oye(edition):
    position = aya_oye(REST, REST, "bbbby bbyyy", edition=edition)
    position = play(position, "1 oye", "2 refute")
    assert owed(position) == {CLOCK: ("expire",), 2: STANDARD_MOVES}
    assert position.clock == "refute"
    position = play(position, "2 4L")
    # In zoch: "dann verliert er seine oberste Karte"; rules.md: "no card changes hands for it"
    assert [pile(position, f"seat{seat}.pile") for seat in (1, 2, 3)] == [
        "yybyy*",
        REST,
        "bbbby bbyyy",
    ]
    assert pile(position, "out") == "yybyy*"
    # In rules.md: "A demonstration that succeeds stays on the track"; the caller's left neighbour
    assert track(position) == "yb|bbbby|yy"
    assert owed(position) == {2: ("X",)}


def test_an_oye_is_refuted_by_two_moves_for_a_light_card():
    position = play(aya_oye(REST, REST, "bbbbb* bbyyy"), "1 oye", "3 refute", "3 4L")
    assert owed(position) == {CLOCK: ("expire",), 3: (*STANDARD_MOVES, "stop")}
    assert play(position, "3 5L").duty == ExceptionalMove(2)


@pytest.mark.parametrize("moves", [["2 4L", "2 4L"], ["2 4L", "2 stop"]])
def test_a_demonstration_that_fails_is_taken_back_without_penalty(moves):
    # In rules.md, ruling: "taken back, without penalty, and the clock goes on"
    called = play(aya_oye(REST, REST, REST), "1 oye", "3 concede")
    assert play(called, "2 refute", *moves) == called


def test_a_demonstration_cut_short_by_the_clock_is_taken_back_and_the_oye_stands():
    position = play(aya_oye(REST, REST, REST), "1 oye", "2 refute", "2 4L", "0 expire")
    assert track(position) == START
    assert pile(position, "out") == "yybyy* yybyy*"
    assert position.duty == ExceptionalMove(2)


def test_a_seat_may_try_to_refute_again():
    position = play(aya_oye(REST, "bbbby bbyyy"), "1 oye", "2 refute", "2 3R", "2 stop", "2 refute")
    assert play(position, "2 4L").duty == ExceptionalMove(2)


# The end.


def test_the_game_ends_the_moment_a_seat_has_no_cards_by_anothers_match():
    # In zoch: "Das Spiel endet, sobald (mindestens) ein Spieler keine Karten mehr hat"
    position = play(aya_oye("bbyyy bbyyy", "bbbby", "yybyy*"), "1 aya", "1 4L")
    assert position.outcome == Outcome(frozenset((1,)), "no-cards", (2, 0, 1))
    assert position.active_seats == frozenset()


def test_the_game_ends_by_a_failed_aya_with_the_last_card_and_no_exceptional_move():
    position = play(aya_oye("bbyyy", "bybyb"), "1 aya", "1 4L")
    assert position.outcome == Outcome(frozenset((2,)), "no-cards", (0, 1))
    assert track(position) == "yb|bbbby|yy"


def test_the_game_ends_by_a_refuted_oye_with_the_last_card():
    position = play(aya_oye("bbyyy", "bbbby bbyyy"), "1 oye", "2 refute", "2 4L")
    assert position.outcome == Outcome(frozenset((2,)), "no-cards", (0, 2))


def test_an_oye_that_stands_may_take_the_last_cards_of_several():
    position = play(aya_oye("yybyy*", "yybyy*", "yybyy*"), "2 oye", "0 expire")
    assert position.outcome == Outcome(frozenset((2,)), "no-cards", (0, 1, 0))


def test_equal_counts_share_the_win():
    position = play(aya_oye("bbyyy bbyyy", "bbbby", "bybyb bybyb"), "1 aya", "1 4L")
    assert position.outcome == Outcome(frozenset((1, 3)), "no-cards", (2, 0, 2))


def test_after_the_end_nobody_acts():
    position = play(aya_oye("bbyyy", "bybyb"), "1 aya", "1 4L")
    assert owed(position) == {}
    with pytest.raises(IllegalActionError, match="the match is over"):
        position.apply(2, "X")
    with pytest.raises(ValueError, match="nothing can happen"):
        RULES.events(Turn(position, 2, "X", position, rules=RULES))


def test_an_empty_neutral_pile_is_no_loss_to_anybody():
    position = play(aya_oye(REST, REST, neutral=("bbbby",)), "1 aya", "1 4L")
    assert pile(position, "neutral1") == ""
    assert position.duty == Calling()
