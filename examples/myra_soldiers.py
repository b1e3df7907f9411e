"""Myra: more soldiers are better, on the board or in reserve. The house's search does the rest."""


def evaluate(position, seat):
    mine = strength(position, seat)
    return mine - max(strength(position, other) for other in position.seats if other != seat)


def strength(position, seat):
    return position.soldiers(seat) + position.reserve(seat) / 2
