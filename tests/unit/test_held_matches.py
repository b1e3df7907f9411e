"""A visit holds the latest matches alone, with all their turns; none of the others is lost."""

import gc
import os
import tracemalloc
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import LookAt, TypeAction
from spieltisch.app.board.opening import begin
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import MOST_TURNS, Session
from spieltisch.app.keeping.writing import keep
from spieltisch.app.matches.state import DeleteMatches
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.play.match import Match, format_match
from tests.long_matches import long_match
from tests.unit.asking import after, seen, with_turn
from tests.unit.kept import stored


def played(game, count, seed=1):
    """Random matches, one after the other."""
    of = catalog.game_of(game)
    seats = min(of.info.seat_counts[of.info.variants[0]])
    setup = replace(of.info.default_setup(), players=())
    return play_matches(of, setup, [parse_bot("random", of)] * seats, seed, count)


def watched(session, match, *, draws=True):
    """The session after a match was played on its table to the end, and what is written of it."""
    session, _ = begin(after(session, Navigate("#/", 0.0)), Match(match.setup, match.start), 1.0)
    for number, turn in enumerate(match.turns):
        session = with_turn(session, turn.entry.seat, turn.action)
        session, _ = keep(session, session.table.match_id, float(number))
        if draws and number % 4 == 0:
            whole(page_of(session))
    whole(page_of(session))
    return session, session.table.match_id, format_match(session.match)


@pytest.mark.parametrize("game", ["yala", "myra"])
def test_a_match_that_is_not_held_comes_back_from_storage(game):
    session, written = Session(), {}
    for match in played(game, 40 if game == "yala" else 12):
        session, match_id, written[match_id] = watched(session, match, draws=False)
        held = [one for one in session.matches if one != match_id]
        assert sum(len(session.matches[one].turns) + 1 for one in held) <= MOST_TURNS
        assert list(session.matches)[-1] == match_id
    first = next(iter(written))
    assert first not in session.matches
    assert session.library.summaries.keys() == written.keys()
    session = after(session, Navigate(f"#/match/{first}", 0.0))
    assert session.table is None
    session = after(session, stored(first, written[first]))
    assert session.table.match_id == first
    assert format_match(session.match) == written[first]


def test_what_is_on_the_table_or_nowhere_else_stays():
    long = long_match("yala", MOST_TURNS + 20)
    session, effects = begin(Session(), long, 1.0)
    match_id = session.table.match_id
    assert effects
    # It is on the table, whatever else is taken in.
    for number, match in enumerate(played("yala", 4)):
        session = session.with_match(f"other{number:07}", match)
    assert session.match == long
    # Those others are in no storage.
    assert len(session.matches) == 5
    # Once it has been left, and another one goes on, it is held no more.
    session = after(session, Navigate("#/play/yala?seats=human,human&seed=3", 0.0))
    (seat,) = session.match.position.active_seats
    action = session.match.position.legal_actions(seat)[0]
    session = after(session, TypeAction(str(action), 5.0))
    assert session.match.turns
    assert match_id not in session.matches
    assert match_id in session.library.summaries
    assert len(session.matches) == 5


def test_matches_that_were_only_begun_are_let_go_and_begin_again_by_their_links():
    session = Session()
    for seed in range(MOST_TURNS + 20):
        session = after(session, Navigate(f"#/play/yala?seats=human,human&seed={seed}", 0.0))
    assert len(session.matches) <= MOST_TURNS + 1
    session = after(session, Navigate("#/play/yala?seats=human,human&seed=0", 0.0))
    assert session.match.setup.seed == 0
    assert session.match == Match(session.match.setup, session.match.start)


def used():
    """The bytes that Python holds of what it was asked for since tracing began."""
    for _ in range(3):
        gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.fixture
def traced():
    tracemalloc.start()
    yield
    tracemalloc.stop()


MOST_GROWTH = 1.05
VISITS = int(os.environ.get("SPIELTISCH_VISITS", "100"))


@pytest.mark.soak
@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("game", catalog.GAMES)
def test_two_hundred_matches_leave_what_their_list_needs(game, record_property):
    """Once they are deleted, nothing is left of them. All are played twice, as what is drawn of
    towers, balls and moves is remembered, too, thousands of each."""
    session, matches = Session(), list(played(game, VISITS))
    for match in matches:
        session, *_ = watched(session, match)
    before = used()
    for match in matches:
        session, *_ = watched(session, match)
    after_all = used()
    gone = DeleteMatches(tuple(session.library.summaries)[VISITS:])
    session = after(session, Navigate("#/matches", 0.0), gone, Command.LET_GO, Navigate("#/", 0.0))
    whole(page_of(session))
    record_property("bytes", (before, after_all, used()))
    assert used() <= before * MOST_GROWTH
    # A summary takes a few kilobytes, whose lists are drawn.
    assert after_all <= before * MOST_GROWTH + VISITS * 4_000


@pytest.mark.soak
@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("game", catalog.GAMES)
def test_nothing_is_left_of_a_long_match_that_was_looked_at_and_left(game):
    """A thousand turns take megabytes."""
    count, short = 1_000, list(played(game, 4))
    long = long_match(game, count)
    session = Session()
    for match in short:
        session, *_ = watched(session, match)
    session = after(session, Navigate("#/rules/yala", 0.0))
    whole(page_of(session))
    before = used()
    del long
    session, _ = begin(session, long_match(game, count), 1.0)
    for ply in range(0, count, 50):
        session = after(session, LookAt(ply))
        assert seen(session).one("id", "board")
    while_there = used()
    assert while_there > before * 1.5
    for number, match in enumerate(played(game, 4, seed=50)):
        session, *_ = watched(session, match)
        assert number == 0 or len(session.matches) <= 8
    session = after(session, Navigate("#/rules/yala", 0.0))
    whole(page_of(session))
    del match
    # Caches go on filling with what the matches have in common.
    assert used() - before < (while_there - before) * 0.2
