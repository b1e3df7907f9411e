"""Hex as a person sees, hears and presses it."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from spieltisch.games.hexfive.rules.rules import (
    COLUMNS,
    RULES,
    SITES,
    SIZE,
    HexfivePosition,
)
from spieltisch.kit.markup import Markup, Value, el
from spieltisch.kit.names import Names
from spieltisch.kit.rulebook import RulePicture, RuleSection
from spieltisch.kit.scene import GameView, Motion, OptionWords, Scene, played_on, site_button
from spieltisch.kit.sentences import advice_text
from spieltisch.kit.telling import Teller, read_told
from spieltisch.kit.words import Words
from spieltisch.table import Outcome, Seat, Turn

TOLD = read_told(__name__)

RADIUS = 76
WIDTH = RADIUS * 3**0.5
"""A field is a hexagon that stands on a corner: so high to its corners, and so wide."""
POINTS = {
    site: (
        round(100 + WIDTH * (at % SIZE + at // SIZE / 2)),
        round(140 + 1.5 * RADIUS * (at // SIZE)),
    )
    for at, site in enumerate(SITES)
}
"""Where the fields are drawn, in board units; each row half a field further to the right."""
CORNERS = [(RADIUS * sin(i * pi / 3), RADIUS * cos(i * pi / 3)) for i in range(6)]
FIELD = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in CORNERS) + "Z"
RIM = 1.15 * RADIUS


def _side(sites: list[str], right: float, down: float) -> str:
    points = (POINTS[site] for site in (sites[0], sites[-1]))
    return "M" + "L".join(f"{x + right:.0f} {y + down:.0f}" for x, y in points)


SIDES = (
    ("d", _side([f"{one}1" for one in COLUMNS], 0, -RIM)),
    ("d", _side([f"{one}{SIZE}" for one in COLUMNS], 0, RIM)),
    ("l", _side([f"a{row}" for row in range(1, SIZE + 1)], -RIM, RIM / 3)),
    ("l", _side([f"e{row}" for row in range(1, SIZE + 1)], RIM, -RIM / 3)),
)
"""What each side is to join."""


class HexfiveView(GameView):
    """Has no keys or buttons of its own and no start to arrange: those are left out."""

    def board(self, scene: Scene) -> Markup:
        label = scene.words.gettext("Hex: five rows of five fields, each further to the right.")
        naming = played_on(scene, "hexfive", RULES.format_board(scene.position), label)
        about: dict[str, Value] = {"class": "board board-hexfive", "viewBox": "0 0 1000 740"}
        return el(
            "svg",
            about | ({"aria-hidden": "true"} if scene.is_picture else naming),
            [el(f"path.hexfive-side.is-{one}", {"d": path}) for one, path in SIDES],
            [_site(scene, site) for site in SITES],
        )

    def neighbour(self, scene: Scene, site: str, key: str) -> str | None:
        steps = {
            "ArrowRight": (0, 1),
            "ArrowLeft": (0, -1),
            "ArrowDown": (1, 0),
            "ArrowUp": (-1, 0),
        }
        if key not in steps or site not in SITES:
            return None
        row, column = divmod(SITES.index(site), SIZE)
        row, column = row + steps[key][0], column + steps[key][1]
        is_there = row in range(SIZE) and column in range(SIZE)
        return SITES[row * SIZE + column] if is_there else None

    def questions(self, words: Words) -> Mapping[str, str]:
        return {
            "h": words.gettext("this field"),
            "r": words.gettext("all stones"),
            "l": words.gettext("the last move"),
        }

    def answer(self, scene: Scene, key: str) -> str:
        if key == "l" and scene.last is not None:
            return self.action_sentence(scene.last, scene.names, scene.words)
        board = scene.position.board
        asked = {"h": [scene.cursor or "c3"], "r": [s for s in SITES if board.stone(s) != "."]}
        labels = (_label(scene, site) for site in asked.get(key, ()))
        return "; ".join(labels) or scene.words.gettext("No stone yet.")

    def keys(self, words: Words) -> Mapping[str, str]:
        return {
            "← →": words.gettext("along the row"),
            "↑ ↓": words.gettext("from row to row"),
        }

    def hint(self, scene: Scene) -> str:
        words = scene.words
        look = words("Look at {sites}.", sites=", ".join(filter(None, scene.hinted)))
        task = words.gettext("Choose an empty field for your stone.")
        return task if not scene.help and scene.choice else advice_text(scene, self, look)

    def action_sentence(self, turn: Turn, names: Names, words: Words) -> str:
        return Teller(TOLD, names, words)("placed", turn.seat, site=turn.events[0].sites[0])

    def outcome_sentence(self, outcome: Outcome, names: Names, words: Words) -> str:
        return Teller(TOLD, names, words)(f"ended.{outcome.reason}", min(outcome.winners))

    def motions(self, turn: Turn) -> tuple[Motion, ...]:
        """A stone that is placed travels nowhere."""
        return ()

    def seat_name(self, seat: Seat, words: Words) -> str:
        return words.gettext("Dark") if seat == 1 else words.gettext("Light")

    def seat_note(self, scene: Scene, seat: Seat) -> str:
        words = scene.words
        return words.gettext("top to bottom") if seat == 1 else words.gettext("left to right")

    def seat_badge(self, seat: Seat) -> Markup:
        about = {"class": "badge", "viewBox": "-80 -80 160 160", "aria-hidden": "true"}
        return el("svg", about, _stone("dl"[seat - 1]))

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        """There is nothing to choose."""
        return {}

    def picture_position(self) -> HexfivePosition:
        return RULES.parse_position("...../..dl./.ld../..ld./..... d")

    def tagline(self, words: Words) -> str:
        return words.gettext("Join your two sides before the other does.")

    def rules(self, words: Words) -> tuple[RuleSection, ...]:
        sentences = (
            words.gettext("Put a stone on an empty field. It stays there until the end."),
            words.gettext("Dark wins by a chain from top to bottom, light from left to right."),
        )
        start = "...../...../...../...../..... d"
        first = RulePicture(
            words.gettext("The first stone."), start, action="c3", brings=("placed",)
        )
        return (RuleSection("moves", words.gettext("Moves"), sentences, (first,)),)


def _site(scene: Scene, site: str) -> Markup:
    x, y = POINTS[site]
    stone, choice = scene.position.board.stone(site), scene.choice
    kind = "hexfive-site is-hinted" if site in scene.hinted else "hexfive-site"
    is_target, label = site in (choice.targets if choice else ()), _label(scene, site)
    place: dict[str, Value] = {"class": kind, "transform": f"translate({x} {y})"}
    button = site_button(scene, site, label, scene.cursor or "c3", is_target=is_target)
    name = el("text.hexfive-name", {"y": 10, "aria-hidden": "true"}, site)
    return el(
        "g",
        place if scene.is_picture else place | button,
        el("path.hexfive-field", {"d": FIELD}),
        name if stone == "." else _stone(stone, site),
    )


def _stone(colour: str, piece: str | None = None) -> Markup:
    """Dark stones have a large spot and light ones a small one: not only colour tells them
    apart."""
    face = el("circle.hexfive-face", {"r": 54})
    mark = el("circle.hexfive-mark", {"r": 34 if colour == "d" else 10})
    return el("g", {"class": f"hexfive-stone is-{colour}", "data-piece": piece}, face, mark)


def _label(scene: Scene, site: str) -> str:
    words, stone = scene.words, scene.position.board.stone(site)
    stones = {"d": words.gettext("dark"), "l": words.gettext("light"), ".": words.gettext("empty")}
    return f"{site}: {stones[stone]}"


VIEW = HexfiveView()
