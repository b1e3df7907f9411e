"""The solitaire's solver: whether cards can be cleared without a break, and how.

A row in its order (edition ``reilly``) is followed card by card, with all the tracks that each
match can leave behind. Cards in any order (``zoch``) are searched depth first. Matches after which
few patterns can follow are tried first; failures are remembered by the tracks and the patterns
left; and a branch is cut where a relaxed problem has no solution: every pattern left needs a
predecessor of its own, though together these need not make one order.

Some decks that people may type in make that search long all the same, so every search is given a
number of steps, and ends when they are spent.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from math import gcd
from typing import NamedTuple

from spieltisch.games.aya.rules.cards import Card, CardFlaw, Cards
from spieltisch.games.aya.rules.duties import Attempt
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.track import (
    PATTERN_BIT,
    STANDARD_MOVES,
    Move,
    PatternSet,
    Track,
    TrackSet,
    after_one_move,
    bits,
    pattern_of,
    patterns_after_one_move,
    patterns_of,
    showing,
    sources,
    standard_move,
    track_set,
)
from spieltisch.games.aya.rules.variants import SOLE_SEAT
from spieltisch.table import SetupError, Shuffle

Solution = tuple[tuple[Move, ...], ...]
"""A way to clear cards: for each match its one or two moves."""


class Left(NamedTuple):
    """The patterns of the dark and the light cards that are left."""

    dark: PatternSet
    light: PatternSet

    @property
    def patterns(self) -> PatternSet:
        return self.dark | self.light

    def without(self, pattern: PatternSet, moves: int) -> Left:
        """What is left after a match; one of two moves leaves the dark cards of the pattern."""
        return Left(self.dark & ~pattern if moves == 1 else self.dark, self.light & ~pattern)


class Stage(NamedTuple):
    """One match to make."""

    pattern: PatternSet
    moves: tuple[int, ...]
    """How many moves it may take: 1, 2 or either."""
    avoids: PatternSet
    """The patterns that the first of two moves must not show, as they would match."""


class StepsSpentError(Exception):
    """A search has not come to an end within the steps that it was given."""


class Steps:
    """How many steps searches have left, all that share it together."""

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self) -> None:
        """Take one more; raises StepsSpentError if none is left."""
        self._left -= 1
        if self._left < 0:
            raise StepsSpentError


MOST_STEPS = 5_000
"""What a search may take while somebody waits, a fifth of a second on a desktop. Rows of this
site's cards take less, of 6,000 random ones the longest 4,655."""

STEPS_TO_DEAL = 10 * MOST_STEPS
"""The same for a deal of this site's cards: never spent, as a seed is to give one deal for ever."""


def solve(
    track: Track, cards: Iterable[Card], is_in_order: bool, steps: Steps | None = None
) -> Solution | None:
    """A way to clear all cards from a track, or None if there is none. With ``is_in_order`` only
    the row's next card counts; else any may be matched, and a move matches all cards of its
    pattern. Raises StepsSpentError if there are not enough ``steps``, MOST_STEPS unless told."""
    if is_in_order:
        return _follow(track, _stages_in_order(cards))
    dark = light = 0
    for card in cards:
        if card.is_light:
            light |= PATTERN_BIT[card.pattern]
        else:
            dark |= PATTERN_BIT[card.pattern]
    # A track and its mirror image are searched as one.
    search = _Search(steps or Steps(MOST_STEPS))
    stages = search.stages(track_set({track, track[::-1]}), Left(dark, light))
    return None if stages is None else _follow(track, stages)


def solution(position: AyaPosition) -> Solution | None:
    """How to clear the rest of a solitaire; None if that cannot be done, () if nothing is left.
    Where the first move of an attempt has matched nothing, the moves begin with the second.
    Raises StepsSpentError if it takes more than MOST_STEPS to find out."""
    return _solution(position, Steps(MOST_STEPS))


def _solution(position: AyaPosition, steps: Steps) -> Solution | None:
    duty = position.duty
    if not isinstance(duty, Attempt):
        return None if position.table.row else ()
    if not duty.is_second:
        in_order = position.variant.edition.clears_in_order
        return solve(position.track, position.table.row, in_order, steps)
    for move in STANDARD_MOVES:
        if position.try_move(move).cards:
            rest = _solution(position.apply(SOLE_SEAT, move), steps)
            if rest is not None:
                return ((move,), *rest)
    return None


MOST_SHUFFLES = 500


def arrange(
    track: Track,
    deck: Cards,
    size: int,
    is_in_order: bool,
    shuffle: Shuffle,
    most: int = MOST_SHUFFLES,
    most_steps: int | None = None,
) -> Cards:
    """The deck in a random order whose first ``size`` cards can be cleared from a track. Orders are
    drawn until one can be cleared. A row to be cleared in its order is built instead, as hardly one
    in 3,000 rows of ten can be cleared (docs/rules.md, AYA, "Variant 5"). Raises SetupError if so
    many orders of the deck have given no such row, or ``most_steps``, all orders together; where
    that is None, each order has STEPS_TO_DEAL of its own."""
    shared = None if most_steps is None else Steps(most_steps)
    # Equal cards are cleared together, so that other numbers of them make no other deal.
    in_vain: set[frozenset[Card]] = set()
    steps = [step for step in range(1, len(deck)) if gcd(step, len(deck)) == 1] or [1]
    for attempt in range(most):
        shuffled = list(deck)
        shuffle(shuffled)
        # Every ``step``-th card, beginning elsewhere: so rounds differ, and a row can be found,
        # even if the shuffle always gives the same order.
        step = steps[attempt % len(steps)]
        cards = [shuffled[(attempt + nth * step) % len(deck)] for nth in range(len(deck))]
        one = shared or Steps(STEPS_TO_DEAL)
        with suppress(StepsSpentError):
            if is_in_order:
                built = _build_row(track, cards, size, one)
                if built is not None:
                    return built
            elif (kinds := frozenset(cards[:size])) not in in_vain:
                in_vain.add(kinds)
                if solve(track, cards[:size], is_in_order, one) is not None:
                    return tuple(cards)
    raise SetupError("cards", str(size), flaw=CardFlaw.NO_ROW(number=size))


# Following matches whose order is known.


def _stages_in_order(cards: Iterable[Card]) -> list[Stage]:
    return [
        Stage(PATTERN_BIT[c.pattern], (1, 2) if c.is_light else (1,), PATTERN_BIT[c.pattern])
        for c in cards
    ]


Reached = dict[Track, tuple[Track, tuple[Move, ...]]]
"""Tracks after a stage, each with the track before it and the moves, as it was first reached."""


def _follow(track: Track, stages: Iterable[Stage]) -> Solution | None:
    """A way through stages. It keeps all tracks after each."""
    layers: list[Reached] = []
    tracks: Iterable[Track] = (track,)
    for stage in stages:
        reached: Reached = {}
        for start in tracks:
            _reach(start, stage, reached)
        layers.append(reached)
        tracks = reached
    found: list[tuple[Move, ...]] = []
    end = next(iter(tracks), None)
    for layer in reversed(layers):
        if end is None:
            return None
        end, moves = layer[end]
        found.append(moves)
    return tuple(reversed(found))


def _reach(start: Track, stage: Stage, reached: Reached) -> None:
    for first in STANDARD_MOVES:
        middle = standard_move(start, first)
        shown = PATTERN_BIT[pattern_of(middle)]
        if 1 in stage.moves and shown == stage.pattern:
            reached.setdefault(middle, (start, (first,)))
        if 2 in stage.moves and not shown & stage.avoids:
            for second in STANDARD_MOVES:
                end = standard_move(middle, second)
                if PATTERN_BIT[pattern_of(end)] == stage.pattern:
                    reached.setdefault(end, (start, (first, second)))


def _tracks_after(tracks: TrackSet, stage: Stage) -> TrackSet:
    """All tracks that a stage can lead to from a set of tracks."""
    once = after_one_move(tracks)
    after = once if 1 in stage.moves else 0
    if 2 in stage.moves:
        after |= after_one_move(once & ~showing(stage.avoids))
    return after & showing(stage.pattern)


# Finding an order.


class _Search:
    """One search for an order of matches; it remembers what has failed."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._failed: dict[Left, TrackSet] = {}

    def stages(self, tracks: TrackSet, left: Left) -> list[Stage] | None:
        """An order that can be followed from one of some tracks, or None."""
        if not left.patterns:
            return []
        tracks &= ~self._failed.get(left, 0)
        if not tracks:
            return None
        self._steps.take()
        if _may_have_order(tracks, left):
            for stage, after, rest in _ways(tracks, left):
                stages = self.stages(after, rest)
                if stages is not None:
                    return [stage, *stages]
        self._failed[left] = self._failed.get(left, 0) | tracks
        return None


def _ways(tracks: TrackSet, left: Left) -> list[tuple[Stage, TrackSet, Left]]:
    """The matches that are possible next, first those that the fewest patterns can follow."""
    once = after_one_move(tracks)
    twice = after_one_move(once & ~showing(left.patterns)) if left.light else 0
    ways = []
    for pattern in bits(patterns_of(once) & left.patterns | patterns_of(twice) & left.light):
        for moves in _moves_of(pattern, left):
            reached = (once if 1 in moves else 0) | (twice if 2 in moves else 0)
            after = reached & showing(pattern)
            if after:
                rest = left.without(pattern, moves[0])
                onward = patterns_after_one_move(after) & rest.patterns
                stage = Stage(pattern, moves, left.patterns)
                ways.append((onward.bit_count(), stage, after, rest))
    ways.sort(key=lambda way: way[0])
    return [way[1:] for way in ways]


def _moves_of(pattern: PatternSet, left: Left) -> tuple[tuple[int, ...], ...]:
    """The ways to match a pattern, each with the numbers of moves it may take. One move and two are
    different ways where the pattern has dark cards as well, as two moves leave these."""
    if not pattern & left.light:
        return ((1,),)
    return ((1,), (2,)) if pattern & left.dark else ((1, 2),)


_CURRENT: PatternSet = 1 << len(PATTERN_BIT)
"""A bit beyond those of the patterns, for the tracks that the search has reached."""

_PREDECESSORS: tuple[dict[PatternSet, PatternSet], dict[PatternSet, PatternSet]] = (
    {pattern: sources(pattern, 1) for pattern in PATTERN_BIT.values()},
    {pattern: sources(pattern, 1) | sources(pattern, 2) for pattern in PATTERN_BIT.values()},
)
"""The patterns from which a dark card's, then a light card's pattern can be reached."""


_AGAIN = len(PATTERN_BIT) + 1
"""By so many bits further up a pattern stands once more, for its second match."""


def _may_have_order(tracks: TrackSet, left: Left) -> bool:
    """Whether every pattern left can be given a predecessor of its own: another pattern left, or
    the current tracks. In every order the first match of each pattern follows a different match, so
    without such an assignment there is no order. A pattern that is left both dark and light may be
    matched twice, and so precede two others."""
    patterns, light, twofold = left.patterns, left.light, left.dark & left.light
    once = patterns_after_one_move(tracks)
    twice = once | patterns_after_one_move(after_one_move(tracks))
    choices = []
    for pattern in bits(patterns):
        is_light = bool(pattern & light)
        predecessors = _PREDECESSORS[is_light][pattern] & patterns & ~pattern
        predecessors |= (predecessors & twofold) << _AGAIN
        if pattern & (twice if is_light else once):
            predecessors |= _CURRENT
        if not predecessors:
            return False
        choices.append(predecessors)
    choices.sort(key=int.bit_count)
    return _Assignment().assign_all(choices)


class _Assignment:
    """A bipartite matching by augmenting paths: each choice gets one of its options, and no two
    choices the same. A choice is the set of its options, an option one bit."""

    def __init__(self) -> None:
        self._holders: dict[int, int] = {}
        self._taken = 0
        self._untried = 0

    def assign_all(self, choices: Iterable[int]) -> bool:
        """Whether every choice can get an option."""
        for choice in choices:
            self._untried = -1
            if not self._assign(choice):
                return False
        return True

    def _assign(self, choice: int) -> bool:
        """Take a free option, or one whose holder can take another."""
        free = choice & ~self._taken
        if free:
            option = free & -free
            self._taken |= option
            self._holders[option] = choice
            return True
        while options := choice & self._untried:
            option = options & -options
            self._untried &= ~option
            if self._assign(self._holders[option]):
                self._holders[option] = choice
                return True
        return False


# Building a row.

_MOST_TRIES = 300
"""After so many cards tried in vain a row is given up: a new shuffle takes less time."""


def _build_row(track: Track, cards: list[Card], size: int, steps: Steps) -> Cards | None:
    """The cards, reordered so that the first ``size`` are a row that can be cleared; or None."""
    row: list[Card] = []
    tries = 0

    def extend(tracks: TrackSet, rest: list[Card]) -> bool:
        nonlocal tries
        steps.take()
        if len(row) == size:
            row.extend(rest)
            return True
        for card in dict.fromkeys(rest):
            after = _tracks_after(tracks, _stages_in_order([card])[0])
            if after:
                tries += 1
                row.append(card)
                index = rest.index(card)
                if extend(after, rest[:index] + rest[index + 1 :]):
                    return True
                row.pop()
                if tries > _MOST_TRIES:
                    return False
        return False

    return tuple(row) if extend(track_set((track,)), cards) else None
