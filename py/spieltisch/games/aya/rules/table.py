"""AYA's table: the track and the cards, and what happens to them (docs/rules.md, AYA).

Everything here is frozen: a method that changes the table returns the changed one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from spieltisch.games.aya.rules.cards import DECK, HIDDEN, Card, Cards
from spieltisch.games.aya.rules.track import Track, exceptional_move
from spieltisch.table import Seat


class OpenCard(NamedTuple):
    """A card that can be seen, and where it lies."""

    pile: str
    """The name of its pile, as in a trace: ``seat2.pile``, ``seat2.open``, ``neutral1``, ``table``.
    """
    place: int
    """Its place in that pile, 0 the top or the leftmost."""
    card: Card
    owner: Seat | None = None
    """The seat it lies before; None if it lies before nobody."""


@dataclass(frozen=True)
class Hand:
    """What lies before one seat: its pile, its open cards, and what it has won."""

    pile: Cards = ()
    open: Cards = ()
    won: Cards = ()


@dataclass(frozen=True)
class FaceDown:
    """What a variant keeps face down. A pile is down whole, or has its top card up."""

    has_tops_up: bool = True
    """Whether the top cards of seats' and neutral piles are open."""
    hides_won: bool = False


@dataclass(frozen=True)
class Table:
    """The track and all 39 cards."""

    track: Track
    hands: tuple[Hand, ...]
    """What lies before the seats, seat 1 first."""
    neutral: tuple[Cards, ...] = ()
    row: Cards = ()
    """The open cards in the middle (``table`` in a trace)."""
    stock: Cards = ()
    """The face-down pile that open cards are refilled from."""
    out: Cards = ()
    """Cards that have left the game, the latest first."""
    unseen_out: int = 0
    """How many of those, the last ones, were never turned up."""
    standing_ahas: int = 0
    """Turbo, ``reilly``: how many AHAs in a row have stood, up to now."""

    def hand(self, seat: Seat) -> Hand:
        return self.hands[seat - 1]

    def left_neighbour(self, seat: Seat) -> Seat:
        return seat % len(self.hands) + 1

    # Where open cards lie.

    def pile_tops(self) -> tuple[OpenCard, ...]:
        """The top cards of the seats' piles, then of the neutral piles."""
        own = [
            OpenCard(f"seat{seat}.pile", 0, hand.pile[0], seat)
            for seat, hand in enumerate(self.hands, 1)
            if hand.pile
        ]
        neutral = [
            OpenCard(f"neutral{number}", 0, pile[0])
            for number, pile in enumerate(self.neutral, 1)
            if pile
        ]
        return (*own, *neutral)

    def open_before(self, seats: Iterable[Seat]) -> tuple[OpenCard, ...]:
        """The open cards that lie before some seats, from the left."""
        return tuple(
            OpenCard(f"seat{seat}.open", index, card, seat)
            for seat in seats
            for index, card in enumerate(self.hand(seat).open)
        )

    def in_row(self) -> tuple[OpenCard, ...]:
        return tuple(OpenCard("table", index, card) for index, card in enumerate(self.row))

    # What happens to the track and to cards.

    def with_track(self, track: Track) -> Table:
        return replace(self, track=track)

    def after_exceptional_move(self) -> Table:
        return replace(self, track=exceptional_move(self.track))

    def with_hand(self, seat: Seat, **parts: Cards) -> Table:
        """After parts of what lies before a seat have changed."""
        hand = replace(self.hand(seat), **parts)
        return replace(self, hands=(*self.hands[: seat - 1], hand, *self.hands[seat:]))

    def without(self, cards: Iterable[OpenCard]) -> Table:
        """The table after open cards are taken away; the caller puts them somewhere else."""
        gone: dict[str, set[int]] = {}
        for card in cards:
            gone.setdefault(card.pile, set()).add(card.place)

        def left(name: str, pile: Cards) -> Cards:
            indices = gone.get(name)
            if indices is None:
                return pile
            return tuple(card for index, card in enumerate(pile) if index not in indices)

        return replace(
            self,
            hands=tuple(
                Hand(
                    left(f"seat{seat}.pile", hand.pile),
                    left(f"seat{seat}.open", hand.open),
                    hand.won,
                )
                for seat, hand in enumerate(self.hands, 1)
            ),
            neutral=tuple(left(f"neutral{i}", pile) for i, pile in enumerate(self.neutral, 1)),
            row=left("table", self.row),
        )

    def with_out(self, cards: Cards) -> Table:
        """After cards have left the game, one after the other."""
        return replace(self, out=(*reversed(cards), *self.out))

    def with_won(self, seat: Seat, cards: Cards) -> Table:
        """After a seat has laid cards on those it has won, one after the other."""
        return self.with_hand(seat, won=(*reversed(cards), *self.hand(seat).won))

    def without_pile_top(self, seat: Seat) -> Table:
        """After the top card of a seat's pile has left the game; unchanged if there is none."""
        pile = self.hand(seat).pile
        return self.with_hand(seat, pile=pile[1:]).with_out(pile[:1])

    # What can be seen and told.

    def piles(self) -> dict[str, Cards]:
        named: dict[str, Cards] = {}
        for seat, hand in enumerate(self.hands, 1):
            named[f"seat{seat}.pile"] = hand.pile
            named[f"seat{seat}.open"] = hand.open
            named[f"seat{seat}.won"] = hand.won
        for number, pile in enumerate(self.neutral, 1):
            named[f"neutral{number}"] = pile
        return {**named, "table": self.row, "stock": self.stock, "out": self.out}

    def seen(self, face_down: FaceDown) -> Table:
        """The table as it looks to everybody: cards that lie face down are HIDDEN."""
        tops = 1 if face_down.has_tops_up else 0
        won = 0 if face_down.hides_won else len(DECK)
        return replace(
            self,
            hands=tuple(
                Hand(_seen(hand.pile, tops), hand.open, _seen(hand.won, won)) for hand in self.hands
            ),
            neutral=tuple(_seen(cards, tops) for cards in self.neutral),
            stock=_seen(self.stock, 0),
            out=_seen(self.out, len(self.out) - self.unseen_out),
        )


def _seen(cards: Cards, count: int) -> Cards:
    """Cards of which only the first ``count`` are face up."""
    return cards[:count] + (HIDDEN,) * len(cards[count:])
