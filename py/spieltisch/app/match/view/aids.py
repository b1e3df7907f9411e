"""The controls beside the board: help on request, and the pace of bots that play each other."""

from spieltisch.app.match.hints import helper_of
from spieltisch.app.match.review import can_review, may_make
from spieltisch.app.match.thinking import is_watched
from spieltisch.app.match.variation import can_try
from spieltisch.app.match.view.evaluation import evaluation_bar
from spieltisch.app.match.view.review import review_section
from spieltisch.app.match.view.shown import Shown
from spieltisch.app.settings.view import pace_words
from spieltisch.kit.frame import button, options_of, row
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.scene import Scene


def aids(shown: Shown) -> Markup:
    worker = shown.at.session.device.worker
    return join(
        _buttons(shown),
        evaluation_bar(shown.scene, shown.evaluation, worker)
        if shown.at.table.analysis.is_open
        else None,
        row(button(shown.words.gettext("Make a puzzle of it"), "make-puzzle", kind="is-quiet"))
        if shown.at.table.analysis.is_open and may_make(shown.at.seen, shown.evaluation)
        else None,
        review_section(shown, shown.review) if shown.review is not None else None,
    )


def _buttons(shown: Shown) -> Markup:
    words, table, match = shown.words, shown.at.table, shown.at.match
    is_tried = table.variation is not None
    can_hint = helper_of(match) is not None and not table.is_elsewhere
    return region(
        "div#aids.row.aids",
        {"role": "group", "aria-label": words.gettext("Help")},
        _hint_button(shown.scene, is_idle=not can_hint)
        if match.people and not match.is_over
        else None,
        button(words.gettext("Analysis"), "analyse", is_pressed=table.analysis.is_open),
        _review_button(shown) if can_review(match) and not is_tried else None,
        button(words.gettext("Try out"), "try-out")
        if can_try(shown.at.seen) and not is_tried
        else None,
    )


def _hint_button(scene: Scene, *, is_idle: bool) -> Markup:
    """The button that tells one step more at each press; after the last one it repeats that.

    While a bot is to move it is idle, not gone, so that its neighbours stay in place and it keeps
    the focus.
    """
    words, told = scene.words, scene.help
    labels = words.gettext("Hint"), words.gettext("Which move?")
    label, other = labels[:: -1 if told is not None and told.turn and not told.action else 1]
    # It is as wide and as high with either.
    both = el("span.either", {"data-other": other}, el("span", label))
    return button(both, "hint", is_idle=is_idle)


def _review_button(shown: Shown) -> Markup:
    """Starts the review or stops it: one button in one place, so that it keeps the focus."""
    if shown.review is not None and shown.is_reviewing:
        return button(shown.words.gettext("Stop"), "stop-review")
    return button(shown.words.gettext("Review"), "review")


def watching(shown: Shown) -> Markup | None:
    """The controls of a match that is only watched, while it goes on."""
    words, at = shown.words, shown.at
    if not is_watched(at.match) or at.match.last_position.outcome is not None:
        return None
    paces = options_of(pace_words(words), at.session.settings.pace)
    return region(
        "div#watching.row.watching",
        {"role": "group", "aria-label": words.gettext("Watching")},
        button(words.gettext("Continue"), "go-on", kind="is-primary")
        if at.table.timing.is_halted
        else button(words.gettext("Pause"), "halt"),
        button(words.gettext("One move"), "step"),
        el("select#set-pace", {"data-set": "pace", "aria-label": words.gettext("Pace")}, paces),
    )
