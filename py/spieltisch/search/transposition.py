"""What a search remembers of nodes: the entries of its transposition table, and what is proven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from spieltisch.search.game import PROVEN, WIN, Root


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
    """What kind of score it is."""
    score: int
    """A proven one counts plies from this node, not from the root."""
    best: tuple[int, Any, Any] | None
    """The best that was found, as ``SearchGame.expand`` gives it; None if there was none."""

    @property
    def move(self) -> Any:
        """The best move; None if there was none."""
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
        unnecessary; else None.
        """
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
