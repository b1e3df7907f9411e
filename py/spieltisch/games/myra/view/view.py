"""Myra's view: its board, its sentences, its keys and its rules."""

from collections.abc import Mapping
from typing import Any

from spieltisch.games.myra.rules.hexagon import EDGE
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import HOUSE_EDGE, RULES
from spieltisch.games.myra.view import board as drawing
from spieltisch.games.myra.view import compass, pieces, sentences
from spieltisch.games.myra.view.sentences import choice_of
from spieltisch.kit.markup import Markup
from spieltisch.kit.scene import GoalWords, Motion, OptionWords, Scene, TextView
from spieltisch.kit.sentences import advice_text
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Turn

PICTURE = (
    "Qa1,3a2,2b1,4b2,3b3,5c3,2c5,3d4,1e5,4e6 r21 /"
    " 2d9,5e8,1e9,3e10,4f9,2f10,Qf11,1g8,3g10 r22 /"
    " 3h5,1h6,1i5,4i6,2i8,3j6,5j7,Qk6,2k7 r23 ; 1"
)


class MyraView(TextView):
    paint = staticmethod(pieces.paint)
    places = staticmethod(drawing.places)
    answer = staticmethod(sentences.answer)
    controls = staticmethod(sentences.controls)
    why_not = staticmethod(sentences.why_not)
    action_sentence = staticmethod(sentences.action_sentence)
    outcome_sentence = staticmethod(sentences.outcome_sentence)
    refutation_sentence = staticmethod(sentences.refutation_sentence)
    seat_note = staticmethod(sentences.seat_note)
    seat_badge = staticmethod(pieces.badge)

    def board(self, scene: Scene) -> Markup:
        return drawing.picture(scene) if scene.is_picture else drawing.board(scene)

    def neighbour(self, scene: Scene, site: str, key: str) -> str | None:
        return compass.neighbour(site, key, compass.turns_of(scene), scene.position.edge)

    def token_of(self, scene: Scene, site: str, key: str) -> str | None:
        """Digits say how many go; C changes between walking and making a chain."""
        choice = choice_of(scene)
        if choice is None:
            return None
        if key == "c":
            return next((kind for kind in choice.kinds if kind != choice.kind), None)
        return key if key in ("1", "2", "3", "4") and choice.counts else None

    def hint(self, scene: Scene) -> str:
        told = advice_text(scene, self, sentences.look(scene))
        is_choosing = scene.choice is not None and scene.choice != scene.choice.back()
        now = sentences.hint(scene) if is_choosing or not told else ""
        return " ".join(filter(None, (told, now)))

    def motions(self, turn: Turn) -> tuple[Motion, ...]:
        """A troop walks; what is sown goes from pit to pit; a new soldier leaves the queen."""
        done = turn.events[0]
        way = done.sites
        if done.kind == "sown":
            walks = [way[: end + 1] for end in range(1, len(way))]
        elif done.kind == "produced":
            walks = [(turn.before.queen(turn.seat) or way[0], *way)]
        else:
            walks = [way] if way else []
        found = []
        for walk in walks:
            # The piece now lies at the end of its walk.
            end_x, end_y = compass.place(walk[-1])
            points = tuple((x - end_x, y - end_y) for x, y in map(compass.place, walk))
            found.append(Motion(walk[-1], points))
        return tuple(found)

    def goal(self, scene: Scene) -> str:
        position, words = scene.position, scene.words
        told = words.gettext("Capture the other queen, and keep yours out of reach.")
        if len(position.seats) > 2:
            told = words.gettext("The last queen on the board wins.")
        if position.edge == EDGE:
            return told
        house = words("House rules: {n} pits to a side.", n=position.edge)
        return f"{told} {house}"

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        numbers = OptionWords(
            words.gettext("Pits to a side"), {one: one for one in HOUSE_EDGE.choices}
        )
        return {**super().option_words(words), HOUSE_EDGE.name: numbers}

    def seat_name(self, seat: Seat, words: Words) -> str:
        return (words.gettext("Dark"), words.gettext("Light"), words.gettext("Blue"))[seat - 1]

    def side_words(self, seat: Seat, words: Words) -> str:
        told = (
            words.pgettext("to move", "Dark"),
            words.pgettext("to move", "Light"),
            words.pgettext("to move", "Blue"),
        )
        return told[seat - 1]

    def picture_position(self) -> MyraPosition:
        return RULES.parse_position(PICTURE)

    def goal_words(self, goal: str, position: Any, words: Words) -> GoalWords | None:
        if goal != "save-queen":
            return None
        return GoalWords(
            words.gettext("{side} to move: save the queen."),
            words.gettext("it loses the queen."),
            words.gettext("Any other move loses her within {horizon} moves."),
        )


VIEW = MyraView()
