"""Myra's board, keys, sentences and answers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import atan2, degrees
from random import Random

import pytest

from spieltisch.app.board.messages import PlayChosen, Point, Press
from spieltisch.app.board.scene import scene_of
from spieltisch.app.core.messages import Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games.myra.rules.hexagon import CELL_OF, NEIGHBOURS, SITES, sites
from spieltisch.games.myra.rules.position import MyraPosition, Piece
from spieltisch.games.myra.rules.rules import RULES, STARTS, start_corners
from spieltisch.games.myra.view import compass, pieces
from spieltisch.games.myra.view.view import VIEW
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import ENGLISH, words_of
from spieltisch.table import Outcome, Status, Turn, parse_record, play, replay
from tests.records import keeping
from tests.unit.markup_check import Node, check

NAMES = Names(("Anna", "Bo", "Cleo"))
RECORDS = ("myra-two-seats", "myra-three-seats", "myra-pass", "myra-repetition")
WAYS = ("up", "up and right", "down and right", "down", "down and left", "up and left")


def at(text: str) -> MyraPosition:
    return RULES.parse_position(text)


def one_side(field: str, other: str = "Qk11 r0") -> MyraPosition:
    return at(f"{field} / {other} ; 1")


def scene(position: MyraPosition, *presses: str, **more: object) -> Scene:
    choice = None
    if position.active_seats:
        choice = RULES.choose(position, position.to_act)
        for token in presses:
            choice = choice.press(token)
    names = Names(NAMES[: len(position.seats)])
    return replace(Scene(position=position, choice=choice, names=names), **more)


def board(position: MyraPosition, *presses: str, **more: object) -> Node:
    return check(VIEW.board(scene(position, *presses, **more)), is_part=True).children[0]


def played(position: MyraPosition, action: str) -> Turn:
    parsed = RULES.parse_action(action)
    return play(RULES, position, position.to_act, parsed)


def told(position: MyraPosition, action: str) -> str:
    names = Names(NAMES[: len(position.seats)])
    return VIEW.action_sentence(played(position, action), names, ENGLISH)


def with_class(node: Node, name: str) -> list[Node]:
    return [n for n in node.all("class") if name in (n.attributes["class"] or "").split()]


def sites_of(nodes: list[Node]) -> set[str | None]:
    return {node.attributes["data-site"] for node in nodes}


def heading(site: str, goal: str, turns: int) -> float:
    """Degrees clockwise from straight up, on the turned board."""
    (x, y), (to_x, to_y) = compass.placed(site, turns), compass.placed(goal, turns)
    return round(degrees(atan2(to_x - x, y - to_y))) % 360


class TestCompass:
    @pytest.mark.parametrize("seats", [2, 3])
    def test_everybodys_own_corner_lies_at_the_bottom(self, seats):
        for seat, corner in enumerate(start_corners(seats), start=1):
            turns = compass.turned(seats, seat)
            lowest = max(SITES, key=lambda site: compass.placed(site, turns)[1])
            assert lowest == corner
            assert abs(compass.placed(corner, turns)[0]) < 1e-6

    @pytest.mark.parametrize("seat", [1, 2, 3])
    def test_three_seats_follow_each_other_clockwise(self, seat):
        turns = compass.turned(3, seat)
        left = start_corners(3)[seat % 3]
        assert heading("f6", left, turns) == 300

    @pytest.mark.parametrize("turns", range(6))
    def test_neighbours_lie_a_pitch_away_and_keys_lead_where_they_point(self, turns):
        for site in SITES:
            x, y = compass.placed(site, turns)
            for other in sites(NEIGHBOURS[CELL_OF[site]]):
                to_x, to_y = compass.placed(other, turns)
                assert abs((to_x - x) ** 2 + (to_y - y) ** 2 - compass.PITCH**2) < 1e-6
        for key, angle in zip("wedsaq", range(0, 360, 60), strict=True):
            assert heading("f6", compass.neighbour("f6", key, turns) or "", turns) == angle
        for letter, key in zip(
            "wedsaq", ("ArrowUp", "PageUp", "PageDown", "ArrowDown", "End", "Home"), strict=True
        ):
            for site in SITES:
                assert compass.neighbour(site, letter, turns) == compass.neighbour(site, key, turns)

    @pytest.mark.parametrize("turns", range(6))
    def test_arrows_alone_come_to_every_pit(self, turns):
        seen, waiting = {"f6"}, ["f6"]
        while waiting:
            site = waiting.pop()
            for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
                goal = compass.neighbour(site, key, turns)
                if goal is not None and goal not in seen:
                    seen.add(goal)
                    waiting.append(goal)
        assert seen == set(SITES)

    @pytest.mark.parametrize("turns", range(6))
    def test_sideways_stays_at_one_height_and_comes_back(self, turns):
        site, heights = "f6", set()
        for _ in range(4):
            goal = compass.neighbour(site, "ArrowRight", turns)
            assert goal is not None
            assert compass.neighbour(goal, "ArrowLeft", turns) == site
            heights.add(round(compass.placed(goal, turns)[1]))
            site = goal
        assert heights == {-45, 0}

    def test_over_the_edge_and_by_other_keys_nothing_is_reached(self):
        assert compass.neighbour("a1", "ArrowDown", 0) is None
        assert compass.neighbour("a1", "End", 0) is None
        assert compass.neighbour("f6", "Enter", 0) is None
        assert compass.neighbour("nowhere", "ArrowLeft", 0) is None


class TestBoard:
    @pytest.mark.parametrize("seats", [2, 3])
    def test_every_pit_is_one_button_and_one_is_the_tab_stop(self, seats):
        root = board(at(STARTS[seats]))
        pits = root.all("data-site")
        assert [pit.attributes["data-site"] for pit in pits] == list(SITES)
        assert {pit.attributes["role"] for pit in pits} == {"button"}
        assert [p.attributes["data-site"] for p in root.all("tabindex", "0")] == ["a1"]
        assert root.attributes["data-position"] == STARTS[seats]
        assert root.attributes["data-active-seat"] == "1"
        assert root.attributes["data-game"] == "myra"

    @pytest.mark.parametrize("name", RECORDS)
    def test_all_of_a_match_can_be_drawn_and_said_in_every_language(self, name):
        record = parse_record(keeping.read(name))
        chance = Random(name)
        names = Names(NAMES[: record.setup.seats])
        turns = (None, *replay(RULES, record))
        for last in turns[::7]:
            position = RULES.initial_position(record.setup) if last is None else last.after
            turned = (last,) if last else ()
            viewer = chance.choice(position.seats)
            drawn = scene(position, turns=turned, names=names, viewer=viewer)
            for language in ("en", "de"):
                drawn = replace(drawn, words=words_of(language))
                for _ in range(4):
                    root = check(VIEW.board(drawn), is_part=True).children[0]
                    tokens = drawn.choice.targets if drawn.choice else frozenset()
                    assert sites_of(root.all("data-target")) == tokens & set(SITES)
                    check(VIEW.controls(drawn), is_part=True)
                    assert VIEW.hint(drawn) or drawn.choice is None
                    for key in VIEW.questions(drawn.words):
                        assert VIEW.answer(drawn, key)
                    if tokens:
                        choice = drawn.choice.press(chance.choice(sorted(tokens)))
                        drawn = replace(drawn, choice=choice)
                if last is not None:
                    assert VIEW.action_sentence(last, names, drawn.words)
                    VIEW.motions(last)

    def test_what_lies_on_the_board_is_drawn_where_it_lies(self):
        position = at("Qa1,1a3,5f6 r3 / 2g7,Qk11 r0 ; 1")
        drawn = {
            node.attributes["data-piece"]: node.children[0].attributes["href"]
            for node in board(position).all("data-piece")
        }
        assert drawn == {
            "a1": "#myra-1-0", "a3": "#myra-1-1", "f6": "#myra-1-5",
            "g7": "#myra-2-2", "k11": "#myra-2-0",
        }  # fmt: skip

    def test_soldiers_are_drawn_one_by_one_and_owners_differ_by_shape(self):
        shapes = []
        for seat in (1, 2, 3):
            for soldiers in range(1, 6):
                root = check(pieces.drawing(Piece(seat, soldiers)), is_part=True)
                bodies = with_class(root, "turned")
                assert len(bodies) == soldiers
                assert bool(with_class(root, "wall")) == (soldiers == 5)
            shapes.append(bodies[0].attributes["d"])
            queen = check(pieces.drawing(Piece(seat, 0)), is_part=True)
            assert with_class(queen, "crown")
            assert len(with_class(queen, "is-queen")) == 1
        assert len(set(shapes)) == 3

    def test_soldiers_in_a_pit_never_touch(self):
        for pips in pieces._PIPS.values():
            for index, (x, y) in enumerate(pips):
                assert (x * x + y * y) ** 0.5 + 13.5 <= pieces.PIT
                for to_x, to_y in pips[:index]:
                    assert ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5 >= 25

    def test_a_picture_is_only_looked_at(self):
        root = board(VIEW.picture_position(), is_picture=True)
        assert not root.all("tabindex")
        assert not root.all("data-site")
        assert root.attributes["aria-hidden"] == "true"
        assert len(root.all("data-piece")) == len(VIEW.picture_position().pieces)

    def test_the_tab_stop_is_the_viewers_queen_until_one_was_gone_to(self):
        position = at(STARTS[2])
        assert sites_of(board(position, viewer=2).all("tabindex", "0")) == {"k11"}
        assert sites_of(board(position, cursor="c3").all("tabindex", "0")) == {"c3"}

    def test_the_name_of_a_pit_that_a_task_names_lies_over_its_ring(self):
        position = at("Qa1,3d4 r0 / Qk11 r0 ; 1")
        drawn = list(board(position, lit=frozenset({"d4", "f6"})).walk())
        names = [n for n, one in enumerate(drawn) if one.attributes.get("class") == "lit-name"]
        pits = [n for n, one in enumerate(drawn) if "data-site" in one.attributes]
        assert len(names) == 2
        assert min(names) > max(pits)


class TestChoosing:
    def test_at_first_own_pits_and_new_soldiers_places_stand_out(self):
        root = board(one_side("Qa1,2c3 r4"))
        assert sites_of(with_class(root, "is-origin")) == {"a1", "c3"}
        assert sites_of(with_class(root, "is-birth")) == {"a2", "b1", "b2"}
        assert sites_of(root.all("data-grip")) == {"a1", "c3"}
        assert root.attributes["data-tracing"] == "walk"

    def test_ends_captures_and_builds_are_told_apart(self):
        position = one_side("Qa1,2f5,2f6 r0", "1f7,5g7,Qk11 r0")
        root = board(position, "f6")
        assert sites_of(with_class(root, "is-capture")) == {"f7"}
        assert sites_of(with_class(root, "is-build")) == {"f5"}
        assert sites_of(with_class(root, "is-end")) == set(
            RULES.choose(position, 1).press("f6").ends
        )
        assert sites_of(with_class(root, "is-chosen")) == {"f6"}
        assert sites_of(root.all("aria-pressed", "true")) == {"f6"}
        assert sites_of(root.all("data-held")) == {"f6"}

    def test_every_walk_is_drawn_before_it_is_made(self):
        position = one_side("Qa1,1e6,3f6,1f7 r0")
        root = board(position, "f6")
        for pit in with_class(root, "is-end"):
            preview = root.one("data-walk", pit.attributes["data-site"])
            walk = RULES.choose(position, 1).press("f6").walk(pit.attributes["data-site"])
            dots = with_class(preview, "trail-dots")
            assert (dots[0].attributes["d"].count("M") if dots else 0) == len(walk) - 2

    def test_what_is_sown_has_left_its_pit_and_lies_on_the_way(self):
        root = board(one_side("Qa1,4f6 r0"), "f6", "sow", "f7", "f8")
        (origin,) = root.all("data-piece", "f6")
        assert origin.children[0].attributes["href"] == "#myra-1-2"
        assert len(with_class(root, "is-laid")) == 2
        assert sites_of(root.all("data-earlier")) == {"f6", "f7"}
        assert sites_of(root.all("data-held")) == {"f8"}
        assert root.attributes["data-tracing"] == "chain"

    def test_controls_offer_numbers_and_chains_and_say_how_far_it_is(self):
        position = one_side("Qa1,1c3,1c4,1c5,3f6 r0")
        root = check(VIEW.controls(scene(position, "f6")), is_part=True)
        assert {n.attributes["data-token"]: n.attributes["aria-pressed"]
                for n in root.all("data-token")} == {
            "1": "false", "2": "false", "3": "true", "move": "true", "sow": "false",
        }  # fmt: skip
        assert root.one("data-status").text == "Not finished"
        root = check(VIEW.controls(scene(position, "c3", "gather", "c4")), is_part=True)
        assert root.one("data-status").text == "Ready to play"
        assert VIEW.controls(scene(position)) == ""

    def test_keys_choose_numbers_and_chains(self):
        position = one_side("Qa1,1c3,1c4,1c5,3f6 r0")
        assert VIEW.token_of(scene(position, "f6"), "f6", "2") == "2"
        assert VIEW.token_of(scene(position, "f6"), "f6", "c") == "sow"
        assert VIEW.token_of(scene(position, "f6", "sow"), "f6", "c") == "move"
        assert VIEW.token_of(scene(position, "c3"), "c3", "c") == "gather"
        assert VIEW.token_of(scene(position), "c3", "c") is None
        assert VIEW.token_of(scene(position), "c3", "2") is None
        assert VIEW.token_of(scene(position, "a1"), "a1", "2") is None
        assert VIEW.token_of(replace(scene(position), choice=None), "a1", "2") is None

    def test_no_question_stands_in_the_way_of_a_step(self):
        taken = {*"qweasdc", *"1234"}
        assert not taken & VIEW.questions(ENGLISH).keys()

    @pytest.mark.parametrize(
        ("presses", "said"),
        [
            (
                (),
                "Choose one of your pits. To bring in a soldier, choose an empty pit",
            ),
            (("a1",), "The queen goes one step from a1."),
            (
                ("f6",),
                "3 soldiers go from f6, up to 3 steps. You can capture: h8. Choose where to go.",
            ),
            (("f6", "sow", "f7"), "Sowing from f6: 1 of 3 placed."),
            (("c3", "gather"), "Gathering from c3. Choose the next soldier."),
            (("c3", "gather", "c4"), "2 soldiers gathered in c4. Play it, or add the next"),
        ],
    )
    def test_what_can_be_done_is_said(self, presses, said):
        position = one_side("Qa1,1c3,1c4,1c5,3f6 r2", "2h8,Qk11 r0")
        assert VIEW.hint(scene(position, *presses)).startswith(said)

    def test_a_pass_is_offered_and_explained(self):
        shut_in = one_side("Qa1 r5", "5a2,5b1,5b2,Qk11 r0")
        assert "data-token" in VIEW.controls(scene(shut_in))
        assert VIEW.hint(scene(shut_in)) == "No move is possible, so the turn passes."

    @pytest.mark.parametrize(
        ("presses", "site", "label"),
        [
            ((), "f6", "f6, 3 soldiers, Anna. You can choose this"),
            ((), "b1", "b1, empty. You can bring in a soldier here"),
            ((), "k11", "k11, queen, Bo"),
            ((), "k10", "k10, fortress of 5, Bo"),
            (("f6",), "f6", "f6, 3 soldiers, Anna. Chosen: 3 soldiers go"),
            (("f6",), "f8", "f8, empty. Can go here, 2 steps"),
            (("f6",), "h8", "h8, 2 soldiers, Bo. Can be captured"),
            (("f6", "1"), "f5", "f5, 1 soldier, Anna. Can join, 2 together"),
            (("f6", "sow", "f7"), "f7", "f7, empty. Soldier 1 goes here"),
            (("f6", "sow", "f7"), "f8", "f8, empty. The next one can go here"),
            (("c3", "gather", "c4"), "c4",
             "c4, 1 soldier, Anna. Gathered, number 2. Press again to play"),
            (("c3", "gather", "c4"), "c5", "c5, 1 soldier, Anna. Can be gathered next"),
        ],
    )  # fmt: skip
    def test_every_pit_says_what_it_is_and_what_it_is_good_for(self, presses, site, label):
        position = one_side("Qa1,1c3,1c4,1c5,1f5,3f6 r2", "2h8,5k10,Qk11 r0")
        root = board(position, *presses)
        assert root.one("data-site", site).attributes["aria-label"] == label


class TestSentences:
    @pytest.mark.parametrize(
        ("action", "sentence"),
        [
            ("Qa1-b1", "Anna: the queen goes from a1 to b1."),
            ("3f6-f8", "Anna: 3 soldiers from f6 to f8."),
            ("1c3-c4", "Anna: 1 soldier from c3 to c4. Now they are 2."),
            ("3f6-e6", "Anna: 3 soldiers from f6 to e6. Now they are five: a fortress."),
            ("1f6-g6", "Anna: 1 of 3 go from f6 to g6."),
            ("1f6-e6", "Anna: 1 of 3 go from f6 to e6. Now they are 3."),
            ("3f6xh8", "Anna: 3 soldiers from f6, capturing 2 soldiers of Bo on h8."),
            ("c3>c4>c5", "Anna gathers 3 soldiers in c5: c3, c4, c5."),
            ("f6<f7<f8<f9", "Anna sows 3 soldiers from f6: f7, f8, f9."),
            ("+b1", "Anna brings a soldier in on b1; 1 left in reserve."),
        ],
    )
    def test_every_kind_of_action_is_told(self, action, sentence):
        position = one_side("Qa1,1c3,1c4,1c5,2e6,3f6 r2", "2h8,Qk11 r0")
        assert told(position, action) == sentence

    def test_a_pass_is_told(self):
        shut_in = one_side("Qa1 r5", "5a2,5b1,5b2,Qk11 r0")
        assert told(shut_in, "pass") == "Anna has no move and passes."

    def test_a_captured_queen_and_what_she_leaves_is_told(self):
        two = one_side("Qa1,1k10 r0")
        assert told(two, "1k10xk11") == ("Anna: 1 soldier from k10, capturing Bo's queen on k11!")
        three = at("Qa1,1f10 r0 / 2e9,5e10,Qf11 r9 / Qk6 r0 ; 1")
        assert told(three, "1f10xf11").endswith(
            "Bo is out; 7 soldiers on the board now belong to Anna."
        )

    def test_who_won_and_why(self):
        won = Outcome(frozenset((2,)), "queen-captured")
        assert VIEW.outcome_sentence(won, Names(NAMES[:2]), ENGLISH) == (
            "Bo wins by capturing Anna's queen."
        )
        assert VIEW.outcome_sentence(won, NAMES, ENGLISH) == "Bo wins: no other queen is left."
        for reason in ("repetition", "no-action"):
            draw = Outcome(frozenset(), reason)
            assert VIEW.outcome_sentence(draw, NAMES, ENGLISH).startswith("A draw")

    def test_the_last_action_is_marked_with_whatever_changed_hands(self):
        before = at("Qa1,1f10 r0 / 2e9,5e10,Qf11 r9 / Qk6 r0 ; 1")
        turn = played(before, "1f10xf11")
        root = board(turn.after, turns=(turn,))
        assert len(with_class(root, "is-taken")) == 1
        assert len(with_class(root, "is-inherited")) == 2
        assert len(with_class(root, "is-last")) == 1
        assert len(with_class(root, "is-from")) == 1
        sown = played(one_side("Qa1,3f6 r0"), "f6<f7<f8<f9")
        assert len(with_class(board(sown.after, turns=(sown,)), "is-reached")) == 3

    def test_a_fallen_seat_says_to_whom_its_soldiers_went(self):
        before = at("Qa1,1f10 r0 / 2e9,5e10,Qf11 r9 / Qk6 r0 ; 1")
        turn = played(before, "1f10xf11")
        shown = scene(turn.after, turns=(turn,))
        assert VIEW.seat_note(shown, 2) == "out, soldiers to Anna"
        assert VIEW.seat_note(shown, 1) == "8 soldiers, 0 in reserve"
        assert VIEW.seat_note(scene(turn.after), 2) == "out"

    def test_whoever_had_fallen_before_the_match_has_no_known_captor(self):
        before = at("Qa1,3a2 r0 / - r0 / 3j6,Qk6 r0 ; 1")
        turn = played(before, "3a2-a3")
        shown = scene(turn.after, turns=(turn, played(turn.after, "3j6-j7")))
        assert VIEW.seat_note(shown, 2) == "out"

    def test_pieces_travel_the_way_they_went(self):
        position = one_side("Qa1,1e6,1f5,3f6,1f7 r1")
        (motion,) = VIEW.motions(played(position, "3f6-f8"))
        assert motion.piece == "f8"
        assert motion.offsets[-1] == (0, 0)
        assert all(
            abs((x - to_x) ** 2 + (y - to_y) ** 2 - compass.PITCH**2) < 1e-6
            for (x, y), (to_x, to_y) in pairwise(motion.offsets)
        )
        sown = VIEW.motions(played(position, "f6<g6<g7<g8"))
        assert [(m.piece, len(m.offsets)) for m in sown] == [("g6", 2), ("g7", 3), ("g8", 4)]
        (born,) = VIEW.motions(played(position, "+b2"))
        assert (born.piece, len(born.offsets)) == ("b2", 2)
        shut_in = one_side("Qa1 r5", "5a2,5b1,5b2,Qk11 r0")
        assert VIEW.motions(played(shut_in, "pass")) == ()


class TestAnswers:
    def test_six_rays_tell_of_all_pits_in_sight_as_the_board_lies(self):
        position = one_side("Qa1,2c3 r0", "3f6,Qk11 r0")
        rays = VIEW.answer(scene(position, cursor="c3"), "r")
        assert rays.startswith("c3. up: 2 empty; f6 3 soldiers, Bo; 4 empty; k11 queen, Bo. ")
        assert ". down: 1 empty; a1 queen, Anna. " in rays
        turned = VIEW.answer(scene(position, cursor="c3", viewer=2), "r")
        assert ". down: 2 empty; f6 3 soldiers, Bo; 4 empty; k11 queen, Bo. " in turned
        for way in WAYS:
            assert f" {way}: " in rays
        edge = VIEW.answer(scene(position, cursor="a1"), "r")
        assert "down: the edge" in edge

    def test_pieces_and_queens_are_listed(self):
        position = one_side("Qa1,1c3,1c4,4e5,5f6 r2", "2h8,Qk11 r0")
        shown = scene(position)
        assert VIEW.answer(shown, "m") == (
            "Anna: queen on a1; fortress: f6; troops of 4: e5; single soldiers: c3, c4."
        )
        assert VIEW.answer(shown, "o") == "Bo: queen on k11; troops of 2: h8."
        assert VIEW.answer(shown, "k") == "Anna: a1; Bo: k11."
        assert VIEW.answer(shown, "p").startswith("Anna: 11 soldiers, 2 in reserve; Bo: ")

    def test_captures_are_listed_with_where_they_come_from(self):
        position = one_side("Qa1,1g7,2h6 r0", "2h7,5h8,Qk11 r0")
        assert VIEW.answer(scene(position), "x") == (
            "Can be captured: h7, 2 soldiers, Bo, from g7, h6."
        )
        assert VIEW.answer(scene(one_side("Qa1 r0")), "x") == "Nothing can be captured."

    def test_what_is_chosen_and_where_it_can_go(self):
        position = one_side("Qa1,1f5,2f6 r1", "1f7,Qk11 r0")
        answer = VIEW.answer(scene(position, "f6"), "t")
        assert "Own soldiers: f5. You can capture on: f7." in answer
        assert "g7" in answer
        first = VIEW.answer(scene(position), "t")
        assert first.endswith("Pits: a1, f5, f6. New soldiers on: a2, b1, b2.")

    def test_here_and_the_last_move(self):
        position = one_side("Qa1,3f6 r1")
        assert VIEW.answer(scene(position, cursor="f6"), "h").startswith("f6, 3 soldiers, Anna")
        assert VIEW.answer(scene(position), "l") == "No move yet."
        turn = played(position, "3f6-f8")
        assert (
            VIEW.answer(scene(turn.after, turns=(turn,)), "l") == "Anna: 3 soldiers from f6 to f8."
        )


def at_table(link: str, *messages) -> Session:
    session, _ = update(Session(), SetSetting("language", "en"))
    for message in (Navigate(link, 0.0), *messages):
        session, _ = update(session, message)
    return session


def link_to(text: str, seats: str = "human,human") -> str:
    return f"#/play/myra?seats={seats}&start=" + text.replace(" ", "%20").replace(";", "%3B")


class TestAtTheTable:
    CHAIN = "Qa1,1c3,1c4,1c5 r0 / Qk11 r0 ; 1"

    def test_what_could_go_on_is_played_when_asked(self):
        session = at_table(
            link_to(self.CHAIN),
            *(Press(one, 0.0) for one in ("c3", "gather", "c4")),
            PlayChosen(5.0),
        )
        assert session.match is not None
        assert [entry.action for entry in session.match.record.entries] == ["1c3-c4"]

    def test_what_is_incomplete_is_not_played(self):
        session = at_table(link_to(self.CHAIN), *(Press(one, 0.0) for one in ("c3", "gather")))
        assert update(session, PlayChosen(0.0)) == (session, ())
        assert update(Session(), PlayChosen(0.0)) == (Session(), ())

    def test_the_way_back_and_playing_are_buttons(self):
        session = at_table(link_to(self.CHAIN))
        controls = check(page_of(session)).one("id", "controls")
        assert not controls.all("data-do")
        session = at_table(link_to(self.CHAIN), *(Press(one, 0.0) for one in ("c3", "gather")))
        controls = check(page_of(session)).one("id", "controls")
        assert [n.attributes["data-do"] for n in controls.all("data-do")] == ["cancel"]
        assert controls.attributes["data-status"] == Status.INCOMPLETE.value
        session = at_table(
            link_to(self.CHAIN), *(Press(one, 0.0) for one in ("c3", "gather", "c4"))
        )
        controls = check(page_of(session)).one("id", "controls")
        assert [n.attributes["data-do"] for n in controls.all("data-do")] == ["cancel", "play"]
        assert controls.attributes["data-status"] == Status.PLAYABLE.value

    def test_the_keys_are_listed(self):
        root = check(page_of(at_table(link_to(self.CHAIN))))
        listed = root.one("id", "keys").text
        for meaning in VIEW.questions(ENGLISH).values():
            assert meaning in listed
        assert root.all("popovertarget", "keys")

    def test_the_board_turns_to_the_seat_that_is_to_move(self):
        session = at_table(link_to(self.CHAIN), Point("c3"), Press("a1", 0.0), Press("b2", 0.0))
        words = words_of("en")
        assert session.match is not None
        assert scene_of(session, session.table, session.match, words).viewer == 2
        session, _ = update(session, SetSetting("board_turns", "off"))
        assert scene_of(session, session.table, session.match, words).viewer == 1

    def test_pits_are_named_at_all_times_only_where_somebody_wants_it(self):
        session = at_table(link_to(self.CHAIN))
        assert not with_class(check(page_of(session)), "is-named")
        session, _ = update(session, SetSetting("place_names", "on"))
        assert len(with_class(check(page_of(session)), "is-named")) == 1

    def test_the_board_stays_with_the_one_person_at_it(self):
        for seats, viewer in (("bot:1,human", 2), ("human,bot:1", 1), ("bot:1,bot:1", 1)):
            session = at_table(link_to(self.CHAIN, seats))
            assert session.match is not None
            assert scene_of(session, session.table, session.match, words_of("en")).viewer == viewer


def test_rules_speak_of_all_six_turns():
    headings = [section.heading for section in VIEW.rules(ENGLISH)]
    for word in ("Walk", "Build", "Split", "Gather", "Sow", "Produce"):
        assert any(heading.startswith(word) for heading in headings)


def test_every_seat_has_a_name_and_a_badge_of_its_own():
    names = [VIEW.seat_name(seat, ENGLISH) for seat in (1, 2, 3)]
    assert names == ["Dark", "Light", "Blue"]
    assert max(Counter(VIEW.seat_badge(seat) for seat in (1, 2, 3)).values()) == 1
