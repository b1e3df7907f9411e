"""Variant 5, Tueftler: clearing a row of cards alone (rules.md, section 1, "Variant 5")."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import Attempt, Over
from spieltisch.games.aya.rules.table import Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.games.aya.rules.variant import Moment, Variant, faces
from spieltisch.table.position import Outcome, Seat

SOLE_SEAT: Seat = 1


@dataclass(frozen=True)
class Tueftler(Variant):
    """Every attempt must match; who clears all cards is AYA master."""

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """The first cards are the row; the rest stays in the box."""
        row, box = cards[: self.size], cards[self.size :]
        table = Table(track, (Hand(),), row=row, out=box, unseen_out=len(box))
        return Moment(table, Attempt(SOLE_SEAT))

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        """All cards, or only the row's next."""
        return table.in_row()[:1] if self.edition.clears_in_order else table.in_row()

    def scores(self, table: Table) -> tuple[int, ...]:
        return (len(table.hand(SOLE_SEAT).won),)

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        table = table.without(cards).with_won(attempt.seat, faces(cards))
        if table.row:
            return Moment(table, Attempt(attempt.seat))
        return self._over(table, frozenset((attempt.seat,)), "aya-master")

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        return self._over(table, frozenset(), "run-broken")

    def _over(self, table: Table, winners: frozenset[Seat], reason: str) -> Moment:
        return Moment(table, Over(Outcome(winners, reason, self.scores(table))))
