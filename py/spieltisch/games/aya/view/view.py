"""AYA's view: its table, its sentences, its options and its short rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spieltisch.games.aya.rules.cards import parse_card
from spieltisch.games.aya.rules.choice import AyaChoice
from spieltisch.games.aya.rules.duties import STOP, Attempt
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import Hand, Table
from spieltisch.games.aya.rules.track import LEFT, RIGHT, ZONE_BALLS
from spieltisch.games.aya.rules.turns import Kindergarten
from spieltisch.games.aya.rules.variant import ZOCH
from spieltisch.games.aya.view import answers, paint, rules, sentences, setup, solo, table, track
from spieltisch.table import Outcome, Seat, Turn
from spieltisch.views.markup import Markup, el, join
from spieltisch.views.scene import Motion, OptionWords, Preset, Scene
from spieltisch.views.words import Words

PICTURE = "bybbybyby"
PICTURE_CARDS = ("bbyby", "bybby", "ybyby*", "bbbyy")

ENDS_BY_KEY = {"ArrowLeft": LEFT, "ArrowRight": RIGHT, "l": LEFT, "r": RIGHT}


class AyaView:
    """AYA as the table's GameView."""

    def board(self, scene: Scene) -> Markup:
        return table.board(scene)

    def status(self, scene: Scene) -> str:
        return sentences.status(scene)

    def presets(self, words: Words) -> Mapping[str, tuple[str, Sequence[Preset]]]:
        return setup.presets(words)

    def paint(self) -> Markup:
        return paint.paint()

    def neighbour(self, scene: Scene, site: str, key: str) -> str | None:
        """Along the track; but once a ball is chosen the arrows push it in at their end."""
        if key in ("Home", "End"):
            return track.SITES[0 if key == "Home" else -1]
        step = {"ArrowRight": 1, "ArrowUp": 1, "ArrowLeft": -1, "ArrowDown": -1}.get(key)
        if step is None or site not in track.SITES or self.token_of(scene, site, key):
            return None
        index = track.SITES.index(site) + step
        return track.SITES[index] if 0 <= index < len(track.SITES) else None

    def token_of(self, scene: Scene, site: str, key: str) -> str | None:
        """On every site alike: a number is a ball, an arrow or a letter the end for it."""
        choice = scene.choice
        if not isinstance(choice, AyaChoice):
            return None
        if key in ZONE_BALLS:
            return key if key in choice.targets or choice.ball else None
        end = ENDS_BY_KEY.get(key)
        return end if choice.ball and end in choice.targets else None

    def questions(self, words: Words) -> Mapping[str, str]:
        return answers.questions(words)

    def answer(self, scene: Scene, key: str) -> str:
        return answers.answer(scene, key)

    def keys(self, words: Words) -> Mapping[str, str]:
        return {
            "1 – 5": words.gettext("choose a ball of the play zone, wherever the keyboard is"),
            "← →": words.gettext("push the chosen ball in at that end; L and R do the same"),
            "← → ": words.gettext("before a ball is chosen: along the track"),
        }

    def controls(self, scene: Scene) -> Markup | None:
        """Stopping before a second move; and help, for a person who plays alone."""
        choice, duty = scene.choice, scene.position.duty
        if scene.position.variant.is_timed or not isinstance(duty, Attempt):
            return None
        parts: list[Markup] = []
        if isinstance(choice, AyaChoice) and STOP in choice.targets:
            label = scene.words.gettext("Stop: no second move")
            attributes = {"type": "button", "class": "button", "data-token": STOP}
            parts.append(el("button", {**attributes}, label))
        if solo.is_solitaire(scene.position):
            parts.append(solo.controls(scene))
        return join(*parts)

    def hint(self, scene: Scene) -> str:
        return sentences.hint(scene)

    def action_sentence(self, turn: Turn, names: tuple[str, ...], words: Words) -> str:
        return sentences.action_sentence(turn, names, words)

    def outcome_sentence(self, outcome: Outcome, names: tuple[str, ...], words: Words) -> str:
        return sentences.outcome_sentence(outcome, names, words)

    def motions(self, turn: Turn) -> tuple[Motion, ...]:
        moved = (event for event in turn.events if event.kind == "moved")
        return tuple(motion for event in moved for motion in track.motions(event.sites))

    def seat_name(self, seat: Seat, words: Words) -> str:
        return words.gettext("Player {number}").format(number=seat)

    def seat_note(self, scene: Scene, seat: Seat) -> str:
        score = scene.position.scores[seat - 1]
        return scene.words.ngettext("{n} card", "{n} cards", score).format(n=score)

    def seat_badge(self, seat: Seat) -> Markup:
        return table.seat_badge(seat)

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        return setup.option_words(words)

    def start_words(self, words: Words) -> None:
        """Chance deals."""

    def arranger(self, start: str, words: Words) -> None:
        """Nothing is arranged by hand."""

    def picture_position(self) -> AyaPosition:
        cards = tuple(map(parse_card, PICTURE_CARDS))
        lying = Table(PICTURE, (Hand(),) * 2, row=cards)
        return AyaPosition(Kindergarten(ZOCH, len(cards)), lying, Attempt(1))

    def tagline(self, words: Words) -> str:
        return words.gettext("Nine balls, one pattern, first to shout. Alone, a puzzle.")

    def rules(self, words: Words) -> Markup:
        return rules.rules(words)


VIEW = AyaView()
