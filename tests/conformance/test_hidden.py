"""Nothing hidden can be seen: what ``observe`` gives depends on open cards alone.

What lies face down is stated here by variant and rule book (rules.md, section 1), apart from the
code that hides it.
"""

from dataclasses import replace
from random import Random

import pytest

from spieltisch.games import catalog
from tests.conformance.matches import SETUPS, dealt, moments, name_of

pytestmark = pytest.mark.parametrize("setup", SETUPS, ids=name_of)

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


def observers(setup):
    return (None, *range(1, setup.seats + 1))


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


def test_what_is_seen_plays_alike(setup):
    game = catalog.game_of(setup.game).rules
    for position, _ in moments(setup):
        for seat in observers(setup):
            seen = position.observe(seat)
            assert type(seen) is type(position)
            assert seen.active_seats == position.active_seats
            assert seen.outcome == position.outcome
            assert game.format_board(seen) == game.format_board(position)
            assert seen.observe(seat) == seen
            for active in position.active_seats:
                assert seen.legal_actions(active) == position.legal_actions(active)


def test_positions_that_differ_only_in_face_down_cards_look_the_same(setup):
    if setup.game != "aya":
        for position, _ in moments(setup):
            assert all(position.observe(seat) == position for seat in observers(setup))
        return
    rng = Random(7)
    differing = 0
    for position, _ in moments(setup):
        other, is_other = with_face_down_cards_shuffled(setup, position, rng)
        differing += is_other and other != position
        for seat in observers(setup):
            assert repr(other.observe(seat)) == repr(position.observe(seat))
            assert other.observe(seat) == position.observe(seat)
            assert hash(other.observe(seat)) == hash(position.observe(seat))
    if setup.variant != "tueftler":
        assert differing > 5


def test_open_cards_are_seen(setup):
    if setup.game != "aya":
        return
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
    if setup.game != "aya":
        return
    game = catalog.game_of(setup.game).rules
    whole = dealt(setup)
    track, *deck = whole.start.split(" ")
    position = game.initial_position(whole)
    piles = game.trace(position)["piles"]
    hands = [f"seat{n}.{part}" for n in range(1, setup.seats + 1) for part in ("open", "pile")]
    neutral = [f"neutral{number}" for number in range(1, 6)]
    order = [*hands, *neutral, "table", "stock", "out"]
    places = [(name, index) for name in order for index in range(len(piles.get(name, ())))]
    # rules.md: "dealt as blocks in seat order, each block's first card its top (or its leftmost
    # open card); then the neutral piles or the stock".
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
