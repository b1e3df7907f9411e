"""What can be matched now: for the reveal after an OYE, for hints and for bots."""

from __future__ import annotations

from typing import NamedTuple

from spieltisch.boards.track import (
    STANDARD_MOVES,
    Move,
    one_move_to,
    pattern_of,
    standard_move,
    two_moves_to,
)
from spieltisch.games.aya.duties import Attempt
from spieltisch.games.aya.position import AyaPosition
from spieltisch.games.aya.table import OpenCard
from spieltisch.table.position import Seat


class Match(NamedTuple):
    """A way to match open cards.

    Attributes:
        moves: one standard move, or two for light cards.
        cards: all the open cards that it matches.
    """

    moves: tuple[Move, ...]
    cards: tuple[OpenCard, ...]


def matches(position: AyaPosition, seat: Seat | None = None) -> tuple[Match, ...]:
    """Every way to match something now, those of one move first, in the order of the moves.

    Args:
        position: any position, observed or not. Where the first move of an attempt has matched
            nothing, only the second is told, for light cards. While an OYE is being refuted or
            anybody may call, this is what a caller could do.
        seat: whose cards count; None for those of whose turn it is, or of all.
    """
    cards = (
        position.open_cards if seat is None else position.variant.open_cards(position.table, seat)
    )
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


def moves_needed(position: AyaPosition, card: OpenCard) -> int | None:
    """How many moves an open card needs, 1 or 2, or None if it cannot be matched now.

    Two moves count only where the first matches nothing that is open.
    """
    pattern = card.card.pattern
    is_second = isinstance(position.duty, Attempt) and position.duty.is_second
    if pattern in one_move_to(position.track):
        return 1 if card.card.is_light or not is_second else None
    if is_second or not card.card.is_light:
        return None
    open_patterns = {other.card.pattern for other in position.open_cards}
    for first, _ in two_moves_to(position.track).get(pattern, ()):
        if pattern_of(standard_move(position.track, first)) not in open_patterns:
            return 2
    return None


def _reached(track: str, before: tuple[Move, ...], cards: tuple[OpenCard, ...]) -> list[Match]:
    """What each single move from a track matches."""
    found = []
    for move in STANDARD_MOVES:
        pattern = pattern_of(standard_move(track, move))
        matched = tuple(card for card in cards if card.card.pattern == pattern)
        if matched:
            found.append(Match((*before, move), matched))
    return found
