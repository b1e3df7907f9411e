"""The controls beside the board: help on request, and the pace of bots that play each other."""

from collections.abc import Mapping
from dataclasses import dataclass

from spieltisch.app.table.view.evaluation import evaluation_bar
from spieltisch.app.table.view.review import ReviewModel, review_section
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Evaluation, TurningPoint


@dataclass(frozen=True)
class Aids:
    """Attributes:
    has_hints: whether anybody who plays may be given hints at all.
    can_hint: whether there is a person who may be given one now.
    is_evaluating: whether the position is evaluated.
    found: what was found about it so far; None for nothing yet.
    worker: the state of the bots' worker: ``starting``, ``ready`` or ``failed``.
    can_review: whether there is a match to look back at.
    can_try: whether moves can be tried out from the moment on screen.
    review: the review of the match; None until it is asked for.
    """

    has_hints: bool = False
    can_hint: bool = False
    is_evaluating: bool = False
    found: Evaluation | None = None
    worker: str = ""
    can_review: bool = False
    can_try: bool = False
    review: ReviewModel | None = None

    @property
    def turning_points(self) -> Mapping[int, TurningPoint]:
        """The turning points by the number of their action."""
        return {one.number: one for one in self.review.review.points} if self.review else {}

    @property
    def mistakes(self) -> tuple[TurningPoint, ...]:
        """The turning points that are mistakes or blunders, in order."""
        return tuple(one for one in self.turning_points.values() if one.is_mistake)


def aids(scene: Scene, view: GameView, offered: Aids) -> Markup:
    """The buttons that help, and what they have found."""
    return join(
        _buttons(scene, offered),
        evaluation_bar(scene, offered.found, offered.worker) if offered.is_evaluating else None,
        review_section(scene, view, offered.review) if offered.review else None,
    )


def _buttons(scene: Scene, offered: Aids) -> Markup:
    words = scene.words
    return region(
        "div",
        {"id": "aids", "class": "row aids", "role": "group", "aria-label": words.gettext("Help")},
        _hint_button(scene, is_idle=not offered.can_hint) if offered.has_hints else None,
        button(words.gettext("Analysis"), "analyse", is_pressed=offered.is_evaluating),
        _review_button(scene, offered) if offered.can_review else None,
        button(words.gettext("Try out"), "try-out") if offered.can_try else None,
    )


def _hint_button(scene: Scene, *, is_idle: bool) -> Markup:
    """The button that tells one step more at each press; after the last one it repeats that.

    While a bot is to move it is idle, not gone, so that its neighbours stay in place and it keeps
    the focus.
    """
    words, told = scene.words, scene.help
    is_next = told is not None and not told.is_awaited
    label = words.gettext("Which move?") if is_next else words.gettext("Hint")
    return button(label, "hint", is_idle=is_idle)


def _review_button(scene: Scene, offered: Aids) -> Markup:
    """Starts the review or stops it: one button in one place, so that it keeps the focus."""
    if offered.review is not None and offered.review.is_running:
        return button(scene.words.gettext("Stop"), "stop-review")
    return button(scene.words.gettext("Review"), "review")


@dataclass(frozen=True)
class Watching:
    """Attributes:
    pace: how fast the bots play, as in the settings.
    is_halted: whether they wait.
    """

    pace: str
    is_halted: bool


def pace_words(words: Words) -> Mapping[str, str]:
    """What each pace is called."""
    return {
        "slow": words.gettext("Slow"),
        "normal": words.gettext("Normal"),
        "fast": words.gettext("Fast"),
    }


def watching(words: Words, shown: Watching) -> Markup:
    """The controls of a match that is only watched."""
    paces = [
        el("option", {"value": pace, "selected": pace == shown.pace}, label)
        for pace, label in pace_words(words).items()
    ]
    return region(
        "div",
        {
            "id": "watching",
            "class": "row watching",
            "role": "group",
            "aria-label": words.gettext("Watching"),
        },
        button(words.gettext("Go on"), "go-on", kind="is-primary")
        if shown.is_halted
        else button(words.gettext("Pause"), "halt"),
        button(words.gettext("One move"), "step"),
        el(
            "select",
            {"id": "set-pace", "data-set": "pace", "aria-label": words.gettext("Pace")},
            paces,
        ),
    )
