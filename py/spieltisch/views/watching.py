"""What whoever watches bots has in hand: how fast they play, and when."""

from collections.abc import Mapping
from dataclasses import dataclass

from spieltisch.views.frame import button
from spieltisch.views.markup import Markup, el, region
from spieltisch.views.words import Words


@dataclass(frozen=True)
class Watching:
    """Attributes:
    pace: how fast the bots play, as in the settings.
    is_halted: whether they wait.
    """

    pace: str
    is_halted: bool


def pace_words(words: Words) -> Mapping[str, str]:
    """What each pace is called."""
    return {
        "slow": words.gettext("Slow"),
        "normal": words.gettext("Normal"),
        "fast": words.gettext("Fast"),
    }


def watching(words: Words, shown: Watching) -> Markup:
    """The controls of a match that is only watched."""
    paces = [
        el("option", {"value": pace, "selected": pace == shown.pace}, label)
        for pace, label in pace_words(words).items()
    ]
    return region(
        "div",
        {
            "id": "watching",
            "class": "row watching",
            "role": "group",
            "aria-label": words.gettext("Watching"),
        },
        button(words.gettext("Go on"), "go-on", kind="is-primary")
        if shown.is_halted
        else button(words.gettext("Pause"), "halt"),
        button(words.gettext("One move"), "step"),
        el(
            "select",
            {"id": "set-pace", "data-set": "pace", "aria-label": words.gettext("Pace")},
            paces,
        ),
    )
