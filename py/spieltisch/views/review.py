"""A match looked back at: how far that has come, and the actions that turned it."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.table import Seat
from spieltisch.views.frame import button
from spieltisch.views.markup import Markup, el, region
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words

MOST_SHOWN = 3
"""So much is shown of what would have been better, and what would have followed."""


@dataclass(frozen=True)
class TurningFace:
    """An action that turned the match.

    Attributes:
        number: which action, counted from 1.
        seat, action: whose it was, and it, as in the list of moves.
        before, after: what the seat could expect, in percent.
        better: what would have been better, and what would have followed.
        is_grave: whether it was a blunder rather than a mistake.
    """

    number: int
    seat: Seat
    action: str
    before: int
    after: int
    better: tuple[str, ...]
    is_grave: bool

    @property
    def sign(self) -> str:
        """As chess players write it."""
        return "??" if self.is_grave else "?"

    def kind(self, words: Words) -> str:
        """What the sign means."""
        return words.gettext("blunder") if self.is_grave else words.gettext("mistake")


@dataclass(frozen=True)
class ReviewFace:
    """Attributes:
    done, total: how many moments have been judged, and how many there are.
    is_running: whether it goes on.
    turnings: what has been found.
    """

    done: int
    total: int
    is_running: bool
    turnings: tuple[TurningFace, ...]


def review(scene: Scene, shown: ReviewFace) -> Markup:
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
            _walk(words, shown) if shown.turnings else None,
        ),
        _progress(words, shown) if shown.is_running else None,
        el(
            "ol",
            {"class": "turnings"},
            [_turning(scene, one, is_shown=one.number == scene.serial) for one in shown.turnings],
        )
        if shown.turnings
        else None,
        el("p", {"class": "last"}, words.gettext("None: nobody gave much away."))
        if not shown.turnings and not shown.is_running
        else None,
    )


def done_text(words: Words, shown: ReviewFace) -> str:
    """What has been found, to be said."""
    count = len(shown.turnings)
    return words.ngettext("{n} turning point found.", "{n} turning points found.", count).format(
        n=count
    )


def turning_text(scene: Scene, one: TurningFace) -> str:
    """A turning point in words."""
    words = scene.words
    if one.is_grave:
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
        before=one.before,
        after=one.after,
        better=one.better[0],
    )


def _walk(words: Words, shown: ReviewFace) -> Markup:
    return el(
        "div",
        {"class": "row"},
        button(
            None,
            "previous-turning",
            icon_name="back",
            title=words.gettext("Turning point before"),
            kind="is-quiet",
        ),
        button(
            None,
            "next-turning",
            icon_name="forth",
            title=words.gettext("Next turning point"),
            kind="is-quiet",
        ),
    )


def _progress(words: Words, shown: ReviewFace) -> Markup:
    label = words.gettext("{done} of {total} positions").format(done=shown.done, total=shown.total)
    return el(
        "div",
        {"class": "row review-progress"},
        el("progress", {"value": shown.done, "max": shown.total, "aria-label": label}),
        el("span", {"class": "review-count"}, label),
    )


def _turning(scene: Scene, one: TurningFace, *, is_shown: bool) -> Markup:
    words = scene.words
    name = scene.names[one.seat - 1]
    change = words.gettext("{before} → {after}%").format(before=one.before, after=one.after)
    better = " ".join(one.better[:MOST_SHOWN]) + (" …" if len(one.better) > MOST_SHOWN else "")
    return el(
        "li",
        {"class": "turning"},
        el(
            "button",
            {
                "type": "button",
                "id": f"turning-{one.number}",
                "data-do": "turn-to",
                "data-arg": one.number,
                "aria-current": "step" if is_shown else None,
            },
            el("span", {"class": "move-number"}, one.number),
            " ",
            el("strong", None, one.action, " ", mark(one)),
            # For those who listen: whose action, and what the sign means.
            el("span", {"class": "visually-hidden"}, f"{name}, {one.kind(words)}: "),
            el("span", {"class": "turning-change"}, change),
            " ",
            el("span", {"class": "turning-better"}, words.gettext("better"), f" {better}"),
        ),
    )


def mark(one: TurningFace) -> Markup:
    """The sign of a turning point; what it means is to be said beside it."""
    kind = "sign" + (" is-grave" if one.is_grave else "")
    return el("span", {"class": kind, "aria-hidden": "true"}, one.sign)
