"""Nothing that lies face down in AYA can be seen: ``observe`` gives what depends on open cards.

What lies face down is stated here by variant and rule book (docs/rules.md, AYA), apart from the
code that hides it.
"""

from dataclasses import replace
from random import Random

from spieltisch.games import catalog
from tests.conformance.matches import SETUPS, dealt, moments, observers, over

AYA = tuple(setup for setup in SETUPS if setup.game == "aya")
pytestmark = over(AYA)

BELOW_TOP = slice(1, None)
WHOLE = slice(None)


def is_face_down(setup, pile: str) -> slice | None:
    """Which part of a pile nobody sees; None for a pile that lies open."""
    kind = pile.rpartition(".")[2].rstrip("123456789")
    match setup.variant, kind:
        case ("aya-oye", "pile" | "neutral") | ("turbo", "neutral"):
            return BELOW_TOP
        case (_, "pile" | "stock"):
            return WHOLE
        case ("turbo", "won"):
            return WHOLE
    return None


def with_face_down_cards_shuffled(setup, position, rng):
    """The same table to look at, with other cards face down."""
    game = catalog.game_of(setup.game).rules
    piles = game.trace(position).get("piles", {})
    places = [
        (name, index)
        for name, pile in piles.items()
        if (part := is_face_down(setup, name)) is not None
        for index in range(len(pile))[part]
    ]
    table = position.table
    cards = {name: list(pile) for name, pile in table.piles().items()}
    taken = [cards[name][index] for name, index in places]
    rng.shuffle(taken)
    for (name, index), card in zip(places, taken, strict=True):
        cards[name][index] = card
    piles = {name: tuple(pile) for name, pile in cards.items()}
    shuffled = replace(
        table,
        hands=tuple(
            replace(hand, **{k: piles[f"seat{seat}.{k}"] for k in ("pile", "open", "won")})
            for seat, hand in enumerate(table.hands, 1)
        ),
        neutral=tuple(piles[f"neutral{n}"] for n in range(1, len(table.neutral) + 1)),
        row=piles["table"],
        stock=piles["stock"],
        out=piles["out"],
    )
    return replace(position, table=shuffled), len(set(map(str, taken))) > 1


def test_positions_that_differ_only_in_face_down_cards_look_the_same(setup):
    rng = Random(7)
    differing = 0
    for position, _ in moments(setup):
        other, is_other = with_face_down_cards_shuffled(setup, position, rng)
        differing += is_other and other != position
        for seat in observers(setup):
            assert repr(other.observe(seat)) == repr(position.observe(seat))
            assert other.observe(seat) == position.observe(seat)
            assert hash(other.observe(seat)) == hash(position.observe(seat))
    assert differing > 5 or setup.variant == "tueftler"


def test_open_cards_are_seen(setup):
    game = catalog.game_of(setup.game).rules
    for position, _ in moments(setup):
        told = game.trace(position)["piles"]
        seen = game.trace(position.observe(None))["piles"]
        for name, pile in told.items():
            assert len(seen[name]) == len(pile)
            down = set(range(len(pile))[is_face_down(setup, name) or slice(0)])
            for index, (card, look) in enumerate(zip(pile, seen[name], strict=True)):
                if index in down:
                    assert "?" in look
                elif name != "out":
                    assert look == card


def test_decks_that_differ_only_below_deal_tables_that_look_the_same(setup):
    """The same for a start: the deck's cards that are dealt face down may be in any order."""
    game = catalog.game_of(setup.game).rules
    whole = dealt(setup)
    track, *deck = whole.start.split(" ")
    position = game.initial_position(whole)
    piles = game.trace(position)["piles"]
    hands = [f"seat{n}.{part}" for n in range(1, setup.seats + 1) for part in ("open", "pile")]
    neutral = [f"neutral{number}" for number in range(1, 6)]
    order = [*hands, *neutral, "table", "stock", "out"]
    places = [(name, index) for name in order for index in range(len(piles.get(name, ())))]
    # docs/rules.md: piles are dealt as blocks in seat order, each block's first card its top (or
    # its leftmost open card); then the neutral piles or the stock.
    assert [piles[name][index] for name, index in places] == deck
    hidden = [
        number
        for number, (name, index) in enumerate(places)
        if (part := is_face_down(setup, name)) and index in range(len(piles[name]))[part]
    ]
    moved = [deck[number] for number in hidden]
    Random(3).shuffle(moved)
    for number, card in zip(hidden, moved, strict=True):
        deck[number] = card
    other = game.initial_position(replace(whole, start=" ".join([track, *deck])))
    for seat in observers(setup):
        assert other.observe(seat) == position.observe(seat)
