"""The puzzles that are shipped: each is played to its goal, and is proved.

A few are proved anew here, all of them by ``make soak``.
"""

from collections import Counter
from itertools import pairwise
from math import gcd
from statistics import mean

import pytest

from lab.puzzles.effort import effort_of
from lab.puzzles.packing import (
    CHANGED,
    EASY_BANDS,
    format_pack,
    id_of,
    sorted_into_bands,
)
from lab.puzzles.proving import solve
from lab.puzzles.themes import themes_of
from lab.puzzles.worth import FEWEST_OPTIONS, is_worth_solving, options
from spieltisch.games import catalog
from spieltisch.games.aya.rules.solver import solve as solve_row
from spieltisch.play.proving import CAPTURED
from spieltisch.play.puzzle import BANDS, of_day
from spieltisch.table import play
from tests.puzzles import PUZZLED, is_reached, pack, played, position_of, ways
from tools.project import PACKS

each_game = pytest.mark.parametrize("name", PUZZLED)

FEWEST = {"aya": 365, "yala": 300, "myra": 300}

SAMPLED = {"aya": 37, "yala": 24, "myra": 60}
"""One in so many is proved anew: a few seconds for each game."""


def sample(name):
    return pack(name)[:: SAMPLED[name]]


@each_game
def test_there_are_enough(name):
    assert sum(not puzzle.retired for puzzle in pack(name)) >= FEWEST[name]


@each_game
def test_goals_and_themes_are_known_and_set_ups_can_be_played(name):
    game = catalog.game_of(name)
    for puzzle in pack(name):
        assert puzzle.game == name
        game.info.check(puzzle.setup)
        assert puzzle.goal in game.puzzles.goals
        assert set(puzzle.themes) <= set(game.puzzles.themes)
        assert puzzle.themes == themes_of(puzzle)
        assert puzzle.id == id_of(puzzle.setup, puzzle.position, puzzle.goal)
    assert {puzzle.goal for puzzle in pack(name)} == set(game.puzzles.goals)
    assert {theme for puzzle in pack(name) for theme in puzzle.themes} == set(game.puzzles.themes)


def test_puzzles_of_own_cards_are_in_the_band_of_the_packs_that_are_as_hard():
    for game in catalog.GAMES.values():
        if game.own_cards is not None:
            hardest = dict[int, int]()
            for puzzle in pack(game.info.name):
                hardest[puzzle.band] = max(puzzle.effort, hardest.get(puzzle.band, 0))
            assert game.own_cards.efforts == tuple(hardest[band] for band in range(1, BANDS))


@each_game
def test_positions_are_told_whole_and_await_who_is_to_solve_them(name):
    rules = catalog.game_of(name).rules
    for puzzle in pack(name):
        position = position_of(puzzle)
        assert rules.format_position(position) == puzzle.position
        assert position.active_seats == {puzzle.seat}


@each_game
def test_every_line_replays_by_the_rules_to_its_goal(name):
    for puzzle in pack(name):
        position = position_of(puzzle)
        own = 0
        for text in puzzle.variation:
            own += position.active_seats == {puzzle.seat}
            position = played(puzzle, position, text)
        assert is_reached(puzzle, position), puzzle.id
        assert own == puzzle.moves, puzzle.id


@each_game
def test_whatever_is_accepted_is_legal_and_ends_at_the_goal(name):
    for puzzle in pack(name):
        met = set()
        for number, position, _, answer, after in ways(puzzle):
            met.add(number)
            assert position.active_seats == {puzzle.seat}
            if answer.then is None:
                assert is_reached(puzzle, after), puzzle.id
            else:
                assert after.outcome is None, puzzle.id
        assert met == set(range(len(puzzle.solution))), puzzle.id


@each_game
def test_no_first_action_goes_without_saying(name):
    """It is neither all that can be done, nor the only capture."""
    rules = catalog.game_of(name).rules
    for puzzle in pack(name):
        position = position_of(puzzle)
        turns = [
            play(rules, position, puzzle.seat, action)
            for action in position.legal_actions(puzzle.seat)
        ]
        assert len({turn.after for turn in turns}) > 1
        accepted = {turn.after for turn in turns if turn.entry.action in puzzle.solutions}
        captures = {t.after for t in turns if any(event.kind == CAPTURED for event in t.events)}
        assert len(captures) != 1 or captures != accepted, puzzle.id


@each_game
def test_against_an_opponent_one_thing_is_right_until_the_last_move(name):
    """Several actions are accepted where they lead to the same position, or win at once."""
    for puzzle in pack(name):
        if puzzle.goal == "clear":
            continue
        results = {}
        for number, position, text, answer, _ in ways(puzzle):
            if answer.then is not None or puzzle.goal != "win":
                results.setdefault(number, set()).add(played(puzzle, position, text))
        assert {len(found) for found in results.values()} <= {1}, puzzle.id


@each_game
def test_bands_are_as_large_as_each_other_and_rise_in_effort(name):
    assert list(pack(name)) == sorted_into_bands(pack(name))
    puzzles = [puzzle for puzzle in pack(name) if not puzzle.retired]
    counts = Counter(puzzle.band for puzzle in puzzles)
    assert sorted(counts) == list(range(1, BANDS + 1))
    assert max(counts.values()) - min(counts.values()) <= 1
    means = [mean(p.effort for p in puzzles if p.band == band) for band in sorted(counts)]
    assert all(easier < harder for easier, harder in pairwise(means)), means


@each_game
def test_there_is_something_to_choose_from_and_to_see(name):
    puzzles = [puzzle for puzzle in pack(name) if not puzzle.retired]
    assert min(map(options, puzzles)) >= FEWEST_OPTIONS
    easy = [puzzle for puzzle in puzzles if puzzle.band <= EASY_BANDS]
    assert len(easy) >= 100
    assert all(map(is_worth_solving, easy))
    assert not [puzzle for puzzle in easy if puzzle.goal == "draw"]


def test_days_keep_their_puzzles_when_packs_change():
    """As they were chosen before there was a second pack."""
    first = [puzzle for puzzle in pack("yala") if not puzzle.added]
    assert len(first) == 360
    step = next(step for step in range(222, 720) if gcd(step, 360) == 1)
    for day in (CHANGED - 60, CHANGED - 5, CHANGED - 1):
        assert of_day(pack("yala"), day) == first[day * step % 360]
    later = {of_day(pack("yala"), CHANGED + number).id for number in range(360)}
    assert later == {puzzle.id for puzzle in pack("yala") if not puzzle.retired}


@each_game
def test_puzzles_of_the_hardest_band_cost_a_search_more_than_those_of_the_easiest(name):
    """As the search finds them now, whatever it was when they were sorted."""
    easiest, hardest = (
        [effort_of(puzzle) for puzzle in [p for p in pack(name) if p.band == band][:4]]
        for band in (1, BANDS)
    )
    assert mean(easiest) < mean(hardest)


@each_game
def test_a_pack_is_written_as_it_is_shipped(name):
    shipped = (PACKS / f"{name}.json").read_text(encoding="utf-8")
    assert format_pack(pack(name)) == shipped


def proved(puzzle):
    game = catalog.game_of(puzzle.game)
    return solve(game, position_of(puzzle), puzzle.seat, puzzle.goal, puzzle.moves)


@each_game
def test_some_are_proved_anew(name):
    assert len(sample(name)) >= 5
    for puzzle in sample(name):
        assert proved(puzzle) == puzzle.solution, puzzle.id


@pytest.mark.soak
@each_game
def test_all_are_proved_anew(name):
    for puzzle in pack(name):
        assert proved(puzzle) == puzzle.solution, puzzle.id


def test_the_solver_finds_a_way_through_every_row_too():
    """It searches in another way than what proves them."""
    for puzzle in pack("aya"):
        position = position_of(puzzle)
        in_order = position.variant.edition.clears_in_order
        assert solve_row(position.track, position.table.row, in_order) is not None


def test_there_are_rows_of_both_editions():
    counts = Counter(puzzle.setup.edition for puzzle in pack("aya"))
    assert min(counts["zoch"], counts["reilly"]) >= 150
