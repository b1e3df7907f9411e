"""YALA's view: its board, its sentences, its options and its short rules."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.position import DIRECTIONS, SITES, Walk, YalaPosition
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.games.yala.view import board as drawing
from spieltisch.games.yala.view.answers import action_sentence, answer, look
from spieltisch.games.yala.view.arranger import arranger
from spieltisch.games.yala.view.stones import STONE_HEIGHT, paint, stone, tower_angles, tower_foot
from spieltisch.table import Outcome, Seat, Turn
from spieltisch.views.advice import advice_text
from spieltisch.views.markup import Markup, el
from spieltisch.views.scene import Motion, OptionWords, Scene
from spieltisch.views.words import Words

PICTURE = "dl/lddd/ld/d/d/dll/d/l/lddll/dl//ll d"

HOP = 34.0
"""How high a stone is lifted over the towers it passes, in board units."""


class YalaView:
    """YALA as the table's GameView."""

    def board(self, scene: Scene) -> Markup:
        return drawing.board(scene)

    def paint(self) -> Markup:
        return paint()

    def neighbour(self, scene: Scene, site: str, key: str) -> str | None:
        standing = _standing(scene.position)
        if key == "Home":
            return standing[0]
        if key == "End":
            return standing[-1]
        step = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1}.get(key)
        if step is None or site not in standing:
            return None
        return standing[(standing.index(site) + step) % len(standing)]

    def token_of(self, scene: Scene, site: str, key: str) -> str | None:
        """Plus and minus send the chosen stone round without looking for where it lands."""
        return key if key in DIRECTIONS else None

    def questions(self, words: Words) -> Mapping[str, str]:
        return {
            "h": words.gettext("this tower"),
            "r": words.gettext("the whole ring"),
            "m": words.gettext("the towers that can move"),
            "w": words.gettext("the walls: towers of five"),
            "l": words.gettext("the last move"),
        }

    def answer(self, scene: Scene, key: str) -> str:
        return answer(scene, key)

    def keys(self, words: Words) -> Mapping[str, str]:
        return {
            "← →": words.gettext("round the ring, from tower to tower"),
            "+ −": words.gettext("the chosen stone goes clockwise or counter-clockwise"),
        }

    def controls(self, scene: Scene) -> None:
        """The ring is enough."""

    def hint(self, scene: Scene) -> str:
        told = advice_text(scene, self, look(scene))
        return " ".join(filter(None, (told, self._ways(scene, is_brief=bool(told)))))

    def _ways(self, scene: Scene, *, is_brief: bool) -> str:
        """What can be done next; if it is to be brief, only with the tower that is chosen."""
        words, choice = scene.words, scene.choice
        if not isinstance(choice, YalaChoice):
            return ""
        if choice.site is None and is_brief:
            return ""
        if choice.site is None:
            return words.gettext("Choose a tower that shows your stone on top.")
        tower = scene.position.towers[SITES.index(choice.site)]
        steps = words.ngettext(
            "The stone on {site} goes {n} step.", "The stone on {site} goes {n} steps.", len(tower)
        ).format(site=choice.site, n=len(tower))
        ways = {"+": words.gettext("Clockwise"), "-": words.gettext("Counter-clockwise")}
        told = [_way(ways[direction], walk, words) for direction, walk in choice.walks.items()]
        return " ".join((steps, *told))

    def action_sentence(self, turn: Turn, names: tuple[str, ...], words: Words) -> str:
        return action_sentence(turn, names, words)

    def outcome_sentence(self, outcome: Outcome, names: tuple[str, ...], words: Words) -> str:
        if outcome.is_draw:
            return words.gettext("A draw: this position has come for the third time.")
        winner = min(outcome.winners)
        return words.gettext("{winner} wins: {loser} cannot move any stone.").format(
            winner=names[winner - 1], loser=names[2 - winner]
        )

    def motions(self, turn: Turn) -> tuple[Motion, ...]:
        """The stone walks the ring as it stood before, from tower top to tower top."""
        before: YalaPosition = turn.before
        start, *path = turn.events[0].sites
        angles = tower_angles(before.towers)
        start_height = len(before.towers[SITES.index(start)])
        stops = [(*tower_foot(angles[start]), start_height - 1)]
        stops += [
            (*tower_foot(angles[site]), len(before.towers[SITES.index(site)])) for site in path
        ]
        landing = path[-1]
        level = len(turn.after.towers[SITES.index(landing)]) - 1
        end_x, end_y = drawing.stone_point(turn.after.towers, landing, level)
        offsets: list[tuple[float, float]] = []
        for index, (x, y, under) in enumerate(stops):
            is_passing = 0 < index < len(stops) - 1
            lifted = y - under * STONE_HEIGHT - (HOP if is_passing else 0)
            offsets.append((x - end_x, lifted - end_y))
        return (Motion(f"{landing}{level}", (*offsets, (0.0, 0.0))),)

    def seat_name(self, seat: Seat, words: Words) -> str:
        return words.gettext("Dark") if seat == 1 else words.gettext("Light")

    def seat_note(self, scene: Scene, seat: Seat) -> str:
        return ""

    def seat_badge(self, seat: Seat) -> Markup:
        return el(
            "svg",
            {"class": "badge", "viewBox": "-72 -54 144 84", "aria-hidden": "true"},
            stone("dl"[seat - 1], 0),
        )

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        return {
            "begins": OptionWords(
                words.gettext("Who begins"),
                {"dark": words.gettext("Dark"), "light": words.gettext("Light")},
            ),
            "repetition": OptionWords(
                words.gettext("When a position comes again"),
                {
                    "draw": words.gettext("The third time is a draw"),
                    "no-repeat": words.gettext("It must not come again"),
                },
            ),
        }

    def start_words(self, words: Words) -> OptionWords:
        return OptionWords(
            words.gettext("The ring"),
            {
                "random": words.gettext("Dealt by chance"),
                "arranged": words.gettext("Arranged by hand"),
            },
        )

    def arranger(self, start: str, words: Words) -> Markup:
        return arranger(start, words)

    def picture_position(self) -> YalaPosition:
        return RULES.parse_position(PICTURE)

    def tagline(self, words: Words) -> str:
        return words.gettext("Towers on a ring. Stay mobile, wall the other in.")

    def rules(self, words: Words) -> Markup:
        paragraphs = (
            words.gettext(
                "Move one stone of your colour that lies on top of a tower. It goes exactly as many"
                " towers as its own tower is high, clockwise or counter-clockwise, and comes to"
                " lie on top of the tower it reaches."
            ),
            words.gettext(
                "No tower grows above five. A tower of five is a wall: no stone may land on it or"
                " jump over it. Its own top stone may still leave."
            ),
            words.gettext(
                "When a tower's last stone leaves, its place is gone and the ring closes up."
            ),
            words.gettext("Whoever cannot move has lost."),
        )
        return Markup("".join(el("p", None, text) for text in paragraphs))


def _standing(position: YalaPosition) -> list[str]:
    return [site for site, tower in zip(SITES, position.towers, strict=True) if tower]


def _way(name: str, walk: Walk, words: Words) -> str:
    if walk.blocked_at is not None:
        template = words.gettext("{way}: blocked, {site} is five high.")
        return template.format(way=name, site=walk.blocked_at)
    if walk.is_repeating:
        return words.gettext("{way}: forbidden, that position was there before.").format(way=name)
    return words.gettext("{way}: to {site}.").format(way=name, site=walk.path[-1])


VIEW = YalaView()
