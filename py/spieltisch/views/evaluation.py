"""What bots have found: the evaluation of a position, and the turning points of a match."""

from dataclasses import dataclass

from spieltisch.table import Evaluation, TurningPoint
from spieltisch.views.frame import button, row
from spieltisch.views.markup import Markup, el, region
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words

MOST_SHOWN = 8
"""So many actions of the best line are shown."""

MOST_SAID = 4

BETTER_SHOWN = 3
"""So much is shown of what would have been better, and what would have followed."""


def evaluation_bar(scene: Scene, found: Evaluation | None, worker: str) -> Markup:
    """The bar and the best line.

    Args:
        scene: the position on screen.
        found: what was found about it so far; None for nothing yet.
        worker: how the bots' worker is: ``starting``, ``ready`` or ``failed``.
    """
    is_waiting = found is None or not found.is_final
    return region(
        "div",
        {"id": "evaluation", "class": "evaluation", "data-final": not is_waiting},
        _bar(scene, found),
        el("p", {"class": "shares"}, [el("span", None, text) for text in _shares(scene, found)])
        if found
        else None,
        el("p", {"class": "best-line"}, _variation(scene, found))
        if found and found.variation
        else None,
        el("p", {"class": "best-line"}, _waiting(scene.words, worker)) if is_waiting else None,
    )


def evaluation_text(scene: Scene, found: Evaluation | None, worker: str) -> str:
    """The same, to be said."""
    words = scene.words
    if found is None or not found.is_final:
        return _waiting(scene.words, worker)
    told = ", ".join(_shares(scene, found)) + "."
    if not found.variation:
        return told
    line = ", ".join(found.variation[:MOST_SAID])
    return told + " " + words.gettext("Best line: {line}.").format(line=line)


def verdict_text(scene: Scene, found: Evaluation) -> str:
    """Who wins, or what the seat may expect, in a few words."""
    words, names, seat = scene.words, scene.names, found.seat
    if found.ends_in is None:
        return words.gettext("{name} {n}%").format(name=names[seat - 1], n=found.percent)
    is_win = found.win_probability > 0.5
    if not is_win and len(names) == 2:
        seat, is_win = 3 - seat, True
    if is_win:
        text = words.ngettext("{name} wins in {n} move", "{name} wins in {n} moves", found.ends_in)
    else:
        text = words.ngettext(
            "{name} loses in {n} move", "{name} loses in {n} moves", found.ends_in
        )
    return text.format(name=names[seat - 1], n=found.ends_in)


def _shares(scene: Scene, found: Evaluation) -> list[str]:
    """What each seat may expect, as far as it follows."""
    if found.ends_in is not None or len(scene.names) > 2:
        return [verdict_text(scene, found)]
    shares = {found.seat: found.percent, 3 - found.seat: 100 - found.percent}
    template = scene.words.gettext("{name} {n}%")
    return [template.format(name=scene.names[seat - 1], n=shares[seat]) for seat in (1, 2)]


def _bar(scene: Scene, found: Evaluation | None) -> Markup:
    """A bar in the colours of the seats: two share it, of three one is shown."""
    seat, share = (found.seat, found.percent) if found is not None else (0, 0)
    other = 0
    if seat and len(scene.names) == 2:
        share = share if seat == 1 else 100 - share
        seat, other = 1, 2
    return el(
        "svg",
        {
            "class": "expectation",
            "viewBox": "0 0 100 10",
            "preserveAspectRatio": "none",
            "aria-hidden": "true",
        },
        el("rect", {"class": f"share of-{other}", "width": 100, "height": 10}),
        el("rect", {"class": f"share of-{seat}", "width": share, "height": 10}),
        el("path", {"class": "middle", "d": "M50 0v10"}),
    )


def _variation(scene: Scene, found: Evaluation) -> list[str]:
    parts = [el("span", {"class": "best-label"}, scene.words.gettext("Best line"))]
    parts += [
        el("span", {"class": "best-action"}, action) for action in found.variation[:MOST_SHOWN]
    ]
    if len(found.variation) > MOST_SHOWN:
        parts.append(Markup("…"))
    return [part for one in parts for part in (one, " ")]


def _waiting(words: Words, worker: str) -> str:
    if worker == "starting":
        return words.gettext("The computer is sitting down …")
    return words.gettext("The computer is thinking about it …")


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
        row(el("h2", None, title), _walk(words) if shown.points else None, kind="review-head"),
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


def _walk(words: Words) -> Markup:
    steps = (
        ("earlier", "previous-turning-point", words.gettext("Turning point before")),
        ("later", "next-turning-point", words.gettext("Next turning point")),
    )
    return row(
        [
            button(None, do, icon_name=name, title=title, kind="is-quiet")
            for name, do, title in steps
        ]
    )


def _progress(words: Words, shown: ReviewModel) -> Markup:
    label = words.gettext("{done} of {total} positions").format(done=shown.done, total=shown.total)
    return row(
        el("progress", {"value": shown.done, "max": shown.total, "aria-label": label}),
        el("span", {"class": "review-count"}, label),
        kind="review-progress",
    )


def _turning(scene: Scene, one: TurningPoint, *, is_shown: bool) -> Markup:
    words = scene.words
    name = scene.names[one.seat - 1]
    change = words.gettext("{before} → {after}%").format(
        before=percent(one.before), after=percent(one.after)
    )
    better = " ".join(one.better[:BETTER_SHOWN]) + (" …" if len(one.better) > BETTER_SHOWN else "")
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
