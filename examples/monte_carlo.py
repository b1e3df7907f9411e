"""A game taken in turns, among two or more: Monte Carlo tree search (UCT) in sixty lines.

Each round walks down the tree to a position that is new, plays from there at random, and notes on
the way back who has won. What is played is the action that was tried most.
"""

import random
from math import log, sqrt

ROUNDS = 60
PLIES = 30  # a playout that is longer counts as a draw
CURIOSITY = 1.2


class Node:
    """A position, how often it was seen, and what that gave the seat that moved there."""

    def __init__(self, position, mover=None):
        self.position, self.mover = position, mover
        self.visits, self.value = 0, 0.0
        self.children = {}
        self.seat = next(iter(position.active_seats), None)
        self.untried = list(position.legal_actions(self.seat)) if self.seat else []
        random.shuffle(self.untried)

    def grow(self):
        action = self.untried.pop()
        child = Node(self.position.apply(self.seat, action), self.seat)
        self.children[action] = child
        return child

    def most_promising(self):
        def bound(child):
            return child.value / child.visits + CURIOSITY * sqrt(log(self.visits) / child.visits)

        return max(self.children.values(), key=bound)


def choose(position, seat):
    root = Node(position)
    for _ in range(ROUNDS):
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(path[-1].most_promising())
        if path[-1].untried:
            path.append(path[-1].grow())
        outcome = playout(path[-1].position)
        for node in path:
            node.visits += 1
            if node.mover:
                node.value += outcome.value_for(node.mover) if outcome else 0.5
    return max(root.children, key=lambda action: root.children[action].visits)


def playout(position):
    for _ in range(PLIES):
        if position.outcome:
            break
        (seat,) = position.active_seats
        position = position.apply(seat, random.choice(position.legal_actions(seat)))
    return position.outcome
