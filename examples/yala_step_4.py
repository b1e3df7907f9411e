"""YALA: who has more moves stands better. The house's search does the rest."""

from dataclasses import replace


def evaluate(position, seat):
    return (moves(position, seat) - moves(position, 3 - seat)) / 4


def moves(position, seat):
    """How many moves a seat would have if it were its turn."""
    return len(replace(position, to_move="dl"[seat - 1]).legal_actions(seat))
