"""What can be matched now: for the reveal after an OYE, for hints and for bots."""

from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from spieltisch.games.aya.rules.cards import Card, Cards
from spieltisch.games.aya.rules.duties import Attempt
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.rules.track import (
    STANDARD_MOVES,
    Move,
    Track,
    one_move_to,
    pattern_of,
    standard_move,
    two_moves_to,
)


class CardMatch(NamedTuple):
    moves: tuple[Move, ...]
    """One standard move, or two for light cards."""
    cards: tuple[OpenCard, ...]


def matches(position: AyaPosition) -> tuple[CardMatch, ...]:
    """Every way to match cards that count for the seat whose attempt is on, or else for any seat,
    those of one move first, in the order of the moves. Where the first move of an attempt has
    matched nothing, only second moves are given, for light cards. While an OYE is being refuted or
    anybody may call, this is what a caller could do.

    >>> from spieltisch.games.aya.rules.texts import parse_position
    >>> text = "bb|bbbyy|yy ; turbo reilly seats=2 ; call ; seat1.open bbbby"
    >>> [found.moves for found in matches(parse_position(text))]
    [('4L',), ('5L',)]
    """
    cards = position.open_cards
    lights = tuple(card for card in cards if card.card.is_light)
    if isinstance(position.duty, Attempt) and position.duty.is_second:
        return tuple(_reached(position.track, (), lights))
    one_move = _reached(position.track, (), cards)
    matching = {match.moves[0] for match in one_move}
    two_moves = [
        match
        for first in STANDARD_MOVES
        if lights and first not in matching
        for match in _reached(standard_move(position.track, first), (first,), lights)
    ]
    return (*one_move, *two_moves)


@lru_cache(maxsize=1 << 12)
def moves_needed(track: Track, cards: Cards) -> tuple[int | None, ...]:
    """How many moves each of some open cards needs, 1 or 2, or None if it cannot be matched now.
    Two moves count only where the first matches none of the cards."""
    patterns = {card.pattern for card in cards}
    return tuple(_moves_needed(track, card, patterns) for card in cards)


def _moves_needed(track: Track, card: Card, patterns: Set[str]) -> int | None:
    if card.pattern in one_move_to(track):
        return 1
    if card.is_light:
        for first, _ in two_moves_to(track).get(card.pattern, ()):
            if pattern_of(standard_move(track, first)) not in patterns:
                return 2
    return None


def _reached(track: str, before: tuple[Move, ...], cards: tuple[OpenCard, ...]) -> list[CardMatch]:
    """What each single move from a track matches."""
    found: list[CardMatch] = []
    if one_move_to(track).keys().isdisjoint(card.card.pattern for card in cards):
        return found
    for move in STANDARD_MOVES:
        pattern = pattern_of(standard_move(track, move))
        matched = tuple(card for card in cards if card.card.pattern == pattern)
        if matched:
            found.append(CardMatch((*before, move), matched))
    return found
