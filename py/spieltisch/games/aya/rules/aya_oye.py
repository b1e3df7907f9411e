"""Variant 1, AYA oder OYE: whoever calls first acts (rules.md, section 1, "Variant 1")."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import Attempt, Calling, Duty, ExceptionalMove, Oye
from spieltisch.games.aya.rules.table import Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.games.aya.rules.variant import Moment, Variant, clockwise, faces, split
from spieltisch.table.position import Seat

CARDS_EACH = {2: 10, 3: 10, 4: 9, 5: 7, 6: 6}
"""Cards dealt to each seat, by the number of seats."""

NEUTRAL_PILES_OF_TWO = (9, 10)
"""With two seats the cards that are left are two piles; with more they are one."""


@dataclass(frozen=True)
class AyaOye(Variant):
    """Match the others' cards, protect your own: most cards win once a seat has none."""

    @property
    def is_timed(self) -> bool:
        return True

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        piles, rest = split(cards, (CARDS_EACH[seats],) * seats)
        neutral = split(rest, NEUTRAL_PILES_OF_TWO)[0] if seats == 2 else (rest,)
        return Moment(Table(track, tuple(Hand(pile) for pile in piles), neutral), Calling())

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return table.pile_tops()

    def scores(self, table: Table) -> tuple[int, ...]:
        return tuple(len(hand.pile) for hand in table.hands)

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        """Others' cards leave the game; own and neutral ones go under the caller's pile."""
        kept = tuple(card for card in cards if card.owner in (attempt.seat, None))
        lost = tuple(card for card in cards if card not in kept)
        table = table.without(cards).with_under_pile(attempt.seat, faces(kept))
        return self._next(table.with_out(faces(lost)), Calling())

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        return self._loses_top(table, attempt.seat)

    def oye_stands(self, table: Table, oye: Oye) -> Moment:
        """Every other seat loses its top card; only one edition then has an exceptional move."""
        for seat in clockwise(table):
            if seat != oye.caller:
                table = table.without_pile_top(seat)
        duty: Duty = Calling()
        if self.edition.has_exceptional_move_after_standing_oye:
            duty = ExceptionalMove(table.left_neighbour(oye.caller))
        return self._next(table, duty)

    def oye_refuted(self, table: Table, oye: Oye) -> Moment:
        return self._loses_top(table, oye.caller)

    def _loses_top(self, table: Table, seat: Seat) -> Moment:
        """A call was wrong: the top card is lost, and the left neighbour upsets the track."""
        return self._next(table.without_pile_top(seat), ExceptionalMove(table.left_neighbour(seat)))

    def _next(self, table: Table, duty: Duty) -> Moment:
        """The game ends the moment a seat has no cards."""
        if all(hand.pile for hand in table.hands):
            return Moment(table, duty)
        return self.most_win(table, "no-cards")
