"""AYA in numbers, for programs that learn it."""

from collections import Counter
from collections.abc import Iterator

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.info import INFO
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.track import BALLS, PATTERNS
from spieltisch.table import Seat, check_seat

ACTIONS = duties.ACTIONS
"""The standard moves, then the words."""

MOST_SEATS = max(max(counts) for counts in INFO.seat_counts.values())
MOST_NEUTRAL = 5
MOST_TOLD = 3
"""How far turns and calls are counted that end the match when they come in a row."""

OWN, ANOTHERS, NOBODYS = range(3)
"""Whose an open card is."""

_KINDS = (
    duties.Calling,
    duties.Oye,
    duties.Attempt,
    duties.ExceptionalMove,
    duties.FreePlay,
    duties.Over,
)


def observe(position: AyaPosition, seat: Seat) -> bytes:
    """A row of numbers, as everybody sees them, in this order:

    - each ball of the track, 1 for a blue one;
    - the variant, the edition, and how many seats there are;
    - for each seat clockwise, the seat itself first: whether it is there, and how many cards are in
      its pile, open before it, and won;
    - how many cards lie in each neutral pile, in the middle, in the stock and beside the game;
    - what the table waits for; whether the seat itself owes it; whether it is a second move, one of
      a demonstration, or one of a turn that has matched cards; and how many turns, and how many
      AHAs that stood, have come in a row without a match;
    - how many open cards there are of each pattern, dark and light: those of the seat, of others,
      and of nobody;
    - the first card in the middle, which may be the only one that counts.
    """
    check_seat(seat, position.seats)
    return bytes(_numbers(position.observe(seat), seat))


def _numbers(position: AyaPosition, seat: Seat) -> Iterator[int]:
    table, duty, variant = position.table, position.duty, position.variant
    yield from (ball == "b" for ball in table.track)
    yield from (variant.name == name for name in INFO.variants)
    yield from (variant.edition.name == name for name in INFO.editions)
    yield len(table.hands)
    for turn in range(MOST_SEATS):
        is_there = turn < len(table.hands)
        hand = table.hands[(seat - 1 + turn) % len(table.hands)] if is_there else None
        yield is_there
        yield from (len(hand.pile), len(hand.open), len(hand.won)) if hand else (0, 0, 0)
    sizes = [len(pile) for pile in table.neutral]
    yield from (*sizes, *(0,) * (MOST_NEUTRAL - len(sizes)))
    yield from (len(table.row), len(table.stock), len(table.out))
    yield from (isinstance(duty, kind) for kind in _KINDS)
    yield seat in position.owing_seats
    attempt = duty if isinstance(duty, duties.Attempt) else duties.Attempt(seat)
    yield attempt.is_second
    yield attempt.demonstration is not None
    yield attempt.has_matched
    idle = duty.idle_turns if isinstance(duty, duties.Attempt | duties.ExceptionalMove) else 0
    yield min(idle, MOST_TOLD)
    yield min(table.standing_ahas, MOST_TOLD)
    cards = Counter(
        (NOBODYS if one.owner is None else OWN if one.owner == seat else ANOTHERS, *one.card)
        for one in position.open_cards
    )
    for whose in (OWN, ANOTHERS, NOBODYS):
        for pattern in PATTERNS:
            yield from (cards[whose, pattern, False], cards[whose, pattern, True])
    first = table.row[0] if table.row else None
    for pattern in PATTERNS:
        yield from (first == (pattern, False), first == (pattern, True))


SHAPE = (
    len(BALLS)
    + len(INFO.variants)
    + len(INFO.editions)
    + 1
    + 4 * MOST_SEATS
    + MOST_NEUTRAL
    + 3
    + len(_KINDS)
    + 6
    + 8 * len(PATTERNS),
)
"""One row."""
