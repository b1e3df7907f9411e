"""The search by itself, held to plain minimax on a game of numbers."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest

from spieltisch.search import principal_variation
from spieltisch.search.game import PROVEN, WIN, Level, Root
from spieltisch.search.principal_variation import PrincipalVariationSearch, StoppedError


class Tree:
    """A game without sense: a node is a path of moves; its value and its moves are hashes of it."""

    levels = (Level(nodes=1_000),)
    best = levels[0]
    breadth = slice_nodes = 1_000
    futility_margin = 0

    def root(self, position: Any) -> Root:
        return Root(position)

    def expand(self, node: tuple[int, ...], floor: int = -WIN):
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


class Duel:
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

    def expand(self, node: str, floor: int = -WIN):
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
