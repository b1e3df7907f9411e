"""YALA's ring of towers as SVG: to play on, to look at, and to be arranged by hand.

Lengths are board units: the board is WIDTH wide and HEIGHT high, with room above the ring for a
tower of five. Dark stones have a bright band round their side and a ring on top; light ones have
notches and a dot, so that shape tells them apart.
"""

from cmath import phase, rect
from collections.abc import Container, Sequence
from functools import lru_cache
from math import copysign, cos, pi, sin, tau

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.position import (
    COLOUR_OF,
    DIRECTIONS,
    SITES,
    Walk,
    YalaAction,
    YalaEnd,
    YalaPosition,
)
from spieltisch.games.yala.rules.rules import RULES, START_TOWERS
from spieltisch.games.yala.view.sentences import choice_of, site_label, tab_stop
from spieltisch.kit.marks import Place, marks_layer
from spieltisch.kit.markup import Markup, Value, el, join, number, region
from spieltisch.kit.paint import across
from spieltisch.kit.scene import Scene, played_on, site_button
from spieltisch.kit.words import Words

WIDTH, HEIGHT = 1000, 1052
CENTRE = (500.0, 572.0)
RING = (396.0, 372.0)
"""The half axes of the ring on which the towers stand."""

STONE_WIDTH, STONE_DEPTH, STONE_HEIGHT = 72.0, 24.0, 29.0
"""A stone's half width, the half height of its face, and its thickness."""

Point = tuple[float, float]


def tower_angles(towers: Sequence[str]) -> dict[str, float]:
    """The angle of each standing tower, evenly round the ring, ``a`` near the top. The whole ring
    is turned so that the towers are, on average, nearest to where they stood when all were there:
    when a place vanishes the others move as little as possible."""
    places = tuple(place for place, tower in enumerate(towers) if tower)
    angles = _angles(places, len(towers))
    return {SITES[place]: angle for place, angle in zip(places, angles, strict=True)}


@lru_cache(maxsize=64)
def _angles(places: tuple[int, ...], count: int) -> tuple[float, ...]:
    step = tau / len(places)
    home = tau / count
    drift = sum(rect(1, place * home - k * step) for k, place in enumerate(places))
    turn = phase(drift) - pi / 2
    return tuple(turn + k * step for k in range(len(places)))


def tower_foot(angle: float, inward: float = 1.0) -> Point:
    """The point on the board where a tower stands; ``inward`` below 1 is nearer the centre."""
    return (CENTRE[0] + RING[0] * inward * cos(angle), CENTRE[1] + RING[1] * inward * sin(angle))


def paint() -> Markup:
    """The wood of a stone's side, dark and light: lit a little left of its middle."""
    return join(across("wood-d", "0", "0.35", "1"), across("wood-l", "0", "0.35", "1"))


@lru_cache(maxsize=1024)
def stone(colour: str, level: int, piece: str | None = None, kind: str = "") -> Markup:
    """A stone with so many others under it, of a tower whose foot is at the origin; ``piece`` is
    its name for animation, ``kind`` further class names."""
    y = -level * STONE_HEIGHT
    w, d, h = STONE_WIDTH, STONE_DEPTH, STONE_HEIGHT
    middle, inlay = y - h / 2, f"stone-inlay stone-inlay-{colour}"
    if colour == "d":
        scale = 0.62
        line = number(middle)
        mark = f"M-{number(w)} {line}A{number(w)} {number(d)} 0 0 0 {number(w)} {line}"
    else:
        scale, mark = 0.2, ""
        for x in (-50.0, -25.0, 0.0, 25.0, 50.0):
            sag = d * (1 - (x / w) ** 2) ** 0.5
            mark += f"M{number(x)} {number(middle + sag - 6)}v12"
    return el(
        "g",
        {"class": f"stone stone-{colour} {kind}".strip(), "data-piece": piece},
        el("path.stone-side", {"fill": f"url(#wood-{colour})", "d": _side(y, h)}),
        el("path.stone-mark", {"d": mark}),
        el("ellipse.stone-face", {"cy": y - h, "rx": w, "ry": d}),
        el("ellipse", {"class": inlay, "cy": y - h, "rx": w * scale, "ry": d * scale}),
    )


@lru_cache(maxsize=8)
def outline(height: int) -> Markup:
    """The line round a tower of so many stones, its foot at the origin."""
    path = _side(0.0, height * STONE_HEIGHT, is_closed_over=True)
    return el("path.tower-outline", {"d": path})


@lru_cache(maxsize=3)
def masonry(height: int) -> Markup:
    """What makes a tower of so many stones a wall: two courses of stone round it, foot at the
    origin."""
    return el("g.masonry", _courses(height))


def _courses(height: int) -> Markup:
    return join(_course(5.0, 20.0), _course(-height * STONE_HEIGHT + 41.0, 20.0))


def _course(foot: float, height: float) -> Markup:
    """A course of stones round the front of a tower; its lower edge is at ``foot`` at the sides."""
    w, d, top = STONE_WIDTH + 6, STONE_DEPTH + 2, foot - height
    joints = ""
    for x in (-0.72, -0.36, 0.0, 0.36, 0.72):
        sag = d * (1 - x**2) ** 0.5
        joints += f"M{number(x * w)} {number(top + sag)}v{number(height)}"
    shape = (
        f"M-{number(w)} {number(top)}A{number(w)} {number(d)} 0 0 0 {number(w)} {number(top)}"
        f"V{number(foot)}A{number(w)} {number(d)} 0 0 1 -{number(w)} {number(foot)}Z"
    )
    return join(el("path.course", {"d": shape}), el("path.course-joints", {"d": joints}))


def _side(y: float, h: float, *, is_closed_over: bool = False) -> str:
    w, d = number(STONE_WIDTH), number(STONE_DEPTH)
    over = 1 if is_closed_over else 0
    return (
        f"M-{w} {number(y - h)}V{number(y)}A{w} {d} 0 0 0 {w} {number(y)}"
        f"V{number(y - h)}A{w} {d} 0 0 {1 - over} -{w} {number(y - h)}Z"
    )


STEP_CIRCLES = {"+": 0.56, "-": 0.41}
"""How far out the steps of a walk are drawn, by direction, so that both can be told apart."""


def board(scene: Scene) -> Markup:
    position: YalaPosition = scene.position
    choice = choice_of(scene)
    angles = tower_angles(SITES[: len(position.towers)] if scene.is_edited else position.towers)
    shape: dict[str, Value] = {"class": "board board-yala", "viewBox": f"0 0 {WIDTH} {HEIGHT}"}
    ways = (
        _vanished(scene, angles),
        _walks(choice, angles) if choice else None,
        _hinted_walk(scene, choice, angles),
    )
    towers = _towers(scene, choice, angles)
    if scene.is_picture:
        shape |= {"class": "board board-yala is-picture", "aria-hidden": "true"}
        return el("svg", shape, tabletop(), ways, towers)
    label = scene.words.gettext("YALA, a ring of towers. The arrow keys go round it.")
    shape |= played_on(scene, "yala", RULES.format_board(position), label)
    marks = marks_layer(scene.marks, places(position)) if scene.marks else None
    return region("svg", shape, tabletop(), region("g#ways", ways), towers, marks)


def places(position: YalaPosition) -> dict[str, Place]:
    """The middle of each tower that stands."""
    towers = dict(zip(SITES, position.towers, strict=False))
    found: dict[str, Place] = {}
    for site, angle in tower_angles(position.towers).items():
        x, y = tower_foot(angle)
        found[site] = (x, y - len(towers[site]) * STONE_HEIGHT / 2, STONE_WIDTH + 14)
    return found


@lru_cache
def tabletop() -> Markup:
    x, y = CENTRE
    wood: dict[str, Value] = {"fill": "url(#wood-table)", "cx": x, "cy": y, "rx": 492, "ry": 466}
    return el(
        "g.tabletop",
        {"aria-hidden": "true"},
        el("ellipse.tabletop-edge", {"cx": x, "cy": y + 11, "rx": 492, "ry": 466}),
        el("ellipse.tabletop-face", wood),
        el("ellipse.tabletop-line", {"cx": x, "cy": y, "rx": 474, "ry": 450}),
        el("ellipse.tabletop-line", {"cx": x, "cy": y, "rx": 190, "ry": 180}),
    )


def _towers(scene: Scene, choice: YalaChoice | None, angles: dict[str, float]) -> list[Markup]:
    """The towers that stand; what is the same for all of them is looked up once."""
    towers = dict(zip(SITES, scene.position.towers, strict=False))
    marks = _marks(scene, choice)
    stop = tab_stop(scene)
    has_chosen = choice is not None and choice.site is not None
    targets = choice.targets if choice is not None else frozenset()
    is_seen = not (scene.is_edited or scene.is_moving)
    lights = lit_walls(scene.position) if is_seen else {}
    drawn: list[Markup] = []
    for site, angle in angles.items():
        is_target = site in targets
        states = (name for name, sites in marks.items() if site in sites)
        attributes: dict[str, Value] = {"class": " ".join(("tower", *states))}
        if not scene.is_picture:
            label, is_chosen = site_label(scene, choice, site), choice and choice.site == site
            attributes |= site_button(
                scene, site, label, stop, is_target=is_target, is_chosen=bool(is_chosen)
            )
        ghost = COLOUR_OF[choice.seat] if choice is not None and has_chosen and is_target else None
        is_closing = scene.is_moving and site in marks["is-last"]
        is_wall = len(towers[site]) == scene.position.wall and not is_closing
        light = lights.get(site)
        drawn.append(_tower(site, towers[site], angle, ghost, is_wall, light, **attributes))
    return drawn


# Most towers stay as they are from one picture to the next.
@lru_cache(maxsize=512)
def _tower(
    site: str,
    stones: str,
    angle: float,
    ghost: str | None,
    is_wall: bool,
    light: str | None,
    **attributes: Value,
) -> Markup:
    """One tower at an angle of the ring, see ``tower_foot``; with an id, a button. The ghost is the
    colour of the stone that could land on it, if one could; the light is its mark, if it is a wall
    that lights up."""
    x, y = tower_foot(angle)
    is_button = "id" in attributes
    kept = (
        _foot(site, len(stones), angle),
        [stone(colour, level, f"{site}{level}") for level, colour in enumerate(stones)],
    )
    return (region if is_button else el)(
        "g",
        {**attributes, "transform": f"translate({number(x)} {number(y)})"},
        # A region of its own: stones change only when one moves, the rest at every press.
        region("g", {"id": f"stones-{site}"}, kept) if is_button else kept,
        masonry(len(stones)) if is_wall else None,
        stone(ghost, len(stones), kind="is-ghost") if ghost is not None else None,
        outline(len(stones)),
        _light(light, len(stones)) if light is not None else None,
    )


def _light(mark: str, height: int) -> Markup:
    """The light of a wall, over its stones and its masonry: no more than lines and courses."""
    return el("g.wall-light", {"data-after": mark}, _courses(height), outline(height))


def _marks(scene: Scene, choice: YalaChoice | None) -> dict[str, Container[str | None]]:
    """Class names for the current state of towers, each with the towers that have it."""
    moved = scene.last.events[0].sites if scene.last is not None else ()
    marks: dict[str, Container[str | None]] = {
        "is-from": moved[:1],
        "is-last": moved[-1:],
        "is-hinted": scene.hinted,
        "is-told": scene.lit,
    }
    if choice is not None:
        marks |= {
            "is-chosen": (choice.site,),
            "is-movable" if choice.site is None else "is-landing": choice.targets,
            "is-blocking": [walk.blocked_at for walk in choice.walks.values()],
        }
    if not (scene.is_edited or scene.is_moving):
        marks["is-dead"] = _dead(scene.position)
    return marks


def _dead(position: YalaPosition) -> list[str]:
    """At the end, the towers whose stones on top cannot move."""
    if position.outcome is None or position.outcome.reason != YalaEnd.NO_MOVE:
        return []
    towers = zip(SITES, position.towers, strict=False)
    return [site for site, tower in towers if tower.endswith(position.to_move)]


def lit_walls(position: YalaPosition) -> dict[str, str]:
    """At the end, the walls that stones cannot get past, in the order in which they light up, round
    the ring; each with the mark of its light."""
    # What would go all the way round has no wall in its way, but its own tower.
    ends = {
        (position.walk(YalaAction(site, way)).blocked_at, site)
        for site in _dead(position)
        for way in DIRECTIONS
    }
    shut = sorted({end for end, site in ends if end is not None and end != site})
    return {site: f"wall-{order}" for order, site in enumerate(shut, start=1)}


@lru_cache(maxsize=512)
def _foot(site: str, height: int, angle: float) -> Markup:
    """The shadow and the name of a tower with so many stones."""
    x, y, anchor = 0.0, STONE_DEPTH + 30, "middle"
    # At the sides a name below the tower would lie under the next one's top: it stands inwards.
    # In front there is room below, but not inwards.
    if abs(cos(angle)) > 0.4 and sin(angle) < 0.7:
        x, y = -copysign(STONE_WIDTH + 12, cos(angle)), 10.0
        anchor = "end" if x < 0 else "start"
    shape: dict[str, Value] = {"x": x, "y": y, "text-anchor": anchor, "aria-hidden": "true"}
    name = el("text.tower-name", shape, site, " ", el("tspan.tower-height", height))
    return join(el("ellipse.tower-shadow", {"cy": 8.0, "rx": 80.0, "ry": 30.0}), name)


def _vanished(scene: Scene, angles: dict[str, float]) -> Markup | None:
    events = scene.last.events if scene.last is not None else ()
    gone = next((event.sites[0] for event in events if event.kind == "vanished"), None)
    if gone is None:
        return None
    before = SITES[: SITES.index(gone)]
    neighbour = next((site for site in reversed(before) if site in angles), list(angles)[-1])
    x, y = tower_foot(angles[neighbour] + pi / len(angles))
    return el("ellipse.vanished", {"cx": x, "cy": y + 8, "rx": 34.0, "ry": 13.0})


def _walks(choice: YalaChoice, angles: dict[str, float]) -> Markup:
    walks = [_walk(way, walk, angles, choice.site) for way, walk in choice.walks.items()]
    return el("g.walks", {"aria-hidden": "true"}, walks)


def _hinted_walk(
    scene: Scene, choice: YalaChoice | None, angles: dict[str, float]
) -> Markup | None:
    """The walk that the hint gives; none while a tower is chosen, as its own walks are drawn."""
    action = scene.help.action if scene.help is not None else None
    if action is None or (choice is not None and choice.site is not None):
        return None
    walk = _walk(action.direction, scene.position.walk(action), angles, action.site)
    return el("g.walks.is-hint", {"aria-hidden": "true"}, walk)


def _walk(direction: str, walk: Walk, angles: dict[str, float], start: str | None) -> Markup:
    inward = STEP_CIRCLES[direction]
    sites = [start or SITES[0], *walk.path]
    if walk.blocked_at is not None:
        sites = sites[: sites.index(walk.blocked_at, 1) + 1]
    points = [tower_foot(angles[site], inward) for site in sites]
    sweep = 1 if direction == "+" else 0
    rx, ry = (number(axis * inward) for axis in RING)
    way = "".join(f"A{rx} {ry} 0 0 {sweep} {number(x)} {number(y)}" for x, y in points[1:])
    state = "is-open" if walk.is_open else "is-blocked"
    start_x, start_y = points[0]
    drawn = [
        el("path.walk-line", {"d": f"M{number(start_x)} {number(start_y)}{way}"}),
        el("circle.walk-start", {"cx": start_x, "cy": start_y, "r": 9}),
    ]
    for count, (x, y) in enumerate(points[1:], start=1):
        is_wall = sites[count] == walk.blocked_at
        is_end = count == len(walk.path)
        kind, sign = "walk-step" + " is-end" * is_end, el("text", {"y": 10}, count)
        if is_wall or (is_end and walk.is_repeating):
            kind, sign = "walk-step is-wall", el("path", {"d": "M-9-9 9 9M9-9-9 9"})
        shape = {"class": kind, "transform": f"translate({number(x)} {number(y)})"}
        drawn.append(el("g", {**shape}, el("circle", {"r": 25}), sign))
    return el("g", {"class": f"walk {state}"}, drawn)


def arranger(start: str, words: Words) -> Markup | None:
    """The ring of a start text, to be arranged by hand: pressing a tower turns it over. None for
    a position of another kind, which the editor has made."""
    # How high a wall is, an option says and not the start; no tower of a start is one.
    ring = start.partition(" ")[0].split("/")
    if not set(ring) <= {*START_TOWERS}:
        return None
    towers = dict(zip(SITES, ring, strict=False))
    angles = tower_angles(tuple(towers.values()))
    right = words.gettext(
        "Press a tower to turn it over. As many dark as light on top: that is right."
    )
    if len(ring) % 2:
        right = words.gettext(
            "Press a tower to turn it over. One more on top of one colour than of the other: that"
            " is right."
        )
    told = start_flaw(start, words) or right
    shape = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "role": "group"}
    drawn = [_arranged_tower(site, tower, angles[site], words) for site, tower in towers.items()]
    return join(
        el("p#arranger-help", {"role": "status"}, told),
        el(
            "svg.board.board-yala",
            {**shape, "aria-labelledby": "arranger-help"},
            tabletop(),
            drawn,
        ),
    )


def _arranged_tower(site: str, tower: str, angle: float, words: Words) -> Markup:
    x, y = tower_foot(angle)
    template = words.gettext("Tower {site}: light on top. Turn it over")
    if tower.endswith("d"):
        template = words.gettext("Tower {site}: dark on top. Turn it over")
    return el(
        "g.tower.is-movable",
        {
            "id": f"turn-{site}",
            "role": "button",
            "tabindex": 0,
            "data-do": "arrange",
            "data-arg": site,
            "aria-label": template.format(site=site),
            "transform": f"translate({number(x)} {number(y)})",
        },
        [stone(colour, level) for level, colour in enumerate(tower)],
    )


def start_flaw(start: str, words: Words) -> str:
    """How many towers show each colour, if these are not as many."""
    try:
        towers = RULES.parse_position(start).towers
    except ValueError:
        return ""
    dark, light = (sum(tower.endswith(colour) for tower in towers) for colour in "dl")
    if abs(dark - light) == len(towers) % 2:
        return ""
    told = words.gettext(
        "{dark} dark and {light} light on top. There must be as many dark as light."
    )
    if len(towers) % 2:
        told = words.gettext(
            "{dark} dark and {light} light on top. There must be one more of one colour than of the"
            " other."
        )
    return told.format(dark=dark, light=light)
