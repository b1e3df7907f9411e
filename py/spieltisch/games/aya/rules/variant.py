"""What AYA's variants share, and where its two rule books differ (docs/rules.md, AYA)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import Attempt, AyaEnd, ExceptionalMove, Oye
from spieltisch.games.aya.rules.table import FaceDown, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.table import Outcome, Seat


@dataclass(frozen=True)
class Edition:
    """One rule book (docs/rules.md, AYA, "Editions")."""

    name: str
    """As in Setup.edition."""
    has_exceptional_move_after_standing_oye: bool
    """AYA oder OYE: whether the caller's left neighbour owes one although the OYE stands. After a
    refuted OYE the neighbour always owes one."""
    turbo_piles: tuple[int, ...]
    """Turbo: the sizes of the face-up piles that are played for; empty where each seat has one open
    card before it and the rest is a stock."""
    takes_won_cards: bool
    """Turbo: whether an OYE that stands takes a won card from every other seat; else it wins the
    top card of every pile."""
    clears_in_order: bool
    """Tueftler: whether only the row's next card counts."""


ZOCH = Edition(
    name="zoch",
    has_exceptional_move_after_standing_oye=True,
    turbo_piles=(8, 8, 8, 8, 7),
    takes_won_cards=False,
    clears_in_order=False,
)
"""The German rules, 2000."""

REILLY = Edition(
    name="reilly",
    has_exceptional_move_after_standing_oye=False,
    turbo_piles=(),
    takes_won_cards=True,
    clears_in_order=True,
)
"""Mike Reilly's English text."""

EDITIONS = {edition.name: edition for edition in (ZOCH, REILLY)}


class Moment(NamedTuple):
    """The table, and what it waits for."""

    table: Table
    duty: duties.Duty


@dataclass(frozen=True)
class Variant:
    """One way to play AYA by one rule book; positions ask it for the rules that differ."""

    name: ClassVar[str]
    """As in Setup.variant."""
    calls: ClassVar[tuple[duties.AyaAction, ...]] = ()
    """What may be called while the table waits for a call; () where it never does."""

    edition: Edition
    size: int = 0
    """What the set-up chooses: how many cards lie open (Kindergarten), or how many there are to
    clear (Tueftler); 0 elsewhere."""

    @property
    def face_down(self) -> FaceDown:
        return FaceDown()

    @property
    def is_timed(self) -> bool:
        """Whether AYA and OYE are shouted. Then a clock runs while a standard move is owed."""
        return duties.OYE in self.calls

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """The first moment, from the shuffled deck, top card first."""
        raise NotImplementedError

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        """The cards that a seat's attempt can match; for None, those that any seat's can."""
        raise NotImplementedError

    def scores(self, table: Table) -> tuple[int, ...]:
        """The numbers that decide the result, seat 1 first."""
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
        return Moment(table, duties.Calling())

    def oye_stands(self, table: Table, oye: Oye) -> Moment:
        """After an OYE that nobody has refuted."""
        raise NotImplementedError

    def oye_refuted(self, table: Table, oye: Oye) -> Moment:
        """After an OYE that a demonstration has refuted."""
        raise NotImplementedError

    def over(self, table: Table, winners: Iterable[Seat], reason: AyaEnd) -> Moment:
        return Moment(table, duties.Over(Outcome(frozenset(winners), reason, self.scores(table))))

    def best_win(self, table: Table, reason: AyaEnd, *, fewest: bool = False) -> Moment:
        """The end: the highest score wins, or the lowest, and equal ones share it."""
        scores = self.scores(table)
        best = min(scores) if fewest else max(scores)
        return self.over(table, (s for s, score in enumerate(scores, 1) if score == best), reason)


@dataclass(frozen=True)
class BareTrack(Variant):
    """A track without cards, as the command line reads it; not a variant to set up."""

    name = "bare-track"

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        return Moment(Table(track, ()), duties.FreePlay())

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return ()

    def scores(self, table: Table) -> tuple[int, ...]:
        return ()


def clockwise(table: Table) -> range:
    return range(1, len(table.hands) + 1)


def split(cards: Cards, sizes: tuple[int, ...]) -> tuple[tuple[Cards, ...], Cards]:
    """Blocks of the given sizes from the top of a deck, and what is left of it."""
    blocks: list[Cards] = []
    for size in sizes:
        blocks.append(cards[:size])
        cards = cards[size:]
    return tuple(blocks), cards


def faces(cards: tuple[OpenCard, ...]) -> Cards:
    return tuple(card.card for card in cards)
