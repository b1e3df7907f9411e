"""AYA's ball track: nine balls in a row, and moves that roll them (docs/rules.md, AYA, "Track").

A track is its nine balls, left to right, as text: ``bbbbbyyyy``. It is written with bars between
the zones, ``bb|bbbyy|yy``: a side zone of two, the play zone of five, a side zone of two.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations

from spieltisch.table.fact import FlawError, Kind, gettext_noop, ngettext_noop
from spieltisch.table.graphemes import shortened

Track = str
"""Nine balls, left to right, without bars."""

Move = str
"""A standard move: the ball of the play zone, 1 the leftmost, and the end: ``4R``."""

BALLS: Track = "bbbbbyyyy"
"""The balls of every track: five blue, four yellow."""

SIDE, ZONE = 2, 5
"""How many balls lie in a side zone, and how many in the play zone."""

LEFT, RIGHT = "L", "R"
ENDS = (LEFT, RIGHT)
ZONE_BALLS = tuple(str(number) for number in range(1, ZONE + 1))
STANDARD_MOVES: tuple[Move, ...] = tuple(ball + end for end in ENDS for ball in ZONE_BALLS)
"""``1L`` to ``5L``, then ``1R`` to ``5R``: the same ten on every track."""


MOST_QUOTED = 20


class TrackFlaw(Kind):
    """What is wrong with a track's text, or with its balls."""

    SIGNS = gettext_noop(
        "“{track}” is not a track: b is a blue ball, y a yellow one, such as bb|bbbyy|yy."
    )
    NUMBER = ngettext_noop(
        "The track has {n} ball. There have to be nine: two, five and two with | between"
        " them, such as bb|bbbyy|yy.",
        "The track has {n} balls. There have to be nine: two, five and two with | between"
        " them, such as bb|bbbyy|yy.",
    )
    COLOURS = gettext_noop("{blue} blue balls and {yellow} yellow ones: it must be five and four.")


def read_track(text: str) -> Track:
    """Nine balls of any colours from ``bb|bbbyy|yy``; raises FlawError."""
    zones = text.split("|")
    track = "".join(zones)
    if set(track) - {*BALLS}:
        raise FlawError(TrackFlaw.SIGNS(track=shortened(text, MOST_QUOTED)))
    if [len(zone) for zone in zones] != [SIDE, ZONE, SIDE]:
        raise FlawError(TrackFlaw.NUMBER(n=len(track)))
    return track


def parse_track(text: str) -> Track:
    """A track from ``bb|bbbyy|yy``; raises FlawError.

    >>> parse_track("bb|bbbyy|yy")
    'bbbbbyyyy'
    >>> parse_track("bb|bbbbb|yy")
    Traceback (most recent call last):
        ...
    spieltisch.table.fact.FlawError: 7 blue balls and 2 yellow ones: it must be five and four.
    """
    track = read_track(text)
    blue = track.count("b")
    if blue != BALLS.count("b"):
        raise FlawError(TrackFlaw.COLOURS(blue=blue, yellow=len(BALLS) - blue))
    return track


def format_track(track: Track) -> str:
    """``bb|bbbyy|yy``."""
    return f"{track[:SIDE]}|{play_zone(track)}|{track[-SIDE:]}"


def play_zone(track: Track) -> str:
    return track[SIDE:-SIDE]


@cache
def standard_move(track: Track, move: Move) -> Track:
    """The track after a ball of the play zone is pushed in at an outer end.

    >>> [format_track(standard_move("yybbbbbyy", move)) for move in ("1L", "5R")]
    ['by|ybbbb|yy', 'yy|bbbby|yb']
    """
    place = SIDE - 1 + int(move[0])
    ball, rest = track[place], track[:place] + track[place + 1 :]
    return ball + rest if move[1] == LEFT else rest + ball


@cache
def exceptional_move(track: Track) -> Track:
    """The track after the play zone's outermost balls are pushed in, each at its own side.

    >>> format_track("yybbbbbyy"), format_track(exceptional_move("yybbbbbyy"))
    ('yy|bbbbb|yy', 'by|ybbby|yb')
    """
    zone = play_zone(track)
    return zone[0] + track[:SIDE] + zone[1:-1] + track[-SIDE:] + zone[-1]


def canonical(pattern: str) -> str:
    """The smaller text of a pattern and its mirror image, which count as one pattern.

    >>> canonical("yybbb"), canonical("bbbyy")
    ('bbbyy', 'bbbyy')
    """
    return min(pattern, pattern[::-1])


@cache
def pattern_of(track: Track) -> str:
    """The pattern that the play zone shows, as its canonical text."""
    return canonical(play_zone(track))


TRACKS: tuple[Track, ...] = tuple(
    "".join("b" if place in blue else "y" for place in range(len(BALLS)))
    for blue in combinations(range(len(BALLS)), BALLS.count("b"))
)
"""All 126 tracks, sorted."""

PATTERNS: tuple[str, ...] = tuple(sorted({pattern_of(track) for track in TRACKS}))
"""The 19 patterns that a play zone can show, sorted."""


@cache
def one_move_to(track: Track) -> Mapping[str, tuple[Move, ...]]:
    """The patterns that one standard move reaches, each with all the moves that reach it.

    >>> one_move_to("bbbbbyyyy")["bbbby"]
    ('4L', '5L')
    >>> "yyyyb" in one_move_to("bbbbbyyyy")
    False
    """
    reached: dict[str, tuple[Move, ...]] = {}
    for move in STANDARD_MOVES:
        pattern = pattern_of(standard_move(track, move))
        reached[pattern] = (*reached.get(pattern, ()), move)
    return reached


@cache
def two_moves_to(track: Track) -> Mapping[str, tuple[tuple[Move, Move], ...]]:
    """The patterns that two standard moves reach, each with all the pairs that reach it."""
    reached: dict[str, list[tuple[Move, Move]]] = {}
    for first in STANDARD_MOVES:
        for pattern, seconds in one_move_to(standard_move(track, first)).items():
            reached.setdefault(pattern, []).extend((first, second) for second in seconds)
    return {pattern: tuple(pairs) for pattern, pairs in reached.items()}


# Sets of tracks and patterns as bits of an int, for searching: bit i of a track set is TRACKS[i],
# bit i of a pattern set is PATTERNS[i].

TrackSet = int
PatternSet = int

_INDEX = {track: index for index, track in enumerate(TRACKS)}
PATTERN_BIT: dict[str, PatternSet] = {pattern: 1 << i for i, pattern in enumerate(PATTERNS)}
"""The set of one pattern."""


def track_set(tracks: Iterable[Track]) -> TrackSet:
    return sum({1 << _INDEX[track] for track in tracks})


def bits(members: int) -> Iterator[int]:
    """The sets of one member each, the lowest bit first.

    >>> list(bits(0b1011))
    [1, 2, 8]
    """
    while members:
        bit = members & -members
        yield bit
        members ^= bit


_AFTER_ONE = tuple(track_set(standard_move(track, m) for m in STANDARD_MOVES) for track in TRACKS)
_SHOWING = tuple(track_set(t for t in TRACKS if pattern_of(t) == p) for p in PATTERNS)


@lru_cache(maxsize=1 << 16)
def after_one_move(tracks: TrackSet) -> TrackSet:
    """The tracks that one standard move reaches from any of some tracks."""
    return _union(_AFTER_ONE, tracks)


@lru_cache(maxsize=1 << 16)
def showing(patterns: PatternSet) -> TrackSet:
    return _union(_SHOWING, patterns)


def _union(sets: tuple[TrackSet, ...], members: int) -> TrackSet:
    union = 0
    while members:
        bit = members & -members
        union |= sets[bit.bit_length() - 1]
        members ^= bit
    return union


@lru_cache(maxsize=1 << 16)
def patterns_of(tracks: TrackSet) -> PatternSet:
    return sum(1 << i for i, tracks_of in enumerate(_SHOWING) if tracks & tracks_of)


@lru_cache(maxsize=1 << 16)
def patterns_after_one_move(tracks: TrackSet) -> PatternSet:
    """The patterns that one standard move reaches from any of some tracks."""
    return patterns_of(after_one_move(tracks))


@cache
def sources(pattern: PatternSet, moves: int) -> PatternSet:
    """The patterns with a track from which a pattern is reached in so many moves, 1 or 2."""
    found = 0
    for index, tracks in enumerate(_SHOWING):
        reached = after_one_move(after_one_move(tracks) if moves == 2 else tracks)
        if patterns_of(reached) & pattern:
            found |= 1 << index
    return found
