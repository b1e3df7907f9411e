"""The variants without shouting: Rumkugeln and Kindergarten, played in turn, and Tueftler, alone.

Docs/rules.md, AYA, "Variant 2", "Variant 4" and "Variant 5".
"""

from dataclasses import dataclass

from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import AYA, Attempt, Calling, ExceptionalMove
from spieltisch.games.aya.rules.table import FaceDown, Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.games.aya.rules.variant import Moment, Variant, clockwise, faces, split
from spieltisch.table import Seat

MOST_IDLE_TURNS = 3
"""Rumkugeln: so many turns in a row without a card laid off end the game."""

BEGINS: Seat = 1
"""Kindergarten: the seat that has the first turn."""

SOLE_SEAT: Seat = 1
"""Tueftler: the seat of the person who plays alone."""


def open_places(seats: int) -> int:
    return 4 if seats >= 5 else 5


@dataclass(frozen=True)
class Rumkugeln(Variant):
    """Variant 2: match your own cards without a break. The first to lay off his last card, or all
    his open cards in one turn, wins."""

    name = "rumkugeln"
    calls = (AYA,)

    @property
    def face_down(self) -> FaceDown:
        return FaceDown(has_tops_up=False)

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """Cards are dealt equally, the surplus leaves the game; the first to call AYA begins."""
        blocks, surplus = split(cards, (len(cards) // seats,) * seats)
        places = open_places(seats)
        hands = tuple(Hand(pile=block[places:], open=block[:places]) for block in blocks)
        table = Table(track, hands, out=surplus, unseen_out=len(surplus))
        return Moment(table, Calling(self.calls))

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return table.open_before(clockwise(table) if seat is None else (seat,))

    def scores(self, table: Table) -> tuple[int, ...]:
        """The cards left: the fewer, the better."""
        return tuple(len(hand.pile) + len(hand.open) for hand in table.hands)

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        """The cards are laid off. Open cards are refilled between turns alone, so a seat without
        any has laid off all of them in this turn, or else its last card."""
        table = table.without(cards).with_out(faces(cards))
        hand = table.hand(attempt.seat)
        if hand.open:
            return Moment(table, Attempt(attempt.seat, has_matched=True))
        reason = "all-open-cards" if hand.pile else "last-card"
        return self.over(table, (attempt.seat,), reason)

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        """After a failed standard move the seat itself owes the exceptional move."""
        idle_turns = 0 if attempt.has_matched else attempt.idle_turns + 1
        return Moment(table, ExceptionalMove(attempt.seat, idle_turns))

    def after_exceptional_move(self, table: Table, duty: ExceptionalMove) -> Moment:
        """The seat refills its open cards, and the turn passes on."""
        table = table.with_open_refilled(duty.seat, open_places(len(table.hands)))
        if duty.idle_turns >= MOST_IDLE_TURNS:
            return self.best_win(table, "three-idle-turns", fewest=True)
        next_seat = table.left_neighbour(duty.seat)
        return Moment(table, Attempt(next_seat, idle_turns=duty.idle_turns))


@dataclass(frozen=True)
class Kindergarten(Variant):
    """Variant 4: match cards in the middle and keep them; most cards win once the stock is turned
    over."""

    name = "kindergarten"

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
        """A turn begins with an exceptional move; then the same seat plays standard moves."""
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
            return self.best_win(table, "stock-turned-over")
        return Moment(table, ExceptionalMove(table.left_neighbour(seat)))


@dataclass(frozen=True)
class Tueftler(Variant):
    """Variant 5: a row of cards is cleared alone, and every attempt must match."""

    name = "tueftler"

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
        return self.over(table, (attempt.seat,), "aya-master")

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        return self.over(table, (), "run-broken")
