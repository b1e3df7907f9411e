"""Iterative deepening: what to play in a position, how good it is, and the principal variation.

``think`` runs to its end. Python receives no messages while it runs, so a worker that may be told
to stop uses ``thinking``, which returns to its caller every few thousand nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from spieltisch.search.game import (
    HIGHEST_EVALUATION,
    ODDS_UNIT,
    PROVEN,
    UNPROVEN_WIN,
    WIN,
    Level,
    SearchGame,
)
from spieltisch.search.principal_variation import PrincipalVariationSearch, ProofTable, StoppedError
from spieltisch.table.game import AnyPosition
from spieltisch.table.position import IllegalActionError, Seat
from spieltisch.table.review import HasProspects, Prospect


def prospect_of(score: int, variation: tuple[Any, ...]) -> Prospect:
    """What a score promises, seen by the seat that is to act: above 0 is good for it; at or beyond
    PROVEN, on either side, it is a proof."""
    if -PROVEN < score < PROVEN:
        odds = exp(-max(-20.0, min(20.0, score / ODDS_UNIT)))
        return Prospect(1 / (1 + odds), None, variation)
    return Prospect(1.0 if score > 0 else 0.0, WIN - abs(score), variation)


@dataclass(frozen=True)
class SearchResult(HasProspects):
    """What has been found about a position so far. The actions of its variations are those of the
    game, as far as they are known; there is one until a depth is finished."""

    seat: Seat
    """Who is to act."""
    score: int
    """Of the best variation."""
    depth: int
    """The last depth that was finished, in plies."""
    nodes: int
    prospects: tuple[Prospect, ...]

    @property
    def is_proven(self) -> bool:
        return self.ends_in is not None


def think(
    game: SearchGame[Any, Any],
    position: AnyPosition,
    seat: Seat,
    level: int | Level,
    rng: Random,
    proof_table: ProofTable | None = None,
) -> SearchResult:
    """Search a position as the seat that is to act observes it. The same arguments give the same
    result.

    Of the game's levels 1 is the weakest; 0 is the best there is, for hints and analysis; any other
    Level may be given. ``proof_table`` has the wins proven for this seat in this match. Raises
    ValueError if the seat is not to act, or the level is not known.
    """
    thought = _IterativeDeepening(game, position, seat, level, rng, proof_table)
    for _ in thought.slices():
        pass
    return thought.result()


def thinking(
    game: SearchGame[Any, Any],
    position: AnyPosition,
    seat: Seat,
    level: int | Level,
    rng: Random,
    proof_table: ProofTable | None = None,
    wanted: int = 1,
) -> Iterator[SearchResult]:
    """As ``think``, in slices: yields the result so far every few thousand nodes, and after every
    depth. The last is what ``think`` returns; each has a legal action, so the caller may stop
    earlier. If several prospects are wanted, each depth takes longer.
    """
    thought = _IterativeDeepening(game, position, seat, level, rng, proof_table, wanted)
    return (thought.result() for _ in thought.slices())


class _IterativeDeepening:
    """The search of one position, one depth after the other."""

    def __init__(
        self,
        game: SearchGame[Any, Any],
        position: AnyPosition,
        seat: Seat,
        level: int | Level,
        rng: Random,
        proof_table: ProofTable | None,
        wanted: int = 1,
    ) -> None:
        if seat not in position.active_seats:
            raise ValueError(f"seat {seat} is not to act")
        if not isinstance(level, Level):
            if not 0 <= level <= len(game.levels):
                raise ValueError(f"there is no level {level}; there are 0 to {len(game.levels)}")
            level = game.levels[level - 1] if level else game.best
        self._game = game
        self._position = position
        self._seat = seat
        self._level = level
        self._rng = rng
        self._proof_table = proof_table
        self._root = game.root(position)
        proofs = proof_table.recall(self._root) if proof_table else {}
        self._search = PrincipalVariationSearch(game, self._root, rng, proofs, level.draw_score)
        score, self._move, _ = self._search.root_moves[0]
        self._score = max(2 - WIN, min(score, WIN - 1))
        self._depth = 0
        self._is_recalled = bool(proofs)
        self._variation: tuple[Any, ...] = ()
        self._variation_of: tuple[Any, int, int] | None = None
        self._most_wanted = wanted
        self._prospects: tuple[Prospect, ...] = ()
        if proofs:
            self._score, self._move = proofs[self._root.node].score, proofs[self._root.node].move

    def slices(self) -> Iterator[None]:
        """Deepen until the limit or a proof, a slice at a time. A proven win is kept for the next
        move even if the caller drops the iterator early."""
        try:
            yield
            while not self._is_done():
                nodes = self._search.nodes
                # Slices grow a little, so that a resumed search always gets beyond the work that
                # it repeats.
                slice_nodes = self._game.slice_nodes + nodes // 256
                self._search.limit = min(nodes + slice_nodes, self._level.nodes)
                self._deepen(self._depth + 1)
                yield
        finally:
            if self._proof_table:
                self._proof_table.keep(self._root, self._score, self._search.proofs())

    def _deepen(self, depth: int) -> None:
        try:
            if self._level.noise:
                moves = self._search.score_root_moves(depth)
                # Proven scores stay as they are.
                judged = [
                    score + self._rng.gauss(0, self._level.noise) if abs(score) < PROVEN else score
                    for score, _, _ in moves
                ]
                self._score, self._move, _ = moves[judged.index(max(judged))]
            elif self._most_wanted > 1:
                moves = self._search.score_root_moves(depth, self._most_wanted)
                self._score, self._move, _ = moves[0]
                self._depth = depth
                self._prospects = tuple(
                    prospect_of(score, self._principal_variation(move, score))
                    for score, move, _ in moves[: self._most_wanted]
                )
            else:
                self._score = self._search.deepen(depth)
                self._move = self._search.root_moves[0][1]
            self._depth = depth
        except StoppedError:
            # The best move of an unfinished depth is at least as good as that of the depth before,
            # which was searched first. A loss is not used: the others may be better.
            best = self._search.best
            is_by_move = self._level.noise or self._most_wanted > 1
            if not is_by_move and best and best[0] > -PROVEN:
                self._score, self._move = best

    def _is_done(self) -> bool:
        score = abs(self._score)
        is_decided = (
            WIN - score <= self._depth
            if score >= PROVEN
            else HIGHEST_EVALUATION < score < UNPROVEN_WIN
        )
        return (
            is_decided
            or self._is_recalled
            or self._depth >= self._level.depth
            or self._search.nodes >= self._level.nodes
        )

    def result(self) -> SearchResult:
        found = (self._move, self._score, self._depth)
        if found != self._variation_of:
            self._variation_of = found
            self._variation = self._principal_variation(self._move, self._score)
        best = prospect_of(self._score, self._variation)
        prospects = (best, *self._prospects[1:])
        return SearchResult(self._seat, self._score, self._depth, self._search.nodes, prospects)

    def _principal_variation(self, move: Any, score: int) -> tuple[Any, ...]:
        """A move and the best ones after it, as far as the transposition table has them."""
        position, node = self._position, self._root.node
        actions: list[Any] = []
        most = WIN - abs(score) if abs(score) >= PROVEN else max(1, self._depth)
        while move is not None and len(actions) < most:
            action = self._game.action(position, move)
            (seat,) = position.active_seats
            try:
                position = position.apply(seat, action)
            except IllegalActionError:  # a repetition here, but not where the entry was found
                break
            actions.append(action)
            if not position.active_seats:
                break
            node = next(child for _, made, child in self._game.expand(node) if made == move)
            entry = self._search.table.get(node)
            move = entry.move if entry else None
        return tuple(actions)
