"""YALA's drawing and its sentences."""

from cmath import phase, rect
from dataclasses import replace
from itertools import pairwise
from math import tau

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.games.yala.rules.position import SITES, YalaAction, YalaPosition
from spieltisch.games.yala.rules.rules import INFO, RULES
from spieltisch.games.yala.view import board as drawing
from spieltisch.games.yala.view.view import VIEW
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import ENGLISH, words_of
from spieltisch.table import parse_record, play, replay
from tests.records import keeping
from tests.unit.markup_check import Node, check

START = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"
WALLED = "dl/ld/lldld/ld/dl/d/dl/ld//ld/dl/ld d"
NAMES = Names(("Anna", "Bo"))


def part(markup: str) -> Node:
    return check(markup, is_part=True)


def position(text: str = START) -> YalaPosition:
    return RULES.parse_position(text)


def scene(text: str = START, *presses: str, **more: object) -> Scene:
    on_table = position(text)
    choice = None
    if on_table.active_seats:
        choice = RULES.choose(on_table, min(on_table.active_seats))
        for token in presses:
            choice = choice.press(token)
    return replace(Scene(position=on_table, choice=choice, names=NAMES), **more)


def classes(node: Node) -> list[str]:
    return (node.attributes["class"] or "").split()


def turns(name: str):
    return replay(RULES, parse_record(keeping.read(name)))


class TestRing:
    def test_twelve_towers_stand_evenly_with_a_near_the_top(self):
        angles = drawing.tower_angles(position().towers)
        assert [*angles] == [*SITES[:12]]
        assert abs(phase(rect(1, angles["a"]) / -1j)) < 0.3
        gaps = [(b - a) % tau for a, b in pairwise(angles.values())]
        assert all(abs(gap - tau / 12) < 1e-9 for gap in gaps)

    @given(st.sets(st.sampled_from(range(12)), max_size=7))
    def test_the_ring_closes_up_and_towers_move_as_little_as_can_be(self, gone):
        towers = tuple("" if index in gone else "dl" for index in range(12))
        angles = drawing.tower_angles(towers)
        assert len(angles) == 12 - len(gone)
        step = tau / len(angles)
        gaps = [(b - a) % tau for a, b in pairwise(angles.values())]
        assert all(abs(gap - step) < 1e-9 for gap in gaps)

    @pytest.mark.parametrize("name", ["yala-longest", "yala-fewest-places"])
    def test_every_stone_of_every_tower_is_drawn_and_within_the_board(self, name):
        for turn in turns(name):
            root = part(VIEW.board(Scene(position=turn.after, names=NAMES)))
            for site, tower in zip(SITES, turn.after.towers, strict=False):
                pieces = [
                    n for n in root.all("data-piece") if n.attributes["data-piece"][0] == site
                ]
                assert len(pieces) == len(tower)
                colours = [piece.attributes["class"].split()[1][-1] for piece in pieces]
                assert "".join(colours) == tower
                if tower:
                    x, y = drawing.tower_foot(drawing.tower_angles(turn.after.towers)[site])
                    top = y - len(tower) * drawing.STONE_HEIGHT - drawing.STONE_DEPTH
                    assert drawing.STONE_WIDTH <= x <= drawing.WIDTH - drawing.STONE_WIDTH
                    assert top >= 0
                    assert y + drawing.STONE_DEPTH <= drawing.HEIGHT

    def test_colours_differ_in_shape_too(self):
        dark, light = (part(drawing.stone(colour, 0)) for colour in "dl")
        marks = [[n.attributes["d"] for n in s.all("class", "stone-mark")] for s in (dark, light)]
        assert marks[0] != marks[1]

    def test_a_picture_is_only_looked_at(self):
        root = part(VIEW.board(replace(scene(), is_picture=True)))
        assert not root.all("tabindex")
        assert not root.all("data-site")
        assert not root.all("id")
        assert root.children[0].attributes["aria-hidden"] == "true"


class TestChoosing:
    def test_stones_that_can_move_stand_out(self):
        root = part(VIEW.board(scene(WALLED)))
        movable = [n for n in root.all("class") if "is-movable" in n.attributes["class"].split()]
        assert {n.attributes["data-site"] for n in movable} == {
            action.site for action in position(WALLED).legal_actions(1)
        }

    def test_both_ways_are_drawn_step_by_step(self):
        root = part(VIEW.board(scene(START, "b")))
        assert len(root.all("class", "walk is-open")) == 2
        assert len(root.all("class", "walk-step is-end")) == 2
        ghosts = [n for n in root.all("class") if "is-ghost" in n.attributes["class"]]
        assert len(ghosts) == 2

    def test_where_the_last_stone_came_from_is_marked(self):
        turn = play(RULES, position(), 1, YalaAction("b", "+"))
        root = part(VIEW.board(Scene(turn.after, names=NAMES, turns=(turn,))))
        marked = {
            kind: [n.attributes["data-site"] for n in root.all("class") if kind in classes(n)]
            for kind in ("is-from", "is-last")
        }
        assert marked == {"is-from": ["b"], "is-last": ["d"]}
        assert not any("vanished" in classes(node) for node in root.all("class"))

    def test_so_is_the_place_that_has_vanished(self):
        turn = play(
            RULES, position("dldd/ldlll//dl/ldld///dl/dlld/ld//d d"), 1, YalaAction("l", "+")
        )
        root = part(VIEW.board(Scene(turn.after, names=NAMES, turns=(turn,))))
        (gap,) = [node for node in root.all("class") if "vanished" in classes(node)]
        # Between j and a, which is at the top.
        assert float(gap.attributes["cx"]) < drawing.CENTRE[0]
        assert float(gap.attributes["cy"]) < drawing.CENTRE[1]
        assert not any("is-from" in classes(node) for node in root.all("class"))

    def test_a_blocked_way_ends_at_the_wall(self):
        root = part(VIEW.board(scene(WALLED, "b")))
        (blocked,) = root.all("class", "walk is-blocked")
        assert len(blocked.all("class", "walk-step is-wall")) == 1
        assert "is-blocking" in root.one("data-site", "c").attributes["class"]

    def test_a_tower_blocked_both_ways_can_be_chosen_to_be_told_why(self):
        ring = "/d/lldld/ld/lddll/d//d/l/ld/dl/lldd d"
        told = VIEW.hint(scene(ring, "d"))
        assert told == (
            "The stone on d goes 2 steps. Clockwise: blocked, e is a wall. "
            "Counter-clockwise: blocked, c is a wall."
        )
        label = part(VIEW.board(scene(ring))).one("data-site", "d").attributes["aria-label"]
        assert label.endswith("Blocked both ways")

    def test_a_forbidden_repetition_is_told_as_such(self):
        before = YalaPosition(
            position("ld/ld/d/ldd/dll/l/dl/ld/dl/dl/ld/dl d").towers, "d", "no-repeat"
        )
        for word in ("h-", "e-", "f+"):
            (seat,) = before.active_seats
            before = before.apply(seat, RULES.parse_action(word))
        shown = Scene(position=before, choice=RULES.choose(before, 2).press("b"), names=NAMES)
        assert "Clockwise: forbidden, it would repeat a position." in VIEW.hint(shown)
        part(VIEW.board(shown))

    def test_a_tower_that_may_only_repeat_is_not_called_blocked(self):
        ways = [RULES.parse_action(action) for action in ("b+", "b-")]
        earlier = [RULES.format_board(position().apply(1, way)) for way in ways]
        shown = scene(" | ".join((START, "no-repeat", *earlier)))
        label = part(VIEW.board(shown)).one("data-site", "b").attributes["aria-label"]
        assert label.endswith("Cannot move")


class TestSentences:
    @pytest.mark.parametrize(
        ("ring", "action", "sentence"),
        [
            (START, "b+", "Anna: b clockwise to d, now 3 high."),
            (START, "b-", "Anna: b counter-clockwise to l, now 3 high."),
            (
                "dl/d/ldl/ld/dl/ld/dl/ld/dl/ld/dl/ld d",
                "b+",
                "Anna: b clockwise to c, now 4 high. Place b is gone; the ring closes.",
            ),
            (
                "lld/ld/d/lldl/ld/ld/dl/ld/dl/ld/d/d d",
                "a+",
                "Anna: a clockwise to d, now 5 high. It blocks the way.",
            ),
        ],
    )
    def test_a_move_in_words(self, ring, action, sentence):
        before, played = position(ring), RULES.parse_action(action)
        turn = play(RULES, before, 1, played)
        assert VIEW.action_sentence(turn, NAMES, ENGLISH) == sentence
        assert VIEW.action_sentence(turn, NAMES, words_of("de")) != sentence

    def test_an_answer_that_repeats_for_the_third_time_leaves_no_moves_to_count(self):
        (turn,) = (one for one in turns("yala-draw-by-repetition") if one.after.outcome is not None)
        assert VIEW.refutation_sentence(turn, None, NAMES, ENGLISH) == ""

    @pytest.mark.parametrize("name", [n for n in keeping.names() if n.startswith("yala")])
    def test_every_recorded_move_and_end_has_its_words(self, name):
        for language in ("en", "de"):
            words = words_of(language)
            for turn in turns(name):
                assert "{" not in VIEW.action_sentence(turn, NAMES, words)
                outcome = turn.after.outcome
                if outcome is not None:
                    assert "{" not in VIEW.outcome_sentence(outcome, NAMES, words)


class TestMotions:
    @pytest.mark.parametrize("name", ["yala-longest", "yala-shortest"])
    def test_a_stone_walks_the_ring_tower_by_tower_and_ends_where_it_is_drawn(self, name):
        for turn in turns(name):
            (motion,) = VIEW.motions(turn)
            path = turn.before.walk(turn.action).path
            assert motion.piece[0] == path[-1]
            assert len(motion.offsets) == len(path) + 2
            assert motion.offsets[-1] == (0.0, 0.0)
            root = part(VIEW.board(Scene(position=turn.after, names=NAMES)))
            assert len(root.all("data-piece", motion.piece)) == 1


class TestKeyboard:
    def neighbour(self, of: Scene, site: str | None, key: str) -> str | None:
        return VIEW.neighbour(of, site, key)

    def test_arrows_go_round_the_ring_over_vanished_places(self):
        ring = scene("dl/ld/dlld//dl/ld/dl/ld/dl/ld/dl/ld d")
        sites = [s for s, t in zip(SITES, ring.position.towers, strict=False) if t]
        assert "d" not in sites
        at = "a"
        seen = []
        for _ in sites:
            seen.append(at)
            at = self.neighbour(ring, at, "ArrowRight")
        assert seen == sites
        assert at == "a"
        assert self.neighbour(ring, "a", "ArrowLeft") == sites[-1]
        assert self.neighbour(ring, "e", "ArrowLeft") == "c"

    def test_home_and_end_are_the_ends_of_the_alphabet(self):
        assert self.neighbour(scene(), "f", "Home") == "a"
        assert self.neighbour(scene(), "f", "End") == "l"

    @pytest.mark.parametrize("key", ["x", "PageUp", "", "Enter", "Tab"])
    def test_other_keys_lead_nowhere(self, key):
        assert self.neighbour(scene(), "f", key) is None

    def test_plus_and_minus_send_the_chosen_stone_round(self):
        assert [VIEW.token_of(scene(), "b", key) for key in ("+", "-", "x")] == ["+", "-", None]

    @pytest.mark.parametrize("language", ["en", "de"])
    @pytest.mark.parametrize("ring", [START, WALLED, "ddl/ddl/ddl/ddl/ddl/ddl/l/l/l/l/l/l d"])
    def test_every_question_has_an_answer(self, ring, language):
        words = words_of(language)
        for cursor in (None, "b", "i"):
            asking = scene(ring, cursor=cursor, words=words)
            for key in VIEW.questions(words):
                assert VIEW.answer(asking, key)
                assert "{" not in VIEW.answer(asking, key)

    def test_what_can_move_is_told_whatever_is_chosen_and_whoever_is_to_move(self):
        for asking in (scene(), scene(START, "b"), replace(scene(), choice=None)):
            assert VIEW.answer(asking, "m") == "Can move: b, d, f, h, j, l."


class TestTexts:
    @pytest.mark.parametrize("language", ["en", "de"])
    def test_options_and_rules_have_their_words(self, language):
        words = words_of(language)
        labels = VIEW.option_words(words)
        for option in INFO.options:
            assert set(labels[option.name].choices) == set(option.choices)
        assert VIEW.start_words(words).choices.keys() == {"random", "arranged"}
        assert "repetition" in [section.name for section in VIEW.rules(words)]
        assert VIEW.tagline(words)
        assert [VIEW.seat_name(seat, words) for seat in (1, 2)] != ["", ""]

    def test_the_picture_of_the_menu_is_a_position_of_the_game(self):
        assert VIEW.picture_position().outcome is None

    def test_the_arranger_counts_both_colours(self):
        shown = part(VIEW.arranger(START, ENGLISH))
        assert len(shown.all("data-do", "arrange")) == 12
        assert "As many dark as light on top" in shown.one("id", "arranger-help").text
        turned = part(VIEW.arranger("ld" + START[2:], ENGLISH))
        assert "7 dark and 5 light" in turned.one("id", "arranger-help").text


def test_an_action_of_a_tower_is_its_name_and_a_sign():
    assert str(YalaAction("e", "+")) == "e+"
