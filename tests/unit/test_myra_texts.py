"""Myra's texts: strict, and exact inverses (docs/rules.md, Myra)."""

from __future__ import annotations

import random

import pytest

from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.hexagon import mask_of
from spieltisch.games.myra.rules.rules import RULES, STARTS
from spieltisch.games.myra.view.editor import EDITOR
from spieltisch.kit.names import Names
from spieltisch.kit.words import ENGLISH
from spieltisch.table import Player, Setup
from tests.unit import myra_plain as plain

CANONICAL_ACTIONS = (
    "4b1-c3",
    "1b1-b2",
    "5b1-b2",
    "4b1xd5",
    "Qa1-b1",
    "Qk11xk10",
    "b2>b3>c3",
    "f9>f10>f11>g11>h11",
    "b2<b3<b4",
    "f8<f9<f10<f11<g11<h11",
    "+b1",
    "+k11",
    "pass",
)


@pytest.mark.parametrize("text", CANONICAL_ACTIONS)
def test_an_action_parses_and_formats_inversely(text):
    action = RULES.parse_action(text)
    assert RULES.format_action(action) == str(action) == text
    assert RULES.parse_action(RULES.format_action(action)) == action


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("b2<b3<b4<c4", "b2<b3<b4<c4"),
        ("f6<f7<f8", "f6<f7<f8"),
        ("f6<g7<f7", "f6<f7<g7"),
        ("f6>g7>f7", "f6>g7>f7"),
        ("g7>f6>f7", "f6>g7>f7"),
        ("c3>b3>b2", "b3>c3>b2"),
        ("b1>c1", "1b1-c1"),
        ("f9>f10", "1f9-f10"),
    ],
)
def test_any_order_is_read_as_the_action_with_the_smallest_text(text, canonical):
    assert str(RULES.parse_action(text)) == canonical


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not like"),
        (" pass", "is not like"),
        ("PASS", "is not like"),
        ("Pass", "is not like"),
        ("0b1-b2", "is not like"),
        ("6b1-b2", "is not like"),
        ("qa1-b1", "is not like"),
        ("4B1-C3", "is not like"),
        ("4b1-c3 ", "is not like"),
        ("4b1-c3\n", "is not like"),
        ("4b1c3", "is not like"),
        ("b1-c1", "is not like"),
        ("4b01-c3", "is not like"),
        ("4b1-l3", "is not like"),
        ("4b1-b12", "is not like"),
        ("4a7-b1", "'a7' is no site"),
        ("4b1xk5", "'k5' is no site"),
        ("4b1-b1", "b1 comes twice"),
        ("+", "'' is no site"),
        ("+a7", "'a7' is no site"),
        ("+b1 ", "'b1 ' is no site"),
        ("++b1", "is no site"),
        ("b2", "is not like"),
        ("b2>", "is not like"),
        ("b2>b3<b4", "is not like"),
        ("b2>b3>b2", "b2 comes twice"),
        ("b2<b3<b2", "b2 comes twice"),
        ("b2>b4>b5", "b4 is not next to b2"),
        ("b2<b3<b5", "b5 is not next to b3"),
        ("b2<b3", "sows on 1 pits"),
        ("f1<f2<f3<f4<f5<f6<f7", "sows on 6 pits"),
        ("f1>f2>f3>f4>f5>f6", "gathers 6 soldiers"),
        ("a6>a7>b7", "'a7' is no site"),
    ],
)
def test_a_wrong_action_is_refused_with_what_and_where(text, why):
    with pytest.raises(ValueError, match=why) as caught:
        RULES.parse_action(text)
    assert repr(text) in str(caught.value) or text.startswith("+")


def test_an_action_tells_its_sites():
    move = RULES.parse_action("4b1-c3")
    assert (move.site, move.target, move.path) == ("b1", "c3", ("b1", "c3"))
    gather = RULES.parse_action("b2>b3>c3")
    assert (gather.site, gather.target, gather.soldiers) == ("b2", "c3", 3)
    assert gather == MyraAction("gather", 3, mask_of("c3"), mask_of("b2", "b3"))
    sow = RULES.parse_action("b2<b3<b4")
    assert (sow.site, sow.target, sow.path) == ("b2", "b4", ("b2", "b3", "b4"))
    birth = RULES.parse_action("+b1")
    assert (birth.site, birth.target) == ("b1", "b1")
    assert RULES.parse_action("pass").path == ()


@pytest.mark.parametrize(
    "text",
    [
        *STARTS.values(),
        "Qa1 r0 / Qk11 r0 ; 2",
        "Qa1,5b1 r25 / - r0 / 1f11,Qk6 r3 ; 3",
        "Qa1 r0 / 2h11 r25 ; 1",
        "1b6,2b7 r25 / Qc1 r0 ; 2",
        "Qf9,1f10 r0 / Qg2,1g10 r0 ; 1",
    ],
)
def test_a_position_parses_and_formats_inversely(text):
    position = RULES.parse_position(text)
    assert RULES.format_position(position) == text
    assert RULES.parse_position(RULES.format_position(position)) == position
    assert RULES.trace(position) == {"position": text}


def test_random_positions_parse_and_format_inversely():
    chance = random.Random(5)
    for _ in range(300):
        text = plain.random_position(chance)
        assert RULES.format_position(RULES.parse_position(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "two or three fields"),
        ("Qa1 r0 ; 1", "two or three fields"),
        ("Qa1 r0 / Qk11 r0", "two or three fields"),
        ("Qa1 r0 / Qk11 r0;1", "two or three fields"),
        ("Qa1 r0 / Qb1 r0 / Qc1 r0 / Qd1 r0 ; 1", "two or three fields"),
        ("Qa1 r0 / Qk11 r0 ; 3", "'3' is not the seat to act"),
        ("Qa1 r0 / Qk11 r0 ; 0", "'0' is not the seat to act"),
        ("Qa1 r0 / Qk11 r0 ; 01", "'01' is not the seat to act"),
        ("Qa1 r0 / Qk11 r0 ; 1 ", "not the seat to act"),
        ("Qa1 r0 / Qk11 r0 ; ²", "not the seat to act"),
        ("Qa1 / Qk11 r0 ; 1", "seat 1: 'Qa1' is not pieces"),
        ("Qa1 r0 / Qk11  r0 ; 1", "seat 2: 'Qk11  r0' is not pieces"),
        ("Qa1 r00 / Qk11 r0 ; 1", "seat 1"),
        ("Qa1 r-1 / Qk11 r0 ; 1", "seat 1"),
        ("Qa1 r٣ / Qk11 r0 ; 1", "seat 1"),
        ("Qa1 r26 / Qk11 r0 ; 1", "seat 1: a reserve of 26"),
        (" r0 / Qk11 r0 ; 1", "seat 1"),
        ("Qa1, r0 / Qk11 r0 ; 1", "seat 1: '' is not Q or a number"),
        ("Qa1,6b1 r0 / Qk11 r0 ; 1", "seat 1: '6b1' is not Q or a number"),
        ("Qa1,0b1 r0 / Qk11 r0 ; 1", "seat 1: '0b1'"),
        ("Qa1,1b01 r0 / Qk11 r0 ; 1", "seat 1: 'b01' is no site"),
        ("Qa1,1a7 r0 / Qk11 r0 ; 1", "seat 1: 'a7' is no site"),
        ("Qa1,1b٣ r0 / Qk11 r0 ; 1", "seat 1"),
        ("Qa1 r0 / Qk11,1k10 r0 ; 1", "seat 2: '1k10' is out of site order"),
        ("Qa1,1f10,1f9 r0 / Qk11 r0 ; 1", "seat 1: '1f9' is out of site order"),
        ("Qa1,1a1 r0 / Qk11 r0 ; 1", "seat 1: '1a1' is out of site order"),
        ("Qa1,Qa2 r0 / Qk11 r0 ; 1", "seat 1: 'Qa2' is a second queen"),
        ("Qa1,1b1 r0 / 1b1,Qk11 r0 ; 1", "seat 2: b1 already holds"),
        ("1a1 r0 / 1k11 r0 ; 1", "no seat has a queen"),
        ("- r0 / - r0 ; 1", "no seat has a queen"),
        ("Qa1 r0 / 1b1 r0 / Qk11 r0 ; 1", "soldiers are left to a seat that fell"),
        ("Qa1 r0 / - r0 / Qk11 r0 ; 2", "seat 2 is to act but its queen has fallen"),
        (
            "Qa1,5a2,5a3,5a4,5a5,5a6,1b1 r25 / Qk11 r0 ; 1",
            "seat 1: 51 soldiers are more than 50",
        ),
    ],
)
def test_a_wrong_position_is_refused_with_what_and_where(text, why):
    with pytest.raises(ValueError, match=why):
        RULES.parse_position(text)


def test_of_three_a_captor_may_have_two_seats_soldiers_and_its_opponent_may_not():
    row = ",".join(f"5{site}" for site in plain.SITES[1:11])
    more = ",".join(f"5{site}" for site in plain.SITES[11:21])
    assert RULES.parse_position(f"Qa1,{row},{more} r0 / - r0 / Qk6 r25 ; 1").soldiers(1) == 100
    with pytest.raises(ValueError, match="the captor: 101"):
        RULES.parse_position(f"Qa1,{row},{more} r1 / - r0 / Qk6 r25 ; 1")
    with pytest.raises(ValueError, match="the captor's opponent: 51"):
        RULES.parse_position(f"Qa1,{row} r1 / - r0 / {more},Qk6 r1 ; 1")


def test_a_captor_may_have_fewer_on_the_board_than_its_opponent():
    """docs/rules.md, Myra: a captor's reserve is its own, whatever it has taken over."""
    most = ",".join(f"5j{number}" for number in range(5, 12))
    before = RULES.parse_position(
        f"Qa1,5a2,5a3,4a4,1f10 r25 / 5e7,5e8,5e9,Qf11 r25 / {most},Qk6,5k7 r10 ; 1"
    )
    after = before.apply(1, RULES.parse_action("1f10xf11"))
    assert (after.soldiers(1), after.soldiers(3)) == (30, 40)
    text = RULES.format_position(after)
    assert RULES.parse_position(text) == after
    board = RULES.format_board(after)
    draft = Setup("myra", seats=3, players=(Player(),) * 3, start=board)
    assert EDITOR.flaws(draft, Names(("Dark", "Light", "Blue")), ENGLISH) == []
    assert RULES.initial_position(draft) == RULES.parse_position(board)


@pytest.mark.parametrize("pits", [0, -1, mask_of("a1", "k11"), mask_of("b1", "b3")])
def test_what_is_no_chain_has_no_text(pits):
    with pytest.raises(ValueError, match="no chain has just the pits"):
        RULES.format_action(MyraAction("gather", pits.bit_count(), mask_of("a1"), pits))
