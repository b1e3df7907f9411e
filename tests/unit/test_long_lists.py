"""The list of a match of thousands of moves comes on the page bit by bit, and costs a press no
more than a short one."""

import gc
import os
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from spieltisch.app.board import opening
from spieltisch.app.board.messages import ClaimSeat, PlayFrom, Show
from spieltisch.app.core.messages import Command, DrawOn, Navigate, ReadOn, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.core.table import CHUNK, DRAWN_AT_ONCE
from spieltisch.app.match.view import moves
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkedMatch, decode_match, encode_match
from spieltisch.shell import pacer
from spieltisch.shell.pacer import Pacer
from spieltisch.shell.sharing import preparations
from spieltisch.table import BY_LINK
from tests.long_matches import long_match
from tests.unit.kept import KEPT_ID
from tests.unit.markup_check import check
from tools.project import PY, ROOT

LENGTH = 2 * DRAWN_AT_ONCE + 5 * CHUNK + 7


@pytest.fixture(scope="module")
def match():
    return long_match("yala", LENGTH)


def link_of(match):
    return f"#/record/{encode_match(LinkedMatch(match.setup, tuple(match.turns)))}"


def opened(match) -> Session:
    session, _ = update(Session(), Navigate(link_of(match), 0.0))
    while session.waits:
        session, _ = update(session, ReadOn(500))
    return session


def numbers(session: Session) -> list[int]:
    buttons = check(whole(page_of(session))).all("data-do", "show")
    return sorted(
        {int(one.attributes["data-arg"]) for one in buttons if "data-arg" in one.attributes}
    )


def test_the_last_moves_come_first_and_the_others_follow(match, monkeypatch):
    drawn = []
    draw = moves._move.__wrapped__
    monkeypatch.setattr(
        moves, "_move", lambda *told, **more: drawn.append(1) or draw(*told, **more)
    )
    moves._chunk.cache_clear()
    moves._settled.cache_clear()
    session = opened(match)
    page_of(session)
    assert DRAWN_AT_ONCE <= len(drawn) < DRAWN_AT_ONCE + CHUNK
    steps = 0
    while session.is_drawing:
        drawn.clear()
        session, _ = update(session, DrawOn(2))
        page_of(session)
        steps += 1
        assert 0 < len(drawn) <= 2 * CHUNK
    assert steps > 3
    moves._settled.cache_clear()
    assert set(range(1, LENGTH + 1)) <= set(numbers(session))


def test_a_move_that_is_looked_at_is_drawn_at_once(match):
    session = opened(match)
    assert 1 not in numbers(session)
    session, _ = update(session, Show(1))
    root = check(whole(page_of(session)))
    assert root.one("id", "move-1").attributes["aria-current"] == "step"
    session, _ = update(session, DrawOn(LENGTH))
    assert set(range(1, LENGTH + 1)) <= set(numbers(session))


@pytest.mark.parametrize(
    "messages",
    [
        [SetSetting("language", "de")],
        [PlayFrom(40)],
        [PlayFrom(40), PlayFrom(LENGTH)],
        [Show(40), Command.TRY_OUT, Command.LEAVE_VARIATION],
    ],
    ids=["language", "taken back far", "played again", "tried out"],
)
def test_what_changes_most_of_the_list_draws_it_bit_by_bit_again(match, messages):
    session = opened(match)
    while session.is_drawing:
        session, _ = update(session, DrawOn(100))
    page_of(session)
    for message in messages:
        session, _ = update(session, message)
        page_of(session)
    assert session.is_drawing
    session, _ = update(session, DrawOn(LENGTH))
    assert set(range(1, len(session.match.turns) + 1)) <= set(numbers(session))


def test_who_takes_a_seat_is_spoken_to_in_a_list_that_is_drawn_bit_by_bit_again(match):
    players = tuple(replace(one, controller=BY_LINK) for one in match.setup.all_players)
    session = opened(Match.of_turns(replace(match.setup, players=players), match.turns))
    for message in (ClaimSeat(1), Command.GIVE_UP_SEAT):
        while session.is_drawing:
            session, _ = update(session, DrawOn(100))
        session, _ = update(session, message)
        assert session.is_drawing


def test_nothing_is_drawn_for_a_screen_that_was_left(match):
    session = opened(match)
    assert session.is_drawing
    session, _ = update(session, Navigate("#/", 0.0))
    assert not session.is_drawing


def test_a_match_that_people_play_is_drawn_at_once():
    session = opened(long_match("yala", 200))
    assert not session.is_drawing
    assert set(range(1, 201)) <= set(numbers(session))


def test_the_past_of_a_long_match_is_not_written_to_find_it_here(match, monkeypatch):
    """Its text grows with the match; the board alone tells matches apart."""
    written = []
    rules = type(match.rules)
    plain = rules.format_position
    monkeypatch.setattr(rules, "format_position", lambda *told: written.append(1) or plain(*told))
    session = opened(match)
    assert session.match is not None
    again, _ = update(session, Navigate("#/", 0.0))
    while again.waits:
        again, _ = update(again, ReadOn(500))
    found = opening._same_match(session, session.match)
    assert found == (session.table.match_id if session.table else KEPT_ID)
    assert not written


@pytest.fixture
def searched(monkeypatch):
    """Each search for all that can be played in a position."""
    found = []
    for kind in {type(long_match(game, 1).start) for game in catalog.GAMES}:
        plain = kind.legal_actions
        monkeypatch.setattr(
            kind, "legal_actions", lambda *one, plain=plain: found.append(1) or plain(*one)
        )
    return found


@pytest.mark.parametrize("game", catalog.GAMES)
def test_to_share_a_match_that_came_by_a_link_nothing_is_searched_again(game, searched):
    """All that could be played instead was found when the link was read, in steps."""
    code = encode_match(
        LinkedMatch(long_match(game, 200).setup, tuple(long_match(game, 200).turns))
    )
    read = decode_match(code)
    searched.clear()
    assert encode_match(read) == code
    assert not searched


@pytest.mark.parametrize("game", catalog.GAMES)
def test_what_else_could_have_been_played_is_found_in_spare_time(game, searched):
    first, other = (Match.open(long_match(game, length).record) for length in (90, 60))
    shown = [None]
    steps = preparations(lambda: shown[-1])
    for match in (None, first, other):
        shown.append(match)
        searched.clear()
        most = 0
        while next(steps) is not None:
            most = max(most, len(searched))
            searched.clear()
        assert most <= (match.setup.seats + 1 if match else 0)
        if match:
            encode_match(LinkedMatch(match.setup, tuple(match.turns)))
            assert not searched


def test_places_are_found_where_assertions_are_left_out():
    """As in the page."""
    script = """
from spieltisch.play.match import Match
from spieltisch.play.replaying import ready_to_send
from spieltisch.shell.sharing import preparations
from tests.long_matches import long_match

first, other = (Match.open(long_match("yala", 60).record) for _ in range(2))
list(ready_to_send(first.turns))
steps = preparations(lambda: other)
while next(steps) is not None:
    pass
print(all(turn.has_place for match in (first, other) for turn in match.turns))
"""
    told = subprocess.run(
        [sys.executable, "-OO", "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{PY}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "True\n"


def test_a_long_match_keeps_no_list_of_all_that_could_be_played():
    """In Myra there are hundreds for each turn: a link of 12,000 turns would fill the memory."""
    match = long_match("myra", 60)
    read = decode_match(encode_match(LinkedMatch(match.setup, tuple(match.turns))))
    for turn in read.turns:
        held = vars(turn.before).values()
        assert not any(isinstance(one, tuple) and len(one) > 20 for one in held)


def test_what_steps_have_made_is_not_looked_through_again(monkeypatch):
    """The collector's pauses would grow with a match that is replayed, or a file that is read."""
    monkeypatch.setattr(pacer, "proxy", lambda listener: listener)
    monkeypatch.setattr(Pacer, "_apart_at_ms", float("-inf"))
    due, kept, now = [], [], [0.0]
    window = SimpleNamespace(
        setTimeout=lambda then, ms: due.append(then),
        performance=SimpleNamespace(now=lambda: now[0]),
    )

    def work(_at_ms):
        kept.extend([n] for n in range(5_000))
        return False

    paced = Pacer(window, work)
    try:
        gc.collect()
        gc.freeze()
        for _ in range(4):
            now[0] += pacer.APART_MS
            paced.follow(is_wanted=True)
            due.pop()()
            assert len(gc.get_objects()) < 2_000
        assert len(kept) == 20_000
        # Within the same second, whoever has made it: rubbish that is set apart is never freed.
        now[0] += pacer.APART_MS - 1
        other = Pacer(window, work)
        for one in (paced, other):
            one.follow(is_wanted=True)
            due.pop()()
        assert len(gc.get_objects()) >= 10_000
    finally:
        gc.unfreeze()
