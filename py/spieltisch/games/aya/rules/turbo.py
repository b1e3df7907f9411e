"""Variant 3, Turbo: calls as in AYA oder OYE, for cards to keep (rules.md, section 1)."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import Attempt, Calling, Duty, ExceptionalMove, Oye
from spieltisch.games.aya.rules.table import FaceDown, Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.games.aya.rules.variant import Moment, Variant, clockwise, faces, split
from spieltisch.table.position import Seat


@dataclass(frozen=True)
class Turbo(Variant):
    """Win what you match; most cards win once all are won."""

    @property
    def is_timed(self) -> bool:
        return True

    @property
    def can_go_round(self) -> bool:
        return self.edition.takes_won_cards

    @property
    def face_down(self) -> FaceDown:
        return FaceDown(hides_won=True)

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """Piles that belong to nobody, or an open card before each seat and a stock."""
        if self.edition.turbo_piles:
            piles, _ = split(cards, self.edition.turbo_piles)
            return Moment(Table(track, (Hand(),) * seats, neutral=piles), Calling())
        places, stock = split(cards, (1,) * seats)
        hands = tuple(Hand(open=place) for place in places)
        return Moment(Table(track, hands, stock=stock), Calling())

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return (*table.open_before(clockwise(table)), *table.pile_tops())

    def scores(self, table: Table) -> tuple[int, ...]:
        return tuple(len(hand.won) for hand in table.hands)

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        return self._next(self._won(table, attempt.seat, cards), Calling())

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        return self._loses_won(table, attempt.seat)

    def oye_stands(self, table: Table, oye: Oye) -> Moment:
        """It wins the top card of every pile, or a won card from every other seat."""
        duty = ExceptionalMove(table.left_neighbour(oye.caller))
        if not self.edition.takes_won_cards:
            return self._next(self._won(table, oye.caller, table.pile_tops()), duty)
        for seat in clockwise(table):
            if seat != oye.caller:
                hand = table.hand(seat)
                table = table.with_hand(seat, Hand(hand.pile, hand.open, hand.won[1:]))
                table = table.with_won(oye.caller, hand.won[:1])
        return self._next(table, duty)

    def oye_refuted(self, table: Table, oye: Oye) -> Moment:
        return self._loses_won(table, oye.caller)

    def _won(self, table: Table, seat: Seat, cards: tuple[OpenCard, ...]) -> Table:
        """The cards are the seat's; the places they lay on before seats are refilled."""
        table = table.without(cards).with_won(seat, faces(cards))
        return table.with_places_refilled(card.owner for card in cards if card.owner)

    def _loses_won(self, table: Table, seat: Seat) -> Moment:
        """A call was wrong: a won card, if any, leaves the game; the left neighbour upsets the
        track."""
        return self._next(table.without_won_top(seat), ExceptionalMove(table.left_neighbour(seat)))

    def _next(self, table: Table, duty: Duty) -> Moment:
        """The game ends when no card is left to win."""
        if table.stock or self.open_cards(table, None):
            return Moment(table, duty)
        return self.most_win(table, "all-won")
