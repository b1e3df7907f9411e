"""Myra: the same, but it looks at its ten best actions for what it can lose after each."""

import random


def choose(position, seat):
    actions = list(position.legal_actions(seat))
    random.shuffle(actions)
    for action in actions:
        if action.target == position.queen(3 - seat):
            return action
    reached = [(action, position.apply(seat, action)) for action in actions]
    best = sorted(reached, key=lambda one: worth(one[1], seat), reverse=True)[:10]
    return max(best, key=lambda one: worth(one[1], seat) - lost(one[1], seat))[0]


def worth(position, seat):
    danger = 100 if position.attackers(position.queen(seat)) else 0
    return strength(position, seat) - danger


def lost(position, seat):
    """The largest troop that the other side can capture with its next action."""
    pieces = position.pieces.items()
    mine = [site for site, piece in pieces if piece.seat == seat and position.attackers(site)]
    return max((position.pieces[site].soldiers for site in mine), default=0)


def strength(position, seat):
    """What the soldiers of a seat are worth: the more, the nearer they are to the other queen."""
    queen = position.queen(3 - seat)
    total = position.reserve(seat) / 2
    for site, piece in position.pieces.items():
        if piece.seat == seat:
            total += piece.soldiers * (1 + max(0, 8 - steps(site, queen)) / 16)
    return total


def steps(one, other):
    """How far it is from one pit to another."""
    rows = ord(one[0]) - ord(other[0])
    places = int(one[1:]) - int(other[1:])
    return max(abs(rows), abs(places), abs(rows - places))
