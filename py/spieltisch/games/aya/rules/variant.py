"""What AYA's variants share: the questions a position asks its variant (rules.md, section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import Attempt, Calling, Duty, ExceptionalMove, Over, Oye
from spieltisch.games.aya.rules.editions import Edition
from spieltisch.games.aya.rules.table import FaceDown, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.table.position import Outcome, Seat


class Moment(NamedTuple):
    """The table, and what it waits for."""

    table: Table
    duty: Duty


@dataclass(frozen=True)
class Variant:
    """One way to play AYA by one rule book.

    Attributes:
        edition: the rule book.
        size: what the set-up chooses: how many cards lie open (Kindergarten), or how many there
            are to clear (Tueftler); 0 elsewhere.
    """

    edition: Edition
    size: int = 0

    @property
    def face_down(self) -> FaceDown:
        """Which cards nobody sees."""
        return FaceDown()

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs while a standard move is owed: it does where AYA is shouted."""
        return False

    @property
    def can_go_round(self) -> bool:
        """Whether OYEs that stand could follow each other for ever, as they change no open card
        and three exceptional moves bring every track back."""
        return False

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """The first moment, from the shuffled deck, top card first."""
        raise NotImplementedError

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        """The cards that a seat's attempt can match; for None, those that any seat's can."""
        raise NotImplementedError

    def scores(self, table: Table) -> tuple[int, ...]:
        """What the seats' result is counted by, seat 1 first."""
        raise NotImplementedError

    def called(self, table: Table, seat: Seat) -> Moment:
        """After AYA: the caller, and nobody else, must now play."""
        return Moment(table, Attempt(seat))

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        """After an attempt that has matched these cards."""
        raise NotImplementedError

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        """After an attempt that has matched nothing."""
        raise NotImplementedError

    def after_exceptional_move(self, table: Table, duty: ExceptionalMove) -> Moment:
        """When the exceptional move has been played: any seat may call."""
        return Moment(table, Calling())

    def oye_stands(self, table: Table, oye: Oye) -> Moment:
        """After an OYE that nobody has refuted."""
        raise NotImplementedError

    def oye_refuted(self, table: Table, oye: Oye) -> Moment:
        """After an OYE that a demonstration has refuted."""
        raise NotImplementedError

    def most_win(self, table: Table, reason: str) -> Moment:
        """The end: the highest score wins, and equal ones share it."""
        scores = self.scores(table)
        return _over(table, scores, max(scores), reason)

    def fewest_win(self, table: Table, reason: str) -> Moment:
        """The end: the lowest score wins, and equal ones share it."""
        scores = self.scores(table)
        return _over(table, scores, min(scores), reason)


def clockwise(table: Table) -> range:
    """The seats, seat 1 first."""
    return range(1, len(table.hands) + 1)


def split(cards: Cards, sizes: tuple[int, ...]) -> tuple[tuple[Cards, ...], Cards]:
    """Blocks of the given sizes from the top of a deck, and what is left of it."""
    blocks: list[Cards] = []
    for size in sizes:
        blocks.append(cards[:size])
        cards = cards[size:]
    return tuple(blocks), cards


def faces(cards: tuple[OpenCard, ...]) -> Cards:
    """The cards themselves, wherever they lie."""
    return tuple(card.card for card in cards)


def _over(table: Table, scores: tuple[int, ...], best: int, reason: str) -> Moment:
    winners = frozenset(seat for seat, score in enumerate(scores, 1) if score == best)
    return Moment(table, Over(Outcome(winners, reason, scores)))
