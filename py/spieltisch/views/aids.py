"""What helps a person beside the board, on request."""

from collections.abc import Mapping
from dataclasses import dataclass

from spieltisch.table import TurningPoint
from spieltisch.views.evaluation import EvaluationModel, evaluation_bar
from spieltisch.views.frame import button
from spieltisch.views.markup import Markup, join, region
from spieltisch.views.review import ReviewModel, review
from spieltisch.views.scene import Scene


@dataclass(frozen=True)
class Aids:
    """Attributes:
    can_hint: whether there is a person who may be given a hint now.
    evaluation: how the position is evaluated; None while that is not asked for.
    can_review: whether there is a match to look back at.
    review: what looking back has brought; None while that is not asked for.
    """

    can_hint: bool = False
    evaluation: EvaluationModel | None = None
    can_review: bool = False
    review: ReviewModel | None = None

    @property
    def turning_points(self) -> Mapping[int, TurningPoint]:
        """The turning points by the number of their action."""
        return {one.number: one for one in self.review.points} if self.review else {}


def aids(scene: Scene, offered: Aids) -> Markup:
    """The buttons that help, and what they have brought."""
    return join(
        _buttons(scene, offered),
        evaluation_bar(scene, offered.evaluation) if offered.evaluation else None,
        review(scene, offered.review) if offered.review else None,
    )


def _buttons(scene: Scene, offered: Aids) -> Markup:
    words = scene.words
    return region(
        "div",
        {"id": "aids", "class": "row aids", "role": "group", "aria-label": words.gettext("Help")},
        _hint_button(scene) if offered.can_hint else None,
        button(words.gettext("Analysis"), "analyse", is_pressed=offered.evaluation is not None),
        _review_button(scene, offered) if offered.can_review else None,
    )


def _hint_button(scene: Scene) -> Markup:
    """A step more each time; after the last one it says that one again."""
    words, told = scene.words, scene.help
    is_next = told is not None and not told.is_awaited
    return button(words.gettext("Which move?") if is_next else words.gettext("Hint"), "hint")


def _review_button(scene: Scene, offered: Aids) -> Markup:
    """It stays where it is, whatever it does, so that the keyboard stays on it."""
    if offered.review is not None and offered.review.is_running:
        return button(scene.words.gettext("Stop"), "stop-review")
    return button(scene.words.gettext("Review"), "review")
