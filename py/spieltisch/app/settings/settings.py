"""What a person has chosen for the whole site."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from spieltisch.app.settings.keys import DEFAULT_KEYS, Keys, format_keys, parse_keys
from spieltisch.live.stun import parse_stun
from spieltisch.play.playback import AS_PLAYED, REST_MS
from spieltisch.table.record import MAX_NUMBER, parse_json

THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
PACES = ("slow", "normal", "fast")
PLAYBACK_SPEEDS = (*REST_MS, AS_PLAYED)
SOUNDS = ("off", "soft", "full")

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
    keys: the key of every slot.
    key_labels: what is printed on keys, by code, as seen when they were bound.
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
    keys: Keys = field(default_factory=lambda: DEFAULT_KEYS)
    key_labels: Mapping[str, str] = field(default_factory=dict)
    counted_since_ms: int = 0
    stun: str = ""

    def with_field(self, name: str, value: str) -> Self:
        """The settings with one choice changed; unknown fields and values change nothing."""
        if name != "language" and value not in CHOICES.get(name, ()):
            return self
        changes: dict[str, Any] = {name: value}
        return replace(self, **changes)

    def with_next_sound(self) -> Self:
        """The settings one step louder; after the loudest comes silence."""
        return replace(self, sound=SOUNDS[(SOUNDS.index(self.sound) + 1) % len(SOUNDS)])

    def chosen(self) -> dict[str, tuple[tuple[str, ...], str]]:
        """The choices and the chosen one, by field."""
        return {name: (choices, getattr(self, name)) for name, choices in CHOICES.items()}


def format_settings(settings: Settings) -> str:
    """The settings as JSON text, for storage."""
    fields: dict[str, object] = {name: getattr(settings, name) for name in ("language", *CHOICES)}
    fields |= {"keys": format_keys(settings.keys), "labels": dict(settings.key_labels)}
    fields |= {"stun": settings.stun}
    return json.dumps({**fields, "counted_since_ms": settings.counted_since_ms})


def parse_settings(text: str | None) -> Settings:
    """Settings from storage. Whatever is damaged or unknown falls back to its default."""
    settings = Settings()
    try:
        fields = parse_json(text or "{}")
    except ValueError:
        return settings
    if not isinstance(fields, dict):
        return settings
    for name, value in fields.items():
        if isinstance(value, str):
            settings = settings.with_field(name, value)
    return replace(
        settings,
        keys=_keys(fields.get("keys")),
        key_labels=_labels(fields.get("labels")),
        counted_since_ms=_moment(fields.get("counted_since_ms")),
        stun=_stun(fields.get("stun")),
    )


def _keys(value: Any) -> Keys:
    try:
        return parse_keys(value) if isinstance(value, str) else DEFAULT_KEYS
    except ValueError:
        return DEFAULT_KEYS


def _labels(value: Any) -> Mapping[str, str]:
    if isinstance(value, dict) and all(isinstance(label, str) for label in value.values()):
        return value
    return {}


def _stun(value: Any) -> str:
    try:
        return parse_stun(value) if isinstance(value, str) else ""
    except ValueError:
        return ""


def _moment(value: Any) -> int:
    is_moment = isinstance(value, int) and 0 <= value <= MAX_NUMBER
    return value if is_moment else 0
