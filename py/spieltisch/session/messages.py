"""What can happen to a session on any screen. What only one screen knows, its module tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Navigate:
    """The address says where to go: on arrival, by a link, by the back button."""

    link: str


@dataclass(frozen=True)
class Dismiss:
    """The notice has been read."""


@dataclass(frozen=True)
class Tell:
    """The shell has something to tell; kind and facts as in Notice."""

    kind: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class SetSetting:
    """A setting of the site was changed; see Settings.with_field."""

    field: str
    value: str


@dataclass(frozen=True)
class KeyLabelsLoaded:
    """The keyboard has told what is printed on its keys, by code."""

    labels: Mapping[str, str]


@dataclass(frozen=True)
class WorkerChanged:
    """How the bots' worker is: ``starting`` until there is one, then ``ready``, or ``failed``."""

    state: str


@dataclass(frozen=True)
class Restore:
    """What was kept of a game's match: at the start, or changed by another tab."""

    game: str
    text: str


@dataclass(frozen=True)
class Pause:
    """Nobody sees the page any more: no time passes."""

    at_ms: float


@dataclass(frozen=True)
class Resume:
    """The page is seen again."""

    at_ms: float
