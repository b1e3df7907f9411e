"""YALA: the same, with numbers that the house has fitted, and not to go in circles."""

from spieltisch.games.yala.bots.values import TOWER_VALUES


def evaluate(position, seat):
    if position.board in position.earlier:
        return -1
    mine = "dl"[seat - 1]
    towers = [tower for tower in position.towers if tower]
    total = 0
    for place, tower in enumerate(towers):
        worth = value(towers, place)
        total += worth if tower[0] == mine else -worth
    return total / 1000


def value(towers, place):
    """What a tower is worth to whoever has the stone at the bottom."""
    tower = towers[place]
    late = (12 - len(towers)) / 7
    stones = "".join("o" if stone == tower[0] else "x" for stone in tower)
    ways = len({end(towers, place, way) for way in (1, -1)} - {None})
    numbers = TOWER_VALUES.get(stones, (0,) * 6)
    early, at_last = numbers[ways], numbers[3 + ways]
    return early + late * (at_last - early)


def end(towers, place, way):
    """Where the top stone of a tower would land; None if it cannot go that way."""
    steps = len(towers[place])
    path = [(place + way * step) % len(towers) for step in range(1, steps + 1)]
    is_open = steps < len(towers) and all(len(towers[one]) < 5 for one in path)
    return path[-1] if is_open else None
