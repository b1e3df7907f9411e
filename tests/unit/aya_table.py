"""Small tables of AYA for tests, and a way to play on them by short texts.

From START, one move shows ``bbbby`` (4L), ``bbyyy`` (1R) or again ``bbbyy`` (1L, 4R), and two show
``bbbbb`` (4L 5L). Nothing that one or two moves reach shows ``yybyy``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from spieltisch.games.aya.rules.cards import Card, Cards, parse_card
from spieltisch.games.aya.rules.duties import Attempt, Calling, Duty
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.info import INFO
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.table import Hand, Table
from spieltisch.games.aya.rules.track import format_track, parse_track
from spieltisch.games.aya.rules.variants import (
    EDITIONS,
    AyaOye,
    Kindergarten,
    Rumkugeln,
    Tueftler,
    Turbo,
)
from spieltisch.games.aya.view.sentences import told_event
from spieltisch.table import Setup, Turn
from spieltisch.table import play as turn_of

START = "bb|bbbyy|yy"


def cards(text: str) -> Cards:
    return tuple(parse_card(word) for word in text.split())


def table(hands: list[Hand], **piles: object) -> Table:
    return Table(parse_track(START), tuple(hands), **piles)  # type: ignore[arg-type]


def aya_oye(*piles: str, neutral: tuple[str, ...] = (), edition: str = "zoch") -> AyaPosition:
    """AYA oder OYE, with these piles before the seats, top first."""
    hands = [Hand(cards(pile)) for pile in piles]
    laid = table(hands, neutral=tuple(cards(pile) for pile in neutral))
    return AyaPosition(AyaOye(EDITIONS[edition]), laid, Calling())


def rumkugeln(*hands: str, to_act: int = 1, idle_turns: int = 0) -> AyaPosition:
    """Rumkugeln; a hand is its open cards, a slash and its pile."""
    laid = table(
        [Hand(open=cards(o), pile=cards(p)) for o, _, p in (h.partition("/") for h in hands)]
    )
    duty = Attempt(to_act, idle_turns=idle_turns)
    return AyaPosition(Rumkugeln(EDITIONS["zoch"]), laid, duty)


def turbo_piles(*won: str, neutral: tuple[str, ...]) -> AyaPosition:
    """Turbo by the German rules: what the seats have won, and the piles."""
    laid = table([Hand(won=cards(w)) for w in won], neutral=tuple(map(cards, neutral)))
    return AyaPosition(Turbo(EDITIONS["zoch"]), laid, Calling())


def turbo_places(*hands: str, stock: str = "") -> AyaPosition:
    """Turbo by the English rules; a hand is its open card, a slash and what it has won."""
    laid = table(
        [Hand(open=cards(o), won=cards(w)) for o, _, w in (h.partition("/") for h in hands)],
        stock=cards(stock),
    )
    return AyaPosition(Turbo(EDITIONS["reilly"]), laid, Calling())


def with_track(position: AyaPosition, text: str) -> AyaPosition:
    laid = position.table.with_track(parse_track(text))
    return AyaPosition(position.variant, laid, position.duty)


def on(position: AyaPosition, duty: Duty) -> AyaPosition:
    return AyaPosition(position.variant, position.table, duty)


def play(position: AyaPosition, *entries: str) -> AyaPosition:
    """The position after entries such as ``1 aya`` or ``0 expire``."""
    for entry in entries:
        seat, _, action = entry.partition(" ")
        position = position.apply(int(seat), RULES.parse_action(action))
    return position


def turn(position: AyaPosition, seat: int, action: str) -> Turn:
    return turn_of(RULES, position, seat, action)


def event(position: AyaPosition, seat: int, action: str) -> AyaEvent:
    """The event that an action's sentence tells."""
    return told_event(turn(position, seat, action))


def pile(position: AyaPosition, name: str) -> str:
    return " ".join(map(str, position.table.piles()[name]))


def track(position: AyaPosition) -> str:
    return format_track(position.track)


def kindergarten(row: str, stock: str, *won: str, size: int = 5, to_act: int = 1) -> AyaPosition:
    """Kindergarten after the exceptional move that opens a turn."""
    hands = [Hand(won=cards(held)) for held in won]
    laid = table(hands, row=cards(row), stock=cards(stock))
    return AyaPosition(Kindergarten(EDITIONS["zoch"], size), laid, Attempt(to_act))


def tueftler(row: str, edition: str = "zoch") -> AyaPosition:
    """The solitaire, with this row to clear."""
    laid = table([Hand()], row=cards(row))
    return AyaPosition(Tueftler(EDITIONS[edition], len(laid.row)), laid, Attempt(1))


def owed(position: AyaPosition) -> dict[int, tuple[str, ...]]:
    """What every active seat may do."""
    return {seat: position.legal_actions(seat) for seat in sorted(position.active_seats)}


def all_cards(position: AyaPosition) -> Counter[Card]:
    return Counter(card for held in position.table.piles().values() for card in held)


def all_setups() -> Iterator[Setup]:
    """Every variant by every rule book for every number of seats, with default options."""
    for variant, counts in INFO.seat_counts.items():
        for edition in INFO.editions:
            for seats in counts:
                yield Setup("aya", variant, edition, (), seats)


def name_of(setup: Setup) -> str:
    return f"{setup.variant}-{setup.edition}-{setup.seats}"
