"""Myra on smaller boards, by a house rule (docs/rules.md, Myra, "House rules of Myra")."""

import random
import re
from dataclasses import replace
from random import Random

import pytest

from spieltisch.app.core.messages import Command, Edit, Navigate, StartMatch
from spieltisch.app.editor.state import EditorCommand
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.games.myra.bots.search import search_for
from spieltisch.games.myra.rules import core
from spieltisch.games.myra.rules.hexagon import EDGES, PITS, sites
from spieltisch.games.myra.rules.rules import INFO, RULES, STARTS, start_corners, start_of
from spieltisch.games.myra.view import compass
from spieltisch.games.myra.view.compass import turns_of
from spieltisch.games.myra.view.view import VIEW
from spieltisch.kit.markup import whole
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import ENGLISH
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.play.codec import format_setup, parse_setup
from spieltisch.play.match import Match
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.search import think
from spieltisch.table import Record, Setup, SetupError
from tests.still import session_after
from tests.unit import myra_plain as plain
from tests.unit.markup_check import read
from tests.unit.test_myra_plain import hold_equal

MYRA = catalog.game_of("myra")
BOARDS = [(2, 4), (2, 5), (3, 5)]
HOUSES = pytest.mark.parametrize(("seats", "edge"), BOARDS)
SMALLER = pytest.mark.parametrize("edge", EDGES[1:])


def setup_of(seats, edge):
    people = ",".join(["human"] * seats)
    return parse_setup("myra", f"seats={people}&edge={edge}&seed=1")


def positions(seats, edge, seed, most=80):
    """Every position of a random match of at most so many turns, captures first."""
    chance, position = Random(seed), RULES.initial_position(setup_of(seats, edge))
    yield position
    while position.active_seats and (most := most - 1):
        legal = position.legal_actions(position.to_act)
        captures = [action for action in legal if action.kind == core.CAPTURE]
        position = position.apply(position.to_act, chance.choice(captures or legal))
        yield position


@SMALLER
def test_boards_are_hexagons_round_the_first_corner(edge):
    assert list(sites(PITS[edge])) == plain.sites_of(edge)
    assert len(plain.sites_of(edge)) == 3 * edge * (edge - 1) + 1
    corners = [one for one in plain.sites_of(edge) if len(neighbours(edge, one)) == 3]
    assert {*start_corners(2, edge), *start_corners(3, edge)} <= {*corners}
    assert len(corners) == 6


def neighbours(edge, site):
    return [one for one in plain.NEIGHBOURS[site] if one in plain.sites_of(edge)]


@HOUSES
def test_starts_are_those_of_the_rules_from_nearer_corners(seats, edge):
    board = RULES.parse_position(start_of(seats, edge)).board
    printed = RULES.parse_position(STARTS[seats]).board
    assert [core.soldiers(side) for side in board.sides] == [25] * seats
    for mine, theirs in zip(board.sides, printed.sides, strict=True):
        assert [mask.bit_count() for mask in mine[:6]] == [m.bit_count() for m in theirs[:6]]
    assert board.sides[0] == printed.sides[0]
    assert {sites(side[0])[0] for side in board.sides} == {*start_corners(seats, edge)}


@SMALLER
@pytest.mark.parametrize("seed", range(4))
def test_random_positions_have_the_same_actions_and_successors(edge, seed):
    chance = random.Random(seed)
    for _ in range(60):
        hold_equal(plain.random_position(chance, edge), chance)


@HOUSES
def test_matches_have_the_actions_that_are_searched(seats, edge):
    for position in positions(seats, edge, seed=edge):
        hold_equal(RULES.format_board(position), Random(1))
        if position.outcome is None:
            search = search_for(position)
            found = [move for _, move, _ in search.expand(search.root(position).node)]
            legal = position.legal_actions(position.to_act)
            assert {search.action(position, move) for move in found} <= {*legal}
            queens = [
                a for a in legal if a.kind == core.CAPTURE and a.target in queens_of(position)
            ]
            assert queens or len(found) == len(legal)


def queens_of(position):
    return {position.queen(seat) for seat in position.seats if seat != position.to_act}


@HOUSES
def test_texts_links_and_records_come_back(seats, edge):
    setup = setup_of(seats, edge)
    for position in positions(seats, edge, seed=2, most=30):
        text = RULES.format_position(position)
        assert RULES.parse_position(text) == position
        assert f" edge={edge}" in text
    assert parse_setup("myra", format_setup(setup)) == setup
    match = Match.open(Record(setup))
    match = match.play(1, match.position.legal_actions(1)[0])
    assert decode_match(encode_record(match.record)).record == match.record
    assert INFO.has_house_rules(setup)
    assert not INFO.has_house_rules(replace(setup, options=(("edge", "6"),)))


@pytest.mark.parametrize(
    "text",
    [
        "Qa1 r25 / Qg7 r25 ; 1 edge=3",
        "Qa1 r25 / Qg7 r25 ; 1 edge=6",
        "Qa1 r25 / Qg7 r25 ; 1 edge=",
        "Qa1 r25 / Qg7 r25 ; 1 edge=44",
        "Qa1 r25 / Qg7 r25 ; 1 edge=4 edge=4",
        "Qa1 r25 / Qh8 r25 ; 1 edge=4",
        "Qa1 r25 / Qd1,1e1 r25 ; 1 edge=4",
        "Qa1 r25 / Qd7 r25 / Qg4 r25 ; 1 edge=4",
        "Qb1 r0 / Qg7 r0 ; 2 edge=4 | Qa1 r0 / Qg7 r0 ; 1",
    ],
)
def test_texts_of_no_board_are_refused(text):
    with pytest.raises(ValueError, match=r"edge|board|room|again"):
        RULES.parse_position(text)


def test_set_ups_that_cannot_be_played_are_refused():
    for query in ("seats=human,human,human&edge=4", "seats=human,human&edge=7"):
        with pytest.raises(SetupError, match=r"edge '.' is not possible; choose from 6, "):
            parse_setup("myra", query + "&seed=1")
    start = start_of(2, 5)
    for options in ((), (("edge", "4"),)):
        with pytest.raises(SetupError):
            RULES.initial_position(Setup("myra", options=options, start=start))
    assert RULES.initial_position(Setup("myra", options=(("edge", "5"),), start=start)).edge == 5


@HOUSES
def test_bots_play_and_think_on_it(seats, edge):
    setup = setup_of(seats, edge)
    bots = [parse_bot("search:2", MYRA)] + [parse_bot("random", MYRA)] * (seats - 1)
    [played] = play_matches(MYRA, replace(setup, seed=None, start=""), bots, seed=7, matches=1)
    assert played.position.outcome is not None
    position = RULES.initial_position(setup)
    found = think(search_for(position), position, seat=1, level=3, rng=Random(1))
    assert found.action in position.legal_actions(1)


def numbers(text):
    return [float(one) for one in re.findall(r"-?[0-9.]+", text)]


def seen_at(turntable, shift):
    """Where a drawn pit is seen."""
    a, b, c, d, _, _, _, risen = numbers(turntable)
    x, y = numbers(shift)
    y += risen
    return a * x + c * y, b * x + d * y


@HOUSES
def test_boards_are_drawn_in_the_middle_for_every_seat(seats, edge):
    names = Names(("Dark", "Light", "Blue")[:seats])
    for position in positions(seats, edge, seed=4, most=12):
        for viewer in position.seats:
            scene = Scene(position=position, viewer=viewer, names=names, words=ENGLISH)
            board = read(VIEW.board(scene))
            pits = board.all("data-site")
            assert [pit.attributes["data-site"] for pit in pits] == list(position.sites)
            assert len(board.all("tabindex", "0")) == 1
            x, y, width, height = numbers(board.one("id", "board").attributes["viewbox"])
            turntable = board.one("id", "turntable").attributes["transform"]
            points = [seen_at(turntable, pit.attributes["transform"]) for pit in pits]
            for point, one in zip(points, position.sites, strict=True):
                assert point == pytest.approx(compass.placed(one, turns_of(scene), edge), abs=0.1)
            for low, high, index in ((x, x + width, 0), (y, y + height, 1)):
                seen = [point[index] for point in points]
                assert low < min(seen) < max(seen) < high
                assert min(seen) == pytest.approx(-max(seen), abs=0.1)
            corner = position.sites.index(start_corners(seats, edge)[viewer - 1])
            assert points[corner][1] == max(y for _, y in points)
            assert whole(VIEW.board(replace(scene, is_picture=True)))
            for one in position.sites:
                for key in ("ArrowUp", "ArrowLeft", "q", "PageDown"):
                    goal = VIEW.neighbour(scene, one, key)
                    assert goal is None or goal in neighbours(edge, one)


def test_a_board_is_named_at_the_table_and_goes_into_the_editor():
    session = session_after([Navigate("#/play/myra?seats=human,human&edge=5&seed=1", 0.0)])
    shown = whole(page_of(session))
    assert "House rules: 5 pits to a side." in shown
    assert "a hexagon of 61 pits" in shown
    assert "edit-position" in shown


def test_the_editor_changes_boards_and_begins_matches_on_them():
    session = session_after([Navigate("#/editor/myra", 0.0), Edit("edge", "4")])
    assert session.screen.draft.start == start_of(2, 4)
    assert session.screen.draft.options == (("edge", "4"),)
    cleared = session_after([EditorCommand.CLEAR_BOARD], session)
    assert cleared.screen.draft.start.endswith("; 1 edge=4")
    # Three have no room there.
    three = session_after([Edit("seats", "3")], session)
    assert (three.screen.draft.start, three.screen.draft.options) == (STARTS[3], ())
    assert session_after([Edit("edge", "4")], three).screen.draft == three.screen.draft
    five = session_after([Edit("edge", "5")], three).screen.draft
    assert (five.start, five.options) == (start_of(3, 5), (("edge", "5"),))
    # A text brings its board, and takes it back.
    text = "Qa1,4a2 r25 / 1f6,Qi9 r25 ; 2 edge=5"
    typed = session_after([Edit("position", text)], session)
    assert typed.screen.draft.options == (("edge", "5"),)
    usual = session_after([Edit("position", text.removesuffix(" edge=5"))], typed)
    assert usual.screen.draft.options == ()
    back = session_after([Command.TAKE_BACK], usual)
    assert back.screen.draft == typed.screen.draft


def test_the_form_says_that_three_have_no_room():
    chosen = [Edit("seats", "3"), Edit("edge", "4")]
    for first, second in (chosen, chosen[::-1]):
        session = session_after([Navigate("#/setup/myra", 0.0), first, second])
        told = session.notice.text(ENGLISH)
        assert told == "“4” is not possible for “Pits to a side”. Choose from: 6, 5."
        assert (session.screen.setup.seats, session.screen.setup.options) == (3, (("edge", "6"),))
        session = session_after([Edit("edge", "5")], session)
        assert session.notice is None
        session = session_after([StartMatch(1, 0.0)], session)
        assert session.match.position.edge == 5
