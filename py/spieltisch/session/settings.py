"""What a person has chosen for the whole site."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

THEMES = ("auto", "light", "dark")


@dataclass(frozen=True)
class Settings:
    """Attributes:
    language: a language of the page; empty follows the browser.
    theme: ``auto`` follows the system.
    """

    language: str = ""
    theme: str = "auto"


def format_settings(settings: Settings) -> str:
    """The settings as JSON text, for storage."""
    return json.dumps(asdict(settings))


def parse_settings(text: str | None) -> Settings:
    """Settings from storage. Whatever is damaged or unknown falls back to its default."""
    default = Settings()
    try:
        fields = json.loads(text or "{}")
    except ValueError:
        return default
    if not isinstance(fields, dict):
        return default
    language = fields.get("language")
    theme = fields.get("theme")
    return Settings(
        language=language if isinstance(language, str) else default.language,
        theme=theme if theme in THEMES else default.theme,
    )
