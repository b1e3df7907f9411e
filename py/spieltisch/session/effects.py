"""What a session asks the shell to do."""

from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.table import Turn


@dataclass(frozen=True)
class Keep:
    """The match of a game is to be written to storage."""

    game: str
    text: str


@dataclass(frozen=True)
class KeepSettings:
    """The settings are to be written to storage."""

    text: str


@dataclass(frozen=True)
class KeepRuns:
    """The best runs are to be written to storage."""

    text: str


@dataclass(frozen=True)
class Go:
    """The address is to become this link.

    Attributes:
        replaces: no step back leads to the address before.
    """

    link: str
    replaces: bool = False


@dataclass(frozen=True)
class Animate:
    """A turn is to be seen happening."""

    turn: Turn


@dataclass(frozen=True)
class Focus:
    """The keyboard is to go to the node with this id, or to the one that ``site`` names."""

    node_id: str


Effect: TypeAlias = Keep | KeepSettings | KeepRuns | Go | Animate | Focus
