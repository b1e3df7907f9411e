"""AYA's cards and piles.

A dark card's pattern lies on plain ground; a light one is striped and has a 2 at its end, as it may
take two moves. Nothing else is drawn on a card: a pile's height is written beside it.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from spieltisch.games.aya.rules.cards import HIDDEN, Card
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.rules.track import ZONE
from spieltisch.games.aya.view.track import ball_use, balls_text
from spieltisch.kit.markup import Markup, Value, el, number
from spieltisch.kit.words import Words

WIDTH = 196
STEP, FIRST = 34, 23
"""From one ball's centre to the next, and where the first one is. The style sheet uses them: a
card is 196/34 of its balls' pitch wide, and its balls begin 6/34 from its left edge."""


class Format(NamedTuple):
    height: int
    """Of the card, which is always WIDTH wide."""
    scale: float
    """Of its balls, relative to the track's."""


SMALL = Format(40, 0.35)
"""For cards anywhere on the table."""

WIDE = Format(32, 0.3)
"""For cards that lie below the track, ball under ball: as flat as possible, to be stacked."""

MOST_DEPTH = 5
"""A pile's height is drawn in at most so many steps, of two cards each."""


def cards_count_text(count: int, words: Words) -> str:
    return words.counted("{n} card", "{n} cards", count)


def is_cleared_in_order(position: AyaPosition) -> bool:
    """Whether of a row of cards only the first can be matched, until it is gone."""
    return position.variant.goes_in_order


def card_text(card: Card, words: Words) -> str:
    balls = balls_text(card.pattern, words)
    return words("{balls}, light card", balls=balls) if card.is_light else balls


def card_svg(card: Card, words: Words, cut: Format = SMALL) -> Markup:
    if card == HIDDEN:
        return _back(cut)
    middle = cut.height / 2
    kind = f"face face-{'light' if card.is_light else 'dark'}"
    places = [f"translate({FIRST + STEP * nth} {number(middle)})" for nth in range(ZONE)]
    balls = [
        el("g", {"transform": place}, ball_use(ball, cut.scale))
        for place, ball in zip(places, card.pattern, strict=False)
    ]
    stripes = mark = None
    if card.is_light:
        stripes = _rect("face-stripes", 1, 7, cut, "url(#aya-stripes)")
        two = el("text", {"x": 184, "y": middle + 5.5}, 2)
        mark = el("g.face-mark", el("circle", {"cx": 184, "cy": middle, "r": 9}), two)
    shape = {"class": kind, "viewBox": f"0 0 {WIDTH} {cut.height}", "role": "img"}
    return el(
        "svg",
        {**shape, "aria-label": card_text(card, words), "data-card": str(card)},
        _rect("face-ground", 1, 7, cut),
        stripes,
        _rect("face-frame", 1, 7, cut),
        balls,
        mark,
    )


def _rect(kind: str, inset: float, round_by: float, cut: Format, fill: str | None = None) -> Markup:
    size: dict[str, Value] = {"width": WIDTH - 2 * inset, "height": cut.height - 2 * inset}
    return el("rect", {"class": kind, "fill": fill, "x": inset, "y": inset, "rx": round_by, **size})


def _back(cut: Format) -> Markup:
    return el(
        "svg.face.face-back",
        {"viewBox": f"0 0 {WIDTH} {cut.height}", "aria-hidden": "true"},
        _rect("face-ground", 1, 7, cut),
        _rect("face-weave", 5, 4, cut),
        el("text.face-name", {"x": WIDTH / 2, "y": cut.height / 2 + 7}, "AYA"),
    )


class Leaving(NamedTuple):
    """Cards that were matched just now, where they lay: shown once more, lit."""

    cards: Sequence[OpenCard] = ()
    serial: int = 0
    """Tells them from those that left the same places before."""

    def drawn(self, name: str, words: Words, element: str, cut: Format) -> dict[int, Markup]:
        """Those of a pile, by their places in it."""
        found: dict[int, Markup] = {}
        for card in self.cards:
            if card.pile == name:
                place = f"{name}-{card.place}"
                shape = {"id": f"gone-{self.serial}-{place}", "class": "card-slot is-leaving"}
                told = {**shape, "data-after": f"gone-{place}", "aria-hidden": "true"}
                found[card.place] = el(element, {**told}, card_svg(card.card, words, cut))
        return found


NOTHING_LEAVES = Leaving()


def row(
    name: str,
    cards: Sequence[Card],
    words: Words,
    leaving: Leaving,
    *,
    pointed: Collection[OpenCard] = (),
    cut: Format = SMALL,
    is_fixed: bool = False,
) -> list[Markup]:
    """Cards one after another, as list items, from the pile's name, as in a trace. A hint points at
    some of them (``pointed``). A leaving card lies on the card that takes its place (``is_fixed``),
    or else keeps a place of its own until it is gone."""
    gone = leaving.drawn(name, words, "div" if is_fixed else "li", cut)
    places = {card.place for card in pointed if card.pile == name}
    # Equal cards have numbers, so that each keeps its id when others leave.
    seen: Counter[Card] = Counter()
    items = []
    for place, card in enumerate(cards):
        kind = "card-slot is-turning" + " is-pointed" * (place in places)
        shape = {"id": f"card-{name}-{card}-{seen[card]}", "class": kind}
        above = gone.get(place) if is_fixed else None
        items.append(el("li", {**shape}, card_svg(card, words, cut), above))
        seen[card] += 1
    if is_fixed:
        beyond = (card for place, card in gone.items() if place >= len(cards))
        return items + [el("li.card-slot.is-empty", card) for card in beyond]
    for place in sorted(gone):
        items.insert(min(place, len(items)), gone[place])
    return items


def pile(
    name: str,
    cards: Sequence[Card],
    words: Words,
    leaving: Leaving = NOTHING_LEAVES,
    *,
    label: str = "",
    cut: Format = SMALL,
    is_pointed: bool = False,
) -> Markup:
    """A pile with what lies on top of it. With a label, which says whose pile it is, the number of
    its cards stands beside it; without one, the number is shown elsewhere."""
    gone = list(leaving.drawn(name, words, "div", cut).values())
    depth = min(MOST_DEPTH, (len(cards) + 1) // 2)
    top, count = el("div.card-slot.is-empty"), None
    if cards:
        kind = "card-slot is-turning" + " is-pointed" * is_pointed
        face = card_svg(cards[0], words, cut)
        top = el("div", {"id": f"card-{name}-{cards[0]}", "class": kind}, face)
    if label:
        count = el(
            "span.pile-count",
            el("span.visually-hidden", label + " "),
            count_before(len(cards) + len(gone)) if gone else None,
            el("span", {"id": f"count-{name}-{len(cards)}"}, len(cards)),
        )
    return el("div", {"class": f"pile is-deep-{depth}", "data-pile": name}, top, gone, count)


def count_before(count: int) -> Markup:
    """A number of cards before the last turn, for the eye alone: it is shown in place of the number
    that follows it until the turn has been seen."""
    return el("span.count-before", {"aria-hidden": "true"}, count)


def lit(cards: Sequence[OpenCard], words: Words) -> Markup:
    items = [el("li.card-slot.is-lit", card_svg(card.card, words)) for card in cards]
    return el("ul.lit-cards", items)
