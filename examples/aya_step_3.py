"""AYA: the same, and two moves for a light card: it calls OYE only if there are none, either."""

from spieltisch.games.aya.rules.track import pattern_of, standard_move

MOVES = ["1L", "2L", "3L", "4L", "5L", "1R", "2R", "3R", "4R", "5R"]


def see(position, seat):
    moves = found(position)
    return ("aya", moves, 1000) if moves else ("oye", [], 9000)


def found(position):
    """The moves that match a card: none if nothing can be matched."""
    for move in MOVES:
        if position.try_move(move).cards:
            return [move]
    light = [one.card.pattern for one in position.open_cards if one.card.is_light]
    for first in MOVES:
        for second in MOVES:
            track = standard_move(standard_move(position.track, first), second)
            if pattern_of(track) in light:
                return [first, second]
    return []
