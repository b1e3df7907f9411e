"""AYA's cards and piles.

A dark card's pattern lies on plain ground; a light one is striped and has a 2 at its end, as it may
take two moves. Nothing else is drawn on a card: a pile's height is written beside it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from spieltisch.games.aya.rules.cards import HIDDEN, Card
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
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
    return words.ngettext("{n} card", "{n} cards", count).format(n=count)


def is_cleared_in_order(position: AyaPosition) -> bool:
    """Whether of a row of cards only the first can be matched, until it is gone."""
    return position.variant.name == "tueftler" and position.variant.edition.clears_in_order


def card_text(card: Card, words: Words) -> str:
    balls = balls_text(card.pattern, words)
    return words.gettext("{balls}, light card").format(balls=balls) if card.is_light else balls


def card_svg(card: Card, words: Words, cut: Format = SMALL) -> Markup:
    if card == HIDDEN:
        return _back(cut)
    middle = cut.height / 2
    kind = "light" if card.is_light else "dark"
    return el(
        "svg",
        {
            "class": f"face face-{kind}",
            "viewBox": f"0 0 {WIDTH} {cut.height}",
            "role": "img",
            "aria-label": card_text(card, words),
            "data-card": str(card),
        },
        _rect("face-ground", 1, 7, cut),
        _rect("face-stripes", 1, 7, cut, "url(#aya-stripes)") if card.is_light else None,
        _rect("face-frame", 1, 7, cut),
        [
            el(
                "g",
                {"transform": f"translate({FIRST + index * STEP} {number(middle)})"},
                ball_use(ball, cut.scale),
            )
            for index, ball in enumerate(card.pattern)
        ],
        _mark(middle) if card.is_light else None,
    )


def _rect(kind: str, inset: float, round_by: float, cut: Format, fill: str | None = None) -> Markup:
    size: dict[str, Value] = {"width": WIDTH - 2 * inset, "height": cut.height - 2 * inset}
    return el("rect", {"class": kind, "fill": fill, "x": inset, "y": inset, "rx": round_by, **size})


def _mark(middle: float) -> Markup:
    return el(
        "g.face-mark",
        el("circle", {"cx": 184, "cy": middle, "r": 9}),
        el("text", {"x": 184, "y": middle + 5.5}, 2),
    )


def _back(cut: Format) -> Markup:
    return el(
        "svg.face.face-back",
        {"viewBox": f"0 0 {WIDTH} {cut.height}", "aria-hidden": "true"},
        _rect("face-ground", 1, 7, cut),
        _rect("face-weave", 5, 4, cut),
        el("text.face-name", {"x": WIDTH / 2, "y": cut.height / 2 + 7}, "AYA"),
    )


def row(
    name: str,
    cards: Sequence[Card],
    words: Words,
    *,
    leaving: Collection[OpenCard] = (),
    pointed: Collection[OpenCard] = (),
    serial: int = 0,
    cut: Format = SMALL,
    is_fixed: bool = False,
) -> list[Markup]:
    """Cards one after another, as list items.

    Args:
        name: the pile's name, as in a trace.
        leaving: cards that were matched just now, where they lay: shown once more, lit.
        pointed: cards that a hint points at.
        serial: tells cards that leave from those that left the same places before.
        is_fixed: whether a leaving card lies on the card that takes its place; else it keeps a
            place of its own until it is gone.
    """
    gone = {card.place: card for card in leaving if card.pile == name}
    places = {card.place for card in pointed if card.pile == name}

    def left(place: int, element: str) -> Markup:
        return _leaving(gone[place], words, serial, element, cut)

    items = [
        el(
            "li",
            {
                "id": f"card-{name}-{card}-{nth}",
                "class": "card-slot is-turning" + " is-pointed" * (place in places),
            },
            card_svg(card, words, cut),
            left(place, "div") if is_fixed and place in gone else None,
        )
        for place, (card, nth) in enumerate(_counted(cards))
    ]
    if is_fixed:
        beyond = (place for place in gone if place >= len(cards))
        return items + [el("li.card-slot.is-empty", left(place, "div")) for place in beyond]
    for place in sorted(gone):
        items.insert(min(place, len(items)), left(place, "li"))
    return items


def _counted(cards: Sequence[Card]) -> Iterator[tuple[Card, int]]:
    """Gives equal cards numbers, so that each keeps its id when others leave."""
    seen: Counter[Card] = Counter()
    for card in cards:
        yield card, seen[card]
        seen[card] += 1


def pile(
    name: str,
    cards: Sequence[Card],
    words: Words,
    *,
    leaving: Collection[OpenCard] = (),
    serial: int = 0,
    label: str = "",
    cut: Format = SMALL,
    is_pointed: bool = False,
) -> Markup:
    """A pile with what lies on top of it.

    With a label, which says whose pile it is, the number of its cards stands beside it; without
    one, the number is shown elsewhere.
    """
    gone = [card for card in leaving if card.pile == name]
    depth = min(MOST_DEPTH, (len(cards) + 1) // 2)
    top = cards[0] if cards else None
    return el(
        "div",
        {"class": f"pile is-deep-{depth}", "data-pile": name},
        el(
            "div",
            {
                "id": f"card-{name}-{top}",
                "class": "card-slot is-turning" + " is-pointed" * is_pointed,
            },
            card_svg(top, words, cut),
        )
        if top is not None
        else el("div.card-slot.is-empty"),
        [_leaving(card, words, serial, "div", cut) for card in gone],
        el(
            "span.pile-count",
            el("span.visually-hidden", label + " "),
            count_before(len(cards) + len(gone)) if gone else None,
            el("span", {"id": f"count-{name}-{len(cards)}"}, len(cards)),
        )
        if label
        else None,
    )


def count_before(count: int) -> Markup:
    """A number of cards before the last turn, for the eye alone: it is shown in place of the number
    that follows it until the turn has been seen."""
    return el("span.count-before", {"aria-hidden": "true"}, count)


def _leaving(card: OpenCard, words: Words, serial: int, element: str, cut: Format) -> Markup:
    return el(
        element,
        {
            "id": f"gone-{serial}-{card.pile}-{card.place}",
            "class": "card-slot is-leaving",
            "data-after": f"gone-{card.pile}-{card.place}",
            "aria-hidden": "true",
        },
        card_svg(card.card, words, cut),
    )


def lit(cards: Sequence[OpenCard], words: Words) -> Markup:
    return el(
        "ul.lit-cards", [el("li.card-slot.is-lit", card_svg(card.card, words)) for card in cards]
    )
