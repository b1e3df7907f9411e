"""The review of a match that is over. Where bots have judged it: its curve, how accurately it was
played, and where it turned. Where it was one of calls: who was right and how fast, and what could
have been called."""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from spieltisch.app.board.aids import action_buttons, percent
from spieltisch.app.board.refutation import allowed_text, link_to_mistakes, told_action
from spieltisch.app.board.review import can_look_back
from spieltisch.app.board.sentences import TOLD
from spieltisch.app.board.shown import Shown
from spieltisch.app.board.steps import match_slider
from spieltisch.kit.frame import button, link_button, row
from spieltisch.kit.markup import Child, Markup, el, number, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.sentences import seconds
from spieltisch.kit.telling import Teller
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.table import Review, Seat, Stretch, TimedCall, Turn, TurningPoint

BETTER_SHOWN = 4
"""How many actions are shown of the line that would have been better."""


def is_reviewed(shown: Shown) -> bool:
    """Whether the review has been asked for, and is shown."""
    if shown.has_aids:
        return shown.review is not None
    return can_look_back(shown.at.match) and shown.at.table.analysis.is_reviewed


def review_section(shown: Shown) -> Markup | None:
    """The review that was asked for; in a match of calls the button that asks for it, too."""
    words, review = shown.words, shown.review
    if not shown.has_aids:
        return _calls_section(shown)
    if review is None:
        return None
    names, own, on_screen = shown.scene.names, shown.own_seat, shown.turning_point
    mistakes = link_to_mistakes(shown.at.session, shown.game.info.name)
    done, total = review.known, len(review.turns)
    progress = words("{done} of {total} positions", done=done, total=total)
    return region(
        "section#review.review",
        {"aria-label": words.gettext("Review")},
        row(
            el("progress", {"value": done, "max": total, "aria-label": progress}),
            el("span.review-count", progress),
            kind="review-progress",
        )
        if shown.is_reviewing
        else None,
        el(
            "div.curve-box",
            # Two regions, so that a step through the match leaves the drawing alone.
            region("div#curve", curve(words, names, review, own)),
            region(
                "div#curve-slider-box",
                here(review, own, shown.ply, len(names)),
                # Over the drawing: pressing, dragging and the arrow keys go through the match.
                match_slider(words, "curve-slider", shown.ply, len(review.turns)),
            ),
        ),
        _accuracies(words, names, shown.view, review.accuracies),
        el(
            "div.turning-points",
            strip(
                words,
                words.gettext("Turning points"),
                [
                    _turning(
                        words,
                        shown.view.seat_badge(one.seat),
                        names.told(one.seat, words),
                        one,
                        allowed_text(shown.at.match, one, names, words)
                        if one is on_screen
                        else None,
                        is_own=one.seat in shown.scene.people,
                    )
                    for one in review.points
                ],
            ),
            # The person's own mistakes, to be tried again.
            row(link_button(words.gettext("My mistakes"), mistakes, "is-quiet"))
            if mistakes
            else None,
        )
        if review.points
        else None,
        el("p.last", words.gettext("No mistakes found."))
        if not review.points and not shown.is_reviewing
        else None,
    )


def strip(words: Words, title: str, items: Sequence[Markup]) -> tuple[Markup, Markup]:
    """What is looked back at, one after the other, under a title with buttons that walk it."""
    steps = (
        ("earlier", "previous-turning-point", words.gettext("Previous turning point")),
        ("later", "next-turning-point", words.gettext("Next turning point")),
    )
    buttons = [
        button(None, do, icon_name=name, title=told, kind="is-quiet") for name, do, told in steps
    ]
    return row(el("h2", title), row(buttons), kind="review-head"), el("ol.turnings", items)


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
            el("dd", "–" if shown is None else words("{n}%", n=round(shown))),
        )
        for seat, (name, shown) in enumerate(zip(names, accuracies, strict=True), start=1)
    ]
    return region(
        "div#accuracies",
        {"class": f"accuracies of-{len(names)}"},
        el("p#accuracy", words.gettext("Accuracy")),
        el("dl", {"aria-labelledby": "accuracy"}, rows),
    )


# A match may have many turning points, and a step through it changes two of them.
@lru_cache(maxsize=256)
def _turning(
    words: Words, badge: Markup, name: str, one: TurningPoint, told: str | None, *, is_own: bool
) -> Markup:
    """A turning point; the one on screen also shows what it allowed. A person's own mistake can be
    tried again."""
    label, is_shown = words.gettext("Better"), told is not None
    change = words("{before} → {after}%", before=percent(one.before), after=percent(one.after))
    return strip_item(
        one.number,
        (kind_of(one), one.action, kind_text(one, words)),
        # Whose chances they are stands before them.
        (badge, el("span.turning-name", name), " ", change),
        el("p.turning-told", told) if told else None,
        el(
            "div.turning-better",
            el(
                "p.line",
                {"role": "group", "aria-label": label},
                el("span.line-label", label),
                action_buttons(one.better[:BETTER_SHOWN], "better", f"{one.number} "),
            ),
            # It makes a puzzle of the mistake.
            button(words.gettext("Try it yourself"), "try-mistake", arg=one.number, kind="is-quiet")
            if one.is_mistake and is_own
            else None,
        )
        if is_shown and one.better
        else None,
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


def kind_text(one: TurningPoint, words: Words) -> str:
    """What a turning point is called; empty for one that is only a large swing."""
    if one.is_blunder:
        return words.gettext("blunder")
    if one.is_mistake:
        return words.gettext("mistake")
    return words.gettext("inaccuracy") if one.is_inaccuracy else ""


def mistake_mark(one: TurningPoint) -> Markup:
    """The sign of a mistake, as chess players write it; what it means must be said beside it."""
    classes = "sign is-grave" if one.is_blunder else "sign"
    return el("span", {"class": classes, "aria-hidden": "true"}, "??" if one.is_blunder else "?")


def done_text(scene: Scene, review: Review) -> str:
    """What the review has found, to be read out."""
    words, count = scene.words, len(review.points)
    told = words.ngettext("{n} turning point found.", "{n} turning points found.", count)
    accuracies = [
        words("{name} {n}%", name=scene.names.told(seat, words), n=round(accuracy))
        for seat, accuracy in enumerate(review.accuracies, start=1)
        if accuracy is not None
    ]
    if not accuracies:
        return told.format(n=count)
    accurate = words("Accuracy: {shares}.", shares=", ".join(accuracies))
    return f"{told.format(n=count)} {accurate}"


def turning_text(scene: Scene, match: Match, one: TurningPoint) -> str:
    """A turning point of a match, as it is spoken, with what it allowed and what would have been
    better."""
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
        told_action(before, one.action, names, words, is_spoken=True),
        allowed_text(match, one, names, words, is_spoken=True),
    ]
    if one.better:
        turn = told_action(before, one.better[0], names, words, is_spoken=True)
        told.append(words("Better – {turn}", turn=turn))
    return " ".join(filter(None, told))


# ------------------------------------------------------------- the curve


WIDTH, HEIGHT, PAD = 300, 96, 6
"""In the drawing's units. The pad beside the curve is half as wide as the slider's thumb
(review.css), so that the middle of the thumb is over the ply it stands for."""

LOW, HIGH = 88, 8
"""How far down the curve is at a win probability of 0, and of 1."""

MARKS = {
    "blunder": "M0-7 7 0 0 7-7 0Z",
    "mistake": "M0-6.5 6.500 5H-6.500Z",
    "swing": "M0-4.500A4.500 4.500 0 0 1 0 4.500 4.500 4.500 0 0 1 0-4.500Z",
}
"""The shape of each kind of turning point, round its place."""


def kind_of(one: TurningPoint) -> str:
    """Which of MARKS a turning point has."""
    if one.is_blunder:
        return "blunder"
    return "mistake" if one.is_mistake else "swing"


@lru_cache(maxsize=16)
def mark_icon(kind: str) -> Markup:
    """A mark by itself, for lists; what it means must be said beside it."""
    return el("svg.mark-icon", {"viewBox": "-9 -9 18 18", "aria-hidden": "true"}, _mark(kind, 0, 0))


@lru_cache(maxsize=8)
def curve(words: Words, names: Names, review: Review, own: Seat) -> Markup:
    """The drawing, which is the same whatever moment is looked at; of two seats, the chances of
    ``own`` go up."""
    is_shared, length = len(names) == 2, len(review.turns)
    seats = (own,) if is_shared else range(1, len(names) + 1)
    label = words.gettext("Everybody's chances, move by move")
    if len(names) <= 2:
        label = Teller(TOLD, names, words)("chances", own)
    if is_shared:
        drawn = [_areas(stretch, length, own) for stretch in review.curves[own - 1]]
    else:
        curves = ((seat, stretch) for seat in seats for stretch in review.curves[seat - 1])
        drawn = [[_line(f"M{_points(stretch, length)}", seat)] for seat, stretch in curves]
    return el(
        "svg.curve",
        {
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "role": "img",
            "aria-label": label,
        },
        drawn,
        el("path.curve-middle", {"d": f"M0 {HEIGHT // 2}H{WIDTH}"}),
        [
            _mark(kind_of(one), _x(one.number, length), _y(height))
            for one in review.points
            for height in [chance(review, own if is_shared else one.seat, one.number)]
            if height is not None
        ],
    )


def here(review: Review, own: Seat, ply: int, seats: int) -> Markup:
    """The mark of the ply that is looked at, to be laid over the drawing."""
    x = _x(ply, len(review.turns))
    # The mark of a turning point shows the place already, and must not be covered.
    is_marked = any(one.number == ply for one in review.points)
    height = chance(review, own, ply) if seats == 2 and not is_marked else None
    return el(
        "svg.curve-here",
        {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "aria-hidden": "true"},
        el("path.here-casing", {"d": f"M{number(x)} 0V{HEIGHT}"}),
        el("path.here-line", {"d": f"M{number(x)} 0V{HEIGHT}"}),
        el("circle.here-dot", {"cx": x, "cy": _y(height), "r": 4}) if height is not None else None,
    )


@lru_cache(maxsize=8)
def line_sample(seat: Seat) -> Markup:
    return el(
        "svg.line-sample", {"viewBox": "0 0 30 10", "aria-hidden": "true"}, _line("M1 5H29", seat)
    )


def chance(review: Review, seat: Seat, ply: int) -> float | None:
    """A seat's win probability at a ply, interpolated from the known ones on both sides of it;
    None if there are none."""
    for stretch in review.curves[seat - 1]:
        index = bisect_right(stretch, (ply, 2.0))
        if index == 0 or (index == len(stretch) and stretch[-1][0] < ply):
            continue
        at, before = stretch[index - 1]
        if index == len(stretch):
            return before
        to, after = stretch[index]
        return before + (after - before) * (ply - at) / (to - at)
    return None


def _x(ply: int, length: int) -> float:
    return PAD + (WIDTH - 2 * PAD) * ply / length


def _y(height: float) -> float:
    return LOW + (HIGH - LOW) * height


def _points(stretch: Stretch, length: int) -> str:
    """The way along the curve, as part of a path that has begun with a command."""
    return " ".join(f"{number(_x(ply, length))} {number(_y(height))}" for ply, height in stretch)


def _areas(stretch: Stretch, length: int, own: Seat) -> list[Markup]:
    """The two seats' parts of the picture: one below the curve, the other above."""
    (start, first), (end, last) = stretch[0], stretch[-1]
    # A stretch that begins or ends with the match fills the pad there, too.
    left = number(0 if start == 0 else _x(start, length))
    right = number(WIDTH if end == length else _x(end, length))
    way = f"{left} {number(_y(first))} {_points(stretch, length)} {right} {number(_y(last))}"
    return [
        el("path", {"class": f"curve-area of-{3 - own}", "d": f"M{left} 0L{way}V0Z"}),
        el("path", {"class": f"curve-area of-{own}", "d": f"M{left} {HEIGHT}L{way}V{HEIGHT}Z"}),
        el("path.curve-edge", {"d": f"M{way}"}),
    ]


def _line(path: str, seat: Seat) -> Markup:
    """A line in the colour and dashes of a seat, with a rim that stands out from any ground."""
    return el(
        "g",
        {"class": f"curve-line of-{seat}"},
        el("path.line-rim", {"d": path}),
        el("path.line-core", {"d": path}),
    )


def _mark(kind: str, x: float, y: float) -> Markup:
    place = f"translate({number(x)} {number(y)})"
    return el("path", {"class": f"mark is-{kind}", "transform": place, "d": MARKS[kind]})


# ----------------------------------------------------------------- calls


def _calls_section(shown: Shown) -> Markup | None:
    """None while the match goes on, and in a game without calls."""
    words, match, view = shown.words, shown.at.match, shown.view
    if not can_look_back(match):
        return None
    if not shown.at.table.analysis.is_reviewed:
        return None if shown.has_card else row(button(words.gettext("Review"), "review"))
    names = shown.scene.names
    timed = ((one.ms, one.seat) for one in match.calls if one.is_right and one.ms is not None)
    fastest = min(timed, default=None)
    return region(
        "section#review.review",
        {"aria-label": words.gettext("Review")},
        score_table(
            shown,
            words.gettext("Right calls"),
            {
                seat: _share(words, [one for one in match.calls if one.seat == seat])
                for seat in range(1, match.setup.seats + 1)
            },
        ),
        # Among several people, who was the fastest of all.
        el(
            "p.last",
            words(
                "Fastest: {name}, {time}.",
                name=names.told(fastest[1], words),
                time=seconds(words, fastest[0]),
            ),
        )
        if len(names) > 1 and fastest
        else None,
        el(
            "div.turning-points",
            strip(
                words,
                words.gettext("Calls"),
                [
                    _call(
                        words,
                        view,
                        names,
                        one,
                        match.turns[one.number - 1],
                        is_shown=one.number == shown.ply,
                    )
                    for one in match.calls
                ],
            ),
        ),
    )


def score_table(
    shown: Shown,
    label: str,
    cells: Mapping[Seat, Sequence[Markup]],
    winners: Collection[Seat] = (),
) -> Markup:
    """A line for each seat, in the order of ``cells``."""
    rows = [
        el(
            "tr",
            {"class": "is-winner" if seat in winners else None},
            el(
                "th",
                {"scope": "row"},
                shown.view.seat_badge(seat),
                el("span", shown.scene.names.told(seat, shown.words)),
            ),
            told,
        )
        for seat, told in cells.items()
    ]
    return el("table.end-scores", {"aria-label": label}, el("tbody", rows))


def call_text(words: Words, view: GameView, names: Names, one: TimedCall, turn: Turn) -> str:
    """A call in words, with what could have been called."""
    judged = view.judged_call(one, turn, words)
    return words(
        "Move {number}, {name}: {call}, {verdict}. {possible}",
        number=one.number,
        name=names.told(one.seat, words),
        call=judged.word,
        verdict=judged.verdict,
        possible=judged.told,
    )


def _share(words: Words, calls: Sequence[TimedCall]) -> list[Markup]:
    """How many of somebody's calls were right, and how long those took on average."""
    right = [one for one in calls if one.is_right]
    times = [one.ms for one in right if one.ms is not None]
    told = words("{n} of {all} right", n=len(right), all=len(calls))
    if not calls:
        told = words.gettext("No calls")
    taken = f"⌀ {seconds(words, round(sum(times) / len(times)))}" if times else "–"
    return [el("td", told), el("td", taken)]


# A match may have many calls, and a step through it changes two of them.
@lru_cache(maxsize=256)
def _call(
    words: Words, view: GameView, names: Names, one: TimedCall, turn: Turn, *, is_shown: bool
) -> Markup:
    judged = view.judged_call(one, turn, words)
    return strip_item(
        one.number,
        ("swing" if one.is_right else "mistake", judged.word, judged.verdict),
        (
            view.seat_badge(one.seat),
            el("span.turning-name", names.told(one.seat, words)),
            " ",
            seconds(words, one.ms) if one.ms is not None else None,
        ),
        judged.drawing if is_shown else None,
        is_shown=is_shown,
    )
