"""A game taken in turns: wins if it can, and lets nobody else win with the next action."""

import random


def choose(position, seat):
    actions = list(position.legal_actions(seat))
    random.shuffle(actions)
    return max(actions, key=lambda action: worth(position.apply(seat, action), seat))


def worth(position, seat):
    """2 for a win, 1 for nothing special, 0 if another can win at once, -1 for a loss."""
    if position.outcome:
        return won(position, seat)
    (other,) = position.active_seats
    replies = (position.apply(other, action) for action in position.legal_actions(other))
    return 0 if any(reply.outcome and other in reply.outcome.winners for reply in replies) else 1


def won(position, seat):
    if position.outcome.is_draw:
        return 1
    return 2 if seat in position.outcome.winners else -1
