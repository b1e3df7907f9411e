"""YALA's ring (docs/rules.md, YALA: "Places are named a..l clockwise")."""

from spieltisch.games.yala.rules.position import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    DIRECTIONS,
    SITES,
    walk,
)

FULL = ("dl",) * 12


def names(path):
    return "".join(SITES[index] for index in path)


def test_places_are_named_clockwise():
    assert "".join(SITES) == "abcdefghijklmnop"
    assert DIRECTIONS == {"+": CLOCKWISE, "-": COUNTER_CLOCKWISE}


def test_a_walk_goes_round_the_ring_both_ways():
    assert names(walk(FULL, 0, CLOCKWISE, 3)) == "bcd"
    assert names(walk(FULL, 0, COUNTER_CLOCKWISE, 3)) == "lkj"
    assert names(walk(FULL, 10, CLOCKWISE, 4)) == "labc"


def test_vanished_places_are_no_step():
    towers = ("dl", "", "", "dl", "d", "", "l", "dl", "", "", "", "dl")
    assert names(walk(towers, 0, CLOCKWISE, 4)) == "degh"
    assert names(walk(towers, 0, COUNTER_CLOCKWISE, 3)) == "lhg"


def test_the_place_that_is_left_counts_when_the_walk_comes_round():
    towers = ("d", "l") + ("",) * 10
    assert names(walk(towers, 0, CLOCKWISE, 3)) == "bab"


def test_no_step_leads_nowhere():
    assert walk(FULL, 4, CLOCKWISE, 0) == ()
