"""AYA's view: its table, its sentences, its options and its rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.games.aya.rules.cards import parse_card
from spieltisch.games.aya.rules.choice import AyaChoice
from spieltisch.games.aya.rules.duties import Attempt, Oye
from spieltisch.games.aya.rules.info import CARDS, MOVE_CLOCK, REFUTE_CLOCK, SPOT
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import Hand, Table
from spieltisch.games.aya.rules.track import LEFT, RIGHT, ZONE_BALLS
from spieltisch.games.aya.rules.variants import EDITIONS, ZOCH, Kindergarten
from spieltisch.games.aya.view import call, editor, pictures, sentences, table, track
from spieltisch.games.aya.view.call import judged_call, move_words
from spieltisch.games.aya.view.cards import cards_count_text, is_cleared_in_order
from spieltisch.games.aya.view.pictures import diagram
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el, join
from spieltisch.kit.scene import (
    GoalWords,
    Motion,
    OptionWords,
    Preset,
    Scene,
    SkillWords,
    TextView,
)
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Turn

PICTURE = "bybbybyby"
PICTURE_CARDS = ("bbyby", "bybby", "ybyby*", "bbbyy")

ENDS_BY_KEY = {"ArrowLeft": LEFT, "ArrowRight": RIGHT, "l": LEFT, "r": RIGHT}


class AyaView(TextView):
    variant_picture = staticmethod(pictures.variant_picture)
    seat_badge = staticmethod(table.seat_badge)
    paint = staticmethod(track.paint)
    answer = staticmethod(sentences.answer)
    status = staticmethod(sentences.status)
    hint = staticmethod(sentences.hint)
    seat_name = staticmethod(sentences.seat_name)
    why_not = staticmethod(sentences.why_not)
    before_race = staticmethod(sentences.before_race)
    action_sentence = staticmethod(sentences.action_sentence)
    move_words = staticmethod(move_words)
    judged_call = staticmethod(judged_call)
    after_motions = staticmethod(call.after_motions)
    outcome_sentence = staticmethod(sentences.outcome_sentence)

    def board(self, scene: Scene) -> Markup:
        if scene.is_edited:
            return editor.board(scene)
        if not scene.is_picture:
            return table.board(scene)
        # The diagram says who has which cards, for which it needs names.
        return diagram(scene) if scene.names else pictures.picture(scene)

    def goal(self, scene: Scene) -> str:
        """What the variant is about."""
        told: str = self.fixed_words["goals"][scene.position.variant.name]
        return scene.words.gettext(told)

    def solitaire_words(self, category: str, words: Words) -> str:
        edition, cards, *own = [*category.split("/"), ""]
        if edition not in EDITIONS or cards not in CARDS.choices:
            return ""
        text = words.gettext("{n} cards, cleared in any order")
        if EDITIONS[edition].clears_in_order:
            text = words.gettext("{n} cards, cleared in the order of the row")
        told = text.format(n=cards)
        return words("{what}, own cards", what=told) if "own" in own else told

    def presets(self, words: Words) -> Mapping[str, tuple[str, Sequence[Preset]]]:
        """The pace, as one choice for both clocks."""
        labels = (
            words.gettext("Brisk: 5 s to move, 20 s to refute"),
            words.gettext("Double: 10 s and 40 s"),
            words.gettext("Leisurely: 25 s and 100 s"),
            words.gettext("Untimed: a call stops everything, no clock"),
        )
        paces = zip(labels, MOVE_CLOCK.choices, REFUTE_CLOCK.choices, strict=True)
        presets = [
            Preset(label, {MOVE_CLOCK.name: move, REFUTE_CLOCK.name: refute})
            for label, move, refute in paces
        ]
        return {"pace": (words.gettext("Pace"), presets)}

    def neighbour(self, scene: Scene, site: str, key: str) -> str | None:
        """Along the track; but once a ball is chosen the arrows push it in at their end."""
        sites = editor.sites_of(scene.position) if scene.is_edited else track.SITES
        if key in ("Home", "End"):
            return sites[0 if key == "Home" else -1]
        step = {"ArrowRight": 1, "ArrowUp": 1, "ArrowLeft": -1, "ArrowDown": -1}.get(key)
        if step is None or site not in sites or self.token_of(scene, site, key):
            return None
        index = sites.index(site) + step
        return sites[index] if 0 <= index < len(sites) else None

    def token_of(self, scene: Scene, site: str, key: str) -> str | None:
        """On every site, a number is a ball, an arrow or a letter is the end for it."""
        choice = scene.choice
        if not isinstance(choice, AyaChoice):
            return None
        if key in ZONE_BALLS:
            return key if key in choice.targets or choice.ball else None
        end = ENDS_BY_KEY.get(key)
        return end if choice.ball and end in choice.targets else None

    def controls(self, scene: Scene) -> Markup | None:
        """Where no seat has buttons of its own: stopping before a second move, and help for a
        person who plays alone. They stay, enabled or not, so that nothing moves."""
        if scene.position.variant.calls:
            return None
        helps = []
        if scene.position.seats == 1 and not scene.is_exercise:
            words, told = scene.words, scene.help
            which_move = words.gettext("Which move?")
            labels = (words.gettext("Hint"), words.gettext("Which card?"), which_move, which_move)
            is_done = told is not None and (told.is_lost or told.is_undecided or told.step == 3)
            check = words.gettext("Can it still be cleared?")
            helps = [
                button(labels[told.step if told else 0], "hint", is_disabled=is_done),
                button(check, "check", is_disabled=told is not None),
            ]
        return join(*helps, table.stop_button(scene))

    def motions(self, turn: Turn) -> tuple[Motion, ...]:
        moved = (event for event in turn.events if event.kind == "moved")
        return tuple(motion for event in moved for motion in track.motions(event.sites))

    def seat_note(self, scene: Scene, seat: Seat) -> str:
        return cards_count_text(scene.position.scores[seat - 1], scene.words)

    def goal_words(self, goal: str, position: Any, words: Words) -> GoalWords | None:
        """Other puzzles than those of its own skill are played alone, and have only one goal."""
        if goal == SPOT:
            task = words.gettext("Is there a match? Call AYA and show it. None? Call OYE.")
            return GoalWords(task, _spot_answer(position, words))
        task = words.gettext("Clear all the cards, in any order.")
        if is_cleared_in_order(position):
            task = words.gettext("Clear the cards in order, the first one first.")
        return GoalWords(task, words.gettext("you can't clear them all after that."))

    def skill_words(self, words: Words) -> SkillWords:
        return SkillWords(
            words.gettext("AYA or OYE?"),
            words.gettext(
                "A track and a few cards: is there a match? If you see one, call AYA and show it:"
                " a ball, then an end, and for a light card perhaps a second move. If there is"
                " none, call OYE."
            ),
        )

    def glance(self, scene: Scene) -> str:
        return " ".join(sentences.answer(scene, key) for key in "ko")

    def left_sentence(self, scene: Scene) -> str:
        table, words = scene.position.table, scene.words
        if scene.position.seats > 1:
            return ""
        left = len(table.row) + len(table.stock)
        return words.counted("{n} card is left.", "{n} cards are left.", left)

    def falling(self, seat: Seat) -> Sequence[Markup]:
        """The balls, which are nobody's."""
        shape = {"class": "badge", "viewBox": "-46 -46 92 92", "aria-hidden": "true"}
        return tuple(el("svg", {**shape}, track.ball_use(colour)) for colour in "by")

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        seconds, off = words.gettext("{n} s"), words.gettext("no clock")

        def clock(label: str, choices: Sequence[str]) -> OptionWords:
            return OptionWords(
                label, {c: off if c == "off" else seconds.format(n=c) for c in choices}
            )

        return {
            **super().option_words(words),
            MOVE_CLOCK.name: clock(words.gettext("Time to move"), MOVE_CLOCK.choices),
            REFUTE_CLOCK.name: clock(words.gettext("Time to refute"), REFUTE_CLOCK.choices),
        }

    def picture_position(self) -> AyaPosition:
        cards = tuple(map(parse_card, PICTURE_CARDS))
        lying = Table(PICTURE, (Hand(),) * 2, row=cards)
        return AyaPosition(Kindergarten(ZOCH, len(cards)), lying, Attempt(1))


def _spot_answer(position: AyaPosition, words: Words) -> str:
    """What is said to a wrong call or move, where one is to see whether there is a match."""
    match position.duty:
        case Oye():
            return words.gettext("there is a match.")
        case Attempt(is_second=True):
            return words.gettext("no second move matches a light card from there.")
        case Attempt():
            return words.gettext("there is no match.")
    return words.gettext("that matches no open card.")


VIEW = AyaView()
