"""YALA for those who listen: what was played, and answers to what they ask."""

from __future__ import annotations

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.position import MAX_HEIGHT, SITES, YalaPosition
from spieltisch.games.yala.view.board import site_label, tab_stop
from spieltisch.table import Turn
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words


def action_sentence(turn: Turn, names: tuple[str, ...], words: Words) -> str:
    """What was played, where it landed, and what that changed."""
    told = {event.kind: event for event in turn.events}
    if turn.action.direction == "+":
        template = words.gettext("{name}: {start} clockwise to {end}, now {n} high.")
    else:
        template = words.gettext("{name}: {start} counter-clockwise to {end}, now {n} high.")
    start, *_, end = told["moved"].sites
    height = told["built"].count
    sentence = template.format(name=names[turn.seat - 1], start=start, end=end, n=height)
    if height == MAX_HEIGHT:
        sentence += " " + words.gettext("It blocks the way.")
    if "vanished" in told:
        gone = words.gettext("Place {site} is gone; the ring closes.")
        sentence += " " + gone.format(site=start)
    return sentence


def answer(scene: Scene, key: str) -> str:
    """The answer to one of the view's questions."""
    position: YalaPosition = scene.position
    words = scene.words
    choice = scene.choice if isinstance(scene.choice, YalaChoice) else None
    heights = {site: len(tower) for site, tower in zip(SITES, position.towers, strict=True)}
    match key:
        case "h":
            return site_label(scene, choice, tab_stop(scene))
        case "r":
            return "; ".join(_tower(site, position, words) for site in SITES if heights[site])
        case "m":
            movable = sorted(choice.targets) if choice is not None else []
            return _listed(words.gettext("Can move: {sites}."), movable, words)
        case "w":
            walls = [site for site in SITES if heights[site] == MAX_HEIGHT]
            return _listed(words.gettext("Towers of five: {sites}."), walls, words)
        case "l" if scene.last is not None:
            return action_sentence(scene.last, scene.names, words)
    return words.gettext("No move yet.")


def look(scene: Scene) -> str:
    """The first step of a hint: which tower."""
    turn = scene.help.turn if scene.help is not None else None
    if turn is None:
        return ""
    return scene.words.gettext("Look at the tower on {site}.").format(site=turn.action.site)


def _tower(site: str, position: YalaPosition, words: Words) -> str:
    colours = {"d": words.gettext("dark"), "l": words.gettext("light")}
    tower = position.towers[SITES.index(site)]
    return f"{site} {len(tower)} {colours[tower[-1]]}"


def _listed(template: str, sites: list[str], words: Words) -> str:
    return template.format(sites=", ".join(sites) or words.gettext("none"))
