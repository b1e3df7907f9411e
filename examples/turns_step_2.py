"""A game taken in turns: wins if it can at once, and else plays whatever it may."""

import random


def choose(position, seat):
    actions = list(position.legal_actions(seat))
    for action in actions:
        outcome = position.apply(seat, action).outcome
        if outcome and seat in outcome.winners:
            return action
    return random.choice(actions)
