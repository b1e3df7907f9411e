"""The banner below the board that says that a variation is on screen, and leads back."""

from spieltisch.app.match.again import can_branch_off
from spieltisch.app.match.state import Variation
from spieltisch.app.match.variation import untimed
from spieltisch.app.match.view.browsing import branch_button
from spieltisch.app.match.view.shown import Shown
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words

BEFORE, AFTER = 3, 4
"""How many moves of a variation are shown before the one on screen, and after it."""


def variation_banner(shown: Shown, variation: Variation) -> Markup:
    """Where the variation leaves the match, its moves, who answers, and the way back."""
    words, played = shown.words, shown.at.played.setup
    seats = range(1, played.seats + 1)
    is_answered = variation.match.setup == untimed(played)
    return region(
        "div#variation.variation",
        {"role": "group", "aria-label": words.gettext("Variation")},
        el("p", variation_text(words, variation.branch)),
        _moves(words, variation),
        button(words.gettext("Computer answers"), "bots-answer", is_pressed=is_answered)
        if any(shown.at.played.bot_level(seat) is not None for seat in seats)
        else None,
        branch_button(words, variation.match.shown)
        if can_branch_off(shown.at.table, variation.match, variation.match.shown)
        else None,
        button(words.gettext("Back to the game"), "leave-variation", kind="is-primary"),
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


def _moves(words: Words, variation: Variation) -> Markup | None:
    """The moves round the one on screen."""
    branch, shown = variation.branch, variation.match.shown
    actions = [turn.entry.action for turn in variation.match.turns[branch:]]
    if not actions:
        return None
    at = max(0, shown - branch)
    first = max(0, min(at - BEFORE, len(actions) - BEFORE - AFTER))
    some = list(enumerate(actions))[first : first + BEFORE + AFTER]
    return el(
        "div.line",
        {"role": "group", "aria-label": words.gettext("Moves")},
        "…" if first else None,
        [_move(branch + index + 1, action, shown) for index, action in some],
        "…" if first + len(some) < len(actions) else None,
    )


def _move(ply: int, action: str, shown: int) -> Markup:
    return el(
        "button.line-action",
        {
            "type": "button",
            "id": f"variation-{ply}",
            "data-do": "show",
            "data-arg": ply,
            "aria-current": "step" if ply == shown else None,
        },
        action,
    )
