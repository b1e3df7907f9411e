"""Somebody's lost turn as a puzzle for a friend: a link that holds all of it."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import Answered, ShowSolution, TypeAction
from spieltisch.app.board.review import mistake_at
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.effects import Keep
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.routes import link_to_escape
from spieltisch.app.core.session import At, Session
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.puzzle.texts import shared_puzzle
from spieltisch.play.code_text import pack_text
from spieltisch.play.codec import LinkError
from spieltisch.play.match import Match
from spieltisch.play.mistake import MISTAKE, Mistake, decode_mistake, encode_mistake, puzzle_of
from spieltisch.play.service import SearchAnswer
from spieltisch.table import Prospect, parse_record
from tests import fourth
from tests.records import keeping
from tests.unit.asking import after, said, seen
from tests.unit.test_mistakes import other_than, reviewed, state
from tests.unit.whole_step import whole_step

MATCHES = [
    Match.open(parse_record(keeping.read(name)))
    for name in keeping.names()
    if not name.startswith("aya")
]


@st.composite
def mistakes(draw):
    match = draw(st.sampled_from(MATCHES))
    turn = match.game_turns[draw(st.integers(0, len(match.game_turns) - 1))]
    rules, position = match.rules, turn.before
    legal = st.sampled_from(position.legal_actions(turn.seat)).map(rules.format_action)
    puzzle = puzzle_of(match.setup, rules.format_position(position), turn.seat, draw(legal))
    return Mistake(puzzle, draw(legal), draw(st.floats(0, 1)))


@given(mistakes())
def test_a_link_holds_all_of_it(mistake):
    code = encode_mistake(mistake)
    assert decode_mistake(code, mistake.puzzle.game) == mistake
    assert code[-1].isalnum()
    session = after(Navigate(f"#/escape/{mistake.puzzle.game}/{code}", 0.0))
    assert session.screen.mistake == mistake
    assert seen(session).one("data-puzzle", mistake.id)


def test_a_game_without_puzzles_offers_none():
    with fourth.in_catalogue():
        match = after(Navigate(f"#/play/{fourth.NAME}?seats=human,human&seed=3", 0.0)).match
        (seat,) = match.position.active_seats
        action = match.rules.format_action(match.position.legal_actions(seat)[0])
        puzzle = puzzle_of(match.setup, match.rules.format_position(match.position), seat, action)
        code = encode_mistake(Mistake(puzzle, action, 0.5))
        session = after(Navigate(f"#/escape/{fourth.NAME}/{code}", 0.0))
        assert session.on_screen(PuzzleScreen) is not None
        assert not seen(session).all("href", f"#/puzzles/{fourth.NAME}")


def forged(mistake, **changes):
    """The link to what nobody can have played, with a check that is right."""
    members = MISTAKE.write(mistake)
    for name, value in changes.items():
        (members["puzzle"] if name in members["puzzle"] else members)[name] = value
    return pack_text(json.dumps(members))


@given(mistakes(), st.data())
def test_what_no_match_can_have_led_to_is_refused(mistake, data):
    game, seats = mistake.puzzle.game, mistake.puzzle.setup.seats
    setup = MISTAKE.write(mistake)["puzzle"]["setup"]
    wrong = data.draw(
        st.sampled_from(
            [
                {"seat": mistake.puzzle.seat % seats + 1},
                {"played": "x9"},
                {"played": ""},
                {"solution": [{"zz": []}]},
                {"position": "x"},
                {"position": mistake.puzzle.position[:-3]},
                {"setup": {**setup, "seats": 5 - seats}},
                {"setup": {**setup, "game": "aya"}},
                {"setup": {**setup, "variant": "none"}},
                {"chance": 7},
                {"chance": None},
            ]
        )
    )
    code = forged(mistake, **wrong)
    with pytest.raises(LinkError):
        decode_mistake(code, game)
    session = after(Navigate(f"#/escape/{game}/{code}", 0.0))
    assert isinstance(session.screen, StartScreen)
    assert session.notice is not None


@given(mistakes(), st.data())
def test_a_damaged_link_says_so(mistake, data):
    code = encode_mistake(mistake)
    at = data.draw(st.integers(0, len(code) - 1))
    letter = data.draw(st.sampled_from("abcXYZ019-_%"))
    wrong = data.draw(st.sampled_from([code[:at], code[:at] + letter + code[at + 1 :]]))
    if wrong == code:
        return
    with pytest.raises(LinkError):
        decode_mistake(wrong, mistake.puzzle.game)


@pytest.mark.parametrize("code", ["", "1", "2abc", pack_text("[]"), pack_text("1" * 500_000)])
def test_other_codes_are_refused(code):
    with pytest.raises(LinkError):
        decode_mistake(code, "yala")


def sent():
    """The session of a friend, who has nothing of the match but the link."""
    session = reviewed()
    link = link_to_escape(session, mistake_at(At.of(session), 1))
    return after(Navigate(link[link.index("#") :], 0.0))


def test_what_was_played_is_told_only_after_a_try():
    session = sent()
    played = session.screen.mistake.played
    assert "find the way out" in said(session)
    assert played not in seen(session).one("class", "page").text
    asked = after(Command.HINT, session=session)
    assert f"({played})" not in seen(asked).text
    best = next(iter(session.screen.accepted))
    solved = after(TypeAction(best, 20.0), session=session)
    assert state(solved) == "solved"
    assert "In the game – " in said(solved)
    assert said(solved).partition("In the game – ")[2].find(f"({played})") > 0
    shown = after(ShowSolution(20.0), session=session)
    assert f"({played})" in seen(shown).one("id", "puzzle-told").text


@given(mistakes())
def test_what_was_played_is_told_in_words_first_whatever_led_to_it(mistake):
    link = f"#/escape/{mistake.puzzle.game}/{encode_mistake(mistake)}"
    best = next(iter(mistake.puzzle.solution[0]))
    told = seen(after(Navigate(link, 0.0), TypeAction(best, 20.0))).one("id", "puzzle-told").text
    assert re.search(rf"In the game – \w.+ \({re.escape(mistake.played)}\)", told)


@pytest.mark.parametrize(("chance", "expected"), [(0.65, "solved"), (0.3, "failed")])
def test_another_try_is_judged_by_the_same_search(chance, expected):
    session = sent()
    session = after(TypeAction(other_than(session), 20.0), session=session)
    asked = wanted_thought(session)
    assert asked.nodes == session.match.game.search_bots.review_nodes
    answer = SearchAnswer(asked.ticket, (Prospect(1 - chance, None, ("a+",)),), 3, 9)
    session, effects = whole_step(session, Answered(answer, 30.0))
    assert state(session) == expected
    assert f"({session.screen.mistake.played})" in said(session)
    # It is another's mistake: nothing of it is kept here.
    assert not any(isinstance(effect, Keep) for effect in effects)
    assert session.kept == Session().kept
    again = after(Command.TAKE_BACK, session=session)
    assert "In the game" not in seen(again).one("id", "puzzle-told").text


def test_who_has_lost_sends_it_and_so_does_who_got_it():
    session = reviewed()
    mistake = mistake_at(At.of(session), 1)
    link = link_to_escape(session, mistake)
    assert shared_puzzle(session, sent().on_screen(PuzzleScreen)) == link
    assert mistake_at(At.of(session), 99) is None
