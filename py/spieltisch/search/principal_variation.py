"""Principal variation search: negamax with alpha-beta windows for two sides, to one depth.

Scores are from the view of the side to move at a node. A proven score is ``WIN - n``: a win in n
plies, both sides' counted; or its negative, a loss in n.

Proofs are sound whatever was played before. A position that repeats one of the variation under
search scores as a draw, or its move is forbidden; neither proves anything, so a win is only ever
proven by moves that lead to the end. What the match's own past forbids or draws is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from operator import itemgetter
from random import Random
from typing import Any, Generic, NamedTuple

from spieltisch.search.game import (
    HIGHEST_EVALUATION,
    PROVEN,
    UNPROVEN_WIN,
    WIN,
    Candidate,
    M,
    N,
    Root,
    SearchGame,
)


class Bound(Enum):
    """What a stored score says about the true one."""

    EXACT = "exact"
    LOWER = "lower"
    """At least this: a better move was left unsearched after a cutoff."""
    UPPER = "upper"
    """At most this: no move reached the window."""


class TableEntry(NamedTuple):
    """What is known of a node."""

    depth: int
    """How deep it was searched; does not matter where the score is proven."""
    bound: Bound
    score: int
    """A proven one counts plies from this node, not from the root."""
    best: tuple[int, Any, Any] | None
    """The best that was found, as ``SearchGame.expand`` gives it; None if there was none."""

    @property
    def move(self) -> Any:
        return self.best and self.best[1]

    @property
    def is_proof(self) -> bool:
        """Whether a win or a loss is certain: a deeper search can only change how far away it is.

        An upper bound on a win, or a lower bound on a loss, proves nothing.
        """
        if self.score >= PROVEN:
            return self.bound is not Bound.UPPER
        return self.score <= -PROVEN and self.bound is not Bound.LOWER

    def proven_range(self, ply: int) -> tuple[int, int]:
        """The range, counted from the root, in which the true score is proven to lie."""
        if not self.is_proof:
            return -WIN - 1, WIN + 1
        return (self.score - ply, WIN + 1) if self.score > 0 else (-WIN - 1, self.score + ply)

    def cutoff(self, depth: int, alpha: int, beta: int, ply: int) -> int | None:
        """The score, counted from the root, if it makes a search to this depth with this window
        unnecessary."""
        score = self.score
        if not -PROVEN < score < PROVEN:
            score += -ply if score > 0 else ply
        if self.depth < depth and not self.is_proof:
            return None
        is_enough = (
            self.bound is Bound.EXACT
            or (self.bound is Bound.LOWER and score >= beta)
            or (self.bound is Bound.UPPER and score <= alpha)
        )
        return score if is_enough else None

    def is_preferred_to(self, other: TableEntry) -> bool:
        """Whether the depth-preferred table keeps this entry rather than a new one of the node."""
        return self.is_proof or self.depth > other.depth


@dataclass
class ProofTable:
    """The proven nodes of a search that found a win, which a bot keeps for its next moves.

    With them it plays a win to its end without searching for it again. A table that does not fit
    the match any more, as after a take-back, is not used.
    """

    root: Root | None = None
    proofs: Mapping[Any, TableEntry] = field(default_factory=dict)

    def recall(self, root: Root) -> Mapping[Any, TableEntry]:
        """The proofs, if they show a win from this root; else {}."""
        entry = self.proofs.get(root.node)
        is_won = entry is not None and entry.score >= PROVEN
        return self.proofs if is_won and self._is_before(root) else {}

    def _is_before(self, root: Root) -> bool:
        """Whether the match may have gone on from the kept root to this: its past only grows."""
        before = self.root
        if before is None or before.era != root.era:
            return before is not None and before.era < root.era
        return before.same_side <= root.same_side and before.other_side <= root.other_side

    def keep(self, root: Root, score: int, proofs: Mapping[Any, TableEntry]) -> None:
        """Keep these proofs if the root is won; else keep none."""
        self.root, self.proofs = (root, proofs) if score >= PROVEN else (None, {})


REDUCED_FROM, REDUCED_TWICE_FROM = 2, 6
"""Late move reductions: from these moves on, counted from 0, moves are first searched one ply less
deeply, or two."""

FUTILITY_DEPTH = 3
"""Reverse futility pruning: a move to be searched no deeper than this, to a node that is not in the
table, is skipped if its value falls short of the window by the game's margin for each ply. It
proves nothing, so it is not done where a proof is looked for."""

INFINITY = WIN + 1
MOST_PLIES = 100
"""A forced move is searched without using up depth, but only up to this many plies: a variation of
forced moves might never end."""


class StoppedError(Exception):
    """The search has reached its limit; what it has found is kept."""


class PrincipalVariationSearch(Generic[N, M]):
    """One search from one root: ``deepen`` to one depth after the other."""

    def __init__(
        self,
        game: SearchGame[N, M],
        root: Root,
        rng: Random,
        proofs: Mapping[N, TableEntry] | None = None,
        draw_score: int = 0,
    ) -> None:
        """``rng`` decides the order of root moves of equal value; ``proofs`` are nodes that an
        earlier search has proven; ``draw_score`` is what a draw is worth to the side at the root.
        """
        self.nodes = 0
        # Where the search stops; raise it to go on. Finished subtrees are in the table, so the same
        # call then resumes where it was stopped.
        self.limit = 0
        # The score and move of the current depth or the last; None before its first move.
        self.best: tuple[int, M] | None = None
        # Prefers deep entries to recent ones.
        self.table: dict[N, TableEntry] = dict(proofs or {})
        # The latest entries of nodes for which the table holds a deeper one. Without them, a
        # resumed search would repeat its reduced and shallow searches.
        self._shallow_table: dict[N, TableEntry] = {}
        self._game = game
        self._root = root
        self._breadth = game.breadth
        # The ordered moves of the nodes of the current variation: a resumed search must take the
        # same order again, though the table's best moves have changed since.
        self._ordered_moves: dict[N, list[Candidate[M, N]]] = {}
        self._draw_scores = (draw_score, -draw_score)
        self._past = (root.same_side, root.other_side)
        self._visited = self._visited_at_root()
        moves = [
            candidate
            for candidate in game.expand(root.node)
            if not (root.is_forbidding and candidate[2] in root.other_side)
        ]
        # Drop moves that lose outright if there are others, so that a bot in a lost position makes
        # its opponent prove the win.
        moves = [
            candidate
            for candidate in moves
            if candidate[0] >= -HIGHEST_EVALUATION or candidate[2] in root.other_side
        ] or moves
        rng.shuffle(moves)
        # The best first.
        self.root_moves: list[Candidate[M, N]] = sorted(moves, key=_value, reverse=True)

    def deepen(self, depth: int) -> int:
        """The root's score at a depth of 1 or more; raises StoppedError at the limit."""
        self.best = None
        self._visited = self._visited_at_root()
        score, best = self._search_moves(self.root_moves, depth - 1, -INFINITY, INFINITY, 0)
        self.root_moves.sort(key=lambda candidate: candidate is not best)
        return score

    def score_root_moves(self, depth: int, wanted: int = 0) -> list[Candidate[M, N]]:
        """The root's moves, the best first, each with its own exact score; raises StoppedError at
        the limit. If only so many are wanted, the scores of the others are bounds."""
        self._visited = self._visited_at_root()
        scored: list[tuple[int, Candidate[M, N]]] = []
        for candidate in self.root_moves:
            least = -INFINITY
            if 0 < wanted <= len(scored):
                least = sorted(map(_value, scored), reverse=True)[wanted - 1]
            score, _ = self._search_moves([candidate], depth - 1, least, INFINITY, 0)
            scored.append((score, candidate))
        scored.sort(key=_value, reverse=True)
        # They keep their own values: a score is counted from the root, and would be counted anew.
        self.root_moves = [candidate for _, candidate in scored]
        return [(score, move, child) for score, (_, move, child) in scored]

    def proofs(self) -> dict[N, TableEntry]:
        return {node: entry for node, entry in self.table.items() if entry.is_proof}

    def _visited_at_root(self) -> tuple[set[N], set[N]]:
        """The nodes that count as repetitions, those with the root's side to move, and the others:
        at the root those of the match; the search adds those of the current variation."""
        return {self._root.node, *self._root.same_side}, set(self._root.other_side)

    def _negamax(self, node: N, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score, searched so many plies deep, of a node that is ``ply`` plies from the root,
        for its side to move; exact within the window from alpha to beta, else a bound."""
        entry = self.table.get(node)
        best = None
        floor, ceiling = -INFINITY, INFINITY
        if entry is not None:
            best = entry.best
            score = entry.cutoff(depth, alpha, beta, ply)
            if score is None and entry.depth > depth:
                shallow = self._shallow_table.get(node)
                score = shallow and shallow.cutoff(depth, alpha, beta, ply)
            if score is not None:
                return score
            floor, ceiling = entry.proven_range(ply)
        if self.nodes >= self.limit:
            raise StoppedError
        if depth <= 1:
            score, best = self._evaluate_moves(node, alpha, beta, ply)
        else:
            score, best = self._search_node(node, depth, alpha, beta, ply, best)
        if not floor <= score <= ceiling:  # a proof outweighs an estimate
            return floor if score < floor else ceiling
        bound = Bound.UPPER if score <= alpha else Bound.LOWER if score >= beta else Bound.EXACT
        counted = score
        if not -PROVEN < score < PROVEN:
            counted += ply if score > 0 else -ply
        found = TableEntry(depth, bound, counted, best)
        if entry is None or found.is_proof or not entry.is_preferred_to(found):
            self.table[node] = found
        else:
            self._shallow_table[node] = found
        return score

    def _search_node(
        self,
        node: N,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        known_best: Candidate[M, N] | None,
    ) -> tuple[int, Candidate[M, N] | None]:
        """The best score and move of a node. The table's move is tried first, and if that is good
        enough, the others are not even generated."""
        moves = self._ordered_moves.get(node)
        if moves is None:
            if known_best is not None and known_best[2] not in self._visited[(ply + 1) & 1]:
                self.nodes += 1
                found = self._search_moves([known_best], depth - 1, alpha, beta, ply)
                if found[0] >= beta:
                    return found
            moves = sorted(self._game.expand(node), key=_value, reverse=True)
            self.nodes += len(moves)
            if known_best is not None:
                for index, candidate in enumerate(moves):
                    if candidate[1] == known_best[1]:
                        moves.insert(0, moves.pop(index))
                        break
            self._ordered_moves[node] = moves
        is_forced = len(moves) == 1 and ply < MOST_PLIES
        found = self._search_moves(moves, depth if is_forced else depth - 1, alpha, beta, ply)
        self._ordered_moves.pop(node, None)
        return found

    def _search_moves(
        self, moves: list[Candidate[M, N]], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, Candidate[M, N] | None]:
        """The best score and move, with the node after each move searched to the depth."""
        past, visited = self._past[(ply + 1) & 1], self._visited[(ply + 1) & 1]
        table, margin = self.table, self._game.futility_margin
        futility_depth = FUTILITY_DEPTH if margin else 0
        best, best_candidate = -INFINITY, None
        was_forbidden = False
        number = 0
        breadth = self._breadth if ply else len(moves)
        for candidate in moves:
            value, move, child = candidate
            if value > HIGHEST_EVALUATION or (value < -HIGHEST_EVALUATION and child not in visited):
                value = _decided_score(value, ply)
            elif child in visited:
                if self._root.is_forbidding:
                    was_forbidden = was_forbidden or child not in past
                    continue
                value = self._draw_scores[ply & 1]
            elif depth:
                if number >= breadth and best > -PROVEN:
                    break
                left = (
                    depth
                    - (number >= REDUCED_FROM and depth > 1)
                    - (number >= REDUCED_TWICE_FROM and depth > 2)
                )
                hope = value + margin * left
                is_futile = (
                    hope <= alpha < PROVEN - 1
                    and left <= futility_depth
                    and (number or beta - alpha == 1)
                    and child not in table
                )
                value = (
                    hope
                    if is_futile
                    else self._search_child(child, depth, left, alpha, beta, ply, number)
                )
                number += 1
            if value > best:
                best, best_candidate = value, candidate
                if not ply:
                    self.best = best, move
                if value >= beta:
                    break
                alpha = max(alpha, value)
        if best <= -PROVEN:
            # A loss counts as proven only if no move was left out as a repetition of the variation
            # under search, since another variation may allow it.
            best = -UNPROVEN_WIN if was_forbidden else max(best, ply - WIN)
        return best, best_candidate

    def _search_child(
        self, child: N, depth: int, reduced: int, alpha: int, beta: int, ply: int, number: int
    ) -> int:
        """The score of a move, by the node it leads to and its number in the move order.

        The first move, expected to be the principal variation, gets the full window. The others
        get a zero window, which only tells whether they are better; late ones get a reduced depth,
        and the full depth only if that says they are better. A move that is better after all is
        searched again with an open window for its score.
        """
        visited = self._visited[(ply + 1) & 1]
        visited.add(child)
        if number:
            value = -self._negamax(child, reduced, -alpha - 1, -alpha, ply + 1)
            if reduced < depth and value > alpha:
                value = -self._negamax(child, depth, -alpha - 1, -alpha, ply + 1)
            if alpha < value < beta:
                value = -self._negamax(child, depth, -beta, -value, ply + 1)
        else:
            value = -self._negamax(child, depth, -beta, -alpha, ply + 1)
        visited.discard(child)
        return value

    def _evaluate_moves(
        self, node: N, alpha: int, beta: int, ply: int
    ) -> tuple[int, Candidate[M, N] | None]:
        """The best value and move at the horizon, where moves are evaluated and not searched."""
        count, value, best = self._game.best_at_sight(node, alpha, beta)
        self.nodes += count
        past = self._past[(ply + 1) & 1]
        if past and value < -HIGHEST_EVALUATION:
            for candidate in self._game.expand(node):
                if candidate[2] in past:
                    return self._draw_scores[ply & 1], candidate
        return _decided_score(value, ply), best


def _decided_score(value: int, ply: int) -> int:
    """The value of a move at a ply as a score counted from the root; estimates stay as they are."""
    if value >= PROVEN:
        return value - ply - 1
    return value + ply + 1 if value <= -PROVEN else value


_value = itemgetter(0)
