"""AYA's cards and the deck (docs/rules.md, AYA, "Cards").

The sources do not print the cards. The ruling: each of the 19 patterns twice, the five hardest
to reach on light cards, and a third light ``ybyby``. An owner of the box may type in its 39 cards,
in any order and from either side, as ``read_deck`` takes them.
"""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from spieltisch.games.aya.rules.track import PATTERNS, canonical
from spieltisch.table import SEALED

DECK_TEXT = """
bbbby bbbby   bbbyb bbbyb   bbbyy bbbyy   bbybb bbybb   bbyby bbyby
bbyyb bbyyb   bbyyy bbyyy   bybby bybby   bybyb bybyb   bybyy bybyy
byyby byyby   byyyb byyyb   ybbby ybbby   ybbyy ybbyy

bbbbb* bbbbb*   byyyy* byyyy*   ybyyy* ybyyy*   yybyy* yybyy*
ybyby* ybyby* ybyby*
"""
"""The deck, a card a word: ``bbbyy`` is dark, ``bbbyy*`` light."""

LIGHT_MARK = "*"
HIDDEN_TEXT = "?"
DARK_COUNT, LIGHT_COUNT = 28, 11
"""What both rule books say the box holds."""


class Card(NamedTuple):
    pattern: str
    """Five balls, the canonical text of the pattern; ``?`` for a card face down."""
    is_light: bool = False
    """Matched with one or two standard moves, not with one alone."""

    def __str__(self) -> str:
        return self.pattern + LIGHT_MARK * self.is_light


Cards = tuple[Card, ...]
"""Cards in order: a pile top first, a row from the left."""

HIDDEN = Card(HIDDEN_TEXT)
"""A card that lies face down; no pattern matches it."""


def parse_card(text: str) -> Card:
    """A card from ``bbbyy`` or ``bbbyy*``, or a sealed one; raises ValueError for a pattern that is
    not canonical, or that no track can show.

    >>> parse_card("bbbyy*")
    Card(pattern='bbbyy', is_light=True)
    >>> parse_card("yybbb")
    Traceback (most recent call last):
        ...
    ValueError: 'yybbb' is not a card: five balls as in bbbyy, and * for a light card
    """
    if SEALED.fullmatch(text):
        return Card(text)
    card = Card(text.removesuffix(LIGHT_MARK), text.endswith(LIGHT_MARK))
    if card.pattern not in PATTERNS:
        raise ValueError(f"{text!r} is not a card: five balls as in bbbyy, and * for a light card")
    return card


def check_deck(cards: Iterable[Card]) -> None:
    """Raise ValueError unless these are as many dark and light cards as the box holds; sealed ones
    may be either.

    >>> check_deck(DECK)
    >>> check_deck(DECK[1:])
    Traceback (most recent call last):
        ...
    ValueError: 27 dark and 11 light cards, not 28 and 11
    """
    lights = [None if SEALED.fullmatch(card.pattern) else card.is_light for card in cards]
    counts = (lights.count(False), lights.count(True))
    is_all = len(lights) == DARK_COUNT + LIGHT_COUNT
    if not is_all or counts[0] > DARK_COUNT or counts[1] > LIGHT_COUNT:
        raise ValueError(
            f"{counts[0]} dark and {counts[1]} light cards, not {DARK_COUNT} and {LIGHT_COUNT}"
        )


class Misprint(Enum):
    """Why a word is no card."""

    SIGNS = "signs"
    """It has other signs than balls, and a mark at its end."""
    LENGTH = "length"
    """It has not five balls."""
    YELLOW = "yellow"
    """It has five yellow balls."""


def misprint(word: str) -> Misprint | None:
    """What is wrong with a card as a person has typed it; None for nothing.

    >>> misprint("YYBBB*"), misprint("bb"), misprint("bbxbb"), misprint("yyyyy")
    (None, <Misprint.LENGTH: 'length'>, <Misprint.SIGNS: 'signs'>, <Misprint.YELLOW: 'yellow'>)
    """
    balls = word.lower().removesuffix(LIGHT_MARK)
    if set(balls) - {"b", "y"}:
        return Misprint.SIGNS
    if len(balls) != 5:
        return Misprint.LENGTH
    return None if canonical(balls) in PATTERNS else Misprint.YELLOW


def read_card(word: str) -> Card:
    """A card as a person has typed it, from either side; raises ValueError.

    >>> str(read_card("YYBBB*"))
    'bbbyy*'
    """
    if misprint(word) is not None:
        raise ValueError(f"{word!r} is not a card: five balls as in bbbyy, and * for a light card")
    text = word.lower()
    balls = text.removesuffix(LIGHT_MARK)
    return parse_card(canonical(balls) + text[len(balls) :])


def read_deck(text: str) -> Cards:
    """A deck's cards, whichever way round they were typed; raises ValueError. Of a start only the
    cards count."""
    cards = tuple(read_card(word) for word in text.split() if "|" not in word)
    check_deck(cards)
    return cards


DECK: Cards = read_deck(DECK_TEXT)
