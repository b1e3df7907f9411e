"""What helps a person beside the board, on request."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.views.frame import button
from spieltisch.views.markup import Markup, el
from spieltisch.views.scene import Scene


@dataclass(frozen=True)
class Aids:
    """Attributes:
    can_hint: whether there is a person who may be given a hint now.
    """

    can_hint: bool = False


def aids(scene: Scene, offered: Aids) -> Markup:
    """The buttons that help."""
    words = scene.words
    return el(
        "div",
        {"class": "row aids", "role": "group", "aria-label": words.gettext("Help")},
        _hint_button(scene) if offered.can_hint else None,
    )


def _hint_button(scene: Scene) -> Markup:
    """A step more each time; after the last one it says that one again."""
    words, told = scene.words, scene.help
    is_next = told is not None and not told.is_awaited
    return button(words.gettext("Which move?") if is_next else words.gettext("Hint"), "hint")
