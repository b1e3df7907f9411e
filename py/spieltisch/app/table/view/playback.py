"""The controls that play back a match that is over, and go through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from spieltisch.app.table.view.aids import pace_words
from spieltisch.app.table.view.browsing import match_slider
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words


@dataclass(frozen=True)
class PlaybackModel:
    """Attributes:
    is_running: whether it goes on by itself.
    speed, speeds: how fast, and what can be chosen.
    shown, length: how many turns led to what is on screen, and how many there are.
    """

    is_running: bool
    speed: str
    speeds: tuple[str, ...]
    shown: int
    length: int


def playback_controls(words: Words, model: PlaybackModel) -> Markup:
    """The button that starts and stops it, the slider, and the speed: below the board, in the
    place of a choice's controls, as there is nothing to choose any more."""
    return el(
        "div",
        {
            "class": "controls playback",
            "role": "group",
            "aria-label": words.gettext("Play the match back"),
        },
        _button(words, is_running=model.is_running),
        _slider(words, model),
        _speed(words, model.speed, model.speeds),
    )


@lru_cache(maxsize=8)
def _button(words: Words, *, is_running: bool) -> Markup:
    label = words.gettext("Pause") if is_running else words.gettext("Play back")
    return region(
        "div",
        {"id": "play-back", "class": "play-back"},
        button(label, "play-back", icon_name="pause" if is_running else "play"),
    )


@lru_cache(maxsize=16)
def _speed(words: Words, speed: str, speeds: tuple[str, ...]) -> Markup:
    labels = speed_words(words)
    return region(
        "select",
        {
            "id": "playback-speed",
            "data-set": "playback",
            "aria-label": words.gettext("How fast the match is played back"),
        },
        [el("option", {"value": one, "selected": one == speed}, labels[one]) for one in speeds],
    )


def speed_words(words: Words) -> Mapping[str, str]:
    """What each speed is called."""
    return {**pace_words(words), "as-played": words.gettext("As played")}


def _slider(words: Words, model: PlaybackModel) -> Markup:
    return region(
        "div",
        {"id": "playback-slider-box", "class": "playback-slider"},
        match_slider(words, "playback-slider", model.shown, model.length),
    )
