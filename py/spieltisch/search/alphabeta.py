"""Alpha-beta search with iterative deepening, for two seats.

Scores are seen by the side to move at the root, or at the node in question. A proven score is
``WIN - n``: a win in n actions, both sides' counted; or its negative, a loss in n.

Proofs are sound whatever the past. A win is only ever proven by moves that lead to the end: what
was on the way already counts as a draw, or as forbidden, which then proves nothing. What the
match's own past forbids or draws is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Generic, NamedTuple

from spieltisch.search.game import (
    HIGHEST_EVALUATION,
    PROVEN,
    UNPROVEN_WIN,
    WIN,
    M,
    N,
    Root,
    SearchGame,
)

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
"""What a stored score says: the value, a lower or an upper bound of it."""

POLL_NODES = 256
"""How often the stop callback is asked."""

REDUCED_FROM, REDUCED_TWICE_FROM = 2, 6
"""From this one on, a node's lines are first searched one or two actions less deeply."""

INFINITY = WIN + 1
MOST_PLIES = 100
"""Beyond these a forced move counts as depth too, so that no line is endless."""


class StoppedError(Exception):
    """The search ran into its limit, or was told to stop; what it has found remains."""


class Entry(NamedTuple):
    """What is known of a node.

    Attributes:
        depth: how deep it was searched; does not matter where the score is proven.
        bound: EXACT, AT_LEAST or AT_MOST.
        score: a proven one counts actions from the node, not from the root.
        move: the best that was found; None if there was none.
    """

    depth: int
    bound: int
    score: int
    move: Any

    @property
    def is_proof(self) -> bool:
        """Whether a win or a loss is certain: a deeper search may only find it nearer or farther.

        That a win takes so long *at least* or a loss comes so late *at most* proves nothing.
        """
        if self.score >= PROVEN:
            return self.bound != AT_MOST
        return self.score <= -PROVEN and self.bound != AT_LEAST

    def settles(self, depth: int, alpha: int, beta: int, ply: int) -> int | None:
        """The score, seen from the root, if a search with this depth and window may do with it."""
        score = self.score
        if not -PROVEN < score < PROVEN:
            score += -ply if score > 0 else ply
        if self.depth < depth and not self.is_proof:
            return None
        is_settled = (
            self.bound == EXACT
            or (self.bound == AT_LEAST and score >= beta)
            or (self.bound == AT_MOST and score <= alpha)
        )
        return score if is_settled else None

    def is_worth_more_than(self, other: Entry) -> bool:
        """Which of two entries of a node is kept where only one can be."""
        return self.is_proof or self.depth > other.depth


class AlphaBeta(Generic[N, M]):
    """One search from one root: ``deepen`` to one depth after the other.

    Attributes:
        nodes: positions looked at so far.
        limit: the search stops at this many; raise it to go on: finished branches are remembered,
            so that the same call takes up what was under way.
        lines: the root's moves, the best first; each a value, the move and where it leads.
        best: score and move of the depth under way or the last one; None before the first move.
    """

    def __init__(
        self,
        game: SearchGame[N, M],
        root: Root,
        rng: Random,
        should_stop: Callable[[], bool] | None = None,
        known: Mapping[N, Entry] | None = None,
        draw_score: int = 0,
    ) -> None:
        """Args:
        rng: the order of root moves that look equally good.
        should_stop: asked every POLL_NODES nodes.
        known: what is known of nodes already.
        draw_score: what a draw is worth to the side at the root.
        """
        self.nodes = 0
        self.limit = 0
        self.best: tuple[int, M] | None = None
        self.table: dict[N, Entry] = dict(known or {})
        self._next_poll = 0
        # What a shallower search found since: without it, a search that is taken up again would
        # do the same work over and over.
        self._shallower: dict[N, Entry] = {}
        self._game = game
        self._root = root
        self._breadth = game.breadth
        self._should_stop = should_stop
        # The lines of the nodes that are under way, for a search that is taken up again.
        self._begun: dict[N, list[tuple[int, M, N]]] = {}
        self._draw_scores = (draw_score, -draw_score)
        self._past = (root.same_side, root.other_side)
        self._met = self._before()
        lines = [
            line
            for line in game.expand(root.node)
            if not (root.is_forbidding and line[2] in root.other_side)
        ]
        # Whoever can go on does not give up, however bad it looks.
        lines = [
            line for line in lines if line[0] >= -HIGHEST_EVALUATION or line[2] in root.other_side
        ] or lines
        rng.shuffle(lines)
        self.lines: list[tuple[int, M, N]] = sorted(lines, key=_value, reverse=True)

    def deepen(self, depth: int) -> int:
        """The root's score at a depth of 1 or more; raises StoppedError at the limit."""
        self.best = None
        self._met = self._before()
        score, best = self._branch(self.lines, depth - 1, -INFINITY, INFINITY, 0)
        self.lines.sort(key=lambda line: line[1] != best)
        return score

    def values(self, depth: int) -> list[tuple[int, M, N]]:
        """The root's moves, each with its own score; raises StoppedError at the limit."""
        self._met = self._before()
        lines = []
        for line in self.lines:
            score, _ = self._branch([line], depth - 1, -INFINITY, INFINITY, 0)
            lines.append((score, line[1], line[2]))
        self.lines = sorted(lines, key=_value, reverse=True)
        return self.lines

    def proofs(self) -> dict[N, Entry]:
        """The nodes whose end has been seen."""
        return {node: entry for node, entry in self.table.items() if entry.is_proof}

    def _before(self) -> tuple[set[N], set[N]]:
        """The nodes that may not be met again, by whether it is the turn of the side at the root;
        what is on the way is added to them, and taken off again.
        """
        return {self._root.node, *self._root.same_side}, set(self._root.other_side)

    def _stop_in_time(self) -> None:
        if self.nodes >= self._next_poll or self.nodes >= self.limit:
            self._next_poll = self.nodes + POLL_NODES
            if self.nodes >= self.limit or (self._should_stop and self._should_stop()):
                raise StoppedError

    def _search(self, node: N, depth: int, alpha: int, beta: int, ply: int) -> int:
        entry = self.table.get(node)
        best_move = None
        floor, ceiling = -INFINITY, INFINITY
        if entry is not None:
            best_move = entry.move
            score = entry.settles(depth, alpha, beta, ply)
            if score is None and entry.depth > depth:
                recent = self._shallower.get(node)
                score = recent and recent.settles(depth, alpha, beta, ply)
            if score is not None:
                return score
            if entry.is_proof:
                if entry.score > 0:
                    floor = entry.score - ply
                else:
                    ceiling = entry.score + ply
        self._stop_in_time()
        if depth <= 1:
            best, move = self._frontier(node, beta, ply)
        else:
            best, move = self._interior(node, depth, alpha, beta, ply, best_move)
        if not floor <= best <= ceiling:  # what was proven before stands
            return floor if best < floor else ceiling
        bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        score = best
        if not -PROVEN < score < PROVEN:
            score += ply if score > 0 else -ply
        found = Entry(depth, bound, score, move)
        if entry is None or found.is_proof or not entry.is_worth_more_than(found):
            self.table[node] = found
        else:
            self._shallower[node] = found
        return best

    def _interior(
        self, node: N, depth: int, alpha: int, beta: int, ply: int, likely: M | None
    ) -> tuple[int, M | None]:
        """The best score and move of a node; the likely move is tried first."""
        lines = self._begun.get(node)
        if lines is None:
            lines = sorted(self._game.expand(node), key=_value, reverse=True)
            self.nodes += len(lines)
            if likely is not None:
                _put_first(lines, likely)
            self._begun[node] = lines
        is_forced = len(lines) == 1 and ply < MOST_PLIES
        found = self._branch(lines, depth if is_forced else depth - 1, alpha, beta, ply)
        self._begun.pop(node, None)
        return found

    def _branch(
        self, lines: list[tuple[int, M, N]], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, M | None]:
        """The best score and move of a node's lines, each searched to the depth."""
        past, met = self._past[(ply + 1) & 1], self._met[(ply + 1) & 1]
        best, best_move = -INFINITY, None
        was_avoided = False
        number = 0
        width = self._breadth if ply else len(lines)
        for value, move, child in lines:
            if value > HIGHEST_EVALUATION or (value < -HIGHEST_EVALUATION and child not in met):
                value = _settled(value, ply)
            elif child in met:
                if self._root.is_forbidding:
                    was_avoided = was_avoided or child not in past
                    continue
                value = self._draw_scores[ply & 1]
            elif depth:
                if number >= width and best > -PROVEN:
                    break
                met.add(child)
                value = self._follow(child, depth, alpha, beta, ply, number)
                met.discard(child)
                number += 1
            if value > best:
                best, best_move = value, move
                if not ply:
                    self.best = best, move
                if value >= beta:
                    break
                alpha = max(alpha, value)
        return self._proven(best, was_avoided, ply), best_move

    def _proven(self, best: int, was_avoided: bool, ply: int) -> int:
        """The best score, unless it is a loss only because moves were avoided on the way."""
        if best > -PROVEN:
            return best
        return -UNPROVEN_WIN if was_avoided else max(best, ply - WIN)

    def _follow(self, child: N, depth: int, alpha: int, beta: int, ply: int, number: int) -> int:
        """The score of one line, by its number in the order of promise.

        Only the first is asked for its score at once; the others, whether they are better than
        that. Those further back are asked less deeply, and in earnest only if they say yes.
        """
        if not number:
            return -self._search(child, depth, -beta, -alpha, ply + 1)
        less = 0
        if depth > 1 and number >= REDUCED_FROM:
            less = 2 if depth > 2 and number >= REDUCED_TWICE_FROM else 1
        value = -self._search(child, depth - less, -alpha - 1, -alpha, ply + 1)
        if less and value > alpha:
            value = -self._search(child, depth, -alpha - 1, -alpha, ply + 1)
        if alpha < value < beta:
            value = -self._search(child, depth, -beta, -value, ply + 1)
        return value

    def _frontier(self, node: N, beta: int, ply: int) -> tuple[int, M | None]:
        """The best value and move of a node's lines, as far as they are looked at."""
        best, best_move = -INFINITY, None
        count = 0
        past = self._past[(ply + 1) & 1]
        for value, move, child in self._game.expand(node):
            count += 1
            if value < -HIGHEST_EVALUATION and child in past:
                value = self._draw_scores[ply & 1]
            if value > best:
                best, best_move = value, move
                if value >= beta:
                    break
        self.nodes += count
        return _settled(best, ply), best_move


def _settled(value: int, ply: int) -> int:
    """The value of a line at a node, as the score of the node."""
    if value >= PROVEN:
        return value - ply - 1
    return value + ply + 1 if value <= -PROVEN else value


def _value(line: tuple[int, Any, Any]) -> int:
    return line[0]


def _put_first(lines: list[tuple[int, M, N]], move: M) -> None:
    for index, line in enumerate(lines):
        if line[1] == move:
            lines.insert(0, lines.pop(index))
            return
