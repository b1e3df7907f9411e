"""Myra: captures the queen if it can, and leaves its own where nothing can reach her."""

import random


def choose(position, seat):
    actions = list(position.legal_actions(seat))
    random.shuffle(actions)
    for action in actions:
        if action.target == position.queen(3 - seat):
            return action
    for action in actions:
        after = position.apply(seat, action)
        if not after.attackers(after.queen(seat)):
            return action
    return actions[0]
