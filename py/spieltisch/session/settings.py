"""What a person has chosen for the whole site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Self

from spieltisch.session.bindings import DEFAULT_KEYS, Keys, format_keys, parse_keys
from spieltisch.table.json_text import parse_json

THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
PACES = ("slow", "normal", "fast")

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": THEMES,
    "letter_keys": SWITCH,
    "board_turns": SWITCH,
    "pace": PACES,
}
"""What may be chosen, by field."""


@dataclass(frozen=True)
class Settings:
    """Attributes:
    language: a language of the page; empty follows the browser.
    theme: ``auto`` follows the system.
    letter_keys: whether letter keys ask about the board while it has the focus.
    board_turns: whether a board turns to the player who is to move.
    pace: how fast bots play that nobody plays against.
    keys: whose keys are where, as text; see session.bindings.
    layout: what is printed on keys that were struck to be bound, as JSON text by place.
    """

    language: str = ""
    theme: str = "auto"
    letter_keys: str = "on"
    board_turns: str = "on"
    pace: str = "normal"
    keys: str = format_keys(DEFAULT_KEYS)
    layout: str = "{}"

    @property
    def bound(self) -> Keys:
        """The key of every slot."""
        return parse_keys(self.keys)

    @property
    def labels(self) -> Mapping[str, str]:
        """What is known to be printed on keys."""
        labels: Mapping[str, str] = json.loads(self.layout)
        return labels

    def with_field(self, name: str, value: str) -> Self:
        """The settings with one of them changed; what is not known changes nothing."""
        if name == "language":
            return replace(self, language=value)
        if name in _TEXTS:
            return replace(self, **{name: value}) if _TEXTS[name](value) else self
        return replace(self, **{name: value}) if value in CHOICES.get(name, ()) else self

    def chosen(self) -> dict[str, tuple[tuple[str, ...], str]]:
        """What may be chosen and what is, by field."""
        return {name: (choices, getattr(self, name)) for name, choices in CHOICES.items()}


def _are_keys(text: str) -> bool:
    try:
        parse_keys(text)
    except ValueError:
        return False
    return True


def _are_labels(text: str) -> bool:
    try:
        labels = parse_json(text)
    except ValueError:
        return False
    return isinstance(labels, dict) and all(isinstance(one, str) for one in labels.values())


_TEXTS = {"keys": _are_keys, "layout": _are_labels}
"""What a text must be, by field."""


def format_settings(settings: Settings) -> str:
    """The settings as JSON text, for storage."""
    return json.dumps(asdict(settings))


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
    return settings
