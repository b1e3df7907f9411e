"""The fourth game: one folder, put in by one line; and its rules, its words and its bots."""

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from spieltisch.games import __path__ as games_path
from spieltisch.games import catalog
from spieltisch.kit.names import Names
from spieltisch.kit.scene import HelpModel, Scene
from spieltisch.kit.words import ENGLISH
from spieltisch.search import think
from spieltisch.table import IllegalActionError, Setup, SetupError, Turn, play
from tests import fourth
from tests.unit.markup_check import check

MOST_LINES = 400
START = "ddddllll. d"
LIGHT_WINS = "ahiahg"
NAMES = Names(("Anna", "Bo"))


@pytest.fixture(autouse=True)
def _fourth_game():
    with fourth.in_catalogue():
        yield


@pytest.fixture
def rules():
    return catalog.game_of(fourth.NAME).rules


@pytest.fixture
def view():
    return catalog.game_of(fourth.NAME).view


def played(rules, actions: str) -> list[Turn]:
    """The turns of some actions, a letter each, from the start."""
    position, turns = rules.parse_position(START), []
    for action in actions:
        (seat,) = position.active_seats
        turns.append(play(rules, position, seat, action))
        position = turns[-1].after
    return turns


class TestTheFolder:
    def test_is_small(self):
        files = [path for path in fourth.FOLDERS.rglob("*") if path.suffix in (".py", ".css")]
        lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
        assert 0 < len(lines) <= MOST_LINES

    def test_is_in_the_catalogue_no_longer_than_it_is_asked_for(self):
        names, path = list(catalog.GAMES), list(games_path)
        with fourth.in_catalogue():
            assert list(catalog.GAMES)[-1] == fourth.NAME
        assert (list(catalog.GAMES), list(games_path)) == (names, path)

    def test_is_a_game_of_a_tree_by_one_line_more(self, tmp_path):
        tree = fourth.make_tree(tmp_path)
        catalogue = "py/spieltisch/games/catalog.py"
        before = (fourth.ROOT / catalogue).read_text(encoding="utf-8").splitlines()
        now = (tree / catalogue).read_text(encoding="utf-8").splitlines()
        assert len(now) == len(before) + 1
        assert [line for line in now if line not in before] == [f'    "{fourth.NAME}",']
        done = subprocess.run(
            [sys.executable, "-m", "spieltisch", "legal", fourth.NAME, START],
            cwd=tree / "py",
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout.split(), done.stderr) == (["a", "d"], "")


class TestRules:
    @pytest.mark.parametrize(
        ("board", "movable"),
        [
            (START, ("a", "d")),
            ("ddddllll. l", ("e", "h")),
            ("dldl.ldld d", ("i",)),
            ("dldl.dldl d", ("f",)),
            ("dddd.lll. d", None),
            (".ddddllll d", ("b",)),
            ("d.dddllll d", ("a", "c")),
        ],
    )
    def test_men_go_to_the_empty_point(self, rules, board, movable):
        if movable is None:
            with pytest.raises(ValueError, match="four men a side"):
                rules.parse_position(board)
        else:
            position = rules.parse_position(board)
            (seat,) = position.active_seats
            assert position.legal_actions(seat) == movable

    def test_who_cannot_move_has_lost(self, rules):
        *_, last = played(rules, LIGHT_WINS)
        assert rules.format_board(last.after) == "ddddll.ll d"
        assert last.after.outcome.winners == {2}
        assert [event.kind for event in last.events] == ["moved", "won"]
        assert last.events[0].sites == ("g", "h")
        with pytest.raises(IllegalActionError):
            last.after.apply(1, "a")

    def test_a_board_is_a_draw_when_it_comes_for_the_third_time(self, rules):
        turns = played(rules, "deihaihgihgihgihgi")
        boards = [rules.format_board(turn.after) for turn in turns]
        assert [boards[: n + 1].count(board) for n, board in enumerate(boards)].index(3) == 17
        assert all(turn.after.outcome is None for turn in turns[:-1])
        assert turns[-1].after.outcome.is_draw
        assert [event.kind for event in turns[-1].events] == ["moved", "drawn"]

    def test_who_begins_is_chosen(self, rules):
        setup = Setup(fourth.NAME, options=(("begins", "light"),))
        start = rules.deal(setup, Random(1).shuffle)
        assert rules.initial_position(replace(setup, start=start)).active_seats == {2}
        with pytest.raises(SetupError):
            rules.initial_position(replace(setup, start="dddd.llll d"))


class TestView:
    def test_every_site_is_drawn_with_its_man(self, rules, view):
        position = rules.parse_position(START)
        scene = Scene(position, choice=rules.choose(position, 1), names=NAMES)
        root = check(view.board(scene), is_part=True)
        assert (
            "".join(node.attributes["data-site"] for node in root.all("data-site")) == "abcdefghi"
        )
        assert len(root.all("data-piece")) == 8
        assert [n.attributes["data-site"] for n in root.all("data-target")] == ["a", "d"]
        assert root.one("tabindex", "0").attributes["data-site"] == "a"
        assert root.one("data-position").attributes["data-position"] == START

    def test_a_picture_is_only_looked_at(self, view):
        root = check(view.board(Scene(view.picture_position(), is_picture=True)), is_part=True)
        assert not root.all("data-site")
        assert not root.all("tabindex")

    def test_a_man_travels_to_where_it_is_drawn(self, rules, view):
        for turn in played(rules, LIGHT_WINS):
            (motion,) = view.motions(turn)
            assert motion.piece == turn.events[0].sites[-1]
            assert motion.offsets[0] != motion.offsets[-1] == (0.0, 0.0)

    def test_a_hint_comes_in_two_steps(self, rules, view):
        (turn,) = played(rules, "a")
        scene = Scene(turn.before, choice=rules.choose(turn.before, 1), names=NAMES)
        first, second = (
            replace(scene, help=HelpModel(step, False, (), ("a",), turn)) for step in (1, 2)
        )
        assert view.hint(scene) == "Choose a man that can reach the empty point."
        assert view.hint(first) == "Look at a."
        assert view.hint(second) == "Just a hint – Anna moves from a to i (a)."

    def test_arrow_keys_reach_every_site(self, rules, view):
        scene = Scene(rules.parse_position(START))
        found, todo = {"a"}, ["a"]
        while todo:
            site = todo.pop()
            keys = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
            nexts = {view.neighbour(scene, site, key) for key in keys} - {None} - found
            found |= nexts
            todo += nexts
        assert found == set("abcdefghi")
        assert view.neighbour(scene, "a", "x") is None

    def test_what_is_asked_is_answered(self, rules, view):
        turns = played(rules, "ah")
        scene = Scene(turns[-1].after, names=NAMES, cursor="b", turns=turns)
        answers = {key: view.answer(scene, key) for key in view.questions(ENGLISH)}
        assert answers["h"] == "b: dark"
        assert answers["r"].split("; ")[:3] == ["a: light", "b: dark", "c: dark"]
        assert answers["r"].count(";") == 8
        assert answers["l"] == "Bo moves from h to a."
        assert view.answer(replace(scene, turns=()), "l") == "No move yet."


def test_the_search_finds_the_win(rules):
    position = played(rules, LIGHT_WINS[:-1])[-1].after
    search = catalog.game_of(fourth.NAME).search_bots.search_for(position)
    thought = think(search, position, 2, 0, Random(1))
    assert (thought.action, thought.ends_in) == ("g", 1)
