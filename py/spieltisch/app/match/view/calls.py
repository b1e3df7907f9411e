"""The review of a match of calls: who was right and how fast, and what could have been called."""

from collections.abc import Sequence
from functools import lru_cache

from spieltisch.app.match.review import can_look_back
from spieltisch.app.match.view.review import strip, strip_item
from spieltisch.app.match.view.shown import Shown
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView
from spieltisch.kit.sentences import seconds
from spieltisch.kit.words import Words
from spieltisch.table import TimedCall, Turn


def calls_section(shown: Shown) -> Markup | None:
    """The review, or the button that asks for it; None while the match goes on, and in a game
    without calls."""
    words, match, view = shown.words, shown.at.played, shown.view
    if not can_look_back(match):
        return None
    if not shown.at.table.home.analysis.is_reviewed:
        return row(button(words.gettext("Review"), "review"))
    names = shown.scene.names
    return region(
        "section#review.review",
        {"aria-label": words.gettext("Review")},
        el(
            "table.end-scores",
            {"aria-label": words.gettext("Right calls")},
            el(
                "tbody",
                [
                    el(
                        "tr",
                        el(
                            "th",
                            {"scope": "row"},
                            view.seat_badge(seat),
                            names.called(seat, words),
                        ),
                        _share(words, [one for one in match.calls if one.seat == seat]),
                    )
                    for seat in range(1, match.setup.seats + 1)
                ],
            ),
        ),
        _fastest(words, names, match.calls),
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


def call_text(words: Words, view: GameView, names: Names, one: TimedCall, turn: Turn) -> str:
    """A call in words, with what could have been called."""
    judged = view.judged_call(one, turn, words)
    told = words.gettext("Move {number}, {name}: {call}, {verdict}. {possible}")
    return told.format(
        number=one.number,
        name=names.called(one.seat, words),
        call=judged.word,
        verdict=judged.verdict,
        possible=judged.told,
    )


def _share(words: Words, calls: Sequence[TimedCall]) -> list[Markup]:
    """How many of somebody's calls were right, and how long those took on average."""
    right = [one for one in calls if one.is_right]
    times = [one.ms for one in right if one.ms is not None]
    told = words.gettext("{n} of {all} right").format(n=len(right), all=len(calls))
    if not calls:
        told = words.gettext("No calls")
    taken = f"⌀ {seconds(words, round(sum(times) / len(times)))}" if times else "–"
    return [el("td", told), el("td", taken)]


def _fastest(words: Words, names: Names, calls: Sequence[TimedCall]) -> Markup | None:
    timed = [(one.ms, one.seat) for one in calls if one.is_right and one.ms is not None]
    if len(names) < 2 or not timed:
        return None
    ms, seat = min(timed)
    return el(
        "p.last",
        words.gettext("Fastest: {name}, {time}.").format(
            name=names.called(seat, words), time=seconds(words, ms)
        ),
    )


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
            el("span.turning-name", names.called(one.seat, words)),
            " ",
            seconds(words, one.ms) if one.ms is not None else None,
        ),
        judged.drawing if is_shown else None,
        is_shown=is_shown,
    )
