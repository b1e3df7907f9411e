"""YALA in words: its towers and what can be done, what was played, who won, and answers for those
who listen."""

from collections.abc import Iterator
from functools import lru_cache

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.position import (
    COLOUR_OF,
    SITES,
    Walk,
    YalaEnd,
    YalaPosition,
)
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import hint_labels
from spieltisch.kit.words import Words
from spieltisch.table import Outcome, Turn

FEW_MOVES = 6
"""A side with so many moves or fewer is close to being walled in."""


def choice_of(scene: Scene) -> YalaChoice | None:
    return scene.choice if isinstance(scene.choice, YalaChoice) else None


def standing(position: YalaPosition) -> list[str]:
    return [site for site, tower in zip(SITES, position.towers, strict=False) if tower]


def reachable(scene: Scene) -> list[str]:
    """The places that the keyboard goes to: also those without a stone, where they are set up."""
    position = scene.position
    return [*SITES[: len(position.towers)]] if scene.is_edited else standing(position)


def tab_stop(scene: Scene) -> str:
    """The one tower that the Tab key goes to: where the keyboard was; if that place is gone, where
    the last stone has landed."""
    towers = reachable(scene)
    if scene.cursor is None or scene.cursor in towers:
        return scene.cursor or towers[0]
    landing = scene.last.events[0].sites[-1] if scene.last is not None else None
    return landing if landing in towers else towers[0]


def site_label(scene: Scene, choice: YalaChoice | None, site: str) -> str:
    """A tower in words, for those who listen: what it is and what can be done with it."""
    label = _tower_label(site, scene.position.towers[SITES.index(site)], scene.words)
    if choice is None:
        return label
    hint = hint_labels(*scene.hinted, scene.words).get(site)
    return ". ".join(filter(None, (label, hint, *_prospects(choice, site, scene.words))))


@lru_cache(maxsize=512)
def _tower_label(site: str, tower: str, words: Words) -> str:
    if not tower:
        return words.gettext("{site}: no stone").format(site=site)
    colours = {"d": words.gettext("dark"), "l": words.gettext("light")}
    height = words.ngettext("{n} stone", "{n} stones", len(tower)).format(n=len(tower))
    order = ", ".join(colours[colour] for colour in reversed(tower))
    told = words.gettext("{site}: {height}, from the top {order}")
    return told.format(site=site, height=height, order=order)


def _prospects(choice: YalaChoice, site: str, words: Words) -> Iterator[str]:
    is_target = site in choice.targets
    if choice.site is not None:
        if choice.site == site:
            yield words.gettext("Chosen")
        elif is_target:
            yield words.gettext("Can land here")
    elif is_target:
        landings = ", ".join(sorted(choice.press(site).targets))
        yield words.gettext("Can move to {sites}").format(sites=landings)
    elif choice.position.towers[SITES.index(site)].endswith(COLOUR_OF[choice.seat]):
        walks = choice.press(site).walks.values()
        is_walled_in = all(walk.blocked_at not in (None, site) for walk in walks)
        yield words.gettext("Blocked both ways") if is_walled_in else words.gettext("Cannot move")


def look(scene: Scene) -> str:
    """The first step of a hint: which tower."""
    turn = scene.help.turn if scene.help is not None else None
    if turn is None:
        return ""
    return scene.words.gettext("Look at the tower on {site}.").format(site=turn.action.site)


def why_not(scene: Scene, token: str) -> str | None:
    """Why a pressed tower does nothing; None for an own one, whose ways ``ways`` explains."""
    choice, words = choice_of(scene), scene.words
    if choice is None or token not in standing(scene.position) or token in choice.targets:
        return None
    tower = scene.position.towers[SITES.index(token)]
    if tower.endswith(COLOUR_OF[choice.seat]):
        return None
    if len(tower) == scene.position.wall:
        wall = words.gettext("{site} is a wall. No stone lands on it or jumps over it.")
        return wall.format(site=token)
    told = words.gettext("The stone on top of {site} is light, and you play dark.")
    if tower.endswith("d"):
        told = words.gettext("The stone on top of {site} is dark, and you play light.")
    return told.format(site=token)


def ways(scene: Scene, *, is_brief: bool) -> str:
    """What can be done next; if it is to be brief, only with a chosen tower."""
    words, choice = scene.words, choice_of(scene)
    if choice is None or (choice.site is None and is_brief):
        return ""
    if choice.site is None:
        return words.gettext("Choose a tower with your stone on top.")
    tower = scene.position.towers[SITES.index(choice.site)]
    steps = words.ngettext(
        "The stone on {site} goes {n} step.", "The stone on {site} goes {n} steps.", len(tower)
    ).format(site=choice.site, n=len(tower))
    names = {"+": words.gettext("Clockwise"), "-": words.gettext("Counter-clockwise")}
    told = [
        _way(names[direction], choice.site, walk, words) for direction, walk in choice.walks.items()
    ]
    return " ".join((steps, *told))


def _way(name: str, start: str, walk: Walk, words: Words) -> str:
    if walk.blocked_at == start:
        return words.gettext("{way}: blocked, as no stone goes all the way round.").format(way=name)
    if walk.blocked_at is not None:
        template = words.gettext("{way}: blocked, {site} is a wall.")
        return template.format(way=name, site=walk.blocked_at)
    if walk.is_repeating:
        return words.gettext("{way}: forbidden, it would repeat a position.").format(way=name)
    return words.gettext("{way}: to {site}.").format(way=name, site=walk.path[-1])


def action_sentence(turn: Turn, names: Names, words: Words) -> str:
    told = {event.kind: event for event in turn.events}
    if turn.action.direction == "+":
        template = words.gettext("{name}: {start} clockwise to {end}, now {n} high.")
    else:
        template = words.gettext("{name}: {start} counter-clockwise to {end}, now {n} high.")
    start, *_, end = told["moved"].sites
    height = told["built"].count
    sentence = template.format(name=names.called(turn.seat, words), start=start, end=end, n=height)
    if height == turn.after.wall:
        sentence += " " + words.gettext("It blocks the way.")
    if "vanished" in told:
        gone = words.gettext("Place {site} is gone; the ring closes.")
        sentence += " " + gone.format(site=start)
    return sentence


def outcome_sentence(outcome: Outcome, names: Names, words: Words) -> str:
    match YalaEnd(outcome.reason):
        case YalaEnd.REPETITION:
            return words.gettext("A draw: the same position for the third time.")
        case YalaEnd.NO_MOVE:
            winner = min(outcome.winners)
    if names.you == 3 - winner:
        return words.gettext("You are walled in: none of your stones can move.")
    to_you = words.gettext("You win: {loser} is walled in and cannot move any stone.")
    of_other = words.gettext("{name} wins: {loser} cannot move any stone.")
    return names.told(winner, to_you, of_other, loser=names[2 - winner])


def refutation_sentence(turn: Turn, wins_in: int | None, names: Names, words: Words) -> str:
    """What the best answer to a mistake does: it walls in, builds a wall, or leaves few moves."""
    action, loser = str(turn.action), 3 - turn.seat
    if wins_in is not None:
        to_you = words.ngettext(
            "You can be walled in at once ({action}).",
            "You can be walled in within {n} moves, starting with {action}.",
            wins_in,
        )
        of_other = words.ngettext(
            "{name} can be walled in at once ({action}).",
            "{name} can be walled in within {n} moves, starting with {action}.",
            wins_in,
        )
        return names.told(loser, to_you, of_other, action=action, n=wins_in)
    if turn.after.outcome is not None:
        # A draw by repetition, after which nobody has a move to be counted.
        return ""
    left = sum(len(turn.after.legal_actions(seat)) for seat in turn.after.active_seats)
    built = next(event for event in turn.events if event.kind == "built")
    if built.count == turn.after.wall:
        to_you = words.ngettext(
            "A wall on {site} can leave you {n} move ({action}).",
            "A wall on {site} can leave you {n} moves ({action}).",
            left,
        )
        of_other = words.ngettext(
            "A wall on {site} can leave {name} {n} move ({action}).",
            "A wall on {site} can leave {name} {n} moves ({action}).",
            left,
        )
    elif left <= FEW_MOVES:
        to_you = words.ngettext(
            "You can be left with {n} move ({action}).",
            "You can be left with {n} moves ({action}).",
            left,
        )
        of_other = words.ngettext(
            "{name} can be left with {n} move ({action}).",
            "{name} can be left with {n} moves ({action}).",
            left,
        )
    else:
        return ""
    return names.told(loser, to_you, of_other, action=action, site=built.sites[-1], n=left)


def answer(scene: Scene, key: str) -> str:
    words, choice = scene.words, choice_of(scene)
    towers = dict(zip(SITES, scene.position.towers, strict=False))
    colours = {"d": words.gettext("dark"), "l": words.gettext("light")}
    match key:
        case "h":
            return site_label(scene, choice, tab_stop(scene))
        case "r":
            told = (f"{s} {len(t)} {colours[t[-1]]}" for s, t in towers.items() if t)
            return "; ".join(told)
        case "m":
            position: YalaPosition = scene.position
            actions = (
                one for seat in position.active_seats for one in position.legal_actions(seat)
            )
            movable = sorted({action.site for action in actions})
            return _listed(words.gettext("Can move: {sites}."), movable, words)
        case "w":
            walls = [site for site, tower in towers.items() if len(tower) == scene.position.wall]
            return _listed(words.gettext("Walls: {sites}."), walls, words)
        case "l" if scene.last is not None:
            return action_sentence(scene.last, scene.names, words)
    return words.gettext("No move yet.")


def _listed(template: str, sites: list[str], words: Words) -> str:
    return template.format(sites=", ".join(sites) or words.gettext("none"))
