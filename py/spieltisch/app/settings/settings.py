"""What a person has chosen for the whole site."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from spieltisch.app.settings.keys import DEFAULT_KEYS, Keys, format_keys, parse_keys
from spieltisch.app.settings.layouts import LAYOUTS
from spieltisch.live.stun import parse_stun
from spieltisch.play.playback import AS_PLAYED, REST_MS
from spieltisch.table import RecordError
from spieltisch.table.record import MAX_NUMBER, parse_json, typed, whole_number

MAX_LENGTH = 20_000
"""Letters of all settings."""

THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
PACES = ("slow", "normal", "fast")
PLAYBACK_SPEEDS = (*REST_MS, AS_PLAYED)
SOUNDS = ("off", "soft", "full")
FROM_KEYS = "from-keys"
KEYBOARDS = (FROM_KEYS, *LAYOUTS)

_LANGUAGE = re.compile("[a-zA-Z-]{0,35}")

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": THEMES,
    "sound": SOUNDS,
    "vibration": SWITCH,
    "letter_keys": SWITCH,
    "board_turns": SWITCH,
    "place_names": SWITCH,
    "tab_stops": SWITCH,
    "pace": PACES,
    "playback": PLAYBACK_SPEEDS,
    "keyboard": KEYBOARDS,
}
"""What may be chosen, by field."""


@dataclass(frozen=True)
class Settings:
    """Attributes:
    language: a language of the page; empty follows the browser.
    theme: ``auto`` follows the system.
    sound: how loud the sounds are.
    vibration: whether the device vibrates, if it can.
    letter_keys: whether letter keys ask about the board while it has the focus.
    board_turns: whether a board turns to the player who is to move.
    place_names: whether a board writes the names of its places even where they are in the way.
    tab_stops: whether Tab goes to every place that may be pressed, and Enter chooses in forms as
        well: for people who can use these two keys alone.
    pace: how fast bots play in matches that are only watched.
    playback: how fast matches are played back.
    keyboard: the layout of the keyboard, for labels where the browser does not tell them;
        ``from-keys`` for the one that the keys show which are pressed.
    keys: the key of every slot.
    key_labels: what is printed on keys, by code, as the keys have shown that were pressed since
        the layout was chosen.
    counted_since_ms: since when statistics count matches, in milliseconds since 1970.
    stun: the server that is asked how the internet sees this device, to play live; empty for none.
    """

    language: str = ""
    theme: str = "auto"
    sound: str = "soft"
    vibration: str = "on"
    letter_keys: str = "on"
    board_turns: str = "on"
    place_names: str = "off"
    tab_stops: str = "off"
    pace: str = "normal"
    playback: str = "normal"
    keyboard: str = FROM_KEYS
    keys: Keys = field(default_factory=lambda: DEFAULT_KEYS)
    key_labels: Mapping[str, str] = field(default_factory=dict)
    counted_since_ms: int = 0
    stun: str = ""

    def with_field(self, name: str, value: str) -> Self:
        """The settings with one choice changed; unknown fields and values change nothing."""
        if name != "language" and value not in CHOICES.get(name, ()):
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
        labels = {**there.key_labels, **self.key_labels}
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


def format_settings(settings: Settings) -> str:
    """The settings as JSON text, for storage."""
    fields: dict[str, object] = {name: getattr(settings, name) for name in ("language", *CHOICES)}
    fields |= {"keys": format_keys(settings.keys), "labels": dict(settings.key_labels)}
    fields |= {"stun": settings.stun}
    return json.dumps({**fields, "counted_since_ms": settings.counted_since_ms})


def parse_settings(text: str | None, flaws: list[str] | None = None) -> Settings:
    """Settings from storage. Whatever is damaged falls back to its default, and is told in
    ``flaws``; what a later version has added is ignored."""
    settings, told = Settings(), [] if flaws is None else flaws
    try:
        fields = typed(parse_json("{}" if text is None else text, MAX_LENGTH), dict, "the settings")
    except ValueError as error:
        told.append(f"settings: {error}")
        return settings
    parts: dict[str, tuple[str, Callable[[Any], Any]]] = {
        "keys": ("keys", _keys),
        "labels": ("key_labels", _labels),
        "counted_since_ms": ("counted_since_ms", _moment),
        "stun": ("stun", _stun),
    }
    changes: dict[str, Any] = {}
    for name, value in fields.items():
        try:
            if name in parts:
                member, parse = parts[name]
                changes[member] = parse(value)
            elif name == "language" or name in CHOICES:
                settings = settings.with_field(name, _chosen(name, value))
        except ValueError as error:
            told.append(f"settings.{name}: {error}")
    return replace(settings, **changes)


def _chosen(name: str, value: object) -> str:
    text = typed(value, str, name)
    if name == "language":
        if not _LANGUAGE.fullmatch(text):
            raise RecordError(f"{text!r} is no language")
    elif text not in CHOICES[name]:
        raise RecordError(f"{text!r} is not one of {', '.join(CHOICES[name])}")
    return text


def _keys(value: object) -> Keys:
    return parse_keys(typed(value, str, "keys"))


def _labels(value: object) -> Mapping[str, str]:
    labels = typed(value, dict, "labels")
    return {code: typed(label, str, code) for code, label in labels.items()}


def _stun(value: object) -> str:
    text = typed(value, str, "stun")
    return parse_stun(text) if text else ""


def _moment(value: object) -> int:
    return whole_number(value, "counted_since_ms", 0, MAX_NUMBER)
