"""YALA once more, as plain as can be: lists of standing towers, no names, no cleverness.

Written from the source text alone, to hold the real one to. A ring is a list of towers that stand,
clockwise, each bottom to top.
"""

from __future__ import annotations

Ring = list[str]


def moves(ring: Ring, colour: str) -> list[Ring]:
    """Every ring that one move of a colour leads to; equal ones as often as they are reached."""
    found = []
    for here, tower in enumerate(ring):
        if tower[-1] != colour:
            continue
        for step in (1, -1):
            there, is_free = here, True
            for _ in range(len(tower)):
                there = (there + step) % len(ring)
                is_free = is_free and len(ring[there]) < 5
            if is_free:
                after = list(ring)
                after[here] = after[here][:-1]
                after[there] += colour
                found.append([standing for standing in after if standing])
    return found


def perft(ring: Ring, colour: str, depth: int) -> int:
    if depth == 0:
        return 1
    other = "l" if colour == "d" else "d"
    return sum(perft(after, other, depth - 1) for after in moves(ring, colour))


def parse(text: str) -> tuple[Ring, str]:
    """A ring and the colour to move, from a position's text."""
    towers, colour = text.split(" ")
    return [tower for tower in towers.split("/") if tower], colour
