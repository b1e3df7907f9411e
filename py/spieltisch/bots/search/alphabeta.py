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

from spieltisch.bots.search.game import PROVEN, UNPROVEN_WIN, WIN, M, N, Root, SearchGame

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
"""What a stored score says: the value, a lower or an upper bound of it."""

POLL_NODES = 256
"""How often the stop callback is asked."""

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
        self._game = game
        self._root = root
        self._should_stop = should_stop
        self._draw_scores = (draw_score, -draw_score)
        self._past = (root.same_side, root.other_side)
        self._met = self._before()
        lines = [
            line
            for line in game.expand(root.node)
            if not (root.is_forbidding and line[2] in root.other_side)
        ]
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
        return {
            node: entry for node, entry in self.table.items() if not -PROVEN < entry.score < PROVEN
        }

    def _before(self) -> tuple[set[N], set[N]]:
        """The nodes that may not be met again, by whether it is the turn of the side at the root;
        what is on the way is added to them, and taken off again.
        """
        return {self._root.node, *self._root.same_side}, set(self._root.other_side)

    def _count(self, looked_at: int) -> None:
        self.nodes += looked_at
        if self.nodes >= self._next_poll or self.nodes >= self.limit:
            self._next_poll = self.nodes + POLL_NODES
            if self.nodes >= self.limit or (self._should_stop and self._should_stop()):
                raise StoppedError

    def _search(self, node: N, depth: int, alpha: int, beta: int, ply: int) -> int:
        entry = self.table.get(node)
        best_move = None
        if entry is not None:
            known_depth, bound, score, best_move = entry
            is_proven = not -PROVEN < score < PROVEN
            if is_proven:
                score += -ply if score > 0 else ply
            if (known_depth >= depth or is_proven) and (
                bound == EXACT
                or (bound == AT_LEAST and score >= beta)
                or (bound == AT_MOST and score <= alpha)
            ):
                return score
        if depth <= 1:
            best, best_move = self._frontier(node, beta, ply)
        else:
            lines = list(self._game.expand(node))
            self._count(len(lines))
            is_forced = len(lines) == 1 and ply < MOST_PLIES
            if not is_forced:
                lines.sort(key=_value, reverse=True)
                if best_move is not None:
                    _put_first(lines, best_move)
            deeper = depth if is_forced else depth - 1
            best, best_move = self._branch(lines, deeper, alpha, beta, ply)
        bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        score = best
        if not -PROVEN < score < PROVEN:
            score += ply if score > 0 else -ply
        self.table[node] = Entry(depth, bound, score, best_move)
        return best

    def _branch(
        self, lines: list[tuple[int, M, N]], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, M | None]:
        """The best score and move of a node's lines, each searched to the depth."""
        past, met = self._past[(ply + 1) & 1], self._met[(ply + 1) & 1]
        best, best_move = -INFINITY, None
        was_avoided = False
        for value, move, child in lines:
            if value >= WIN:
                value = WIN - ply - 1
            elif child in met:
                if self._root.is_forbidding:
                    was_avoided = was_avoided or child not in past
                    continue
                value = self._draw_scores[ply & 1]
            elif depth:
                met.add(child)
                value = self._follow(child, depth, alpha, beta, ply, best_move is None)
                met.discard(child)
            if value > best:
                best, best_move = value, move
                if not ply:
                    self.best = best, move
                if value >= beta:
                    break
                alpha = max(alpha, value)
        if best <= -PROVEN:
            best = -UNPROVEN_WIN if was_avoided else max(best, ply - WIN)
        return best, best_move

    def _follow(self, child: N, depth: int, alpha: int, beta: int, ply: int, is_first: bool) -> int:
        """The score of one line; what comes after the first is first asked whether it is better."""
        if is_first:
            return -self._search(child, depth, -beta, -alpha, ply + 1)
        value = -self._search(child, depth, -alpha - 1, -alpha, ply + 1)
        if alpha < value < beta:
            return -self._search(child, depth, -beta, -value, ply + 1)
        return value

    def _frontier(self, node: N, beta: int, ply: int) -> tuple[int, M | None]:
        """The best value and move of a node's lines, as far as they are looked at."""
        best, best_move = -INFINITY, None
        count = 0
        for value, move, _ in self._game.expand(node):
            count += 1
            if value > best:
                best, best_move = value, move
                if value >= beta:
                    break
        self._count(count)
        return (WIN - ply - 1 if best >= WIN else best), best_move


def _value(line: tuple[int, Any, Any]) -> int:
    return line[0]


def _put_first(lines: list[tuple[int, M, N]], move: M) -> None:
    for index, line in enumerate(lines):
        if line[1] == move:
            lines.insert(0, lines.pop(index))
            return
