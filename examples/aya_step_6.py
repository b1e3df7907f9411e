"""AYA: the same, calm before a call, and quick with the move that is owed then."""

from spieltisch.games.aya.rules.track import pattern_of, standard_move

MOVES = ["1L", "2L", "3L", "4L", "5L", "1R", "2R", "3R", "4R", "5R"]


def see(position, seat):
    may_call = "aya" in position.legal_actions(seat)
    delay_ms = 6000 if may_call else 500
    matches = found(position, seat)
    if not matches:
        return "oye", [], delay_ms
    moves, _ = max(matches, key=lambda match: gain(match[1], seat))
    return "aya", moves, delay_ms


def gain(cards, seat):
    """How many cards more than the others a seat has once it has matched some."""
    return sum(card.owner != seat for card in cards)


def found(position, seat):
    """All matches: the moves, and the cards that they match."""
    matches = []
    for first in MOVES:
        cards = position.try_move(first).cards
        if cards:
            matches.append(([first], cards))
        elif "stop" not in position.legal_actions(seat):
            matches += found_after(position, first)
    return matches


def found_after(position, first):
    """The same with a second move, for light cards, after a first one that matches nothing."""
    light = [card for card in position.open_cards if card.card.is_light]
    matches = []
    for second in MOVES:
        track = standard_move(standard_move(position.track, first), second)
        cards = [card for card in light if card.card.pattern == pattern_of(track)]
        if cards:
            matches.append(([first, second], cards))
    return matches
