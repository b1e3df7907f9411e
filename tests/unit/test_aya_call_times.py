"""How fast calls were and what came of them, as statistics count them."""

import pytest

from spieltisch.games.aya.rules.events import DARK, NOTHING, timed_calls
from spieltisch.play.match import Match
from spieltisch.table import TimedCall, parse_record
from tests.records import keeping

# The first turns of two recorded matches, worked out by hand: what was called at which moment,
# when the turn before was, what came of it, and which turn the call was.
FIRST_CALLS = {
    "aya-aya-oye-zoch-2": (
        TimedCall(1, "aya", DARK, 2192, is_right=True, number=1),
        TimedCall(1, "aya", DARK, 6957 - 2841, is_right=True, number=3),
        TimedCall(2, "aya", "", 14593 - 9448, is_right=False, number=5),
    ),
    "aya-aya-oye-reilly-3": (
        TimedCall(3, "aya", DARK, 2401, is_right=True, number=1),
        TimedCall(3, "oye", NOTHING, 8506 - 4029, is_right=True, number=3),
        TimedCall(3, "aya", "", 30239 - 28506, is_right=False, number=6),
    ),
}


@pytest.mark.parametrize("name", FIRST_CALLS)
def test_a_call_is_told_with_its_time_and_what_came_of_it(name):
    turns = Match.open(parse_record(keeping.read(name))).turns
    assert timed_calls(turns)[:3] == FIRST_CALLS[name]


def test_a_call_is_left_out_until_something_has_come_of_it():
    turns = Match.open(parse_record(keeping.read("aya-aya-oye-zoch-2"))).turns
    assert timed_calls(turns[:1]) == ()
    assert len(timed_calls(turns[:2])) == 1
