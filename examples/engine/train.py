"""A training loop without any other package: a policy learns YALA from what the house's search
plays, and is examined with boards that it has not seen, and by matches against chance.

A ring looks the same from everywhere. So a move is judged by the observation with its place turned
to the front: a weight for each number makes its score, the same weights for all places, and moves
are as likely as their scores say (softmax). After each board the weights are moved towards the
teacher's move (gradient descent). With numpy or torch it is the same, but faster: `arrays()` gives
what they need.

    python train.py 3000
"""

import math
import sys
from random import Random

from spieltisch.games.yala.game import GAME as YALA
from spieltisch.search import think

ARRAYS = YALA.arrays()
PLANES, PLACES = ARRAYS.shape
RING, DIRECTIONS = 12, 2
RATE = 0.02
TEACHER = 3
"""The level of the house's bot."""


def features(position, seat):
    """The numbers of the legal actions, each with the weights that make its score."""
    told = ARRAYS.observe(position, seat)
    ones = [
        (plane, place)
        for plane in range(PLANES)
        for place in range(RING)
        if told[plane * PLACES + place]
    ]
    found = {}
    for action in position.legal_actions(seat):
        number = ARRAYS.actions.index(action)
        front, way = divmod(number, DIRECTIONS)
        found[number] = [
            (plane * RING + (place - front) % RING) * DIRECTIONS + way for plane, place in ones
        ]
    return found


def chances(weights, found):
    """How likely each action is."""
    scores = {number: sum(weights[one] for one in seen) for number, seen in found.items()}
    most = max(scores.values())
    powers = {number: math.exp(score - most) for number, score in scores.items()}
    total = sum(powers.values())
    return {number: power / total for number, power in powers.items()}


def boards(count, seed):
    """Boards of matches that chance plays, each with who is to act and what the teacher plays."""
    rng, position = Random(seed), YALA.begin(seed)
    for number in range(count):
        [seat] = position.active_seats
        search = YALA.search_bots.search_for(position)
        taught = think(search, position, seat, TEACHER, rng).action
        yield position, seat, ARRAYS.actions.index(taught)
        position = position.apply(seat, rng.choice(position.legal_actions(seat)))
        if position.outcome is not None:
            position = YALA.begin(seed + number + 1)


def train(count, seed=0):
    """The weights after so many boards."""
    weights = [0.0] * (PLANES * RING * DIRECTIONS)
    for position, seat, taught in boards(count, seed):
        found = features(position, seat)
        for number, chance in chances(weights, found).items():
            step = RATE * ((number == taught) - chance)
            for one in found[number]:
                weights[one] += step
    return weights


def examine(weights, count=300, seed=1_000_000):
    """How likely it plays as the teacher does on boards that it has not seen, in percent."""
    exam = boards(count, seed)
    return 100 / count * sum(chances(weights, features(at, seat))[move] for at, seat, move in exam)


def play(weights, matches=200):
    """How many points of a hundred it makes against chance."""
    won = 0.0
    for number in range(matches):
        rng, position, mine = Random(f"match {number}"), YALA.begin(10**6 + number), 1 + number % 2
        while position.outcome is None:
            [seat] = position.active_seats
            likely = chances(weights, features(position, seat))
            best = max(likely, key=likely.__getitem__)
            chosen = best if seat == mine else rng.choice([*likely])
            position = position.apply(seat, ARRAYS.actions[chosen])
        won += position.outcome.value_for(mine)
    return 100 * won / matches


def main(count="1500"):
    for number in (0, int(count) // 10, int(count)):
        weights = train(number)
        alike, points = examine(weights), play(weights)
        print(f"after {number} boards: as its teacher {alike:.0f} %, against chance {points:.0f} %")


if __name__ == "__main__":
    main(*sys.argv[1:])
