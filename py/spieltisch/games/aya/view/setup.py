"""What AYA's set-up form says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spieltisch.games.aya.rules.info import MOVE_CLOCK, REFUTE_CLOCK
from spieltisch.views.scene import OptionWords, Preset
from spieltisch.views.words import Words


def option_words(words: Words) -> Mapping[str, OptionWords]:
    """Every choice in words."""
    seconds = words.gettext("{n} s")
    off = words.gettext("no clock")

    def clock(choices: Sequence[str]) -> dict[str, str]:
        return {c: off if c == "off" else seconds.format(n=c) for c in choices}

    return {
        "variant": OptionWords(
            words.gettext("Which game"),
            {
                "aya-oye": words.gettext("AYA or OYE: shouting"),
                "rumkugeln": words.gettext("Rumkugeln: in turn, your own cards"),
                "turbo": words.gettext("Turbo: shouting for cards to keep"),
                "kindergarten": words.gettext("Kindergarten: in turn, no calls"),
                "tueftler": words.gettext("Tüftler: alone"),
            },
        ),
        "edition": OptionWords(
            words.gettext("Rule book"),
            {
                "zoch": words.gettext("Zoch 2000, AYA and OYE"),
                "reilly": words.gettext("Mike Reilly, AYA and AHA"),
            },
        ),
        "seats": OptionWords(words.gettext("Seats"), {str(n): str(n) for n in range(1, 7)}),
        MOVE_CLOCK.name: OptionWords(words.gettext("Time to move"), clock(MOVE_CLOCK.choices)),
        REFUTE_CLOCK.name: OptionWords(
            words.gettext("Time to refute"), clock(REFUTE_CLOCK.choices)
        ),
        "open-cards": OptionWords(words.gettext("Open cards"), {n: n for n in ("5", "8", "10")}),
        "cards": OptionWords(words.gettext("Cards to clear"), {n: n for n in ("10", "20", "39")}),
    }


def presets(words: Words) -> Mapping[str, tuple[str, Sequence[Preset]]]:
    """How fast it is to be, as one choice for both clocks."""
    labels = (
        words.gettext("Brisk: 5 s to move, 20 s to refute"),
        words.gettext("Double: 10 s and 40 s"),
        words.gettext("Leisurely: 25 s and 100 s"),
        words.gettext("Calm: a shout stops time, no clock runs"),
    )
    pairs = zip(MOVE_CLOCK.choices, REFUTE_CLOCK.choices, strict=True)
    return {
        "pace": (
            words.gettext("Pace"),
            [
                Preset(label, {MOVE_CLOCK.name: move, REFUTE_CLOCK.name: refute})
                for label, (move, refute) in zip(labels, pairs, strict=True)
            ],
        )
    }
