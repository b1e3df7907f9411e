"""Any game: plays whatever it may."""

import random


def choose(position, seat):
    return random.choice(position.legal_actions(seat))
