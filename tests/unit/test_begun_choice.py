"""What a person has begun to choose stays, whatever else the page hears in between."""

from dataclasses import replace

import pytest

from spieltisch.app.board.messages import Press, TypeAction
from spieltisch.app.board.opening import put_on_table
from spieltisch.app.core.messages import Navigate, SetClock
from spieltisch.app.core.notice import NotYours
from spieltisch.app.match.by_link import go_on
from spieltisch.app.matches.state import FoundLate, LibraryChanged, ValuesChanged
from spieltisch.app.screens import page_of
from spieltisch.play.match import format_match
from tests.unit.asking import after
from tests.unit.kept import listed, stored
from tests.unit.markup_check import check

BEGUN = {
    "aya": ("#/play/aya?seats=human&variant=tueftler&seed=9", "3"),
    "myra": ("#/play/myra?seats=human,human", "b2"),
    "yala": ("#/play/yala?seats=human,human", "d"),
}
"""A match of each game, and the first press of a turn that takes two."""


def begun(game):
    """A session in which the first press of a second turn was made."""
    link, token = BEGUN[game]
    session = after(SetClock(1.0e12), Navigate(link, 0.0))
    rules, match = session.match.rules, session.match
    (seat,) = match.position.active_seats
    if game != "aya":
        first = rules.format_action(match.position.legal_actions(seat)[0])
        session = after(session, TypeAction(first, 1000.0))
        (seat,) = session.match.position.active_seats
        token = next(iter(rules.choose(session.match.position, seat).targets))
    session = after(session, Press(token, 2000.0, None, 2000.0))
    assert session.table.choice != session.table.choice.back()
    return session


def of_storage(session):
    """What storage, other tabs and other devices may tell while nothing has happened here."""
    match_id, match = session.table.match_id, session.match
    kept = format_match(match)
    earlier = format_match(replace(match, turns=match.turns.cut(0), shown=0))
    told = listed(match, match_id)
    yield "read again", lambda one: after(one, told, stored(match_id, kept))
    yield "read before it was written", lambda one: after(one, told, stored(match_id, earlier))
    yield "gone", lambda one: after(one, told, stored(match_id, None))
    yield "late", lambda one: after(one, FoundLate())
    yield "values", lambda one: after(one, ValuesChanged())
    yield "library", lambda one: after(one, LibraryChanged())
    yield "put on the table", lambda one: put_on_table(one, match_id)[0]
    later = replace(match, passed_ms=match.passed_ms + 40)
    yield "more time passed", lambda one: go_on(one, match_id, later)[0]


@pytest.mark.parametrize("game", BEGUN)
def test_nothing_that_others_tell_takes_it_away(game):
    session = begun(game)
    for what, told in of_storage(session):
        again = told(session)
        assert again.table.choice == session.table.choice, what
        assert again.match.turns == session.match.turns, what


@pytest.mark.parametrize("game", ["myra", "yala"])
def test_another_position_begins_another_choice(game):
    session = begun(game)
    match = session.match
    (seat,) = match.position.active_seats
    played = match.play(seat, match.position.legal_actions(seat)[0], 3000)
    again, _ = go_on(session, session.table.match_id, played)
    assert again.table.choice == again.table.choice.back()
    assert again.table.choice != session.table.choice.back()


def test_a_move_typed_out_of_turn_is_answered():
    session = after(SetClock(1.0e12), Navigate("#/play/yala?seats=bot:1,bot:1&seed=3", 0.0))
    assert session.table.choice is None
    session = after(session, TypeAction("d+", 1000.0))
    assert session.notice == NotYours(is_elsewhere=False, is_over=False)
    assert "not your turn" in check(page_of(session)).text
