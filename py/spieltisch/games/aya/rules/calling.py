"""The variants in which AYA and OYE are shouted: AYA oder OYE, and Turbo.

Docs/rules.md, AYA, "Variant 1" and "Variant 3". There are no turns: the first to call acts.
"""

from dataclasses import dataclass, replace

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import AYA, OYE, Attempt, ExceptionalMove, Oye
from spieltisch.games.aya.rules.table import FaceDown, Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.games.aya.rules.variant import Moment, Variant, clockwise, faces, split
from spieltisch.table import Seat

CARDS_EACH = {2: 10, 3: 10, 4: 9, 5: 7, 6: 6}
"""Cards dealt to each seat, by the number of seats."""

NEUTRAL_PILES_OF_TWO = (9, 10)
"""With two seats the cards that are left are two piles; with more they are one."""

MOST_STANDING_AHAS = 3
"""Turbo, ``reilly``: so many AHAs in a row that stand end the game."""


class Shouting(Variant):
    """What both share: a wrong AYA costs the same as a wrong OYE."""

    calls = (AYA, OYE)

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        return self.loses(table, attempt.seat)

    def oye_refuted(self, table: Table, oye: Oye) -> Moment:
        return self.loses(table, oye.caller)

    def loses(self, table: Table, seat: Seat) -> Moment:
        """A call was wrong: a card is lost; the left neighbour owes an exceptional move."""
        raise NotImplementedError


@dataclass(frozen=True)
class AyaOye(Shouting):
    """Variant 1: match the others' cards, protect your own; most cards win once a seat has none."""

    name = "aya-oye"

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        piles, rest = split(cards, (CARDS_EACH[seats],) * seats)
        neutral = split(rest, NEUTRAL_PILES_OF_TWO)[0] if seats == 2 else (rest,)
        return Moment(Table(track, tuple(Hand(pile) for pile in piles), neutral), duties.Calling())

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return table.pile_tops()

    def scores(self, table: Table) -> tuple[int, ...]:
        return tuple(len(hand.pile) for hand in table.hands)

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        """Others' cards leave the game; own and neutral ones go under the caller's pile."""
        kept = tuple(card for card in cards if card.owner in (attempt.seat, None))
        lost = tuple(card for card in cards if card not in kept)
        table = table.without(cards).with_under_pile(attempt.seat, faces(kept))
        return self._next(table.with_out(faces(lost)), duties.Calling())

    def oye_stands(self, table: Table, oye: Oye) -> Moment:
        """Every other seat loses its top card; only one edition then has an exceptional move."""
        for seat in clockwise(table):
            if seat != oye.caller:
                table = table.without_pile_top(seat)
        duty: duties.Duty = duties.Calling()
        if self.edition.has_exceptional_move_after_standing_oye:
            duty = ExceptionalMove(table.left_neighbour(oye.caller))
        return self._next(table, duty)

    def loses(self, table: Table, seat: Seat) -> Moment:
        return self._next(table.without_pile_top(seat), ExceptionalMove(table.left_neighbour(seat)))

    def _next(self, table: Table, duty: duties.Duty) -> Moment:
        """The game ends the moment a seat has no cards."""
        if all(hand.pile for hand in table.hands):
            return Moment(table, duty)
        return self.best_win(table, "no-cards")


@dataclass(frozen=True)
class Turbo(Shouting):
    """Variant 3: win what you match; most cards win once all are won."""

    name = "turbo"

    @property
    def face_down(self) -> FaceDown:
        return FaceDown(hides_won=True)

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """Neutral piles, or an open card before each seat and a stock, as the edition has it."""
        if self.edition.turbo_piles:
            piles, _ = split(cards, self.edition.turbo_piles)
            return Moment(Table(track, (Hand(),) * seats, neutral=piles), duties.Calling())
        places, stock = split(cards, (1,) * seats)
        hands = tuple(Hand(open=place) for place in places)
        return Moment(Table(track, hands, stock=stock), duties.Calling())

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return (*table.open_before(clockwise(table)), *table.pile_tops())

    def scores(self, table: Table) -> tuple[int, ...]:
        return tuple(len(hand.won) for hand in table.hands)

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        won = self._won(table, attempt.seat, cards)
        return self._next(replace(won, standing_ahas=0), duties.Calling())

    def oye_stands(self, table: Table, oye: Oye) -> Moment:
        """The caller wins the top card of every pile, or a won card from every other seat.

        In the second case no open card changes, so three in a row end the game (ruling).
        """
        duty = ExceptionalMove(table.left_neighbour(oye.caller))
        if not self.edition.takes_won_cards:
            return self._next(self._won(table, oye.caller, table.pile_tops()), duty)
        for seat in clockwise(table):
            if seat != oye.caller:
                won = table.hand(seat).won
                table = table.with_hand(seat, won=won[1:]).with_won(oye.caller, won[:1])
        table = replace(table, standing_ahas=table.standing_ahas + 1)
        if table.standing_ahas == MOST_STANDING_AHAS:
            return self.best_win(table, "stuck")
        return self._next(table, duty)

    def _won(self, table: Table, seat: Seat, cards: tuple[OpenCard, ...]) -> Table:
        """The seat wins the cards; the places that they leave before seats are refilled."""
        table = table.without(cards).with_won(seat, faces(cards))
        return table.with_places_refilled(card.owner for card in cards if card.owner)

    def loses(self, table: Table, seat: Seat) -> Moment:
        """A won card, if any, leaves the game."""
        table = replace(table.without_won_top(seat), standing_ahas=0)
        return self._next(table, ExceptionalMove(table.left_neighbour(seat)))

    def _next(self, table: Table, duty: duties.Duty) -> Moment:
        """The game ends when no card is left to win."""
        if table.stock or self.open_cards(table, None):
            return Moment(table, duty)
        return self.best_win(table, "all-won")
