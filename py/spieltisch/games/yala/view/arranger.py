"""Arranging YALA's start by hand: pressing a tower turns it over."""

from __future__ import annotations

from spieltisch.games.yala.rules.position import SITES
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.games.yala.view.board import tabletop
from spieltisch.games.yala.view.stones import HEIGHT, WIDTH, stone, tower_angles, tower_foot
from spieltisch.views.markup import Markup, el, join, number
from spieltisch.views.words import Words


def arranger(start: str, words: Words) -> Markup:
    """The ring of a start text, and how many towers show each colour."""
    towers = dict(zip(SITES, RULES.parse_position(start).towers, strict=True))
    angles = tower_angles(tuple(towers.values()))
    return join(
        el("p", {"id": "arranger-help", "role": "status"}, _help(tuple(towers.values()), words)),
        el(
            "svg",
            {
                "class": "board board-yala",
                "viewBox": f"0 0 {WIDTH} {HEIGHT}",
                "role": "group",
                "aria-labelledby": "arranger-help",
            },
            tabletop(),
            [_tower(site, tower, angles[site], words) for site, tower in towers.items()],
        ),
    )


def _tower(site: str, tower: str, angle: float, words: Words) -> Markup:
    x, y = tower_foot(angle)
    is_dark = tower.endswith("d")
    template = (
        words.gettext("Tower {site}: dark on top. Turn it over")
        if is_dark
        else words.gettext("Tower {site}: light on top. Turn it over")
    )
    return el(
        "g",
        {
            "id": f"turn-{site}",
            "class": "tower is-movable",
            "role": "button",
            "tabindex": 0,
            "data-do": "arrange",
            "data-arg": site,
            "aria-label": template.format(site=site),
            "transform": f"translate({number(x)} {number(y)})",
        },
        [stone(colour, level) for level, colour in enumerate(tower)],
    )


def _help(towers: tuple[str, ...], words: Words) -> str:
    dark = sum(tower.endswith("d") for tower in towers)
    light = len(towers) - dark
    if dark == light:
        return words.gettext(
            "Press a tower to turn it over. Six show dark and six light, as it must be."
        )
    return words.gettext("{dark} show dark and {light} light; it must be six and six.").format(
        dark=dark, light=light
    )
