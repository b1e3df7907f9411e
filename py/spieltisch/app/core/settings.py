"""What a person has chosen for the whole site."""

import json
import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Annotated, Any, Self

from spieltisch.app.core.kept_parts import kept_object, sound_parts
from spieltisch.app.core.keys import DEFAULT_KEYS, LAYOUTS, Keys, format_keys, parse_keys
from spieltisch.app.core.message import Frozen
from spieltisch.kit.frame import choices
from spieltisch.kit.markup import Markup
from spieltisch.kit.scene import BoardSettings, OptionWords
from spieltisch.kit.words import LANGUAGES, Words
from spieltisch.live.codes import parse_relay
from spieltisch.live.description import parse_stun
from spieltisch.play.codec import clean_name
from spieltisch.play.timing import AS_PLAYED, REST_MS
from spieltisch.table.codec import Codec, codec, members, typed, unmarked
from spieltisch.table.marks import COUNT, Matching, MisfitError, Named, OneOf, Then

MAX_SETTINGS = 20_000
"""Letters of all settings."""
MAX_LABELS = 10_000
"""Letters of what is printed on keys: longer ones would have all settings too long to be read."""

THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
PACES = ("slow", "normal", "fast")
SPEECH_RATES = ("125", "175", "250", "300", "400")
"""In words a minute; screen readers begin with about 175."""
BY_KEY = "key"
WAITED_FOR = (*SPEECH_RATES, BY_KEY)
"""How long computers wait that wait for who listens."""
HEARING = ("auto", "off", *WAITED_FOR)
PLAYBACK_SPEEDS = (*REST_MS, AS_PLAYED)
OFFLINE = ("auto", "on", "off")
SOUNDS = ("off", "soft", "full")
FROM_KEYS = "from-keys"
KEYBOARDS = (FROM_KEYS, *LAYOUTS)

_LANGUAGE = re.compile("[a-zA-Z-]{0,35}")


def _labels(told: Mapping[str, str]) -> Mapping[str, str]:
    if len(json.dumps(told)) > MAX_LABELS:
        raise MisfitError("are too long")
    return told


_KEYS: Codec[Keys] = Codec(lambda value: parse_keys(typed(value, str)), format_keys)


def _stun(text: str) -> str:
    return parse_stun(text) if text else ""


def _relay(text: str) -> str:
    return parse_relay(text) if text else ""


class Settings(Frozen):
    language: Annotated[str, Matching(_LANGUAGE, "is no language")] = ""
    """A language of the page; empty follows the browser."""
    theme: Annotated[str, OneOf(THEMES)] = "auto"
    """``auto`` follows the system."""
    sound: Annotated[str, OneOf(SOUNDS)] = "soft"
    vibration: Annotated[str, OneOf(SWITCH)] = "on"
    """Whether the device vibrates, if it can."""
    letter_keys: Annotated[str, OneOf(SWITCH)] = "on"
    """Whether letter keys ask about the board while it has the focus."""
    board_turns: Annotated[str, OneOf(SWITCH)] = "on"
    """Whether a board turns to the player who is to move."""
    place_names: Annotated[str, OneOf(SWITCH)] = "off"
    """Whether a board writes the names of its places even where they are in the way."""
    tab_stops: Annotated[str, OneOf(SWITCH)] = "off"
    """Whether Tab goes to every place that may be pressed, and Enter chooses in forms as well: for
    people who can use these two keys alone."""
    pace: Annotated[str, OneOf(PACES)] = "normal"
    """How fast bots play in matches that are only watched."""
    hearing: Annotated[str, OneOf(HEARING)] = "auto"
    """Whether computers and clocks wait in a race until what was said has been heard: as long as
    speech at so many words a minute takes, or until a key is pressed. ``auto`` becomes a rate once
    a person asks about the board."""
    playback: Annotated[str, OneOf(PLAYBACK_SPEEDS)] = "normal"
    keyboard: Annotated[str, OneOf(KEYBOARDS)] = FROM_KEYS
    """The layout of the keyboard, for labels where the browser does not tell them; ``from-keys``
    for the one that the keys show which are pressed."""
    keys: Annotated[Keys, _KEYS] = field(default_factory=lambda: DEFAULT_KEYS)
    key_labels: Annotated[Mapping[str, str], Named("labels"), Then(_labels)] = field(
        default_factory=dict
    )
    """What is printed on keys, by code, as the keys have shown that were pressed since the layout
    was chosen."""
    counted_since_ms: Annotated[int, COUNT] = 0
    """Since when statistics count matches, in milliseconds since 1970."""
    offline: Annotated[str, OneOf(OFFLINE)] = "auto"
    """Whether the game is kept for play without a network; ``auto`` unless data is to be saved."""
    stun: Annotated[str, Then(_stun)] = ""
    """The server that is asked how the internet sees this device, to play live, or that passes on
    what is sent (with a name and a password); empty for none."""
    relay: Annotated[str, Then(_relay)] = ""
    """The relay by which people were invited last; empty for none."""
    friends_name: Annotated[str, Then(clean_name)] = ""
    """What friends call the person who sits here, as it was typed last for a match with them."""

    @property
    def of_boards(self) -> BoardSettings:
        """What boards are to know."""
        return BoardSettings(
            has_place_names=self.place_names == "on", has_tab_stops=self.tab_stops == "on"
        )

    def with_field(self, name: str, value: str) -> Self:
        """The settings with one choice changed; unknown fields and values change nothing."""
        if value not in (LANGUAGES if name == "language" else CHOICES.get(name, ())):
            return self
        changes: dict[str, Any] = {name: value}
        if name == "keyboard":
            changes["key_labels"] = {}
        return replace(self, **changes)

    def with_next_sound(self) -> Self:
        """The settings one step louder; after the loudest comes silence."""
        return replace(self, sound=SOUNDS[(SOUNDS.index(self.sound) + 1) % len(SOUNDS)])

    def since(self, base: Self, there: Self) -> Self:
        """Other settings with what has changed in these since they were the base."""
        changes = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if getattr(self, one.name) != getattr(base, one.name)
        }
        labels = {
            code: text
            for code, text in there.key_labels.items()
            if code in self.key_labels or code not in base.key_labels
        }
        learned = self.key_labels.items() - base.key_labels.items()
        labels |= dict(learned)
        if len(json.dumps(labels)) > MAX_LABELS:
            # More than can be read again: then all would be lost.
            labels = dict(self.key_labels)
        keys = {
            slot: there.keys[slot] if code == base.keys[slot] else code
            for slot, code in self.keys.items()
        }
        # A key that two tabs have given to two slots stays with the one that it was given last.
        is_sound = len(set(keys.values())) == len(keys)
        changes |= {"key_labels": labels, "keys": keys if is_sound else self.keys}
        return replace(there, **changes)

    def chosen(self) -> dict[str, tuple[tuple[str, ...], str]]:
        """The choices and the chosen one, by field."""
        return {name: (choices, getattr(self, name)) for name, choices in CHOICES.items()}


_CODEC, _PARTS = codec(Settings), members(Settings)

CHOICES: Mapping[str, tuple[str, ...]] = {
    one.field: mark.choices
    for one in _PARTS
    for mark in unmarked(one.kind)[1]
    if isinstance(mark, OneOf)
}


def format_settings(settings: Settings) -> str:
    return json.dumps(_CODEC.write(settings))


def parse_settings(text: str | None, flaws: list[str] | None = None) -> Settings:
    """Settings from storage. Whatever is damaged falls back to its default, and is told in
    ``flaws``; what a later version has added is ignored."""
    told = [] if flaws is None else flaws

    def tell(name: str, why: str) -> None:
        told.append(f"settings.{name}: {why}")

    return Settings(**sound_parts(_PARTS, kept_object(text, MAX_SETTINGS, "settings", told), tell))


def pace_words(words: Words) -> Mapping[str, str]:
    return {
        "slow": words.gettext("Slow"),
        "normal": words.gettext("Normal"),
        "fast": words.gettext("Fast"),
    }


def hearing_words(words: Words) -> Mapping[str, str]:
    rate = words.gettext("At {n} words a minute")
    return {
        "auto": words.gettext("Once I ask about the board twice"),
        "off": words.gettext("Never"),
        **{one: rate.format(n=one) for one in SPEECH_RATES},
        BY_KEY: words.gettext("Until I press F or “Heard”"),
    }


def hearing_choice(settings: Settings, words: Words) -> Markup:
    """The choice, as it stands in the settings and beside the pace of a race."""
    labels = OptionWords(
        words.gettext("Computers wait until I have heard everything"), hearing_words(words)
    )
    return choices(labels, "hearing", HEARING, settings.hearing, attribute="data-set")


def speed_words(words: Words) -> Mapping[str, str]:
    return {**pace_words(words), "as-played": words.gettext("Real time")}
