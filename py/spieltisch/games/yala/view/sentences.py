"""YALA in words: its towers and what can be done, what was played, who won, and answers for those
who listen."""

from functools import lru_cache

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.position import (
    COLOUR_OF,
    SITES,
    WAYS,
    YalaAction,
    YalaPosition,
    YalaReason,
)
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import fact_text, hint_labels
from spieltisch.kit.telling import Teller, read_told
from spieltisch.kit.words import Words
from spieltisch.table import Outcome, Turn

TOLD = read_told(__name__)

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
    tower = scene.position.towers[SITES.index(site)]
    label = _tower_label(site, tower, scene.words, is_wall=len(tower) == scene.position.wall)
    if choice is None:
        return label
    hint = hint_labels(*scene.hinted, scene.words).get(site)
    return ". ".join(filter(None, (label, hint, _prospect(choice, site, scene.words))))


@lru_cache(maxsize=512)
def _tower_label(site: str, tower: str, words: Words, *, is_wall: bool) -> str:
    if not tower:
        return words("{site}, no stone", site=site)
    colours = {"d": words.gettext("dark"), "l": words.gettext("light")}
    height = words.counted("{n} stone", "{n} stones", len(tower))
    order = ", ".join(colours[colour] for colour in reversed(tower))
    if is_wall:
        return words(
            "{site}, {height}, a wall, from the top {order}", site=site, height=height, order=order
        )
    return words("{site}, {height}, from the top {order}", site=site, height=height, order=order)


def _prospect(choice: YalaChoice, site: str, words: Words) -> str:
    """What a press on a tower would do, or why it would do nothing; empty for a tower that nobody
    would press now."""
    if site == choice.site:
        return words.gettext("Chosen")
    if choice.site is not None:
        return words.gettext("Can land here") if site in choice.targets else ""
    if site in choice.targets:
        landings = ", ".join(sorted(choice.press(site).targets))
        return words("Can move to {sites}", sites=landings)
    if not choice.position.towers[SITES.index(site)].endswith(COLOUR_OF[choice.seat]):
        return ""
    walks = choice.press(site).walks.values()
    is_walled_in = all(walk.blocked_at not in (None, site) for walk in walks)
    return words.gettext("Blocked both ways") if is_walled_in else words.gettext("Cannot move")


def look(scene: Scene) -> str:
    """The first step of a hint: which tower."""
    turn = scene.help.turn if scene.help is not None else None
    if turn is None:
        return ""
    return scene.words("Look at the tower on {site}.", site=turn.action.site)


def why_not(scene: Scene, token: str) -> str | None:
    """Why a pressed tower does nothing; None for an own one, whose ways ``ways`` explains."""
    choice, words = choice_of(scene), scene.words
    if choice is None or token in choice.targets:
        return None
    if token in WAYS:
        return None if choice.site is None else _way(scene, choice, token)
    reason = scene.position.why_not(choice.seat, YalaAction(token, "+"))
    if reason is None or reason.kind not in (YalaReason.LIGHT, YalaReason.DARK):
        return None
    if len(scene.position.towers[SITES.index(token)]) == scene.position.wall:
        return words("{site} is a wall. No stone lands on it or jumps over it.", site=token)
    return fact_text(reason, scene.names, words)


def ways(scene: Scene, *, is_brief: bool) -> str:
    """What can be done next; if it is to be brief, only with a chosen tower."""
    words, choice = scene.words, choice_of(scene)
    if choice is None or (choice.site is None and is_brief):
        return ""
    if choice.site is None:
        return words.gettext("Choose a tower with your stone on top.")
    tower = scene.position.towers[SITES.index(choice.site)]
    steps = words.counted(
        "The stone on {site} goes {n} step.",
        "The stone on {site} goes {n} steps.",
        len(tower),
        site=choice.site,
    )
    return " ".join((steps, *(_way(scene, choice, way) for way in choice.walks)))


def _way(scene: Scene, choice: YalaChoice, way: str) -> str:
    words, action = scene.words, YalaAction(choice.site or "", way)
    reason = choice.position.why_not(choice.seat, action)
    if reason is not None:
        return fact_text(reason, scene.names, words)
    told, landing = fact_text(WAYS[way], scene.names, words), choice.walks[way].path[-1]
    return words("{way}: to {site}.", way=told, site=landing)


def action_words(turn: Turn, words: Words) -> str:
    if turn.action.direction == "+":
        return words("{site} clockwise", site=turn.action.site)
    return words("{site} counter-clockwise", site=turn.action.site)


def action_sentence(turn: Turn, names: Names, words: Words) -> str:
    tell, told = Teller(TOLD, names, words), {event.kind: event for event in turn.events}
    start, *_, end = told["moved"].sites
    height = told["built"].count
    way = "clockwise" if turn.action.direction == "+" else "counter-clockwise"
    sentences = [tell(way, turn.seat, start=start, end=end, n=height)]
    if height == turn.after.wall:
        sentences.append(tell("walled"))
    if "vanished" in told:
        sentences.append(tell("vanished", site=start))
    return " ".join(sentences)


def outcome_sentence(outcome: Outcome, names: Names, words: Words) -> str:
    tell, winner = Teller(TOLD, names, words), min(outcome.winners, default=0)
    key = f"ended.{outcome.reason}"
    return tell(key, winner, 3 - winner, loser=names[2 - winner]) if winner else tell(key)


def refutation_sentence(turn: Turn, wins_in: int | None, names: Names, words: Words) -> str:
    """What the best answer to a mistake does: it walls in, builds a wall, or leaves few moves."""
    action, loser, tell = str(turn.action), 3 - turn.seat, Teller(TOLD, names, words)
    if wins_in is not None:
        return tell("refuted.within", loser, action=action_words(turn, words), n=wins_in)
    if turn.after.outcome is not None:
        # A draw by repetition, after which nobody has a move to be counted.
        return ""
    left = sum(len(turn.after.legal_actions(seat)) for seat in turn.after.active_seats)
    built = next(event for event in turn.events if event.kind == "built")
    if built.count == turn.after.wall:
        return tell("refuted.by-a-wall", loser, action=action, site=built.sites[-1], n=left)
    return tell("refuted.few-moves", loser, action=action, n=left) if left <= FEW_MOVES else ""


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
