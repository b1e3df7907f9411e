"""Mū tōrere as a person sees, hears and presses it."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from spieltisch.games.mutorere.rules.rules import CENTRE, RING, RULES, SITES, MuTorerePosition
from spieltisch.kit.markup import Markup, Value, el
from spieltisch.kit.names import Names
from spieltisch.kit.rulebook import RulePicture, RuleSection
from spieltisch.kit.scene import GameView, Motion, OptionWords, Scene, site_button
from spieltisch.kit.sentences import advice_text
from spieltisch.kit.telling import Teller, read_told
from spieltisch.kit.words import Words
from spieltisch.table import Outcome, Seat, Turn

TOLD = read_told(__name__)

POINTS = {CENTRE: (500, 500)} | {
    site: (round(500 + 380 * sin(i * pi / 4)), round(500 - 380 * cos(i * pi / 4)))
    for i, site in enumerate(RING)
}
"""Where the sites are drawn, in a square of 1000 board units; ``a`` is at the top."""
SPOKES = "".join(f"M500 500L{x} {y}" for x, y in POINTS.values())


class MuTorereView(GameView):
    """Has no keys or buttons of its own and no start to arrange: those are left out."""

    def board(self, scene: Scene) -> Markup:
        about: dict[str, Value] = {"class": "board board-mutorere", "viewBox": "0 0 1000 1000"}
        naming: dict[str, Value] = {
            "id": "board",
            "role": "toolbar",
            "data-game": "mutorere",
            "data-position": RULES.format_board(scene.position),
            "data-active-seat": next(iter(scene.position.active_seats), None),
            "aria-label": scene.words.gettext("Mū tōrere: a ring of eight points and a centre."),
            "aria-describedby": "hint",
        }
        return el(
            "svg",
            about | ({"aria-hidden": "true"} if scene.is_picture else naming),
            el("circle.mutorere-ring", {"cx": 500, "cy": 500, "r": 380}),
            el("path.mutorere-ring", {"d": SPOKES}),
            [_site(scene, site) for site in SITES],
        )

    def neighbour(self, scene: Scene, site: str, key: str) -> str | None:
        if key in ("ArrowUp", "ArrowDown"):
            return CENTRE if site != CENTRE else RING[0 if key == "ArrowUp" else 4]
        step = {"ArrowRight": 1, "ArrowLeft": -1}.get(key) if site != CENTRE else None
        return None if step is None else RING[(RING.index(site) + step) % 8]

    def questions(self, words: Words) -> Mapping[str, str]:
        return {
            "h": words.gettext("this point"),
            "r": words.gettext("the whole board"),
            "l": words.gettext("the last move"),
        }

    def answer(self, scene: Scene, key: str) -> str:
        if key == "l" and scene.last is not None:
            return self.action_sentence(scene.last, scene.names, scene.words)
        labels = (_label(scene, s) for s in {"h": scene.cursor or "a", "r": SITES}.get(key, ""))
        return "; ".join(labels) or scene.words.gettext("No move yet.")

    def keys(self, words: Words) -> Mapping[str, str]:
        return {"← →": words.gettext("round the ring"), "↑ ↓": words.gettext("to the centre")}

    def hint(self, scene: Scene) -> str:
        words = scene.words
        look = words("Look at {sites}.", sites=", ".join(filter(None, scene.hinted)))
        task = words.gettext("Choose a man that can reach the empty point.")
        return task if not scene.help and scene.choice else advice_text(scene, self, look)

    def action_sentence(self, turn: Turn, names: Names, words: Words) -> str:
        start, end = turn.events[0].sites
        return Teller(TOLD, names, words)("moved", turn.seat, start=start, end=end)

    def outcome_sentence(self, outcome: Outcome, names: Names, words: Words) -> str:
        loser = 0 if outcome.is_draw else 3 - min(outcome.winners)
        return Teller(TOLD, names, words)(f"ended.{outcome.reason}", loser)

    def motions(self, turn: Turn) -> tuple[Motion, ...]:
        start, end = turn.events[0].sites
        (x, y), (to_x, to_y) = POINTS[start], POINTS[end]
        return (Motion(end, ((x - to_x, y - to_y), (0.0, 0.0))),)

    def seat_name(self, seat: Seat, words: Words) -> str:
        return words.gettext("Dark") if seat == 1 else words.gettext("Light")

    def seat_note(self, scene: Scene, seat: Seat) -> str:
        return ""

    def seat_badge(self, seat: Seat) -> Markup:
        about = {"class": "badge", "viewBox": "-80 -80 160 160", "aria-hidden": "true"}
        return el("svg", about, _man("dl"[seat - 1]))

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        seats = {"dark": self.seat_name(1, words), "light": self.seat_name(2, words)}
        return {"begins": OptionWords(words.gettext("Who begins"), seats)}

    def picture_position(self) -> MuTorerePosition:
        return RULES.parse_position("dldd.lldl d")

    def tagline(self, words: Words) -> str:
        return words.gettext("Nine points, eight men: leave the other no way to move.")

    def rules(self, words: Words) -> tuple[RuleSection, ...]:
        sentences = (
            words.gettext("Move a man to the empty point: from the next one, or from the centre."),
            words.gettext("A man goes to the centre only if a man of the other is beside it."),
            words.gettext("A player who cannot move has lost. A position's third time is a draw."),
        )
        start = RulePicture(words.gettext("A start."), "ddddllll. d", action="a", brings=("moved",))
        return (RuleSection("moves", words.gettext("Moves"), sentences, (start,)),)


def _site(scene: Scene, site: str) -> Markup:
    x, y = POINTS[site]
    man, choice = scene.position.board.man(site), scene.choice
    kind = "mutorere-site is-hinted" if site in scene.hinted else "mutorere-site"
    is_target, label = site in (choice.targets if choice else ()), _label(scene, site)
    place: dict[str, Value] = {"class": kind, "transform": f"translate({x} {y})"}
    button = site_button(scene, site, label, scene.cursor or "a", is_target=is_target)
    return el(
        "g",
        place if scene.is_picture else place | button,
        el("circle", {"r": 84}),
        el("text.mutorere-name", {"y": -92, "aria-hidden": "true"}, site),
        _man(man, site) if man != "." else None,
    )


def _man(colour: str, piece: str | None = None) -> Markup:
    """Dark men have a large spot and light ones a small one: not only colour tells them apart."""
    face = el("circle.mutorere-face", {"r": 70})
    mark = el("circle.mutorere-mark", {"r": 45 if colour == "d" else 12})
    return el("g", {"class": f"mutorere-man is-{colour}", "data-piece": piece}, face, mark)


def _label(scene: Scene, site: str) -> str:
    words, man = scene.words, scene.position.board.man(site)
    men = {"d": words.gettext("dark"), "l": words.gettext("light"), ".": words.gettext("empty")}
    return f"{site}: {men[man]}"


VIEW = MuTorereView()
