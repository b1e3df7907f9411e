"""Myra's texts: strict, and exact inverses (docs/rules.md, Myra)."""

from __future__ import annotations

import random

import pytest

from spieltisch.games.myra.rules import core, hexagon
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.hexagon import mask_of
from spieltisch.games.myra.rules.rules import RULES, STARTS, format_board, parse_board
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
        ("", "two or three sides"),
        ("Qa1 r0 ; 1", "two or three sides"),
        ("Qa1 r0 / Qk11 r0", "two or three sides"),
        ("Qa1 r0 / Qk11 r0;1", "two or three sides"),
        ("Qa1 r0 / Qb1 r0 / Qc1 r0 / Qd1 r0 ; 1", "two or three sides"),
        ("Qa1 r0 / Qk11 r0 ; 3", "“3” cannot be the side to move"),
        ("Qa1 r0 / Qk11 r0 ; 0", "“0” cannot be the side to move"),
        ("Qa1 r0 / Qk11 r0 ; 01", "“01” cannot be the side to move"),
        ("Qa1 r0 / Qk11 r0 ; 1 ", "“1 ” cannot be the side to move"),
        ("Qa1 r0 / Qk11 r0 ; ²", "cannot be the side to move"),
        ("Qa1 / Qk11 r0 ; 1", "Side 1: The reserve is missing"),
        ("Qa1 r0 / Qk11  r0 ; 1", "Side 2: The reserve is missing"),
        ("Qa1 r00 / Qk11 r0 ; 1", "Side 1"),
        ("Qa1 r-1 / Qk11 r0 ; 1", "Side 1"),
        ("Qa1 r٣ / Qk11 r0 ; 1", "Side 1"),
        ("Qa1 r26 / Qk11 r0 ; 1", "Side 1: A reserve of 26"),
        (" r0 / Qk11 r0 ; 1", "Side 1"),
        ("Qa1, r0 / Qk11 r0 ; 1", "Side 1: “” is not a piece"),
        ("Qa1,6b1 r0 / Qk11 r0 ; 1", "Side 1: “6b1” is not a piece"),
        ("Qa1,0b1 r0 / Qk11 r0 ; 1", "Side 1: “0b1”"),
        ("Qa1,1b01 r0 / Qk11 r0 ; 1", "Side 1: “1b01” is not a piece"),
        ("Qa1,1a7 r0 / Qk11 r0 ; 1", "Side 1: “1a7” is not a piece"),
        ("Qa1,1b٣ r0 / Qk11 r0 ; 1", "Side 1"),
        ("Qa1 r0 / Qk11,1k10 r0 ; 1", "Side 2: 1k10 is out of site order"),
        ("Qa1,1f10,1f9 r0 / Qk11 r0 ; 1", "Side 1: 1f9 is out of site order"),
        ("Qa1,1a1 r0 / Qk11 r0 ; 1", "Side 1: There is a piece on a1 already"),
        ("Qa1,Qa2 r0 / Qk11 r0 ; 1", "Side 1: A side has one queen"),
        ("Qa1,1b1 r0 / 1b1,Qk11 r0 ; 1", "Side 2: There is a piece on b1 already"),
        ("1a1 r0 / 1k11 r0 ; 1", "Seat 1 has no queen"),
        ("- r0 / - r0 ; 1", "Seat 1 has no queen"),
        ("Qa1 r0 / 1b1 r0 / Qk11 r0 ; 1", "Seat 2 has no queen: the soldiers"),
        ("Qa1 r0 / - r0 / Qk11 r0 ; 2", "Seat 2 has no queen, so it cannot be that"),
        (
            "Qa1,5a2,5a3,5a4,5a5,5a6,1b1 r25 / Qk11 r0 ; 1",
            "Seat 1 has 51 soldiers with the reserve. There cannot be more than 50",
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
    with pytest.raises(ValueError, match="Seat 1 has 101 soldiers"):
        RULES.parse_position(f"Qa1,{row},{more} r1 / - r0 / Qk6 r25 ; 1")
    with pytest.raises(ValueError, match="Seat 3 has 51 soldiers"):
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
    assert RULES.flaws(draft) == ()
    assert RULES.initial_position(draft) == RULES.parse_position(board)


@pytest.mark.parametrize("pits", [0, -1, mask_of("a1", "k11"), mask_of("b1", "b3")])
def test_what_is_no_chain_has_no_text(pits):
    with pytest.raises(ValueError, match="no chain has just the pits"):
        RULES.format_action(MyraAction("gather", pits.bit_count(), mask_of("a1"), pits))


def damaged_boards(board):
    """Boards that cannot have been before this one, nor come after it, without a capture or a new
    soldier: for each seat another number of soldiers or of queens, or another reserve."""
    for seat, side in enumerate(board.sides):
        queen, one, *others, reserve = side
        taken = sum(core.occupied(each) for each in board.sides)
        free = mask_of(next(s for s in hexagon.sites(board.pits & ~taken)))
        sides = [
            (0, one, *others, reserve) if queen else (free, one, *others, reserve),
            (queen, one | free, *others, reserve),
            (queen, one, *others, reserve - 1 if reserve else 1),
            (queen, one, *(others[:-1]), others[-1] | free, reserve),
        ]
        for other in sides:
            yield board._replace(sides=(*board.sides[:seat], other, *board.sides[seat + 1 :]))


@pytest.mark.parametrize("seats", [2, 3])
def test_what_cannot_come_again_is_in_no_past(seats):
    tried = 0
    for seed in range(4):
        rng = random.Random(seed)
        position = RULES.parse_position(STARTS[seats])
        for _ in range(30):
            if position.outcome:
                break
            walks = [one for one in position.legal_actions(position.to_act) if one.kind == "move"]
            position = position.apply(position.to_act, rng.choice(walks))
            text = RULES.format_position(position)
            assert RULES.parse_position(text) == position
        now, *past = text.split(" | ")
        assert past
        for place, board in enumerate(map(parse_board, past[-2:]), start=len(past) - 2):
            for other in damaged_boards(board):
                told = " | ".join((now, *past[:place], format_board(other), *past[place + 1 :]))
                with pytest.raises(ValueError, match=r"."):
                    RULES.parse_position(told)
                tried += 1
    assert tried > 20
