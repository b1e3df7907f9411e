"""Choosing an AYA action by presses."""

import pytest

from spieltisch.games.aya.rules.choice import AyaChoice, word
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.table import Status
from tests.unit.aya_table import START, aya_oye, play

BALLS = frozenset("12345")
ENDS = frozenset("LR")


def chosen(position, seat, *tokens):
    choice = RULES.choose(position, seat)
    for token in tokens:
        choice = choice.press(token)
    return choice


OWED = play(aya_oye("yybyy* yybyy*", "yybyy*"), "1 aya")


def test_a_ball_and_an_end_are_a_move_in_either_order():
    assert chosen(OWED, 1).targets == BALLS | ENDS
    assert chosen(OWED, 1).status == Status.INCOMPLETE
    for tokens in ("4L", "L4"):
        half = chosen(OWED, 1, tokens[0])
        assert half.action is None
        assert half.targets == (ENDS if tokens[0] == "4" else BALLS)
        choice = half.press(tokens[1])
        assert (choice.action, choice.status) == ("4L", Status.COMPLETE)
        assert choice.targets == frozenset()


def test_another_ball_takes_its_place_and_the_same_lets_go():
    assert chosen(OWED, 1, "4", "2").ball == "2"
    assert chosen(OWED, 1, "L", "R").end == "R"
    assert chosen(OWED, 1, "4", "4") == chosen(OWED, 1)
    assert chosen(OWED, 1, "4", "what") == chosen(OWED, 1)
    assert chosen(OWED, 1, "4", "2", "L").action == "2L"


def test_back_takes_presses_back():
    assert chosen(OWED, 1, "4", "L").back() == chosen(OWED, 1, "4")
    assert chosen(OWED, 1, "4").back() == chosen(OWED, 1)
    assert chosen(OWED, 1).back() == chosen(OWED, 1)


def test_shouts_are_complete_at_once():
    calling = aya_oye("yybyy*", "yybyy*")
    assert chosen(calling, 2).targets == {"aya", "oye"}
    assert (chosen(calling, 2, "aya").action, chosen(calling, 2, "aya").status) == (
        "aya",
        Status.COMPLETE,
    )
    assert chosen(calling, 2, "4", "L").action is None
    refuting = play(calling, "1 oye")
    assert chosen(refuting, 2).targets == {"refute", "concede"}
    assert chosen(refuting, 2, "concede").action == "concede"
    assert chosen(refuting, 1).targets == frozenset()


@pytest.mark.parametrize(("edition", "second"), [("zoch", "OYE"), ("reilly", "AHA")])
def test_each_edition_has_its_words(edition, second):
    position = aya_oye("yybyy*", "yybyy*", edition=edition)
    assert (word(position, "aya"), word(position, "oye")) == ("AYA", second)


def test_a_second_move_may_be_left():
    second = play(OWED, "1 4L")
    assert chosen(second, 1).targets == BALLS | ENDS | {"stop"}
    assert chosen(second, 1, "stop").action == "stop"
    assert chosen(second, 1, "4", "stop").action == "stop"


def test_the_exceptional_move_is_one_press():
    owed = play(OWED, "0 expire")
    assert chosen(owed, 2).targets == {"X"}
    assert chosen(owed, 2, "X").action == "X"


def test_who_owes_nothing_has_no_targets():
    assert chosen(OWED, 2).targets == frozenset()
    assert chosen(OWED, 2, "4", "L").action is None


def test_a_bare_track_is_chosen_on_too():
    assert AyaChoice(RULES.parse_position(START), 1).press("1").press("R").action == "1R"
