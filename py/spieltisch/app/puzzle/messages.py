"""Messages about puzzles; see also messages.py."""

from dataclasses import dataclass

from spieltisch.app.message import Message


@dataclass(frozen=True)
class PackFetched(Message):
    """A game's pack of puzzles has come; its text is None if it could not be fetched."""

    game: str
    text: str | None
    at_ms: float = 0.0
    """When, by the page's clock."""
