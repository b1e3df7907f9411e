"""A match looked back at: how far that has come, and the actions that turned it."""

from dataclasses import dataclass

from spieltisch.table import TurningPoint
from spieltisch.views.frame import button
from spieltisch.views.markup import Markup, el, region
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words

MOST_SHOWN = 3
"""So much is shown of what would have been better, and what would have followed."""


@dataclass(frozen=True)
class ReviewModel:
    """Attributes:
    done, total: how many positions have been evaluated, and how many there are.
    is_running: whether it goes on.
    points: the actions that turned the match, as far as they have been found.
    """

    done: int
    total: int
    is_running: bool
    points: tuple[TurningPoint, ...]


def review(scene: Scene, shown: ReviewModel) -> Markup:
    """The review beside the board."""
    words = scene.words
    title = words.gettext("Turning points")
    return region(
        "section",
        {"id": "review", "class": "review", "aria-label": title},
        el(
            "div",
            {"class": "row review-head"},
            el("h2", None, title),
            _walk(words, shown) if shown.points else None,
        ),
        _progress(words, shown) if shown.is_running else None,
        el(
            "ol",
            {"class": "turnings"},
            [_turning(scene, one, is_shown=one.number == scene.ply) for one in shown.points],
        )
        if shown.points
        else None,
        el("p", {"class": "last"}, words.gettext("None: nobody gave much away."))
        if not shown.points and not shown.is_running
        else None,
    )


def kind(one: TurningPoint, words: Words) -> str:
    """What it is called."""
    return words.gettext("blunder") if one.is_blunder else words.gettext("mistake")


def percent(chance: float) -> int:
    """A win probability in percent."""
    return round(100 * chance)


def done_text(words: Words, shown: ReviewModel) -> str:
    """What has been found, to be said."""
    count = len(shown.points)
    return words.ngettext("{n} turning point found.", "{n} turning points found.", count).format(
        n=count
    )


def turning_text(scene: Scene, one: TurningPoint) -> str:
    """A turning point in words."""
    words = scene.words
    if one.is_blunder:
        template = words.gettext(
            "Move {number}, {name}: {action}, a blunder, from {before}% to {after}%."
            " Better: {better}."
        )
    else:
        template = words.gettext(
            "Move {number}, {name}: {action}, a mistake, from {before}% to {after}%."
            " Better: {better}."
        )
    return template.format(
        number=one.number,
        name=scene.names[one.seat - 1],
        action=one.action,
        before=percent(one.before),
        after=percent(one.after),
        better=one.better[0],
    )


def _walk(words: Words, shown: ReviewModel) -> Markup:
    return el(
        "div",
        {"class": "row"},
        button(
            None,
            "previous-turning-point",
            icon_name="back",
            title=words.gettext("Turning point before"),
            kind="is-quiet",
        ),
        button(
            None,
            "next-turning-point",
            icon_name="forth",
            title=words.gettext("Next turning point"),
            kind="is-quiet",
        ),
    )


def _progress(words: Words, shown: ReviewModel) -> Markup:
    label = words.gettext("{done} of {total} positions").format(done=shown.done, total=shown.total)
    return el(
        "div",
        {"class": "row review-progress"},
        el("progress", {"value": shown.done, "max": shown.total, "aria-label": label}),
        el("span", {"class": "review-count"}, label),
    )


def _turning(scene: Scene, one: TurningPoint, *, is_shown: bool) -> Markup:
    words = scene.words
    name = scene.names[one.seat - 1]
    change = words.gettext("{before} → {after}%").format(
        before=percent(one.before), after=percent(one.after)
    )
    better = " ".join(one.better[:MOST_SHOWN]) + (" …" if len(one.better) > MOST_SHOWN else "")
    return el(
        "li",
        {"class": "turning"},
        el(
            "button",
            {
                "type": "button",
                "id": f"turning-{one.number}",
                "data-do": "turning-point",
                "data-arg": one.number,
                "aria-current": "step" if is_shown else None,
            },
            el("span", {"class": "move-number"}, one.number),
            " ",
            el("strong", None, one.action, " ", mark(one)),
            # For those who listen: whose action, and what the sign means.
            el("span", {"class": "visually-hidden"}, f"{name}, {kind(one, words)}: "),
            el("span", {"class": "turning-change"}, change),
            " ",
            el("span", {"class": "turning-better"}, words.gettext("better"), f" {better}"),
        ),
    )


def mark(one: TurningPoint) -> Markup:
    """The sign of a turning point; what it means is to be said beside it."""
    classes = "sign" + (" is-grave" if one.is_blunder else "")
    # As chess players write it.
    return el("span", {"class": classes, "aria-hidden": "true"}, "??" if one.is_blunder else "?")
