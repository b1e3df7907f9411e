"""AYA's ball track as SVG: a wooden channel, nine balls in it, an opening at each end."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from spieltisch.games.aya.rules.choice import AyaChoice
from spieltisch.games.aya.rules.duties import EXCEPTIONAL
from spieltisch.games.aya.rules.events import sites_of
from spieltisch.games.aya.rules.track import (
    ENDS,
    LEFT,
    SIDE,
    STANDARD_MOVES,
    ZONE,
    Move,
    Track,
    format_track,
)
from spieltisch.kit.markup import Markup, Value, el, join, number, region
from spieltisch.kit.paint import downwards, rounded
from spieltisch.kit.scene import Motion, Scene, played_on, site_button
from spieltisch.kit.words import Words

WIDTH, HEIGHT = 956, 176
BALL_Y = 76
RADIUS = 44
STEP, SIDE_STEP = 108.0, 90.0
"""From one ball's centre to the next: in the play zone, where they are pressed, and in the side
zones, where they lie close together. So a play zone's ball is 36 px wide on a screen of 320."""

LIFT = 104.0
"""How high a ball is lifted out of the channel, in board units."""

COUNT = SIDE + ZONE + SIDE
HALF_ZONE = STEP * ZONE / 2
MIDDLE = WIDTH / 2
SITES = (ENDS[0], *(str(n) for n in range(1, ZONE + 1)), ENDS[1])
"""The sites that the keyboard goes through, from left to right: the ends and the zone's balls."""

SHOWN_MOVES = (*STANDARD_MOVES, EXCEPTIONAL)
"""The moves that can be drawn as arrows."""


def slot_x(slot: int) -> float:
    """The x of the centre of a place in the row, 0 the leftmost."""
    way = slot - COUNT // 2
    beyond = abs(way) - ZONE // 2
    if beyond <= 0:
        return MIDDLE + way * STEP
    away = HALF_ZONE + (beyond - 0.5) * SIDE_STEP + 2
    return MIDDLE + (away if way > 0 else -away)


def end_x(end: str) -> float:
    """The x of an end's opening, where a ball is pushed in."""
    return 20.0 if end == LEFT else WIDTH - 20.0


def slot_of(ball: str) -> int:
    return SIDE - 1 + int(ball)


def paint() -> Markup:
    """What the drawings refer to: the track's wood, the stripes of light cards, and the balls. Each
    ball's colour has a mark as well, for those who cannot tell the colours apart."""
    return join(
        downwards("wood-track", "0", "0.5", "1"),
        rounded("ball-b"),
        rounded("ball-y"),
        el(
            "pattern#aya-stripes",
            {"width": 16, "height": 16, "patternUnits": "userSpaceOnUse"},
            el("path.aya-stripe", {"d": "M-4 12 12-4M4 20 20 4"}),
        ),
        _painted_ball("b", el("circle.ball-mark", {"r": 19})),
        _painted_ball("y", el("path.ball-mark", {"d": "M-42-7H42M-42 9H42"})),
    )


def _painted_ball(colour: str, mark: Markup) -> Markup:
    """A ball of radius RADIUS about the origin."""
    return el(
        "g",
        {"id": f"aya-ball-{colour}", "class": f"aya-ball is-{colour}"},
        el("circle.ball-face", {"r": RADIUS, "fill": f"url(#ball-{colour})"}),
        mark,
        el("circle.ball-rim", {"r": RADIUS - 1}),
        el("ellipse.ball-light", {"cx": -14, "cy": -20, "rx": 14, "ry": 8}),
    )


def track_svg(scene: Scene, track: Track, lit: Markup | None = None) -> Markup:
    """The track of a scene; ``lit`` is drawn on the wood, below the balls."""
    choice = scene.choice if isinstance(scene.choice, AyaChoice) else None
    return (el if scene.is_picture else region)(
        "svg",
        {"class": "track", "viewBox": f"0 0 {WIDTH} {HEIGHT}", **_naming(scene, track)},
        _wood() if scene.is_picture else region("g#wood", _wood()),
        [_end(scene, choice, end) for end in ENDS],
        lit,
        [_ball(scene, choice, track, slot) for slot in range(COUNT)],
        _arrows(scene),
    )


def bare_track(track: Track, balls: Sequence[Mapping[str, Value]]) -> Markup:
    """The track with all nine balls to be pressed, by their places; no move is chosen on it."""
    drawn = [
        el(
            "g.ball",
            {"transform": _place(slot), **balls[slot]},
            el("circle.hit", {"r": RADIUS}),
            el("g.ball-body", {"data-piece": f"s{slot}"}, ball_use(colour)),
            el("circle.ball-ring", {"r": RADIUS + 4}),
        )
        for slot, colour in enumerate(track)
    ]
    return el("svg.track", {"viewBox": f"0 0 {WIDTH} {HEIGHT}"}, _wood(), drawn)


def outline() -> Markup:
    size: dict[str, Value] = {"x": 2, "y": 2, "width": WIDTH - 4, "height": 162, "rx": 44}
    return el("rect", {**size, "pathLength": 100})


def zone() -> Markup:
    return _bar("zone", MIDDLE - HALF_ZONE, 24, 2 * HALF_ZONE, 104, 0)


def small_track(track: Track, move: Move) -> Markup:
    slot = slot_of(move[0])
    ring = el("circle.ball-ring.is-shown", {"r": RADIUS + 4})
    balls = [
        el("g", {"transform": _place(nth)}, ball_use(colour), ring if nth == slot else None)
        for nth, colour in enumerate(track)
    ]
    shape = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "aria-hidden": "true"}
    return el("svg.small-track", {**shape}, _wood(), balls, _arrow(slot, move[1]))


def ball_use(colour: str, scale: float = 1.0) -> Markup:
    """A ball about the origin, as ``paint`` defines it."""
    size = None if scale == 1 else f"scale({number(scale)})"
    return el("use", {"href": f"#aya-ball-{colour}", "transform": size})


def _naming(scene: Scene, track: Track) -> dict[str, Value]:
    if scene.is_picture:
        return {"aria-hidden": "true"}
    naming = played_on(scene, "aya", format_track(track), track_text(track, scene.words))
    return {**naming, "id": "track", "aria-roledescription": scene.words.gettext("ball track")}


def _wood() -> Markup:
    left, right = MIDDLE - HALF_ZONE, MIDDLE + HALF_ZONE
    return el(
        "g.track-wood",
        {"aria-hidden": "true"},
        _bar("track-edge", 2, 12, WIDTH - 4, 162, 44),
        _bar("track-body", 2, 2, WIDTH - 4, 162, 44),
        _bar("track-shine", 9, 8, WIDTH - 18, 150, 38),
        _bar("track-channel", 8, 24, WIDTH - 16, 104, 52),
        _bar("track-zone", left, 24, right - left, 104, 0),
        [
            el("path.track-gate", {"d": f"M{number(x)} 14v14M{number(x)} 124v14"})
            for x in (left, right)
        ],
        [
            el("text.track-number", {"x": slot_x(SIDE + index), "y": 154}, index + 1)
            for index in range(ZONE)
        ],
    )


def _bar(kind: str, x: float, y: float, width: float, height: float, round_by: float) -> Markup:
    fill = "url(#wood-track)" if kind == "track-body" else None
    size: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height, "rx": round_by}
    return el("rect", {"class": kind, "fill": fill, **size})


def _end(scene: Scene, choice: AyaChoice | None, end: str) -> Markup:
    """An end: the whole side zone can be pressed, an arrow in the wood shows the direction."""
    is_target = choice is not None and end in choice.targets
    is_chosen = choice is not None and choice.end == end
    way, width = -1 if end == LEFT else 1, MIDDLE - HALF_ZONE
    middle = MIDDLE + way * (HALF_ZONE + width / 2)
    arrow = f"M{-34 * way} 70H{34 * way}m{-12 * way}-12L{34 * way} 70l{-12 * way} 12"
    ring = {"x": -94, "y": -52, "width": 188, "height": 104, "rx": 50}
    drawing = (el("rect.end-ring", {**ring}), el("path.end-mark", {"d": arrow}))
    shape: dict[str, Value] = {
        "class": f"end{_states(is_target, is_chosen)}" + " is-told" * (end in scene.lit),
        "transform": f"translate({number(middle)} {BALL_Y})",
    }
    if scene.is_picture:
        return el("g", shape, *drawing)
    shape |= {**_button(scene, end, is_target, is_chosen), "data-end": end}
    return region("g", shape, _hit(width), *drawing)


def _hit(width: float) -> Markup:
    size: dict[str, Value] = {"x": -width / 2, "y": -BALL_Y, "width": width, "height": HEIGHT}
    return el("rect.hit", {**size})


def _ball(scene: Scene, choice: AyaChoice | None, track: Track, slot: int) -> Markup:
    ball = str(slot - SIDE + 1) if SIDE <= slot < SIDE + ZONE else None
    is_target = choice is not None and ball in choice.targets
    is_chosen = choice is not None and ball is not None and choice.ball == ball
    is_live = ball is not None and not scene.is_picture
    return (region if is_live else el)(
        "g",
        {
            "class": f"ball{_states(is_target, is_chosen)}" + " is-told" * (ball in scene.lit),
            "transform": _place(slot),
            **(_button(scene, ball, is_target, is_chosen) if is_live and ball else {}),
            **({"data-ball": ball} if is_live else {}),
        },
        _hit(STEP) if is_live else None,
        el("g.ball-body", {"data-piece": f"s{slot}"}, ball_use(track[slot])),
        el("circle.ball-ring", {"r": RADIUS + 4}) if is_live else None,
    )


def _states(is_target: bool, is_chosen: bool) -> str:
    return " is-target" * is_target + " is-chosen" * is_chosen


def _button(scene: Scene, site: str, is_target: bool, is_chosen: bool) -> dict[str, Value]:
    label, stop = site_label(scene, site), tab_stop(scene)
    return {
        **site_button(scene, site, label, stop, is_target=is_target, is_chosen=is_chosen),
        "data-token": site,
        "data-drag": site if site not in ENDS and (is_target or is_chosen) else None,
        "data-drop": site if site in ENDS and is_target else None,
    }


def tab_stop(scene: Scene) -> str:
    """The one ball or end that the Tab key goes to."""
    return scene.cursor if scene.cursor in SITES else "3"


def site_label(scene: Scene, site: str) -> str:
    words = scene.words
    if site in ENDS:
        return words.gettext("Left end") if site == LEFT else words.gettext("Right end")
    return ball_text(scene.position.track[slot_of(site)], site, ZONE, words)


def ball_text(ball: str, number: str, count: int, words: Words) -> str:
    """One ball of several, by its number from the left."""
    colour = balls_text(ball, words)
    return words("Ball {number} of {count}, {colour}", number=number, count=count, colour=colour)


def balls_text(balls: str, words: Words) -> str:
    """Balls in words, from the left: ``2 blue, yellow``."""
    return ", ".join(_run_text(ball, len(list(run)), words) for ball, run in groupby(balls))


def _run_text(ball: str, count: int, words: Words) -> str:
    if count == 1:
        return words.gettext("blue") if ball == "b" else words.gettext("yellow")
    if ball == "b":
        return words.counted("{n} blue", "{n} blue", count)
    return words.counted("{n} yellow", "{n} yellow", count)


def track_text(track: Track, words: Words) -> str:
    left, zone, right = (balls_text(balls, words) for balls in format_track(track).split("|"))
    return words(
        "Track: on the left {left}; in the zone {zone}; on the right {right}",
        left=left,
        zone=zone,
        right=right,
    )


def zone_text(track: Track, words: Words) -> str:
    """The part of the track that shows a pattern."""
    return words("Zone: {balls}", balls=balls_text(track[SIDE : SIDE + ZONE], words))


def _arrows(scene: Scene) -> list[Markup]:
    """The move that is shown: to a solitaire player who asked, or in a picture."""
    told = scene.help
    if told is None or told.step < 3 or not told.moves or told.moves[0] not in SHOWN_MOVES:
        return []
    sites = sites_of(told.moves[0])
    pairs = zip(sites[::2], sites[1::2], strict=True)
    return [_arrow(slot_of(ball), end) for ball, end in pairs]


def _arrow(slot: int, end: str) -> Markup:
    """An arrow from above a ball to above an end."""
    x, goal, top, foot = slot_x(slot), end_x(end), -24, 24
    way = 1 if goal > x else -1
    head = f"M{number(goal - way * 20)} {foot - 22}L{number(goal)} {foot}l{-way * 4}-27"
    bow = f"C{number(x)} {top - 34} {number(goal)} {top - 34} {number(goal)} {foot}"
    return el("path.move-arrow", {"d": f"M{number(x)} {foot}{bow}{head}"})


def _place(slot: int) -> str:
    """The transform to the centre of a place in the row."""
    return f"translate({number(slot_x(slot))} {BALL_Y})"


def motions(sites: Sequence[str]) -> Iterator[Motion]:
    """How the balls roll: one or two are lifted out and pushed in at an end, the others make room.
    The sites are those of an event of the kind ``moved``."""
    pushes = [(slot_of(ball), end) for ball, end in zip(sites[::2], sites[1::2], strict=True)]
    row = list(range(COUNT))
    for slot, end in pushes:
        row.remove(slot)
        row.insert(0 if end == LEFT else len(row), slot)
    lifted = {slot: end_x(end) for slot, end in pushes}
    for now, was in enumerate(row):
        away = slot_x(was) - slot_x(now)
        if was in lifted:
            to_end = lifted[was] - slot_x(now)
            way = ((away, 0.0), (away, -LIFT), (to_end, -LIFT), (to_end, 0.0), (0.0, 0.0))
            yield Motion(f"s{now}", way)
        elif away:
            rolled = away / (2 * 3.1416 * RADIUS) * -360
            way = ((away, 0.0),) * 4 + ((0.0, 0.0),)
            yield Motion(f"s{now}", way, (-rolled,) * 4 + (0.0,))
