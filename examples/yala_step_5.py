"""YALA: a tower of yours is good if its top stone can move, and bad if it is stuck."""


def evaluate(position, seat):
    mine = "dl"[seat - 1]
    towers = [tower for tower in position.towers if tower]
    total = 0
    for place, tower in enumerate(towers):
        worth = value(towers, place)
        total += worth if tower[-1] == mine else -worth
    return total / 2


def value(towers, place):
    """What a tower is worth to whoever has the stone on top."""
    can_move = can_walk(towers, place, 1) or can_walk(towers, place, -1)
    return 1 if can_move else -0.5


def can_walk(towers, place, way):
    """Whether the top stone of a tower can go as far as the tower is high."""
    steps = len(towers[place])
    path = [towers[(place + way * step) % len(towers)] for step in range(1, steps + 1)]
    return steps < len(towers) and all(len(tower) < 5 for tower in path)
