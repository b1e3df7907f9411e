"""How a position is judged: a bar, the best line, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.table import Seat
from spieltisch.views.markup import Markup, el, region
from spieltisch.views.scene import Scene

MOST_SHOWN = 8
"""So many actions of the best line are shown."""

MOST_SAID = 4


@dataclass(frozen=True)
class Judgement:
    """What was found about a position.

    Attributes:
        seat: whose expectation it is.
        expected: 0 is a loss, 1 a win.
        ends_in: in how many moves the end is seen; None where it is not.
        line: the best line, as in the list of moves; empty where the match is over.
        is_whole: whether nothing more is being found.
    """

    seat: Seat
    expected: float
    ends_in: int | None
    line: tuple[str, ...]
    is_whole: bool

    @property
    def percent(self) -> int:
        """The expectation in percent; only what is certain is 0 or 100."""
        percent = round(100 * self.expected)
        is_certain = self.ends_in is not None or not self.line
        return percent if is_certain else min(99, max(1, percent))


@dataclass(frozen=True)
class Judging:
    """Attributes:
    judgement: what was found so far; None for nothing yet.
    worker: how the bots' worker is: ``starting``, ``ready`` or ``failed``.
    """

    judgement: Judgement | None
    worker: str


def judging(scene: Scene, shown: Judging) -> Markup:
    """The bar and the best line."""
    found = shown.judgement
    is_waiting = found is None or not found.is_whole
    return region(
        "div",
        {"id": "judgement", "class": "judgement", "data-whole": not is_waiting},
        _bar(scene, found),
        None if found is None else _shares_line(scene, found),
        el("p", {"class": "best-line"}, _line(scene, found)) if found and found.line else None,
        el("p", {"class": "best-line"}, _waiting(scene, shown)) if is_waiting else None,
    )


def judging_text(scene: Scene, shown: Judging) -> str:
    """The same, to be said."""
    found, words = shown.judgement, scene.words
    if found is None or not found.is_whole:
        return _waiting(scene, shown)
    told = ", ".join(_shares(scene, found)) + "."
    if not found.line:
        return told
    line = ", ".join(found.line[:MOST_SAID])
    return told + " " + words.gettext("Best line: {line}.").format(line=line)


def verdict_text(scene: Scene, found: Judgement) -> str:
    """Who wins, or what the seat may expect, in a few words."""
    words, names, seat = scene.words, scene.names, found.seat
    if found.ends_in is None:
        return words.gettext("{name} {n}%").format(name=names[seat - 1], n=found.percent)
    is_win = found.expected > 0.5
    if not is_win and len(names) == 2:
        seat, is_win = 3 - seat, True
    if is_win:
        text = words.ngettext("{name} wins in {n} move", "{name} wins in {n} moves", found.ends_in)
    else:
        text = words.ngettext(
            "{name} loses in {n} move", "{name} loses in {n} moves", found.ends_in
        )
    return text.format(name=names[seat - 1], n=found.ends_in)


def _shares_line(scene: Scene, found: Judgement) -> Markup:
    texts = _shares(scene, found)
    return el("p", {"class": "shares"}, [el("span", None, text) for text in texts])


def _shares(scene: Scene, found: Judgement) -> list[str]:
    """What each seat may expect, as far as it follows."""
    if found.ends_in is not None or len(scene.names) > 2:
        return [verdict_text(scene, found)]
    shares = {found.seat: found.percent, 3 - found.seat: 100 - found.percent}
    template = scene.words.gettext("{name} {n}%")
    return [template.format(name=scene.names[seat - 1], n=shares[seat]) for seat in (1, 2)]


def _bar(scene: Scene, found: Judgement | None) -> Markup:
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


def _line(scene: Scene, found: Judgement) -> list[str]:
    parts = [el("span", {"class": "best-label"}, scene.words.gettext("Best line"))]
    parts += [el("span", {"class": "best-action"}, action) for action in found.line[:MOST_SHOWN]]
    if len(found.line) > MOST_SHOWN:
        parts.append(Markup("…"))
    return [part for one in parts for part in (one, " ")]


def _waiting(scene: Scene, shown: Judging) -> str:
    if shown.worker == "starting":
        return scene.words.gettext("The computer is sitting down …")
    return scene.words.gettext("The computer is thinking about it …")
