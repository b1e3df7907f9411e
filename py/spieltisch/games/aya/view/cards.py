"""AYA's cards and piles.

A dark card's pattern lies on plain ground; a light one is striped and has a 2 in its corner, as it
may take two moves.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from spieltisch.games.aya.rules.cards import HIDDEN, Card
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.view.track import ball_use
from spieltisch.views.markup import Markup, Value, el
from spieltisch.views.words import Words

WIDTH, HEIGHT = 216, 64
BALL_SCALE = 0.34
MOST_DEPTH = 5
"""A pile's height is told apart up to so many steps, of two cards each."""


def card_text(card: Card, words: Words) -> str:
    """A card in words: its balls from the left, and whether it is a light one."""
    balls = ", ".join(_run_text(ball, len(list(run)), words) for ball, run in groupby(card.pattern))
    return words.gettext("{balls}, light card").format(balls=balls) if card.is_light else balls


def _run_text(ball: str, count: int, words: Words) -> str:
    """So many balls of a colour beside each other."""
    if ball == "b":
        return words.ngettext("{n} blue", "{n} blue", count).format(n=count)
    return words.ngettext("{n} yellow", "{n} yellow", count).format(n=count)


def card_svg(card: Card, words: Words) -> Markup:
    """A card's face, or its back."""
    if card == HIDDEN:
        return _back()
    kind = "light" if card.is_light else "dark"
    return el(
        "svg",
        {
            "class": f"face face-{kind}",
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "role": "img",
            "aria-label": card_text(card, words),
            "data-card": str(card),
        },
        _ground(kind),
        [
            el("g", {"transform": f"translate({28 + index * 34} 32)"}, ball_use(ball, BALL_SCALE))
            for index, ball in enumerate(card.pattern)
        ],
        _corner()
        if card.is_light
        else el("circle", {"class": "face-dot", "cx": 200, "cy": 32, "r": 5}),
    )


def _ground(kind: str) -> Markup:
    return el(
        "g",
        None,
        _rect("face-ground", 1.5, 11),
        _rect("face-stripes", 1.5, 11, "url(#aya-stripes)") if kind == "light" else None,
        _rect("face-frame", 1.5, 11),
    )


def _rect(kind: str, inset: float, round_by: float, fill: str | None = None) -> Markup:
    size: dict[str, Value] = {"width": WIDTH - 2 * inset, "height": HEIGHT - 2 * inset}
    return el("rect", {"class": kind, "fill": fill, "x": inset, "y": inset, "rx": round_by, **size})


def _corner() -> Markup:
    return el(
        "g",
        {"class": "face-corner"},
        el("circle", {"cx": 200, "cy": 32, "r": 13}),
        el("text", {"x": 200, "y": 40}, 2),
    )


def _back() -> Markup:
    return el(
        "svg",
        {"class": "face face-back", "viewBox": f"0 0 {WIDTH} {HEIGHT}", "aria-hidden": "true"},
        _rect("face-ground", 1.5, 11),
        _rect("face-weave", 9, 6),
        el("text", {"class": "face-name", "x": WIDTH / 2, "y": 41}, "AYA"),
    )


def row(
    name: str,
    cards: Sequence[Card],
    words: Words,
    *,
    leaving: Collection[OpenCard] = (),
    pointed: Collection[OpenCard] = (),
    serial: int = 0,
) -> list[Markup]:
    """Cards beside each other, as list items.

    Args:
        name: the pile's name, as in a trace.
        cards: from the left.
        words: the language.
        leaving: cards that were matched just now, where they lay: shown once more, lit.
        pointed: cards that a hint points at.
        serial: tells one showing of what leaves from the next.
    """
    places = {card.place for card in pointed if card.pile == name}
    items = [
        _slot(name, card, nth, words, is_pointed=place in places)
        for place, (card, nth) in enumerate(_counted(cards))
    ]
    for card in sorted(leaving, key=lambda card: card.place):
        if card.pile == name:
            items.insert(min(card.place, len(items)), _leaving(card, words, serial, "li"))
    return items


def _counted(cards: Sequence[Card]) -> Iterator[tuple[Card, int]]:
    """Cards that look alike get numbers, so that each stays itself when others go."""
    seen: Counter[Card] = Counter()
    for card in cards:
        yield card, seen[card]
        seen[card] += 1


def _slot(name: str, card: Card, nth: int, words: Words, *, is_pointed: bool) -> Markup:
    return el(
        "li",
        {
            "id": f"card-{name}-{card}-{nth}",
            "class": "card-slot is-turning" + " is-pointed" * is_pointed,
        },
        card_svg(card, words),
    )


def pile(
    name: str,
    cards: Sequence[Card],
    words: Words,
    *,
    leaving: Collection[OpenCard] = (),
    serial: int = 0,
    label: str = "",
) -> Markup:
    """A pile with what lies on top of it; how high it is can be seen and read."""
    depth = min(MOST_DEPTH, (len(cards) + 1) // 2)
    top = cards[0] if cards else None
    return el(
        "div",
        {"class": f"pile is-deep-{depth}", "data-pile": name},
        el(
            "div",
            {"id": f"card-{name}-{top}", "class": "card-slot is-turning"},
            card_svg(top, words),
        )
        if top is not None
        else el("div", {"class": "card-slot is-empty"}),
        [_leaving(card, words, serial, "div") for card in leaving if card.pile == name],
        el(
            "span",
            {"class": "pile-count"},
            label and el("span", {"class": "visually-hidden"}, label + " "),
            len(cards),
        ),
    )


def _leaving(card: OpenCard, words: Words, serial: int, element: str) -> Markup:
    return el(
        element,
        {
            "id": f"gone-{serial}-{card.pile}-{card.place}",
            "class": "card-slot is-leaving",
            "aria-hidden": "true",
        },
        card_svg(card.card, words),
    )


def lit(cards: Sequence[OpenCard], words: Words) -> Markup:
    """Cards to be shown off, as a list."""
    return el(
        "ul",
        {"class": "lit-cards"},
        [el("li", {"class": "card-slot is-lit"}, card_svg(card.card, words)) for card in cards],
    )
