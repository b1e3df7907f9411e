"""The search by itself, held to plain minimax on a game of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random
from typing import Any, ClassVar

import pytest

from spieltisch.games import catalog
from spieltisch.search import principal_variation, thinking
from spieltisch.search.game import PROVEN, WIN, Level, Root, SearchGame
from spieltisch.search.principal_variation import PrincipalVariationSearch, StoppedError
from spieltisch.table import AnyPosition, Seat, Setup


class Tree(SearchGame[tuple[int, ...], int]):
    """A game without sense: a node is a path of moves; its value and its moves are hashes of it."""

    levels = (Level(nodes=1_000),)
    best = levels[0]
    breadth = slice_nodes = 1_000
    futility_margin = 0

    def root(self, position: Any) -> Root:
        return Root(position)

    def expand(self, node: tuple[int, ...]):
        for move in range(self.width(node)):
            child = (*node, move)
            value = WIN if self.width(child) == 0 else -self.value(child)
            yield value, move, child

    def action(self, position: Any, move: int) -> int:
        return move

    def value(self, node: tuple[int, ...]) -> int:
        return Random(f"value {node}").randint(-1000, 1000)

    def width(self, node: tuple[int, ...]) -> int:
        return Random(f"width {node}").choice((0, 2, 2, 3, 3, 4)) if len(node) > 1 else 3

    def minimax(self, node: tuple[int, ...], depth: int, ply: int) -> int:
        if not self.width(node):
            return ply - WIN
        if not depth:
            return self.value(node)
        moves = range(self.width(node))
        return max(-self.minimax((*node, move), depth - 1, ply + 1) for move in moves)


@pytest.mark.parametrize("number", range(100, 140))
def test_alpha_beta_is_minimax(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no line is searched less deeply than another."""
    monkeypatch.setattr(principal_variation, "REDUCED_FROM", 1000)
    tree = Tree()
    root = (number,)
    search = PrincipalVariationSearch[tuple[int, ...], int](tree, Root(root), Random(1))
    search.limit = 10**9
    for depth in range(1, 6):
        assert search.deepen(depth) == tree.minimax(root, depth, 0)
    for score, move, _ in search.score_root_moves(5):
        assert score == -tree.minimax((*root, move), 4, 1)
    every = [score for score, _, _ in search.score_root_moves(5)]
    assert every == sorted(every, reverse=True)
    for lines in range(1, len(every) + 1):
        assert [score for score, _, _ in search.score_root_moves(5, lines)][:lines] == every[:lines]


NODES = [
    pytest.param(game, seats, id=f"{game}-{seats}")
    for game, found in catalog.GAMES.items()
    if found.search_bots
    for seats in found.info.seat_counts["standard"]
]


def positions(
    game: str, seats: int, matches: int = 12, step: int = 1
) -> Iterator[tuple[AnyPosition, Seat]]:
    """Every so many of the positions of matches at random, and who is to act there."""
    rules = catalog.game_of(game).rules
    for seed in range(matches):
        rng = Random(seed)
        setup = Setup(game, seats=seats)
        setup = replace(setup, start=rules.deal(setup, rng.shuffle))
        position: AnyPosition = rules.initial_position(setup)
        for ply in count():
            if not position.active_seats:
                break
            (seat,) = position.active_seats
            if ply % step == 0:
                yield position, seat
            position = position.apply(seat, rng.choice(position.legal_actions(seat)))


def searched_nodes(game: str, seats: int) -> Iterator[tuple[SearchGame[Any, Any], Any]]:
    """What a search might look at, from matches at random."""
    found = catalog.game_of(game)
    assert found.search_bots
    for position, _ in positions(game, seats):
        search = found.search_bots.search_for(position)
        yield search, search.root(position).node


@pytest.mark.parametrize(("game", "seats"), NODES)
def test_at_sight_the_best_is_the_best_of_all(game: str, seats: int) -> None:
    """Where a game looks at its horizon in a way of its own."""
    kept = set()
    for search, node in islice(searched_nodes(game, seats), 400):
        moves = list(search.expand(node))
        highest = max(move[0] for move in moves)
        count, value, best = search.best_at_sight(node, -WIN, WIN + 1)
        assert value == highest
        assert best in moves
        assert best[0] == highest
        assert highest == WIN or count == len(moves)
        for floor in (highest - 100, highest, highest + 100):
            _, value, best = search.best_at_sight(node, floor, floor + 1)
            kept.add(best is None)
            if best is None:
                assert value <= floor
            else:
                assert best in moves
                assert best[0] == value
                assert value == highest or value > floor
    assert False in kept


def test_a_search_that_was_stopped_goes_on_to_the_same_end() -> None:
    tree = Tree()
    whole = PrincipalVariationSearch[tuple[int, ...], int](tree, Root((7,)), Random(1))
    whole.limit = 10**9
    parts = PrincipalVariationSearch[tuple[int, ...], int](tree, Root((7,)), Random(1))
    for depth in range(1, 8):
        wanted = whole.deepen(depth)
        for _ in range(1000):
            parts.limit = parts.nodes + 100
            try:
                assert parts.deepen(depth) == wanted
                break
            except StoppedError:
                assert parts.nodes < parts.limit + 10
        else:
            pytest.fail("no end")


class Duel(SearchGame[str, str]):
    """A side in trouble may walk to and fro, or lose at once."""

    levels = (Level(nodes=1_000),)
    best = levels[0]
    breadth = slice_nodes = 1_000
    futility_margin = 0
    moves: ClassVar = {
        "trouble": [(0, "step", "watch"), (-50, "lose", "won")],
        "watch": [(0, "wait", "trouble")],
        "won": [(WIN, "win", "lost")],
    }

    def root(self, position: Any) -> Root:
        return Root(position)

    def expand(self, node: str):
        return self.moves[node]

    def action(self, position: Any, move: str) -> str:
        return move


def searched(root: Root, depth: int, draw_score: int = 0) -> PrincipalVariationSearch[str, str]:
    search = PrincipalVariationSearch[str, str](Duel(), root, Random(1), draw_score=draw_score)
    search.limit = 10**6
    search.deepen(depth)
    return search


def test_a_repetition_on_the_way_is_a_draw() -> None:
    for draw_score in (0, -30):
        assert searched(Root("trouble"), 4, draw_score).best == (draw_score, "step")


def test_the_past_draws_or_forbids() -> None:
    past = frozenset({"watch"})
    assert searched(Root("trouble", other_side=past), 4).best == (0, "step")
    forbidding = searched(Root("trouble", other_side=past, is_forbidding=True), 4)
    assert forbidding.best == (2 - WIN, "lose")
    assert [line[1] for line in forbidding.root_moves] == ["lose"]


def test_what_only_the_way_forbids_proves_nothing() -> None:
    score, move = searched(Root("trouble", is_forbidding=True), 4).best or (0, "")
    assert move == "step"
    assert score > -PROVEN


@pytest.mark.parametrize(("game", "seats"), NODES)
def test_where_there_are_fewer_moves_than_lines_each_has_one(game: str, seats: int) -> None:
    for position, seat in islice(positions(game, seats, matches=3, step=9), 0, 12, 3):
        found = catalog.game_of(game).search_bots
        assert found is not None
        search, rng, level = found.search_for(position), Random(1), Level(nodes=4_000, depth=2)
        moves = position.legal_actions(seat)
        *_, result = thinking(search, position, seat, level, rng, wanted=len(moves) + 3)
        firsts = [line.variation[0] for line in result.prospects]
        assert len(set(firsts)) == len(firsts) <= len(moves)
        assert set(firsts) <= set(moves)
        assert result.prospects[0].variation[0] == result.action
        if result.depth:
            assert len(firsts) == len(moves)


@pytest.mark.parametrize(("game", "seats"), NODES)
def test_the_best_lines_begin_differently_and_can_be_played(game: str, seats: int) -> None:
    for position, seat in positions(game, seats, matches=1, step=25):
        found = catalog.game_of(game).search_bots
        assert found is not None
        search, rng, level = found.search_for(position), Random(1), Level(nodes=40_000, depth=2)
        *_, result = thinking(search, position, seat, level, rng, wanted=3)
        lines = result.prospects
        assert lines[0].variation[0] == result.action
        chances = [(line.win_probability, -(line.ends_in or 0)) for line in lines]
        assert [chance for chance, _ in chances] == sorted(
            (chance for chance, _ in chances), reverse=True
        )
        won = [-end for chance, end in chances if chance == 1 and end]
        assert won == sorted(won)
        assert len({line.variation[0] for line in lines}) == len(lines) <= 3
        for line in lines:
            then = position
            for action in line.variation:
                (acting,) = then.active_seats
                then = then.apply(acting, action)
