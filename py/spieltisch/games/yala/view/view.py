"""YALA's view: its board, its sentences, its options and its rules."""

from collections.abc import Mapping

from spieltisch.games.yala.rules.position import (
    DIRECTIONS,
    MAX_HEIGHT,
    PLACES,
    SITES,
    YalaPosition,
)
from spieltisch.games.yala.rules.rules import RING, RULES, WALL
from spieltisch.games.yala.view import board as drawing
from spieltisch.games.yala.view import sentences
from spieltisch.games.yala.view.board import STONE_HEIGHT, paint, stone, tower_angles, tower_foot
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.scene import Light, Motion, OptionWords, Scene, TextView
from spieltisch.kit.sentences import advice_text
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Turn

PICTURE = "dl/lddd/ld/d/d/dll/d/l/lddll/dl//ll d"

HOP = 34.0
"""How high a stone is lifted over the towers it passes, in board units."""


class YalaView(TextView):
    board = staticmethod(drawing.board)
    places = staticmethod(drawing.places)
    arranger = staticmethod(drawing.arranger)
    start_flaw = staticmethod(drawing.start_flaw)
    paint = staticmethod(paint)
    answer = staticmethod(sentences.answer)
    why_not = staticmethod(sentences.why_not)
    action_sentence = staticmethod(sentences.action_sentence)
    outcome_sentence = staticmethod(sentences.outcome_sentence)
    action_words = staticmethod(sentences.action_words)
    refutation_sentence = staticmethod(sentences.refutation_sentence)

    def neighbour(self, scene: Scene, site: str, key: str) -> str | None:
        towers = sentences.reachable(scene)
        if key in ("Home", "End"):
            return towers[0 if key == "Home" else -1]
        step = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1}.get(key)
        if step is None or site not in towers:
            return None
        return towers[(towers.index(site) + step) % len(towers)]

    def token_of(self, scene: Scene, site: str, key: str) -> str | None:
        """Plus and minus choose a direction, so that nobody has to look for the landing tower."""
        return key if key in DIRECTIONS else None

    def hint(self, scene: Scene) -> str:
        told = advice_text(scene, self, sentences.look(scene))
        return " ".join(filter(None, (told, sentences.ways(scene, is_brief=bool(told)))))

    def motions(self, turn: Turn) -> tuple[Motion, ...]:
        """The stone walks the ring as it stood before, from tower top to tower top."""
        sites = turn.events[0].sites
        before, after = turn.before.towers, turn.after.towers
        landing, last = sites[-1], len(sites) - 1
        level = len(after[SITES.index(landing)]) - 1
        angles = tower_angles(before)
        end_x, end_y = tower_foot(tower_angles(after)[landing])
        end_y -= level * STONE_HEIGHT
        offsets: list[tuple[float, float]] = []
        for index, site in enumerate(sites):
            x, y = tower_foot(angles[site])
            under = len(before[SITES.index(site)]) - (index == 0)
            lift = HOP if 0 < index < last else 0
            offsets.append((x - end_x, y - under * STONE_HEIGHT - lift - end_y))
        return (Motion(f"{landing}{level}", (*offsets, (0.0, 0.0))),)

    def after_motions(self, turn: Turn) -> tuple[Light, ...]:
        """At the end the walls light up that have walled somebody in."""
        return tuple(Light(mark) for mark in drawing.lit_walls(turn.after).values())

    def goal(self, scene: Scene) -> str:
        position, words = scene.position, scene.words
        if (len(position.towers), position.wall) == (PLACES, MAX_HEIGHT):
            return words.gettext("The last to move wins. Towers of five are walls.")
        return words(
            "The last to move wins. House rules: {places} places, and towers of {wall} are walls.",
            places=len(position.towers),
            wall=position.wall,
        )

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        """The house rules' choices are numbers."""
        labels = {RING: words.gettext("Places"), WALL: words.gettext("Height of a wall")}
        found = {**super().option_words(words)}
        for option, label in labels.items():
            found[option.name] = OptionWords(label, {one: one for one in option.choices})
        return found

    def seat_name(self, seat: Seat, words: Words) -> str:
        return words.gettext("Dark") if seat == 1 else words.gettext("Light")

    def side_words(self, seat: Seat, words: Words) -> str:
        return (words.pgettext("to move", "Dark"), words.pgettext("to move", "Light"))[seat - 1]

    def seat_note(self, scene: Scene, seat: Seat) -> str:
        return ""

    def seat_badge(self, seat: Seat) -> Markup:
        shape = {"viewBox": "-72 -54 144 84", "aria-hidden": "true"}
        return el("svg.badge", {**shape}, stone("dl"[seat - 1], 0))

    def picture_position(self) -> YalaPosition:
        return RULES.parse_position(PICTURE)


VIEW = YalaView()
