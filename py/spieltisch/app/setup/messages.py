"""What can happen to the form in which a match is set up."""

from dataclasses import dataclass

from spieltisch.app.message import Message


@dataclass(frozen=True)
class Edit(Message):
    """A field of the form was changed; see ``edited`` in update.py."""

    field: str
    value: str


@dataclass(frozen=True)
class Arrange(Message):
    """A token of the hand-arranged start was pressed."""

    token: str


@dataclass(frozen=True)
class StartMatch(Message):
    """The match that was set up begins; chance deals from the seed."""

    seed: int
    at_ms: float = 0.0
