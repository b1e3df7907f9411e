"""The banner below the board that says that a variation is on screen, and leads back."""

from dataclasses import dataclass

from spieltisch.app.table.view.browsing import branch_button
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words

BEFORE, AFTER = 3, 4
"""How many moves of a variation are shown before the one on screen, and after it."""


@dataclass(frozen=True)
class VariationModel:
    """Attributes:
    branch: how many turns of the match come before it.
    shown: how many turns led to what is on screen.
    actions: all that is tried out, as texts.
    is_answered: whether the bots answer; None in a match without bots.
    can_branch_off: whether a match can begin with what is on screen.
    """

    branch: int
    shown: int
    actions: tuple[str, ...]
    is_answered: bool | None
    can_branch_off: bool = False


def variation_banner(words: Words, model: VariationModel) -> Markup:
    """Where the variation leaves the match, its moves, who answers, and the way back."""
    return region(
        "div",
        {
            "id": "variation",
            "class": "variation",
            "role": "group",
            "aria-label": words.gettext("Variation"),
        },
        el("p", None, variation_text(words, model.branch)),
        _moves(words, model) if model.actions else None,
        button(words.gettext("Computer answers"), "bots-answer", is_pressed=model.is_answered)
        if model.is_answered is not None
        else None,
        branch_button(words, model.shown) if model.can_branch_off else None,
        button(words.gettext("Back to the match"), "leave-variation", kind="is-primary"),
    )


def variation_text(words: Words, branch: int) -> str:
    """Says that it was not played, and where it leaves the match."""
    if not branch:
        return words.gettext("Variation from the start: not played.")
    return words.gettext("Variation after move {number}: not played.").format(number=branch)


def answering_text(words: Words, *, is_answered: bool) -> str:
    """Who moves for the bots, to be read out."""
    if is_answered:
        return words.gettext("The computer answers.")
    return words.gettext("You move for everybody.")


def _moves(words: Words, model: VariationModel) -> Markup:
    """The moves round the one on screen."""
    at = max(0, model.shown - model.branch)
    first = max(0, min(at - BEFORE, len(model.actions) - BEFORE - AFTER))
    some = list(enumerate(model.actions))[first : first + BEFORE + AFTER]
    return el(
        "div",
        {"class": "line", "role": "group", "aria-label": words.gettext("Moves")},
        "…" if first else None,
        [_move(model.branch + index + 1, action, model.shown) for index, action in some],
        "…" if first + len(some) < len(model.actions) else None,
    )


def _move(ply: int, action: str, shown: int) -> Markup:
    return el(
        "button",
        {
            "type": "button",
            "id": f"variation-{ply}",
            "class": "line-action",
            "data-do": "show",
            "data-arg": ply,
            "aria-current": "step" if ply == shown else None,
        },
        action,
    )
