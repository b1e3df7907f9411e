"""Variant 2, Rumkugeln: in turn, matching one's own cards without a break (rules.md, section 1)."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import AYA, Attempt, Calling, ExceptionalMove, Over
from spieltisch.games.aya.rules.table import FaceDown, Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.games.aya.rules.variant import Moment, Variant, clockwise, faces, split
from spieltisch.table.position import Outcome, Seat

MOST_IDLE_TURNS = 3
"""So many turns running without a card laid off end the game."""


def open_places(seats: int) -> int:
    """How many cards a seat has open."""
    return 4 if seats >= 5 else 5


@dataclass(frozen=True)
class Rumkugeln(Variant):
    """Who has laid off his last card, or all his open cards in one turn, has won."""

    @property
    def face_down(self) -> FaceDown:
        return FaceDown(has_tops_up=False)

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """All cards equally, the surplus leaves the game; who calls AYA first begins."""
        blocks, surplus = split(cards, (len(cards) // seats,) * seats)
        places = open_places(seats)
        hands = tuple(Hand(pile=block[places:], open=block[:places]) for block in blocks)
        table = Table(track, hands, out=surplus, unseen_out=len(surplus))
        return Moment(table, Calling((AYA,)))

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return table.open_before(clockwise(table) if seat is None else (seat,))

    def scores(self, table: Table) -> tuple[int, ...]:
        """The cards left; few are good."""
        return tuple(len(hand.pile) + len(hand.open) for hand in table.hands)

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        """The cards are laid off. Open cards are refilled between turns alone, so a seat without
        any has laid off all of them in this turn, or else its last card."""
        table = table.without(cards).with_out(faces(cards))
        hand = table.hand(attempt.seat)
        if hand.open:
            return Moment(table, Attempt(attempt.seat, has_matched=True))
        reason = "all-open-cards" if hand.pile else "last-card"
        outcome = Outcome(frozenset((attempt.seat,)), reason, self.scores(table))
        return Moment(table, Over(outcome))

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        """The seat itself owes the exceptional move of a failed standard move."""
        idle_turns = 0 if attempt.has_matched else attempt.idle_turns + 1
        return Moment(table, ExceptionalMove(attempt.seat, idle_turns))

    def after_exceptional_move(self, table: Table, duty: ExceptionalMove) -> Moment:
        """The seat refills its open cards, and the turn passes on."""
        table = table.with_open_refilled(duty.seat, open_places(len(table.hands)))
        if duty.idle_turns >= MOST_IDLE_TURNS:
            return self.fewest_win(table, "three-idle-turns")
        next_seat = table.left_neighbour(duty.seat)
        return Moment(table, Attempt(next_seat, idle_turns=duty.idle_turns))
