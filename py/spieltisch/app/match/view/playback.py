"""The controls that play back a match that is over, and go through it."""

from functools import lru_cache

from spieltisch.app.match.view.browsing import match_slider
from spieltisch.app.match.view.shown import Shown
from spieltisch.app.settings.speeds import speed_words
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.play.playback import speed_for, speeds_of


def playback_controls(shown: Shown) -> Markup:
    """The button that starts and stops it, the slider, and the speed: below the board, in the
    place of a choice's controls, as there is nothing to choose any more."""
    words, at = shown.words, shown.at
    speed = speed_for(at.match, at.session.settings.playback)
    return el(
        "div.controls.playback",
        {"role": "group", "aria-label": words.gettext("Play the game back")},
        _button(words, is_running=at.table.playback_ms is not None),
        region(
            "div#playback-slider-box.playback-slider",
            match_slider(words, "playback-slider", at.seen.shown, at.match.shown),
        ),
        _speed(words, speed, speeds_of(at.match)),
    )


@lru_cache(maxsize=8)
def _button(words: Words, *, is_running: bool) -> Markup:
    label = words.gettext("Pause") if is_running else words.gettext("Play back")
    return region(
        "div#play-back.play-back",
        button(label, "play-back", icon_name="pause" if is_running else "play"),
    )


@lru_cache(maxsize=16)
def _speed(words: Words, speed: str, speeds: tuple[str, ...]) -> Markup:
    labels = speed_words(words)
    return region(
        "select#playback-speed",
        {"data-set": "playback", "aria-label": words.gettext("Playback speed")},
        [el("option", {"value": one, "selected": one == speed}, labels[one]) for one in speeds],
    )
