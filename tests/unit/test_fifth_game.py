"""The fifth game: free placing, events of its own, and puzzles from a hunt beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.sounds import Cue, turn_sounds
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.match import Match
from spieltisch.table import EVENT_KINDS, Setup, play
from tests import fourth

with fourth.in_catalogue(fourth.FIFTH):
    from spieltisch.games.hexfive.rules.rules import AROUND, FIRST_SIDE, LAST_SIDE, lacking

FIELDS = 25
NEVER = FIELDS + 1
START = "...../...../...../...../..... d"
DARK_WINS = ["c1", "a1", "c2", "b1", "c3", "a2", "c4", "b2", "c5"]


@pytest.fixture(autouse=True)
def _fifth_game():
    with fourth.in_catalogue(fourth.FIFTH):
        yield


@pytest.fixture
def rules():
    return catalog.game_of(fourth.FIFTH).rules


def is_joined(stones: str, own: str) -> bool:
    """Whether a chain joins a side's two edges, found in the plainest way."""
    found = {at for at in FIRST_SIDE[own] if stones[at] == own}
    while more := {one for at in found for one in AROUND[at] if stones[one] == own} - found:
        found |= more
    return bool(found & {*LAST_SIDE[own]})


@given(st.text("dl", min_size=FIELDS, max_size=FIELDS))
def test_on_a_full_board_one_side_has_a_chain_and_not_the_other(stones):
    assert is_joined(stones, "d") != is_joined(stones, "l")
    assert {lacking(stones, "d"), lacking(stones, "l")} == {0, NEVER}


@given(st.text("dl.", min_size=FIELDS, max_size=FIELDS))
def test_what_is_lacking_is_as_many_stones_as_make_a_chain(stones):
    for own in "dl":
        needed = lacking(stones, own)
        assert (needed == 0) == is_joined(stones, own)
        assert (needed < NEVER) == is_joined(stones.replace(".", own), own)
        if 0 < needed < NEVER:
            ways = [
                stones[:at] + own + stones[at + 1 :] for at in range(FIELDS) if stones[at] == "."
            ]
            assert min(lacking(way, own) for way in ways) == needed - 1


def test_a_match_is_won_by_the_chain_and_tells_it_by_an_event_of_its_own(rules):
    position, turns = rules.parse_position(START), []
    for text in DARK_WINS:
        (seat,) = position.active_seats
        turns.append(play(rules, position, seat, rules.parse_action(text)))
        position = turns[-1].after
    assert position.outcome.winners == {1}
    assert [event.kind for event in turns[0].events] == ["placed"]
    assert [event.kind for event in turns[-1].events] == ["placed", "won"]
    assert "placed" not in EVENT_KINDS
    assert rules.event_kinds == ("placed",)
    match = Match(Setup(fourth.FIFTH), rules.parse_position(START)).play(1, "c3")
    assert [sound.cue for sound in turn_sounds(match, match.turns[-1]).way] == [Cue.MOVE]


@pytest.mark.parametrize(
    "board",
    ["...../...../...../...../.....", "d..../...../...../...../..... d",
     "...../...../...../...../..... l", "....../..../...../...../..... d",
     "ddddd/lllll/...../...../..... l", "d.l../d.l../d.l../d.l../d.l.. d"],
)  # fmt: skip
def test_a_board_that_no_match_comes_to_is_refused(rules, board):
    with pytest.raises(ValueError, match=r"."):
        rules.parse_position(board)


def test_it_offers_its_puzzles():
    session, _ = update(Session(), Navigate(f"#/rules/{fourth.FIFTH}", 0.0))
    assert f"#/puzzle/{fourth.FIFTH}" in whole(page_of(session))
