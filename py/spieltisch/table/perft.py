"""Perft, the standard test of a rules engine: it counts action sequences."""

from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.turn import possible


def perft(position: AnyPosition, depth: int) -> int:
    """The number of action sequences of the given length from a position; raises ValueError for
    whatever is no length.

    >>> from spieltisch.games.yala.rules.rules import RULES
    >>> start = RULES.parse_position("ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    >>> [perft(start, depth) for depth in range(3)]
    [1, 12, 168]
    """
    if type(depth) is not int or depth < 0:
        raise ValueError(f"no sequence has {depth!r} actions")
    if depth == 0:
        return 1
    actions = possible(position)
    if depth == 1:
        return len(actions)
    return sum(perft(position.apply(seat, action), depth - 1) for seat, action in actions)


def successors(game: AnyRules, position: AnyPosition) -> list[str]:
    """The board texts of all distinct positions one action away, sorted."""
    after = (position.apply(seat, action) for seat, action in possible(position))
    return sorted(set(map(game.format_board, after)))
