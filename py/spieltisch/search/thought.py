"""Thinking about a position: what a bot plays, what a hint shows, what the bar and the line say.

``think`` does it in one go. In a worker, which hears nothing while Python runs, use ``thinking``:
it comes up for air every few thousand nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from math import exp
from random import Random
from typing import Any, cast

from spieltisch.search.alphabeta import AlphaBeta, Entry, StoppedError
from spieltisch.search.game import (
    HIGHEST_EVALUATION,
    ODDS_UNIT,
    PROVEN,
    UNPROVEN_WIN,
    WIN,
    Level,
    Root,
    SearchGame,
)
from spieltisch.table.game import AnyPosition
from spieltisch.table.position import IllegalActionError, Seat

_SEARCHES = {
    "MyraPosition": "spieltisch.games.myra.bots.search",
    "YalaPosition": "spieltisch.games.yala.bots.search",
}
"""Whose ``search_for`` knows a type of position; loaded when first asked for."""


@dataclass(frozen=True)
class Thought:
    """What has been found about a position so far.

    Attributes:
        seat: who is to act, and whose view the score is.
        action: what to play.
        score: above 0 is good for the seat; at or beyond PROVEN, on either side, the end was seen.
        variation: the best line, ``action`` first, as far as it is known.
        depth: the last depth that was finished.
        nodes: positions looked at.
    """

    seat: Seat
    action: Any
    score: int
    variation: tuple[Any, ...]
    depth: int
    nodes: int

    @property
    def is_exact(self) -> bool:
        """Whether the score is a proof, not an estimate."""
        return not -PROVEN < self.score < PROVEN

    @property
    def ends_in(self) -> int | None:
        """In how many actions of both seats the match is won, or lost, at the latest."""
        return WIN - abs(self.score) if self.is_exact else None

    @property
    def expected(self) -> float:
        """The result to be expected: 0 is a loss, 0.5 a draw, 1 a win."""
        if self.is_exact:
            return 1.0 if self.score > 0 else 0.0
        return 1 / (1 + exp(-max(-20.0, min(20.0, self.score / ODDS_UNIT))))


@dataclass
class Memory:
    """What a bot keeps from one move of a match to the next: the win that it has seen.

    So it need not find it again. It is dropped by itself when the match takes another way.
    """

    root: Root | None = None
    proofs: Mapping[Any, Entry] = field(default_factory=dict)

    def recall(self, root: Root) -> Mapping[Any, Entry]:
        """The proofs that lead from a root to a win; {} for none."""
        entry = self.proofs.get(root.node)
        is_won = entry is not None and entry.score >= PROVEN
        return self.proofs if is_won and self._is_before(root) else {}

    def _is_before(self, root: Root) -> bool:
        """Whether the match may have gone on to the root from here: its past only grows."""
        before = self.root
        if before is None or before.era != root.era:
            return before is not None and before.era < root.era
        return before.same_side <= root.same_side and before.other_side <= root.other_side

    def keep(self, root: Root, score: int, proofs: Mapping[Any, Entry]) -> None:
        """Remember the proofs if the root is won."""
        self.root, self.proofs = (root, proofs) if score >= PROVEN else (None, {})


def search_for(position: AnyPosition) -> SearchGame[Any, Any]:
    """The game's side of the search; raises ValueError where the game has none."""
    name = type(position).__name__
    if name not in _SEARCHES:
        raise ValueError(f"no search plays a {name}")
    return cast(SearchGame[Any, Any], import_module(_SEARCHES[name]).search_for(position))


def think(
    position: AnyPosition,
    seat: Seat,
    level: int | Level,
    rng: Random,
    should_stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Thought], object] | None = None,
    memory: Memory | None = None,
) -> Thought:
    """What to play in a position. The same arguments give the same thought.

    Args:
        position: what the seat observes.
        seat: who is to act.
        level: 1 is the weakest, 6 the strongest; 0 is the best there is, for hints and analysis;
            or a Level made to measure.
        rng: the bot's chance.
        should_stop: asked every few milliseconds; after a yes the best so far is returned.
        on_progress: told what has been found after every depth.
        memory: of this seat in this match.

    Raises ValueError if the seat is not to act, or the level or the game is not known.
    """
    told_depth = 0
    thought = None
    for thought in thinking(position, seat, level, rng, should_stop, memory):
        if on_progress and thought.depth > told_depth:
            told_depth = thought.depth
            on_progress(thought)
    assert thought is not None
    return thought


def thinking(
    position: AnyPosition,
    seat: Seat,
    level: int | Level,
    rng: Random,
    should_stop: Callable[[], bool] | None = None,
    memory: Memory | None = None,
) -> Iterator[Thought]:
    """As ``think``, in slices: yields what has been found every few thousand nodes, and after every
    depth. The last is what ``think`` returns; whoever stops earlier has a legal action at hand.
    """
    if seat not in position.active_seats:
        raise ValueError(f"seat {seat} is not to act")
    search = search_for(position)
    return _Mind(search, position, seat, _level(search, level), rng, should_stop, memory).run()


def _level(search: SearchGame[Any, Any], level: int | Level) -> Level:
    if isinstance(level, Level):
        return level
    if not 0 <= level <= len(search.levels):
        raise ValueError(f"there is no level {level}; there are 0 to {len(search.levels)}")
    return search.levels[level - 1] if level else search.best


class _Mind:
    """One seat before one position."""

    def __init__(
        self,
        search: SearchGame[Any, Any],
        position: AnyPosition,
        seat: Seat,
        level: Level,
        rng: Random,
        should_stop: Callable[[], bool] | None,
        memory: Memory | None,
    ) -> None:
        self._game = search
        self._position = position
        self._seat = seat
        self._level = level
        self._rng = rng
        self._memory = memory
        self._root = search.root(position)
        known = memory.recall(self._root) if memory else {}
        self._is_stopped = False
        self._should_stop = should_stop
        self._search = AlphaBeta(
            search, self._root, rng, should_stop and self._asked, known, level.draw_score
        )
        score, self._move, _ = self._search.lines[0]
        self._score = max(2 - WIN, min(score, WIN - 1))
        self._depth = 0
        self._is_remembered = bool(known)
        self._found: tuple[Any, int, int] | None = None
        self._line: tuple[Any, ...] = ()
        if known:
            self._score, self._move = known[self._root.node].score, known[self._root.node].move

    def run(self) -> Iterator[Thought]:
        """Deepen until the limit, a proof or a stop; a win that was seen is remembered even when
        nobody asks for the rest.
        """
        try:
            yield self._thought()
            while not self._is_done():
                nodes = self._search.nodes
                # A little more each time, so that taking it up again cannot take up all of it.
                further = self._game.slice_nodes + nodes // 256
                self._search.limit = min(nodes + further, self._level.nodes)
                self._deepen(self._depth + 1)
                yield self._thought()
        finally:
            if self._memory:
                self._memory.keep(self._root, self._score, self._search.proofs())

    def _deepen(self, depth: int) -> None:
        try:
            if self._level.noise:
                self._misjudge(self._search.values(depth))
            else:
                self._score = self._search.deepen(depth)
                self._move = self._search.lines[0][1]
            self._depth = depth
        except StoppedError:
            self._take_best_so_far()

    def _asked(self) -> bool:
        self._is_stopped = self._is_stopped or bool(self._should_stop and self._should_stop())
        return self._is_stopped

    def _is_done(self) -> bool:
        score = abs(self._score)
        is_seen = (
            WIN - score <= self._depth
            if score >= PROVEN
            else HIGHEST_EVALUATION < score < UNPROVEN_WIN
        )
        return (
            is_seen
            or self._is_remembered
            or self._is_stopped
            or self._depth >= self._level.depth
            or self._search.nodes >= self._level.nodes
        )

    def _take_best_so_far(self) -> None:
        """An unfinished depth counts once it has looked at the move that was best before.

        That this move loses is no proof yet that all do.
        """
        best = self._search.best
        if not self._level.noise and best and best[0] > -PROVEN:
            self._score, self._move = best

    def _misjudge(self, lines: list[tuple[int, Any, Any]]) -> None:
        """Choose by the scores and some error; proven ones stay as they are."""
        judged = [
            score + self._rng.gauss(0, self._level.noise) if -PROVEN < score < PROVEN else score
            for score, _, _ in lines
        ]
        self._score, self._move, _ = lines[judged.index(max(judged))]

    def _thought(self) -> Thought:
        found = (self._move, self._score, self._depth)
        if found != self._found:
            self._found, self._line = found, self._variation()
        return Thought(
            self._seat, self._line[0], self._score, self._line, self._depth, self._search.nodes
        )

    def _variation(self) -> tuple[Any, ...]:
        """The moves that were found best, one after the other, as far as they are remembered."""
        position, node, move = self._position, self._root.node, self._move
        actions: list[Any] = []
        most = WIN - abs(self._score) if abs(self._score) >= PROVEN else max(1, self._depth)
        while move is not None and len(actions) < most:
            action = self._game.action(position, move)
            (seat,) = position.active_seats
            try:
                position = position.apply(seat, action)
            except IllegalActionError:  # forbidden by the way it was reached here
                break
            actions.append(action)
            if not position.active_seats:
                break
            node = next(line[2] for line in self._game.expand(node) if line[1] == move)
            entry = self._search.table.get(node)
            move = entry.move if entry else None
        return tuple(actions)
