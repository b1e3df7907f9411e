"""The curve of a match: how a seat's chances went, turn by turn, and where they were given away.

For two seats one curve is enough: it divides the picture between their colours. With more seats,
each has a line of its own.
"""

from bisect import bisect_right
from functools import lru_cache

from spieltisch.kit.markup import Markup, el, number
from spieltisch.kit.names import Names
from spieltisch.kit.words import Words
from spieltisch.table import Review, Seat, Stretch, TurningPoint

WIDTH, HEIGHT, PAD = 300, 96, 6
"""In the drawing's units. The pad beside the curve is half as wide as the slider's thumb
(review.css), so that the middle of the thumb is over the ply it stands for."""

LOW, HIGH = 88, 8
"""How far down the curve is at a win probability of 0, and of 1."""

MARKS = {
    "blunder": "M0-7 7 0 0 7-7 0Z",
    "mistake": "M0-6.5 6.500 5H-6.500Z",
    "swing": "M0-4.500A4.500 4.500 0 0 1 0 4.500 4.500 4.500 0 0 1 0-4.500Z",
}
"""The shape of each kind of turning point, round its place."""


def kind_of(one: TurningPoint) -> str:
    """Which of MARKS a turning point has."""
    if one.is_blunder:
        return "blunder"
    return "mistake" if one.is_mistake else "swing"


@lru_cache(maxsize=16)
def mark_icon(kind: str) -> Markup:
    """A mark by itself, for lists; what it means must be said beside it."""
    return el("svg.mark-icon", {"viewBox": "-9 -9 18 18", "aria-hidden": "true"}, _mark(kind, 0, 0))


@lru_cache(maxsize=8)
def curve(words: Words, names: Names, review: Review, own: Seat) -> Markup:
    """The drawing, which is the same whatever moment is looked at; of two seats, the chances of
    ``own`` go up."""
    is_shared, length = len(names) == 2, len(review.turns)
    seats = (own,) if is_shared else range(1, len(names) + 1)
    if is_shared:
        drawn = [_areas(stretch, length, own) for stretch in review.curves[own - 1]]
    else:
        curves = ((seat, stretch) for seat in seats for stretch in review.curves[seat - 1])
        drawn = [[_line(f"M{_points(stretch, length)}", seat)] for seat, stretch in curves]
    return el(
        "svg.curve",
        {
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "role": "img",
            "aria-label": _label(words, names, own),
        },
        drawn,
        el("path.curve-middle", {"d": f"M0 {HEIGHT // 2}H{WIDTH}"}),
        [
            _mark(kind_of(one), _x(one.number, length), _y(height))
            for one in review.points
            for height in [chance(review, own if is_shared else one.seat, one.number)]
            if height is not None
        ],
    )


def here(review: Review, own: Seat, ply: int, seats: int) -> Markup:
    """The mark of the ply that is looked at, to be laid over the drawing."""
    x = _x(ply, len(review.turns))
    # The mark of a turning point shows the place already, and must not be covered.
    is_marked = any(one.number == ply for one in review.points)
    height = chance(review, own, ply) if seats == 2 and not is_marked else None
    return el(
        "svg.curve-here",
        {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "aria-hidden": "true"},
        el("path.here-casing", {"d": f"M{number(x)} 0V{HEIGHT}"}),
        el("path.here-line", {"d": f"M{number(x)} 0V{HEIGHT}"}),
        el("circle.here-dot", {"cx": x, "cy": _y(height), "r": 4}) if height is not None else None,
    )


@lru_cache(maxsize=8)
def line_sample(seat: Seat) -> Markup:
    return el(
        "svg.line-sample", {"viewBox": "0 0 30 10", "aria-hidden": "true"}, _line("M1 5H29", seat)
    )


def chance(review: Review, seat: Seat, ply: int) -> float | None:
    """A seat's win probability at a ply, interpolated from the known ones on both sides of it;
    None if there are none."""
    for stretch in review.curves[seat - 1]:
        index = bisect_right(stretch, (ply, 2.0))
        if index == 0 or (index == len(stretch) and stretch[-1][0] < ply):
            continue
        at, before = stretch[index - 1]
        if index == len(stretch):
            return before
        to, after = stretch[index]
        return before + (after - before) * (ply - at) / (to - at)
    return None


def _label(words: Words, names: Names, own: Seat) -> str:
    if len(names) > 2:
        return words.gettext("Everybody's chances, move by move")
    to_you = words.gettext("Your chances, move by move")
    return names.told(own, to_you, words.gettext("{name}'s chances, move by move"))


def _x(ply: int, length: int) -> float:
    return PAD + (WIDTH - 2 * PAD) * ply / length


def _y(height: float) -> float:
    return LOW + (HIGH - LOW) * height


def _points(stretch: Stretch, length: int) -> str:
    """The way along the curve, as part of a path that has begun with a command."""
    return " ".join(f"{number(_x(ply, length))} {number(_y(height))}" for ply, height in stretch)


def _areas(stretch: Stretch, length: int, own: Seat) -> list[Markup]:
    """The two seats' parts of the picture: one below the curve, the other above."""
    (start, first), (end, last) = stretch[0], stretch[-1]
    # A stretch that begins or ends with the match fills the pad there, too.
    left = number(0 if start == 0 else _x(start, length))
    right = number(WIDTH if end == length else _x(end, length))
    way = f"{left} {number(_y(first))} {_points(stretch, length)} {right} {number(_y(last))}"
    return [
        el("path", {"class": f"curve-area of-{3 - own}", "d": f"M{left} 0L{way}V0Z"}),
        el("path", {"class": f"curve-area of-{own}", "d": f"M{left} {HEIGHT}L{way}V{HEIGHT}Z"}),
        el("path.curve-edge", {"d": f"M{way}"}),
    ]


def _line(path: str, seat: Seat) -> Markup:
    """A line in the colour and dashes of a seat, with a rim that stands out from any ground."""
    return el(
        "g",
        {"class": f"curve-line of-{seat}"},
        el("path.line-rim", {"d": path}),
        el("path.line-core", {"d": path}),
    )


def _mark(kind: str, x: float, y: float) -> Markup:
    place = f"translate({number(x)} {number(y)})"
    return el("path", {"class": f"mark is-{kind}", "transform": place, "d": MARKS[kind]})
