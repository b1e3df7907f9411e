"""YALA's ring of towers as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from math import copysign, cos, sin

from spieltisch.boards.ring import SITES
from spieltisch.games.yala.choice import YalaChoice
from spieltisch.games.yala.position import COLOUR_OF, SEAT_OF, Walk, YalaPosition
from spieltisch.games.yala.rules import GAME
from spieltisch.views.markup import Markup, Value, el, join, number
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words
from spieltisch.views.yala.stones import (
    CENTRE,
    HEIGHT,
    RING,
    STONE_DEPTH,
    STONE_HEIGHT,
    STONE_WIDTH,
    WIDTH,
    outline,
    stone,
    tower_angles,
    tower_foot,
)

STEP_CIRCLES = {"+": 0.56, "-": 0.41}
"""How far out the steps of a walk are drawn, by direction, so that both can be told apart."""


def board(scene: Scene) -> Markup:
    """The board of a scene."""
    position: YalaPosition = scene.position
    choice: YalaChoice | None = scene.choice if isinstance(scene.choice, YalaChoice) else None
    angles = tower_angles(position.towers)
    return el(
        "svg",
        {"class": "board board-yala", "viewBox": f"0 0 {WIDTH} {HEIGHT}", **_naming(scene)},
        tabletop(),
        _walks(choice, angles) if choice else None,
        _hinted_walk(scene, choice, angles),
        [_tower(scene, choice, site, angles[site]) for site in angles],
    )


def _naming(scene: Scene) -> dict[str, Value]:
    """What makes the drawing a board to play on rather than a picture of one."""
    position: YalaPosition = scene.position
    if scene.is_picture:
        return {"aria-hidden": "true"}
    return {
        "id": "board",
        "data-game": "yala",
        "data-position": GAME.format_position(position),
        "data-active-seat": next(iter(position.active_seats), None),
        "role": "application",
        "aria-roledescription": scene.words.gettext("board"),
        "aria-label": scene.words.gettext("YALA: a ring of towers. Arrow keys go round it."),
        "aria-describedby": "hint",
    }


def tabletop() -> Markup:
    """The round table under the towers."""
    x, y = CENTRE
    return el(
        "g",
        {"class": "tabletop", "aria-hidden": "true"},
        el("ellipse", {"class": "tabletop-edge", "cx": x, "cy": y + 11, "rx": 492, "ry": 466}),
        el(
            "ellipse",
            {
                "class": "tabletop-face",
                "fill": "url(#wood-table)",
                "cx": x,
                "cy": y,
                "rx": 492,
                "ry": 466,
            },
        ),
        el("ellipse", {"class": "tabletop-line", "cx": x, "cy": y, "rx": 474, "ry": 450}),
        el("ellipse", {"class": "tabletop-line", "cx": x, "cy": y, "rx": 190, "ry": 180}),
    )


def _tower(scene: Scene, choice: YalaChoice | None, site: str, angle: float) -> Markup:
    position: YalaPosition = scene.position
    tower = position.towers[SITES.index(site)]
    x, y = tower_foot(angle)
    is_landing = choice is not None and choice.site is not None and site in choice.targets
    return el(
        "g",
        {
            "class": " ".join(("tower", *_states(scene, choice, site))),
            "transform": f"translate({number(x)} {number(y)})",
            **({} if scene.is_picture else _button(scene, choice, site)),
        },
        _foot(site, len(tower), angle),
        [stone(colour, level, f"{site}{level}") for level, colour in enumerate(tower)],
        stone(COLOUR_OF[choice.seat], len(tower), kind="is-ghost")
        if is_landing and choice is not None
        else None,
        el("path", {"class": "tower-outline", "d": outline(len(tower))}),
    )


def _button(scene: Scene, choice: YalaChoice | None, site: str) -> dict[str, Value]:
    """What makes a tower something to press."""
    return {
        "id": f"site-{site}",
        "data-site": site,
        "data-target": choice is not None and site in choice.targets,
        "role": "button",
        "tabindex": 0 if site == tab_stop(scene) else -1,
        "aria-label": site_label(scene, choice, site),
        "aria-pressed": "true" if choice is not None and choice.site == site else None,
    }


def tab_stop(scene: Scene) -> str:
    """The one tower that the Tab key goes to."""
    towers: tuple[str, ...] = scene.position.towers
    if scene.cursor in SITES and towers[SITES.index(scene.cursor)]:
        return scene.cursor
    return next(site for site, tower in zip(SITES, towers, strict=True) if tower)


def _states(scene: Scene, choice: YalaChoice | None, site: str) -> Iterator[str]:
    """Class names for what a tower is just now."""
    if site == landing_of_last(scene):
        yield "is-last"
    if site in hinted(scene):
        yield "is-hinted"
    if choice is None:
        return
    if choice.site == site:
        yield "is-chosen"
    if site in choice.targets:
        yield "is-movable" if choice.site is None else "is-landing"
    if any(walk.blocked_at == site for walk in choice.walks().values()):
        yield "is-blocking"


def _foot(site: str, height: int, angle: float) -> Markup:
    # At the sides a name below the tower would lie under the next one's top: it stands inwards.
    # In front there is room below, but not inwards.
    is_aside = abs(cos(angle)) > 0.4 and sin(angle) < 0.7
    x = -copysign(STONE_WIDTH + 36, cos(angle)) if is_aside else 0.0
    y = 10.0 if is_aside else STONE_DEPTH + 30
    return join(
        el("ellipse", {"class": "tower-shadow", "cy": 8.0, "rx": 80.0, "ry": 30.0}),
        el(
            "text",
            {"class": "tower-name", "x": x, "y": y, "aria-hidden": "true"},
            site,
            " ",
            el("tspan", {"class": "tower-height"}, height),
        ),
    )


def landing_of_last(scene: Scene) -> str | None:
    """The place where the last stone landed."""
    if scene.last is None:
        return None
    landing: str = scene.last.before.walk(scene.last.action).path[-1]
    return landing


def _walks(choice: YalaChoice, angles: dict[str, float]) -> Markup:
    return el(
        "g",
        {"class": "walks", "aria-hidden": "true"},
        [
            _walk(direction, walk, angles, choice.site)
            for direction, walk in choice.walks().items()
            if choice.site is not None
        ],
    )


def _hinted_walk(
    scene: Scene, choice: YalaChoice | None, angles: dict[str, float]
) -> Markup | None:
    """Where the hint leads; while a tower is chosen its own walks are to be seen."""
    action = scene.help.action if scene.help is not None else None
    if action is None or (choice is not None and choice.site is not None):
        return None
    walk = scene.position.walk(action)
    return el(
        "g",
        {"class": "walks is-hint", "aria-hidden": "true"},
        _walk(action.direction, walk, angles, action.site),
    )


def hinted(scene: Scene) -> tuple[str | None, str | None]:
    """The tower that a hint points at and the one where it leads, as far as they were told."""
    told = scene.help
    if told is None or told.turn is None:
        return None, None
    landing = scene.position.walk(told.action).path[-1] if told.action is not None else None
    return told.turn.action.site, landing


def _walk(direction: str, walk: Walk, angles: dict[str, float], start: str | None) -> Markup:
    inward = STEP_CIRCLES[direction]
    sites = [start or SITES[0], *walk.path]
    if walk.blocked_at is not None:
        sites = sites[: sites.index(walk.blocked_at, 1) + 1]
    points = [tower_foot(angles[site], inward) for site in sites]
    sweep = 1 if direction == "+" else 0
    rx, ry = (number(axis * inward) for axis in RING)
    way = "".join(f"A{rx} {ry} 0 0 {sweep} {number(x)} {number(y)}" for x, y in points[1:])
    x, y = points[0]
    state = "is-open" if walk.is_open else "is-blocked"
    return el(
        "g",
        {"class": f"walk {state}"},
        el("path", {"class": "walk-line", "d": f"M{number(x)} {number(y)}{way}"}),
        el("circle", {"class": "walk-start", "cx": x, "cy": y, "r": 9}),
        list(_steps(walk, sites, points)),
    )


def _steps(walk: Walk, sites: list[str], points: list[tuple[float, float]]) -> Iterator[Markup]:
    for count, (site, (x, y)) in enumerate(zip(sites[1:], points[1:], strict=True), start=1):
        is_wall = site == walk.blocked_at or (walk.is_repeating and site == walk.path[-1])
        kind = "walk-step"
        if is_wall:
            kind += " is-wall"
        elif count == len(walk.path):
            kind += " is-end"
        yield el(
            "g",
            {"class": kind, "transform": f"translate({number(x)} {number(y)})"},
            el("circle", {"r": 25}),
            el("path", {"d": "M-9-9 9 9M9-9-9 9"}) if is_wall else el("text", {"y": 10}, count),
        )


def site_label(scene: Scene, choice: YalaChoice | None, site: str) -> str:
    """A tower in words, for those who listen: what it is and what can be done with it."""
    words = scene.words
    tower = scene.position.towers[SITES.index(site)]
    colours = {"d": words.gettext("dark"), "l": words.gettext("light")}
    height = words.ngettext("{n} stone", "{n} stones", len(tower)).format(n=len(tower))
    order = ", ".join(colours[colour] for colour in reversed(tower))
    label = words.gettext("{site}: {height}, from the top {order}").format(
        site=site, height=height, order=order
    )
    if choice is None:
        return label
    prospects = _prospects(scene.position, choice, site, words)
    return ". ".join((label, *_hint_label(scene, site), *prospects))


def _hint_label(scene: Scene, site: str) -> Iterator[str]:
    start, landing = hinted(scene)
    if site == start:
        yield scene.words.gettext("The hint points here")
    if site == landing:
        yield scene.words.gettext("The hint leads here")


def _prospects(
    position: YalaPosition, choice: YalaChoice, site: str, words: Words
) -> Iterator[str]:
    if choice.site == site:
        yield words.gettext("Chosen")
    elif choice.site is not None and site in choice.targets:
        yield words.gettext("Can land here")
    if choice.site is None and site in choice.targets:
        from_here = choice.press(site)
        landings = {w.path[-1] for w in from_here.walks().values() if w.is_open}
        yield words.gettext("Can move to {sites}").format(sites=", ".join(sorted(landings)))
    elif choice.site is None and _is_own(position, choice, site):
        yield words.gettext("Blocked both ways")


def _is_own(position: YalaPosition, choice: YalaChoice, site: str) -> bool:
    tower = position.towers[SITES.index(site)]
    return bool(tower) and SEAT_OF[tower[-1]] == choice.seat


def stone_point(towers: tuple[str, ...], site: str, level: int) -> tuple[float, float]:
    """Where a stone lies on the board, given how many lie under it."""
    x, y = tower_foot(tower_angles(towers)[site])
    return x, y - level * STONE_HEIGHT
