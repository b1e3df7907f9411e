"""The review of a match that is over: its curve, how accurately it was played, where it turned."""

from collections.abc import Sequence
from functools import lru_cache

from spieltisch.app.exercise.refutation import allowed_text, link_to_mistakes, told_action
from spieltisch.app.match.view.browsing import match_slider
from spieltisch.app.match.view.curve import curve, here, kind_of, line_sample, mark_icon
from spieltisch.app.match.view.evaluation import line_buttons, percent
from spieltisch.app.match.view.shown import Shown
from spieltisch.kit.frame import button, link_button, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.table import Review, TurningPoint

BETTER_SHOWN = 4
"""How many actions are shown of the line that would have been better."""


def review_section(shown: Shown, review: Review) -> Markup:
    words = shown.words
    return region(
        "section#review.review",
        {"aria-label": words.gettext("Review")},
        _progress(words, review) if shown.is_reviewing else None,
        _curve(shown, review),
        _accuracies(words, shown.scene.names, shown.view, review.accuracies),
        el("div.turning-points", _turnings(shown, review)) if review.points else None,
        el("p.last", words.gettext("No mistakes found."))
        if not review.points and not shown.is_reviewing
        else None,
    )


def _turnings(shown: Shown, review: Review) -> list[Markup]:
    words, names, on_screen = shown.words, shown.scene.names, shown.turning_point
    mistakes = link_to_mistakes(shown.at.session, shown.at.table.game)
    return [
        *strip(
            words,
            words.gettext("Turning points"),
            [
                _turning(
                    words,
                    shown.view.seat_badge(one.seat),
                    names.called(one.seat, words),
                    one,
                    shown.allowed if one is on_screen else None,
                    is_own=one.seat in shown.scene.people,
                )
                for one in review.points
            ],
        ),
        # The person's own mistakes, to be tried again, if there are any.
        *(
            [row(link_button(words.gettext("My mistakes"), mistakes, "is-quiet"))]
            if mistakes
            else []
        ),
    ]


def strip(words: Words, title: str, items: Sequence[Markup]) -> tuple[Markup, Markup]:
    """What is looked back at, one after the other, under a title with buttons that walk it."""
    return row(el("h2", title), _walk(words), kind="review-head"), el("ol.turnings", items)


def _curve(shown: Shown, review: Review) -> Markup:
    """The curve, and over it the mark of the moment on screen with a slider, so that pressing,
    dragging and the arrow keys all go through the match."""
    words, names, own = shown.words, shown.scene.names, shown.own_seat
    return el(
        "div.curve-box",
        # Two regions, so that a step through the match leaves the drawing alone.
        region("div#curve", curve(words, names, review, own)),
        region(
            "div#curve-slider-box",
            here(review, own, shown.ply, len(names)),
            match_slider(words, "curve-slider", shown.ply, len(review.turns)),
        ),
    )


def _accuracies(
    words: Words, names: Names, view: GameView, accuracies: tuple[float | None, ...]
) -> Markup:
    """How accurately each seat played; where each has a line of its own, this is the legend."""
    rows = [
        el(
            "div",
            el(
                "dt",
                line_sample(seat) if len(names) > 2 else view.seat_badge(seat),
                el("span.accuracy-name", name),
            ),
            el("dd", "–" if shown is None else words.gettext("{n}%").format(n=round(shown))),
        )
        for seat, (name, shown) in enumerate(zip(names, accuracies, strict=True), start=1)
    ]
    return region(
        "div#accuracies",
        {"class": f"accuracies of-{len(names)}"},
        el("p#accuracy", words.gettext("Accuracy")),
        el("dl", {"aria-labelledby": "accuracy"}, rows),
    )


def _walk(words: Words) -> Markup:
    steps = (
        ("earlier", "previous-turning-point", words.gettext("Previous turning point")),
        ("later", "next-turning-point", words.gettext("Next turning point")),
    )
    return row(
        [
            button(None, do, icon_name=name, title=title, kind="is-quiet")
            for name, do, title in steps
        ]
    )


def _progress(words: Words, review: Review) -> Markup:
    done, total = review.known, len(review.turns)
    label = words.gettext("{done} of {total} positions").format(done=done, total=total)
    return row(
        el("progress", {"value": done, "max": total, "aria-label": label}),
        el("span.review-count", label),
        kind="review-progress",
    )


# A match may have many turning points, and a step through it changes two of them.
@lru_cache(maxsize=256)
def _turning(
    words: Words, badge: Markup, name: str, one: TurningPoint, told: str | None, *, is_own: bool
) -> Markup:
    """A turning point; the one on screen also shows what it allowed. A person's own mistake can be
    tried again."""
    is_shown = told is not None
    change = words.gettext("{before} → {after}%").format(
        before=percent(one.before), after=percent(one.after)
    )
    return strip_item(
        one.number,
        (kind_of(one), one.action, kind_text(one, words)),
        # Whose chances they are stands before them.
        (badge, el("span.turning-name", name), " ", change),
        el("p.turning-told", told) if told else None,
        _better(words, one, is_own=is_own) if is_shown and one.better else None,
        kind="is-own" * is_own,
        is_shown=is_shown,
    )


def strip_item(
    number: int,
    what: tuple[str, str, str],
    whose: Sequence[Child],
    *more: Child,
    kind: str = "",
    is_shown: bool,
) -> Markup:
    """A turn in a strip."""
    mark, action, judged = what
    return el(
        "li",
        {"class": f"turning {kind}".strip() + " is-shown" * is_shown},
        el(
            "button.turning-move",
            {
                "type": "button",
                "id": f"turning-{number}",
                "data-do": "turning-point",
                "data-arg": number,
                "aria-current": "step" if is_shown else None,
            },
            mark_icon(mark),
            el("span.move-number", number),
            el("strong", action),
            " ",
            el("span.turning-kind", judged),
            " ",
            el("span.turning-change", *whose),
        ),
        *more,
    )


def _better(words: Words, one: TurningPoint, *, is_own: bool) -> Markup:
    """The better line, and the button that makes a puzzle of a person's own mistake."""
    label = words.gettext("Better")
    return el(
        "div.turning-better",
        el(
            "p.line",
            {"role": "group", "aria-label": label},
            el("span.line-label", label),
            line_buttons(one.better[:BETTER_SHOWN], "better", f"{one.number} "),
        ),
        button(words.gettext("Try it yourself"), "try-mistake", arg=one.number, kind="is-quiet")
        if one.is_mistake and is_own
        else None,
    )


def kind_text(one: TurningPoint, words: Words) -> str:
    """What a turning point is called; empty for one that is only a large swing."""
    if one.is_blunder:
        return words.gettext("blunder")
    if one.is_mistake:
        return words.gettext("mistake")
    return words.gettext("inaccuracy") if one.is_inaccuracy else ""


def sign(one: TurningPoint) -> Markup:
    """The sign of a mistake, as chess players write it; what it means must be said beside it."""
    classes = "sign is-grave" if one.is_blunder else "sign"
    return el("span", {"class": classes, "aria-hidden": "true"}, "??" if one.is_blunder else "?")


def done_text(scene: Scene, review: Review) -> str:
    """What the review has found, to be read out."""
    words, count = scene.words, len(review.points)
    told = words.ngettext("{n} turning point found.", "{n} turning points found.", count)
    accuracies = [
        words.gettext("{name} {n}%").format(name=scene.names.called(seat, words), n=round(accuracy))
        for seat, accuracy in enumerate(review.accuracies, start=1)
        if accuracy is not None
    ]
    if not accuracies:
        return told.format(n=count)
    accurate = words.gettext("Accuracy: {shares}.").format(shares=", ".join(accuracies))
    return f"{told.format(n=count)} {accurate}"


def turning_text(scene: Scene, match: Match, one: TurningPoint) -> str:
    """A turning point of a match in words, with what it allowed and what would have been better."""
    words, names, before = scene.words, scene.names, match.show(one.number - 1)
    if one.is_blunder:
        template = words.gettext("Move {number}, a blunder, from {before}% to {after}%.")
    elif one.is_mistake:
        template = words.gettext("Move {number}, a mistake, from {before}% to {after}%.")
    elif one.is_inaccuracy:
        template = words.gettext("Move {number}, an inaccuracy, from {before}% to {after}%.")
    else:
        template = words.gettext("Move {number}, from {before}% to {after}%.")
    shares = {"before": percent(one.before), "after": percent(one.after)}
    told = [
        template.format(number=one.number, **shares),
        told_action(before, one.action, names, words),
        allowed_text(match, one, names, words),
    ]
    if one.better:
        turn = told_action(before, one.better[0], names, words)
        told.append(words.gettext("Better – {turn}").format(turn=turn))
    return " ".join(filter(None, told))
