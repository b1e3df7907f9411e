"""AYA's whole table: opponents, the cards in the middle, the track, one's own cards and buttons.

Everything has a slot of its own, whose size does not depend on what happens, so that nothing moves
while people race. The style sheet places the slots. A person among bots has the bottom
of the table; several people sit side by side there, or round a phone, each at an edge (``at-b``:
bottom, then clockwise ``ll``, ``lu``, ``t``, ``ru``, ``rl``).
"""

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.choice import SHOUTS, AyaChoice, meaning
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import Hand
from spieltisch.games.aya.view.call import (
    board_class,
    call,
    just_matched,
    news,
    rim,
    shout_words,
    solitaire_text,
)
from spieltisch.games.aya.view.cards import (
    SMALL,
    WIDE,
    Leaving,
    cards_count_text,
    count_before,
    is_cleared_in_order,
    pile,
    row,
)
from spieltisch.games.aya.view.sentences import seat_name, still_owed
from spieltisch.games.aya.view.track import outline, track_svg, zone
from spieltisch.kit.faces import plate
from spieltisch.kit.markup import Markup, Value, anew, el, region
from spieltisch.kit.scene import Role, Scene
from spieltisch.kit.sentences import plate_name
from spieltisch.table import Seat

EDGES = {
    1: ("b",),
    2: ("b", "t"),
    3: ("b", "lu", "ru"),
    4: ("b", "lu", "t", "ru"),
    5: ("b", "ll", "lu", "ru", "rl"),
    6: ("b", "ll", "lu", "t", "ru", "rl"),
}
"""Where the seats sit, clockwise, by how many there are; the first is nearest to the viewer."""

MOST_STACKED = 5
"""So many cards can lie below the track, one below the other."""

CARDS_IN_ROW, CARD_ROWS = 13, 3
"""All cards of the game have room."""
CARD_STEP, ROW_STEP = 9, 15
"""In the drawing's units, how far a card lies from the next one beside and below it."""


def board(scene: Scene) -> Markup:
    position: AyaPosition = scene.position
    home = _at_home(scene)
    places = [_place(scene, position, seat) for seat in range(1, position.seats + 1)]
    # Where the table has a screen of its own, a seat's device shows only what is the seat's.
    is_seat = scene.role is Role.SEAT
    others = [] if is_seat else [one for seat, one in enumerate(places, 1) if seat not in home]
    is_ours = not is_seat or _is_common(position) or not position.variant.is_timed
    middle = _middle(scene, position) if is_ours else []
    return region(
        "div#board",
        {"class": f"board aya {_kinds(scene, position)}{board_class(scene)}"},
        el(
            "div.felt",
            el("div.others", others),
            region("div#middle.middle", _covered(scene), middle),
            call(scene),
            el("div.track-box", track_svg(scene, position.track, rim(scene, outline(), zone()))),
            news(scene),
            el("div.homes", [one for seat, one in enumerate(places, 1) if seat in home]),
        ),
    )


def _covered(scene: Scene) -> dict[str, Value]:
    """Cards that are not seen until everybody is ready are not read out, either."""
    return {"aria-hidden": "true"} if scene.gate is not None else {}


def _at_home(scene: Scene) -> frozenset[Seat]:
    """The seats at the bottom, where the buttons are: the people's, or else seat 1; none where all
    have devices of their own."""
    return frozenset() if scene.role is Role.TABLE else scene.people or frozenset({1})


def _kinds(scene: Scene, position: AyaPosition) -> str:
    variant, seats, at_home = position.variant, position.seats, len(_at_home(scene))
    kinds = [f"of-{type(variant).__name__.lower()}", f"seats-{seats}", f"far-{seats - at_home}"]
    if scene.role is Role.TABLE:
        kinds.append("is-table")
    else:
        kinds += ["is-shared", f"people-{at_home}"] if at_home > 1 else ["is-alone"]
    kinds += ["is-seat"] if scene.role is Role.SEAT else []
    is_common = _is_common(position)
    # Opponents whose cards need not be seen are only a name and a number.
    kinds += ["is-unseen"] if is_common or not variant.is_timed else []
    if variant.size > MOST_STACKED:
        kinds.append(f"is-spread has-{variant.size}")
        # Of one who plays alone, none is replaced: a lesson or a puzzle may begin with few.
        all_cards = len(position.table.row) + sum(position.scores)
        if seats == 1 and all_cards <= MOST_STACKED:
            kinds.append(f"is-few few-{all_cards}")
    elif is_common:
        kinds.append("is-common")
    return " ".join(kinds)


def _is_common(position: AyaPosition) -> bool:
    """Whether all cards lie in the middle, few enough to fit where one's own would lie."""
    return 0 < position.variant.middle_places <= MOST_STACKED


def _middle(scene: Scene, position: AyaPosition) -> list[Markup]:
    """Neutral piles, the open cards in the middle, and the stock."""
    table, words = position.table, scene.words
    seen, leaving = position.observe(None).table, Leaving(just_matched(scene), scene.ply)
    cut = WIDE if _is_common(position) else SMALL
    found: list[Markup] = []
    if table.neutral:
        label = words.gettext("Neutral pile")
        piles = [
            pile(f"neutral{n}", cards, words, leaving, label=label, cut=cut)
            for n, cards in enumerate(table.neutral, 1)
        ]
        found.append(el("div.piles", piles))
    if table.row or any(card.pile == "table" for card in leaving.cards):
        pointed = scene.help.cards if scene.help is not None and scene.help.step >= 2 else ()
        if "table" in scene.lit:
            pointed = table.in_row()[:1]
        items = row("table", table.row, words, leaving, pointed=pointed, cut=cut)
        # With their numbers, if they are to be cleared in order.
        kind, label = "ul.cards", words.gettext("Open cards")
        if is_cleared_in_order(position):
            kind = "ol.cards.is-in-order"
            label = words.gettext("Open cards, to be cleared in this order")
        found.append(el(kind, {"aria-label": label}, items))
    if table.stock:
        stock = pile("stock", seen.stock, words, label=words.gettext("Stock"))
        found.append(el("div.piles.is-stock", stock))
    return found


def _place(scene: Scene, position: AyaPosition, seat: Seat) -> Markup:
    name = plate_name(scene, seat, seat_name(seat, scene.words))
    is_at_home = seat in _at_home(scene)
    # A person who is alone among bots sits at the bottom.
    home = min(scene.people) if len(scene.people) == 1 else 1
    edge = EDGES[position.seats][(seat - home) % position.seats]
    kinds = ["place", f"at-{edge}", f"seat-{seat}"]
    kinds += ["is-side"] if len(edge) > 1 else []
    duty = still_owed(position)
    is_acting = isinstance(duty, duties.Attempt | duties.ExceptionalMove) and duty.seat == seat
    kinds += ["is-acting"] if is_acting else []
    has_conceded = isinstance(duty, duties.Oye) and seat in duty.conceded
    words = scene.words
    if position.seats == 1:
        # How far somebody who plays alone has come, and the best solitaire to compare it with.
        best = [solitaire_text(solitaire, words) for solitaire in scene.solitaires[:1]]
        told = [words("Best run: {run}", run=one) for one in best]
        bests = [el("span.place-best", text) for text in told]
        cleared = el("span.place-name", words.gettext("Cleared"))
        head = el("div.place-head.is-run", cleared, _score(scene, position, seat), bests)
    else:
        answer = _answer(scene, position, seat)
        head = el(
            "div.place-head" if answer is None else "div.place-head.is-answering",
            seat_badge(seat, has_conceded=has_conceded),
            plate(scene, seat, seat_name(seat, words), "place-name"),
            _score(scene, position, seat, answer),
        )
    return region(
        "section",
        {"id": f"place-{seat}", "class": " ".join(kinds), "aria-label": name},
        el(
            "div.place-inner",
            head,
            None if is_at_home else _progress(position, seat),
            _hand(scene, position, seat, is_at_home=is_at_home),
            _shouts(scene, position, seat) if seat in scene.people else None,
        ),
    )


def _progress(position: AyaPosition, seat: Seat) -> Markup | None:
    """A seat's cards as a row of backs, as long as there are many, where only their number is
    known: see `_score`, which says it."""
    if position.variant.is_timed and not _is_common(position):
        return None
    backs = []
    for nth in range(position.scores[seat - 1]):
        row, column = divmod(nth, CARDS_IN_ROW)
        size = {"width": CARD_STEP - 2, "height": ROW_STEP - 3, "rx": 1.5}
        backs.append(el("rect", {"x": CARD_STEP * column + 1, "y": ROW_STEP * row + 1, **size}))
    box = f"0 0 {CARD_STEP * CARDS_IN_ROW} {CARD_ROWS * ROW_STEP}"
    shape = {"id": f"cards-{seat}", "viewBox": box, "aria-hidden": "true"}
    return el("svg.place-cards", {**shape}, backs)


def _answer(scene: Scene, position: AyaPosition, seat: Seat) -> Markup | None:
    """What a seat that does not play at this device answers to an OYE: that it sees no match; until
    then three dots, as it looks. People here have their buttons."""
    if seat in scene.people:
        return None
    duty, last = still_owed(position), scene.last
    oye = duty if isinstance(duty, duties.Oye) else None
    conceded = oye.conceded if oye is not None else frozenset[Seat]()
    if last is not None and last.action == duties.CONCEDE:
        # Of the last that has conceded the OYE itself no longer tells.
        conceded = conceded | last.before.duty.conceded | {last.seat}
    if seat in conceded:
        said, kind = scene.words.gettext("None!"), "said-none"
    elif oye is not None and seat != oye.caller and scene.gate is None:
        said, kind = "…", "said-looks"
    else:
        return None
    attributes = {"id": f"{kind}-{seat}", "class": f"said is-seat-{seat}", "aria-hidden": "true"}
    return el("span", {**attributes, "data-answer": kind.removeprefix("said-")}, said)


def _score(scene: Scene, position: AyaPosition, seat: Seat, answer: Markup | None = None) -> Markup:
    """How many cards a seat has won; its answer to an OYE lies over that."""
    score = position.scores[seat - 1]
    label = cards_count_text(score, scene.words)
    before = scene.last.before.scores[seat - 1] if scene.last is not None else score
    return el(
        "span.place-score",
        {"id": f"scored-{seat}", "title": label},
        count_before(before) if before != score else None,
        el("span", {"id": f"score-{seat}-{score}", "aria-hidden": "true"}, score),
        el("span.visually-hidden", label),
        answer,
    )


def _hand(scene: Scene, position: AyaPosition, seat: Seat, *, is_at_home: bool) -> Markup | None:
    """The cards before a seat: its pile, or its open cards and what they are refilled from. Where
    seats play in turn, nobody races for others' cards: only their number is shown."""
    if not (is_at_home or position.variant.is_timed):
        return None
    hand: Hand = position.observe(None).table.hand(seat)
    gone = [card for card in just_matched(scene) if card.owner == seat]
    leaving = Leaving(gone, scene.ply)
    cut = WIDE if is_at_home and len(scene.people) < 2 else SMALL
    opened, piled = f"seat{seat}.open", f"seat{seat}.pile"
    parts: list[Markup] = []
    if hand.open or any(card.pile == opened for card in gone):
        # In a race cards keep their places, which are refilled.
        is_fixed = position.variant.is_timed
        items = row(opened, hand.open, scene.words, leaving, cut=cut, is_fixed=is_fixed)
        parts.append(el("ul.cards", items))
    if hand.pile or any(card.pile == piled for card in gone):
        is_pointed = piled in scene.lit
        parts.append(pile(piled, hand.pile, scene.words, leaving, cut=cut, is_pointed=is_pointed))
    return region("div.hand", {"id": f"hand-{seat}", **_covered(scene)}, parts)


def _shouts(scene: Scene, position: AyaPosition, seat: Seat) -> Markup | None:
    """A seat's buttons, with the keys that do the same, in slots that stay. Where seats play in
    turn there is one: for the call that begins the game, then for declining a second move."""
    if position.variant.is_timed:
        buttons = [_shout(scene, position, seat, shout) for shout in SHOUTS]
    elif isinstance(position.duty, duties.Calling):
        buttons = [_shout(scene, position, seat, duties.AYA)]
    elif position.variant.calls:
        buttons = [stop_button(scene, seat)]
    else:
        return None
    return region("div.shouts", {"id": f"shouts-{seat}"}, buttons)


def stop_button(scene: Scene, seat: Seat | None = None) -> Markup:
    """The button that declines the second move for a light card: a seat's, or one for all."""
    choice = scene.choice
    can_stop = isinstance(choice, AyaChoice) and duties.STOP in choice.targets
    is_live = can_stop and (seat is None or seat in scene.position.active_seats)
    return el(
        "button",
        {
            "type": "button",
            "id": f"stop-{seat or 0}",
            "class": "shout shout-stop" + " is-live" * is_live,
            "data-token": duties.STOP,
            "disabled": not is_live,
        },
        el("span.shout-word", scene.words.gettext("Stop: no second move")),
    )


def _shout(scene: Scene, position: AyaPosition, seat: Seat, shout: str) -> Markup:
    action = meaning(position, seat, shout)
    text = shout_words(position, seat, shout, scene.words)
    # Several words are written smaller than one.
    kind = f"shout shout-{shout}" + " is-worded" * (" " in text)
    key, is_live = scene.keys.get(f"{seat}:{shout}"), action is not None
    shape: dict[str, Value] = {"type": "button", "id": f"shout-{seat}-{shout}"}
    done: dict[str, Value] = {"data-shout": shout, "data-seat": seat, "data-target": is_live}
    return el(
        "button",
        {**shape, "class": kind + " is-live" * is_live, **done, "disabled": not is_live},
        el("span.visually-hidden", f"{scene.names.told(seat, scene.words)}: "),
        el("span.shout-word", anew(f"word-{seat}-{shout}", text)),
        el("kbd.shout-key", key) if key else None,
    )


def seat_badge(seat: Seat, *, has_conceded: bool = False) -> Markup:
    """A seat's sign: its number, in its colour; a tick if it has conceded an OYE."""
    kind = f"badge seat-badge is-seat-{seat}" + " has-conceded" * has_conceded
    disc = el("circle", {"cx": 20, "cy": 20, "r": 17})
    sign = el("text", {"x": 20, "y": 27}, "✓" if has_conceded else seat)
    shape = {"class": kind, "viewBox": "0 0 40 40", "aria-hidden": "true"}
    return el("svg", {**shape}, disc, sign)
