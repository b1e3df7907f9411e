"""Sets of AYA's tracks and patterns as bits of an int, for searching (rules.md, section 1).

Bit i of a track set is TRACKS[i]; bit i of a pattern set is PATTERNS[i].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from spieltisch.games.aya.rules.track import (
    PATTERNS,
    STANDARD_MOVES,
    TRACKS,
    Track,
    pattern_of,
    standard_move,
)

TrackSet = int
PatternSet = int

_INDEX = {track: index for index, track in enumerate(TRACKS)}
PATTERN_BIT: dict[str, PatternSet] = {pattern: 1 << i for i, pattern in enumerate(PATTERNS)}
"""The set of one pattern."""


def track_set(tracks: Iterable[Track]) -> TrackSet:
    """The set of some tracks."""
    union = 0
    for track in tracks:
        union |= 1 << _INDEX[track]
    return union


def bits(members: int) -> Iterator[int]:
    """The sets of one member each, the lowest bit first."""
    while members:
        bit = members & -members
        yield bit
        members ^= bit


_AFTER_ONE = tuple(track_set(standard_move(track, m) for m in STANDARD_MOVES) for track in TRACKS)
_SHOWING = tuple(track_set(t for t in TRACKS if pattern_of(t) == p) for p in PATTERNS)


@lru_cache(maxsize=1 << 16)
def after_one_move(tracks: TrackSet) -> TrackSet:
    """The tracks that one standard move reaches from any of some tracks."""
    union = 0
    while tracks:
        bit = tracks & -tracks
        union |= _AFTER_ONE[bit.bit_length() - 1]
        tracks ^= bit
    return union


@lru_cache(maxsize=1 << 16)
def showing(patterns: PatternSet) -> TrackSet:
    """The tracks that show any of some patterns."""
    union = 0
    while patterns:
        bit = patterns & -patterns
        union |= _SHOWING[bit.bit_length() - 1]
        patterns ^= bit
    return union


@lru_cache(maxsize=1 << 16)
def patterns_of(tracks: TrackSet) -> PatternSet:
    """The patterns that some tracks show."""
    return sum(1 << i for i, tracks_of in enumerate(_SHOWING) if tracks & tracks_of)


@lru_cache(maxsize=1 << 16)
def patterns_after_one_move(tracks: TrackSet) -> PatternSet:
    """The patterns that one standard move reaches from any of some tracks."""
    return patterns_of(after_one_move(tracks))


@cache
def sources(pattern: PatternSet, moves: int) -> PatternSet:
    """The patterns from some track of which a pattern is reached by that many moves, 1 or 2."""
    found = 0
    for index, tracks in enumerate(_SHOWING):
        reached = after_one_move(tracks)
        if moves == 2:
            reached = after_one_move(reached)
        if patterns_of(reached) & pattern:
            found |= 1 << index
    return found
