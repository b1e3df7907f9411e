"""Perft, the standard test of a rules engine: it counts action sequences."""

from spieltisch.table.game import AnyPosition, AnyRules


def perft(position: AnyPosition, depth: int) -> int:
    """The number of action sequences of the given length from a position.

    >>> from spieltisch.games.yala.rules.rules import RULES
    >>> start = RULES.parse_position("ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    >>> [perft(start, depth) for depth in range(3)]
    [1, 12, 168]
    """
    if depth == 0:
        return 1
    actions = [
        (seat, action)
        for seat in sorted(position.active_seats)
        for action in position.legal_actions(seat)
    ]
    if depth == 1:
        return len(actions)
    return sum(perft(position.apply(seat, action), depth - 1) for seat, action in actions)


def successors(game: AnyRules, position: AnyPosition) -> list[str]:
    """The board texts of all distinct positions one action away, sorted."""
    return sorted(
        {
            game.format_board(position.apply(seat, action))
            for seat in position.active_seats
            for action in position.legal_actions(seat)
        }
    )
