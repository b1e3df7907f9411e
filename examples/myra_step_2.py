"""Myra: captures the other queen if it can, and else plays whatever it may."""

import random


def choose(position, seat):
    actions = position.legal_actions(seat)
    for action in actions:
        if action.target == position.queen(3 - seat):
            return action
    return random.choice(actions)
