"""Variant 4, Kindergarten: in turn, matching cards in the middle (rules.md, section 1)."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import Attempt, ExceptionalMove
from spieltisch.games.aya.rules.table import Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.games.aya.rules.variant import Moment, Variant, faces
from spieltisch.table.position import Seat

BEGINS: Seat = 1


@dataclass(frozen=True)
class Kindergarten(Variant):
    """Keep what you match; most cards win once the stock is turned over."""

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        row, stock = cards[: self.size], cards[self.size :]
        return Moment(
            Table(track, (Hand(),) * seats, row=row, stock=stock), ExceptionalMove(BEGINS)
        )

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return table.in_row()

    def scores(self, table: Table) -> tuple[int, ...]:
        return tuple(len(hand.won) for hand in table.hands)

    def after_exceptional_move(self, table: Table, duty: ExceptionalMove) -> Moment:
        """A turn opens with one; the same seat then plays standard moves."""
        return Moment(table, Attempt(duty.seat))

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        """The seat keeps the cards and goes on, unless no open card is left."""
        table = table.without(cards).with_won(attempt.seat, faces(cards))
        if table.row:
            return Moment(table, Attempt(attempt.seat))
        return self._turn_over(table, attempt.seat)

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        return self._turn_over(table, attempt.seat)

    def _turn_over(self, table: Table, seat: Seat) -> Moment:
        """The row is refilled; the game ends when that turns over the last card of the stock."""
        table = table.with_row_refilled(self.size)
        if not table.stock:
            return self.most_win(table, "stock-turned-over")
        return Moment(table, ExceptionalMove(table.left_neighbour(seat)))
