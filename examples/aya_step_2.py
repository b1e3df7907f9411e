"""AYA: tries each of the ten moves, and calls AYA if one of them shows a card."""

MOVES = ["1L", "2L", "3L", "4L", "5L", "1R", "2R", "3R", "4R", "5R"]


def see(position, seat):
    for move in MOVES:
        if position.try_move(move).cards:
            return "aya", [move], 1000
    return "oye", [], 9000
