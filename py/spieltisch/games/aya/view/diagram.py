"""AYA's table as the rules show it: the track, and below it the cards by where they lie."""

from collections.abc import Collection, Iterator

from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.choice import word
from spieltisch.games.aya.rules.duties import AYA, OYE, Attempt, Oye
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.view.cards import card_svg
from spieltisch.games.aya.view.track import track_svg
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.table import Seat

Places = Collection[tuple[str, int]]
"""Cards by where they lie: the name of the pile, and the place in it."""


def diagram(scene: Scene) -> Markup:
    """The track of a scene and its cards; those that the shown move matches are lit."""
    position: AyaPosition = scene.position
    lit = {(card.pile, card.place) for card in _matched(scene)}
    return el(
        "div.board.diagram",
        {"aria-hidden": "true"},
        track_svg(scene, position.track),
        list(_groups(scene, position.observe(None), lit)),
    )


def _matched(scene: Scene) -> tuple[OpenCard, ...]:
    turn = scene.help.turn if scene.help is not None else None
    events = turn.events if turn is not None else ()
    return tuple(card for one in events if isinstance(one, AyaEvent) for card in one.cards)


def _groups(scene: Scene, seen: AyaPosition, lit: Places) -> Iterator[Markup]:
    """The open cards in the middle, the piles that are nobody's, and each seat's cards."""
    table, words = seen.table, scene.words
    if table.row:
        yield _group("", _row("table", table.row, words, lit))
    common = [
        _pile(f"neutral{number}", cards, words, lit)
        for number, cards in enumerate(table.neutral, 1)
        if cards
    ]
    if common:
        yield _group(words.gettext("Neutral"), common)
    for seat, hand in enumerate(table.hands, 1):
        found = [
            *_row(f"seat{seat}.open", hand.open, words, lit),
            *([_pile(f"seat{seat}.pile", hand.pile, words, lit)] if hand.pile else []),
            *([_pile(f"seat{seat}.won", hand.won, words, lit)] if hand.won else []),
        ]
        said = _said(seen, seat)
        if found or said:
            yield _group(scene.names[seat - 1], found, said)
    if table.stock:
        yield _group(words.gettext("Stock"), [_pile("stock", table.stock, words, lit)])


def _group(label: str, cards: list[Markup], said: str = "") -> Markup:
    return el(
        "div",
        {"class": "diagram-group" if label else "diagram-group is-middle"},
        el("div.diagram-label", label, el("span.bubble", said) if said else None)
        if label
        else None,
        el("div.diagram-cards", cards),
    )


def _row(name: str, cards: Cards, words: Words, lit: Places) -> list[Markup]:
    return [
        el(
            "span",
            {"class": "diagram-card is-lit" if (name, place) in lit else "diagram-card"},
            card_svg(card, words),
        )
        for place, card in enumerate(cards)
    ]


def _pile(name: str, cards: Cards, words: Words, lit: Places) -> Markup:
    return el(
        "span.diagram-pile",
        _row(name, cards[:1], words, lit),
        el("span.diagram-count", f"× {len(cards)}"),
    )


def _said(position: AyaPosition, seat: Seat) -> str:
    """What a seat has called, while it matters."""
    duty = position.duty
    if isinstance(duty, Oye):
        return word(position, OYE) + "!" if duty.caller == seat else ""
    if isinstance(duty, Attempt) and position.variant.is_timed and duty.seat == seat:
        return word(position, AYA) + "!"
    return ""
