"""AYA's table as a small picture, for the menu and the set-up, and one for each variant; and as the
rules show it: the track, and below it the cards by where they lie."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from spieltisch.games.aya.rules.cards import Card, Cards, parse_card
from spieltisch.games.aya.rules.choice import word
from spieltisch.games.aya.rules.duties import AYA, OYE, Oye
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.view import cards, track
from spieltisch.games.aya.view.call import caller
from spieltisch.games.aya.view.cards import card_svg
from spieltisch.games.aya.view.track import track_svg
from spieltisch.kit.markup import Markup, el, number
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import ENGLISH, Words
from spieltisch.table import Seat

WIDTH, GAP = track.WIDTH, 30
BADGE = 44
"""The radius of a seat's number before its cards."""

CARD_RATIO = cards.SMALL.height / cards.WIDTH
"""A card's height divided by its width."""

TILE_WIDTH, TILE_HEIGHT = 240, 112


def picture(scene: Scene) -> Markup:
    """The track, and below it the open cards: those in the middle, or those before the seats."""
    position: AyaPosition = scene.position
    table = position.observe(None).table
    # Of a seat, its open cards can be seen, or the top of its pile.
    hands = [(seat, hand.open or hand.pile[:1]) for seat, hand in enumerate(table.hands, 1)]
    if table.row or not any(row[1] for row in hands):
        drawn, height = _grid(table.row, scene.words)
    else:
        drawn, height = _seats(hands, scene.words)
    top = track.HEIGHT + GAP if height else track.HEIGHT
    # In a film balls are lifted out of the track.
    above = 0 if scene.is_moving is None else track.LIFT + track.RADIUS - track.BALL_Y
    box = f"0 {number(-above)} {WIDTH} {number(above + top + height)}"
    return el(
        "svg.board.aya-picture",
        {"viewBox": box, "aria-hidden": "true"},
        _placed(track.track_svg(scene, position.track), 0, 0, WIDTH, track.HEIGHT),
        el("g", {"transform": f"translate(0 {top})"}, drawn),
    )


def _grid(shown: Sequence[Card], words: Words) -> tuple[list[Markup], float]:
    """Cards in rows, as large as there is room for; and the height of these."""
    columns = next((n for n in (2, 3, 4) if len(shown) <= n * n), 5)
    step = (WIDTH - GAP) / columns
    wide = step - GAP
    high = wide * CARD_RATIO + GAP
    drawn = [
        _card(card, words, GAP + index % columns * step, index // columns * high, wide)
        for index, card in enumerate(shown)
    ]
    return drawn, -(-len(shown) // columns) * high


def _seats(hands: Iterable[tuple[int, Cards]], words: Words) -> tuple[list[Markup], float]:
    rows = list(hands)
    most = max(len(shown) for _, shown in rows)
    columns = 2 if most == 1 else 1
    step = (WIDTH - GAP) / columns
    room = step - GAP - 2 * BADGE - GAP / 2
    wide = (room + GAP) / most - GAP
    high = max(2 * BADGE, wide * CARD_RATIO) + GAP
    drawn: list[Markup] = []
    for index, (seat, shown) in enumerate(rows):
        x, y = GAP + index % columns * step, index // columns * high
        middle = y + (high - GAP) / 2
        shape = {
            "class": f"picture-seat is-seat-{seat}",
            "transform": f"translate({number(x + BADGE)} {number(middle)})",
        }
        drawn.append(el("g", {**shape}, el("circle", {"r": BADGE}), el("text", {"y": 18}, seat)))
        left, top = x + 2 * BADGE + GAP / 2, middle - wide * CARD_RATIO / 2
        drawn += [
            _card(card, words, left + place * (wide + GAP), top, wide)
            for place, card in enumerate(shown)
        ]
    return drawn, -(-len(rows) // columns) * high


def _card(card: Card, words: Words, x: float, y: float, wide: float) -> Markup:
    return _placed(card_svg(card, words), x, y, wide, wide * CARD_RATIO)


def _placed(drawing: Markup, x: float, y: float, wide: float, high: float) -> Markup:
    """A drawing placed in another one; it fills the box that it is given."""
    return el("svg", {"x": x, "y": y, "width": wide, "height": high}, drawing)


def variant_picture(variant: str) -> Markup:
    """What a variant is about, for the choice among them."""
    shape = {"class": "aya-picture", "viewBox": f"0 0 {TILE_WIDTH} {TILE_HEIGHT}"}
    return el("svg", {**shape, "aria-hidden": "true"}, _TILES.get(variant, _rows_of_cards)())


def _calls() -> list[Markup]:
    return [_balls("byb"), _call(66, "AYA!"), _call(174, "OYE!")]


def _hands_in_turn() -> list[Markup]:
    # An arrow that goes round: seats play in turn.
    turn = el("path.tile-turn", {"d": "M94 30a26 26 0 1 1 8 18m-12-6 12 6-2-14"})
    return [turn, *_tile_cards(((10, 72), (124, 72)), 106)]


def _fast_pile() -> list[Markup]:
    speed = el("path.tile-speed", {"d": "M150 14h80M138 27h92M158 40h64"})
    return [_call(66, "AYA!"), speed, *_tile_cards(((64, 74), (70, 66), (76, 58)), 130)]


def _rows_of_cards() -> list[Markup]:
    return _tile_cards([(x, y) for y in (4, 40, 76) for x in (10, 124)], 106)


def _ticked_cards() -> list[Markup]:
    places = ((87, 6), (46, 34), (128, 34), (5, 62), (87, 62), (169, 62))
    tick = el("path.tile-tick", {"d": "M102 96l12 12 26-26"})
    return [*_tile_cards(places, 72), tick]


_TILES: Mapping[str, Callable[[], list[Markup]]] = {
    "aya-oye": _calls,
    "rumkugeln": _hands_in_turn,
    "turbo": _fast_pile,
    "tueftler": _ticked_cards,
}
"""What is drawn for a variant; for others, rows of cards."""


TILE_CARDS = ("bbyby", "ybyby*", "bybby", "ybbyy", "bbbyy*", "byyby")


def _tile_cards(places: Iterable[tuple[float, float]], wide: float) -> list[Markup]:
    faces = map(parse_card, TILE_CARDS)
    return [_card(face, ENGLISH, x, y, wide) for face, (x, y) in zip(faces, places, strict=False)]


def _balls(colours: str) -> Markup:
    left = (TILE_WIDTH - 60 * (len(colours) - 1)) / 2
    places = [f"translate({number(left + 60 * index)} 84)" for index in range(len(colours))]
    balls = [
        el("g", {"transform": place}, track.ball_use(colour, 0.6))
        for place, colour in zip(places, colours, strict=True)
    ]
    return el("g", balls)


def _call(x: float, text: str) -> Markup:
    return el(
        "g.tile-call",
        {"transform": f"translate({number(x)} 26)"},
        el(
            "path",
            {
                "d": "M-34-22H34a14 14 0 0 1 14 14V4a14 14 0 0 1-14 14H6L-2 30-6 18H-34"
                "A14 14 0 0 1-48 4V-8A14 14 0 0 1-34-22Z"
            },
        ),
        el("text", {"y": 8}, text),
    )


Places = Collection[tuple[str, int]]
"""Cards by where they lie: the name of the pile, and the place in it."""


def diagram(scene: Scene) -> Markup:
    """The track of a scene and its cards; those that the shown move matches are lit."""
    position: AyaPosition = scene.position
    turn = scene.help.turn if scene.help is not None else None
    events = [event for event in turn.events if isinstance(event, AyaEvent)] if turn else ()
    lit = {(card.pile, card.place) for event in events for card in event.cards}
    groups = list(_groups(scene, position.observe(None), lit))
    drawing = track_svg(scene, position.track)
    return el("div.board.diagram", {"aria-hidden": "true"}, drawing, groups)


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
    drawn = el("div.diagram-cards", cards)
    if not label:
        return el("div.diagram-group.is-middle", drawn)
    bubble = el("span.bubble", said) if said else None
    return el("div.diagram-group", el("div.diagram-label", label, bubble), drawn)


def _row(name: str, cards: Cards, words: Words, lit: Places) -> list[Markup]:
    kinds = (" is-lit" * ((name, place) in lit) for place in range(len(cards)))
    return [
        el("span", {"class": "diagram-card" + kind}, card_svg(card, words))
        for kind, card in zip(kinds, cards, strict=True)
    ]


def _pile(name: str, cards: Cards, words: Words, lit: Places) -> Markup:
    count = el("span.diagram-count", f"× {len(cards)}")
    return el("span.diagram-pile", _row(name, cards[:1], words, lit), count)


def _said(position: AyaPosition, seat: Seat) -> str:
    """What a seat has called, while it matters."""
    if caller(position) != seat:
        return ""
    return word(position, OYE if isinstance(position.duty, Oye) else AYA) + "!"
