"""AYA's five variants, what they share, and where its two rule books differ (docs/rules.md, AYA,
"Variant 1" to "Variant 5").

In AYA oder OYE and Turbo words are shouted, and there are no turns: the first to call acts.
Rumkugeln and Kindergarten are played in turn, and Tueftler alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import AYA, OYE, Attempt, AyaEnd, ExceptionalMove, Oye
from spieltisch.games.aya.rules.table import FaceDown, Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.table import Outcome, Seat


@dataclass(frozen=True)
class Edition:
    """One rule book (docs/rules.md, AYA, "Editions")."""

    name: str
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
    table: Table
    duty: duties.Duty


@dataclass(frozen=True)
class Variant:
    """One way to play AYA by one rule book; positions ask it for the rules that differ."""

    name: ClassVar[str]
    calls: ClassVar[tuple[duties.AyaAction, ...]] = ()
    """What may be called while the table waits for a call; () where it never does."""
    face_down: ClassVar[FaceDown] = FaceDown()
    ends: ClassVar[tuple[AyaEnd, ...]] = ()
    """Why it may end."""
    keeps_piles: ClassVar[bool] = False
    """Whether the piles before the seats are what is played for: matched cards go under the own
    one, and wrong calls cost its top card."""
    shows_won: ClassVar[bool] = False
    """Whether it is shown how many cards each seat has won."""
    fewest_wins: ClassVar[bool] = False
    """Whether the lowest score wins."""
    counts_idle_turns: ClassVar[bool] = False
    """Whether it remembers how many turns in a row have laid off no card."""

    edition: Edition
    size: int = 0
    """What the set-up chooses: how many cards lie open (Kindergarten), or how many there are to
    clear (Tueftler); 0 elsewhere."""

    @property
    def piles(self) -> frozenset[str]:
        """The names of the piles that there may be: those before seats as in Hand, ``neutral`` for
        all neutral ones, the others as in a trace, and ``unseen``."""
        raise NotImplementedError

    @property
    def middle_places(self) -> int:
        """How many cards lie open in the middle; 0 where none do."""
        return self.size

    @property
    def goes_in_order(self) -> bool:
        """Whether of the row only the next card can be matched."""
        return False

    @property
    def counts_ahas(self) -> bool:
        """Whether it remembers how many AHAs in a row have stood."""
        return False

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
        """The numbers that decide the result, seat 1 first: the cards won, where nothing else is
        counted."""
        return tuple(len(hand.won) for hand in table.hands)

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

    def best_win(self, table: Table, reason: AyaEnd) -> Moment:
        """The end: the best score wins, and equal ones share it."""
        scores = self.scores(table)
        best = min(scores) if self.fewest_wins else max(scores)
        return self.over(table, (s for s, score in enumerate(scores, 1) if score == best), reason)


@dataclass(frozen=True)
class BareTrack(Variant):
    """A track without cards, as the command line reads it; not a variant to set up."""

    name = "bare-track"

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        return Moment(Table(track, ()), duties.FreePlay())

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
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


CARDS_EACH = {2: 10, 3: 10, 4: 9, 5: 7, 6: 6}
"""Cards dealt to each seat, by the number of seats."""

NEUTRAL_PILES_OF_TWO = (9, 10)
"""With two seats the cards that are left are two piles; with more they are one."""

MOST_STANDING_AHAS = 3
"""Turbo, ``reilly``: so many AHAs in a row that stand end the game."""

MOST_IDLE_TURNS = 3
"""Rumkugeln: so many turns in a row without a card laid off end the game."""

BEGINS: Seat = 1
"""Kindergarten: the seat that has the first turn."""

SOLE_SEAT: Seat = 1
"""Tueftler: the seat of the person who plays alone."""


class Shouting(Variant):
    """What AYA oder OYE and Turbo share: a wrong AYA costs the same as a wrong OYE."""

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
    ends = (AyaEnd.NO_CARDS,)
    piles = frozenset({"pile", "neutral", "out"})
    keeps_piles = True

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
        table = table.without(cards).with_out(faces(lost))
        pile = table.hand(attempt.seat).pile + faces(kept)
        return self._next(table.with_hand(attempt.seat, pile=pile), duties.Calling())

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
        return self.best_win(table, AyaEnd.NO_CARDS)


@dataclass(frozen=True)
class Turbo(Shouting):
    """Variant 3: win what you match; most cards win once all are won."""

    name = "turbo"
    face_down = FaceDown(hides_won=True)
    ends = (AyaEnd.ALL_WON, AyaEnd.STUCK)
    shows_won = True

    @property
    def middle_places(self) -> int:
        return len(self.edition.turbo_piles)

    @property
    def piles(self) -> frozenset[str]:
        played_for = {"neutral"} if self.edition.turbo_piles else {"open", "stock"}
        return frozenset({"won", "out", *played_for})

    @property
    def counts_ahas(self) -> bool:
        return self.edition.takes_won_cards

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

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        won = self._won(table, attempt.seat, cards)
        return self._next(replace(won, standing_ahas=0), duties.Calling())

    def oye_stands(self, table: Table, oye: Oye) -> Moment:
        """The caller wins the top card of every pile, or a won card from every other seat. In the
        second case no open card changes, so three in a row end the game (ruling)."""
        duty = ExceptionalMove(table.left_neighbour(oye.caller))
        if not self.edition.takes_won_cards:
            return self._next(self._won(table, oye.caller, table.pile_tops()), duty)
        for seat in clockwise(table):
            if seat != oye.caller:
                won = table.hand(seat).won
                table = table.with_hand(seat, won=won[1:]).with_won(oye.caller, won[:1])
        table = replace(table, standing_ahas=table.standing_ahas + 1)
        if table.standing_ahas >= MOST_STANDING_AHAS:
            return self.best_win(table, AyaEnd.STUCK)
        return self._next(table, duty)

    def _won(self, table: Table, seat: Seat, cards: tuple[OpenCard, ...]) -> Table:
        """The seat wins the cards; the places that they leave before seats are refilled."""
        table = table.without(cards).with_won(seat, faces(cards))
        for card in cards:
            if card.owner:
                table = table.with_hand(card.owner, open=table.stock[:1])
                table = replace(table, stock=table.stock[1:])
        return table

    def loses(self, table: Table, seat: Seat) -> Moment:
        """A won card, if any, leaves the game."""
        won = table.hand(seat).won
        table = table.with_hand(seat, won=won[1:]).with_out(won[:1])
        table = replace(table, standing_ahas=0)
        return self._next(table, ExceptionalMove(table.left_neighbour(seat)))

    def _next(self, table: Table, duty: duties.Duty) -> Moment:
        """The game ends when no card is left to win."""
        if table.stock or self.open_cards(table, None):
            return Moment(table, duty)
        return self.best_win(table, AyaEnd.ALL_WON)


def open_places(seats: int) -> int:
    return 4 if seats >= 5 else 5


@dataclass(frozen=True)
class Rumkugeln(Variant):
    """Variant 2: match your own cards without a break. The first to lay off his last card, or all
    his open cards in one turn, wins."""

    name = "rumkugeln"
    calls = (AYA,)
    face_down = FaceDown(has_tops_up=False)
    ends = (AyaEnd.LAST_CARD, AyaEnd.ALL_OPEN_CARDS, AyaEnd.THREE_IDLE_TURNS)
    counts_idle_turns = True
    fewest_wins = True
    piles = frozenset({"pile", "open", "out", "unseen"})

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """Cards are dealt equally, the surplus leaves the game; the first to call AYA begins."""
        blocks, surplus = split(cards, (len(cards) // seats,) * seats)
        places = open_places(seats)
        hands = tuple(Hand(pile=block[places:], open=block[:places]) for block in blocks)
        table = Table(track, hands, out=surplus, unseen_out=len(surplus))
        return Moment(table, duties.Calling(self.calls))

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
        reason = AyaEnd.ALL_OPEN_CARDS if hand.pile else AyaEnd.LAST_CARD
        return self.over(table, (attempt.seat,), reason)

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        """After a failed standard move the seat itself owes the exceptional move."""
        idle_turns = 0 if attempt.has_matched else attempt.idle_turns + 1
        return Moment(table, ExceptionalMove(attempt.seat, idle_turns))

    def after_exceptional_move(self, table: Table, duty: ExceptionalMove) -> Moment:
        """The seat refills its open cards, at the right, and the turn passes on."""
        hand = table.hand(duty.seat)
        missing = open_places(len(table.hands)) - len(hand.open)
        opened = hand.open + hand.pile[:missing]
        table = table.with_hand(duty.seat, pile=hand.pile[missing:], open=opened)
        if duty.idle_turns >= MOST_IDLE_TURNS:
            return self.best_win(table, AyaEnd.THREE_IDLE_TURNS)
        next_seat = table.left_neighbour(duty.seat)
        return Moment(table, Attempt(next_seat, idle_turns=duty.idle_turns))


@dataclass(frozen=True)
class Kindergarten(Variant):
    """Variant 4: match cards in the middle and keep them; most cards win once the stock is turned
    over."""

    name = "kindergarten"
    ends = (AyaEnd.STOCK_TURNED_OVER,)
    shows_won = True
    piles = frozenset({"won", "table", "stock"})

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        row, stock = cards[: self.size], cards[self.size :]
        return Moment(
            Table(track, (Hand(),) * seats, row=row, stock=stock), ExceptionalMove(BEGINS)
        )

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        return table.in_row()

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
        """The row is refilled, at the right; the game ends when that turns over the last card of
        the stock."""
        missing = self.size - len(table.row)
        table = replace(table, row=table.row + table.stock[:missing], stock=table.stock[missing:])
        if not table.stock:
            return self.best_win(table, AyaEnd.STOCK_TURNED_OVER)
        return Moment(table, ExceptionalMove(table.left_neighbour(seat)))


@dataclass(frozen=True)
class Tueftler(Variant):
    """Variant 5: a row of cards is cleared alone, and every attempt must match."""

    name = "tueftler"
    ends = (AyaEnd.AYA_MASTER, AyaEnd.RUN_BROKEN)
    piles = frozenset({"won", "table", "unseen"})

    @property
    def goes_in_order(self) -> bool:
        return self.edition.clears_in_order

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        """The first cards are the row; the rest stays in the box."""
        row, box = cards[: self.size], cards[self.size :]
        table = Table(track, (Hand(),), row=row, out=box, unseen_out=len(box))
        return Moment(table, Attempt(SOLE_SEAT))

    def open_cards(self, table: Table, seat: Seat | None) -> tuple[OpenCard, ...]:
        """All cards, or only the row's next."""
        return table.in_row()[:1] if self.goes_in_order else table.in_row()

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        table = table.without(cards).with_won(attempt.seat, faces(cards))
        if table.row:
            return Moment(table, Attempt(attempt.seat))
        return self.over(table, (attempt.seat,), AyaEnd.AYA_MASTER)

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        return self.over(table, (), AyaEnd.RUN_BROKEN)
